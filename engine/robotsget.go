package engine

import (
	"context"
	"net/http"
	"time"

	"xunlu/engine/fetch"
)

type robotsKey struct{}

// robotsVisit is one look for a host's robots.txt: by the way the site's pages go, with its permission for private
// addresses, and its delay between the hops where the file redirects. Owned by the goroutine that looks.
type robotsVisit struct {
	access  *fetch.Access
	private []string
	delay   time.Duration
	asked   bool
}

func visiting(ctx context.Context, a *fetch.Access, private []string, delay time.Duration) context.Context {
	return context.WithValue(ctx, robotsKey{}, &robotsVisit{access: a, private: private, delay: delay})
}

// robotsBytes is what is read of a robots.txt (RFC 9309 §2.5: at least 500 KiB).
const robotsBytes = 500 << 10

// RobotsGet makes the fetch that a robots.Cache needs out of a Fetcher, so that robots.txt goes the same way as pages:
// same agent name, same refused addresses, same limits.
func RobotsGet(f Fetcher) func(ctx context.Context, url string) (int, http.Header, []byte, error) {
	return func(ctx context.Context, url string) (int, http.Header, []byte, error) {
		var private []string
		var access *fetch.Access
		if v, ok := ctx.Value(robotsKey{}).(*robotsVisit); ok {
			if v.asked && !pause(ctx, v.delay) {
				return 0, nil, nil, ctx.Err()
			}
			access, private, v.asked = v.access, v.private, true
		}
		r, ferr := f.Fetch(ctx, fetch.Request{URL: url, Access: access, Private: private, AnyType: true, MaxBytes: robotsBytes})
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
