package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
)

// maxVisits is how often one address may be asked in one fetch: a cookie wall needs two, a shy one three.
const maxVisits = 3

// trip is one fetch over all its hops. It belongs to the goroutine of the fetch.
type trip struct {
	p    *Plain
	r    Request
	left time.Duration // of the time limit, waits left out
	took time.Duration
	seen map[string]int // address and cookies asked with, and address alone
}

func (t *trip) run(ctx context.Context) (*page.Response, *Error) {
	u, err := parse(t.r.URL)
	if err != nil {
		return nil, fail(storage.FailProtocol, t.r.URL, err)
	}
	for hop := 0; ; hop++ {
		if hop > 0 && t.r.Wait != nil {
			if err := t.r.Wait(ctx); err != nil {
				return nil, fail(storage.FailTimeout, u.String(), err)
			}
		}
		asked := t.key(u)
		x, err := t.send(ctx, u)
		if err != nil {
			failed := fail(kindOf(err, x.answered), u.String(), err)
			failed.Unreached = !x.answered && isUnreached(err)
			if failed.Kind == storage.FailNotHTML {
				failed.Status = x.status
			}
			return nil, failed
		}
		if err := t.p.cookies.store(t.r.Access.jar(u), u, x.header); err != nil {
			return nil, fail(storage.FailProtocol, u.String(), err)
		}
		if x.status < 300 || x.status > 399 || x.status == http.StatusNotModified {
			return t.finish(u, x)
		}
		next, failed := t.next(u, x, asked, hop)
		if failed != nil {
			failed.Status = x.status
			return nil, failed
		}
		u = next
	}
}

// send makes one request within what is left of the time.
func (t *trip) send(ctx context.Context, u *url.URL) (*exchange, error) {
	ctx, cancel := context.WithTimeout(ctx, t.left)
	defer cancel()
	start := time.Now()
	x, err := t.p.send(ctx, u, &t.r)
	spent := time.Since(start)
	t.took += spent
	t.left = max(t.left-spent, 0)
	return x, err
}

// next decides on a redirect: the address of the next hop, or why there is none.
func (t *trip) next(u *url.URL, x *exchange, asked string, hop int) (*url.URL, *Error) {
	if x.location == "" {
		return nil, fail(storage.FailRedirect, u.String(), errors.New("redirect without an address"))
	}
	to, err := resolve(u, x.location)
	if err != nil {
		return nil, fail(storage.FailRedirect, u.String(), err)
	}
	if !sameHost(u, to) {
		if err := checkHost(to); err != nil && !permitted(t.r.Private, to) {
			return nil, fail(storage.FailPrivate, u.String(), fmt.Errorf("redirect: %w", err))
		}
		return nil, away(u, to, "leaves the host")
	}
	if t.r.Post != nil {
		return nil, away(u, to, "answers a POST")
	}
	if hop >= t.p.opts.MaxRedirects {
		return nil, fail(storage.FailRedirect, u.String(), fmt.Errorf("more than %d redirects", t.p.opts.MaxRedirects))
	}
	if t.loops(u, to, asked) {
		return nil, fail(storage.FailRedirect, u.String(), errors.New("redirects in a circle"))
	}
	if to.String() != u.String() && !t.allowed(u, to, asked) {
		return nil, away(u, to, "leads where robots.txt or the scope forbids")
	}
	return to, nil
}

// allowed asks for leave for the next hop. A hop that brought a new cookie may be a wall's detour.
func (t *trip) allowed(u, to *url.URL, asked string) bool {
	if t.r.Wall != nil && asked != t.key(u) {
		return t.r.Wall(to.String())
	}
	return t.r.Allow == nil || t.r.Allow(to.String())
}

// key is an address with the cookies it would be asked with now.
func (t *trip) key(u *url.URL) string {
	return u.String() + "\n" + t.p.cookies.header(t.r.Access.jar(u), u)
}

// loops notes what was asked and reports whether asking for to can bring nothing new: it was asked with the very cookies
// that would be sent now, or too often.
func (t *trip) loops(u, to *url.URL, asked string) bool {
	if t.seen == nil {
		t.seen = map[string]int{}
	}
	t.seen[asked]++
	t.seen[u.String()]++
	return t.seen[t.key(to)] > 0 || t.seen[to.String()] >= maxVisits
}

func away(u, to *url.URL, why string) *Error {
	e := fail(storage.FailRedirect, u.String(), fmt.Errorf("redirect to %s %s", to, why))
	e.Location = to.String()
	return e
}

// finish makes the answer of the last hop a Response, and an Error when it is not a page.
func (t *trip) finish(u *url.URL, x *exchange) (*page.Response, *Error) {
	now := time.Now()
	x.header.Del(RenderedHeader) // ours alone: a server must not claim it
	t.r.Access.seal(x.header)
	resp := &page.Response{
		URL: t.r.URL, FinalURL: u.String(), Status: x.status, Header: x.header, Body: x.body,
		Truncated: x.truncated, Fetched: now, Took: t.took,
	}
	failed := &Error{Status: x.status}
	switch {
	case x.status == http.StatusNotModified:
		if t.r.ETag != "" || t.r.LastModified != "" || t.r.Header.Get("If-None-Match") != "" || t.r.Header.Get("If-Modified-Since") != "" {
			return resp, nil
		}
		failed.Kind, failed.Err = storage.FailProtocol, errors.New("answered 304, though no copy was named")
		resp = nil
	case x.status == http.StatusPartialContent:
		failed.Kind, failed.Err = storage.FailTruncated, errors.New("answered 206: only a part")
		resp = nil
	case isWall(x.status, x.header, x.body) && !t.r.AnyType:
		failed.Kind, failed.Err = storage.FailBlocked, fmt.Errorf("answered %d with a challenge in place of the page", x.status)
		failed.RetryAfter = retryAfter(x.header, now)
	case x.status < 200 || x.status >= 400:
		failed.Kind, failed.Err = storage.FailStatus, fmt.Errorf("answered %d", x.status)
		failed.RetryAfter = retryAfter(x.header, now)
		if len(x.body) == 0 {
			resp = nil
		}
	case x.truncated:
		failed.Kind, failed.Err = storage.FailTooLarge, fmt.Errorf("more than %d bytes", len(x.body))
	default:
		return resp, nil
	}
	failed.Err = fmt.Errorf("fetch %s: %w", u, failed.Err)
	return resp, failed
}
