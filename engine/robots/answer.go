package robots

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// maxRedirects is how many hops to robots.txt are followed, across hosts too (RFC 9309 §2.3.1.2).
const maxRedirects = 5

// maxRetryAfter bounds what a server can ask for.
const maxRetryAfter = 24 * time.Hour

// answer is what a fetch of robots.txt came to: rules, or a failure to be tried again.
type answer struct {
	file       *File
	failed     bool
	retryAfter time.Duration
	reason     string
	status     int
}

// ask fetches origin's robots.txt and reads the outcome as RFC 9309 §2.3.1 says: 2xx is read, 4xx means no rules, 5xx and
// silence mean that nothing may be fetched. 429 is a request to wait and is heard as one.
func (c *Cache) ask(ctx context.Context, origin string) answer {
	at := origin + "/robots.txt"
	for hop := 0; ; hop++ {
		status, header, body, err := c.get(ctx, at)
		if err != nil {
			return answer{failed: true, reason: fmt.Sprintf("robots.txt cannot be reached: %v", err)}
		}
		switch {
		case status == http.StatusPartialContent || status == http.StatusNotModified:
			// Asked for by nobody: not the file.
			return answer{failed: true, status: status, reason: fmt.Sprintf("robots.txt answered %d", status)}
		case status >= 200 && status < 300:
			return read(status, body)
		case status >= 300 && status < 400:
			next, ok := resolve(at, header.Get("Location"))
			if !ok {
				return noRules(status, fmt.Sprintf("robots.txt answered %d without a usable address", status))
			}
			if hop == maxRedirects {
				return noRules(status, fmt.Sprintf("robots.txt redirects more than %d times", maxRedirects))
			}
			at = next
		case status == http.StatusTooManyRequests || status < 200 || status >= 500:
			return answer{
				failed: true, status: status, reason: fmt.Sprintf("robots.txt answered %d", status),
				retryAfter: retryAfter(header.Get("Retry-After"), time.Now()),
			}
		default:
			return noRules(status, fmt.Sprintf("robots.txt answered %d", status))
		}
	}
}

func read(status int, body []byte) answer {
	a := answer{file: Parse(body), status: status}
	if a.file.HTML {
		a.reason = "a web page is served as robots.txt: no rules, possibly a wall"
	}
	return a
}

func noRules(status int, reason string) answer {
	return answer{file: Parse(nil), status: status, reason: reason}
}

// resolve makes a Location absolute; only http and https are followed.
func resolve(base, location string) (string, bool) {
	if location == "" {
		return "", false
	}
	b, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	u, err := b.Parse(location)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	u.Fragment, u.User = "", nil
	return u.String(), true
}

// retryAfter reads seconds or an HTTP date; 0 when absent, past or unreadable.
func retryAfter(value string, now time.Time) time.Duration {
	if value == "" {
		return 0
	}
	if s, err := strconv.Atoi(value); err == nil {
		return min(max(time.Duration(min(s, 1<<31))*time.Second, 0), maxRetryAfter)
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}
