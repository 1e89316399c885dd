package engine

import (
	"context"
	"net/http"

	"xunlu/engine/fetch"
)

type privateKey struct{}

// withPrivate passes the site's permission for private addresses on to the fetch of its robots.txt.
func withPrivate(ctx context.Context, private []string) context.Context {
	return context.WithValue(ctx, privateKey{}, private)
}

// robotsBytes is what is read of a robots.txt (RFC 9309 §2.5: at least 500 KiB).
const robotsBytes = 500 << 10

// RobotsGet makes the fetch that a robots.Cache needs out of a Fetcher, so that robots.txt goes the same way as pages:
// same agent name, same refused addresses, same limits.
func RobotsGet(f Fetcher) func(ctx context.Context, url string) (int, http.Header, []byte, error) {
	return func(ctx context.Context, url string) (int, http.Header, []byte, error) {
		private, _ := ctx.Value(privateKey{}).([]string)
		r, ferr := f.Fetch(ctx, fetch.Request{URL: url, Private: private, AnyType: true, MaxBytes: robotsBytes})
		if r != nil {
			return r.Status, r.Header, r.Body, nil
		}
		if ferr != nil && ferr.Status != 0 {
			h := http.Header{}
			if ferr.Location != "" {
				h.Set("Location", ferr.Location)
			}
			return ferr.Status, h, nil, nil
		}
		return 0, nil, nil, ferr
	}
}
