package engine

import (
	"time"

	"xunlu/storage"
)

// MaxAttempts is how often one URL is tried in a crawl before it is given up until the next revisit.
const MaxAttempts = 3

// MaxHolds is how often a host whose robots.txt cannot be read is waited for before its URLs are given up (RFC 9309 §2.3.1.4
// allows to assume an outage is over only when the file is readable again; we never assume it).
const MaxHolds = 3

// maxRetryAfter bounds what a server may ask for.
const maxRetryAfter = time.Hour

// Retryable says which kinds of failure may pass by themselves.
func Retryable(kind storage.Failure, status int) bool {
	switch kind {
	case storage.FailTimeout, storage.FailConnect, storage.FailDNS, storage.FailTruncated, storage.FailProtocol, storage.FailTLS:
		return true
	case storage.FailStatus:
		return status >= 500 || status == 408 || status == 425 || status == 429
	}
	return false
}

// defaultBackoff is the wait before a second try.
const defaultBackoff = 2 * time.Second

// backOff is the wait before try attempt+1: d, 4d, 16d, or what the server asked for.
func backOff(d time.Duration, attempt int, after time.Duration) time.Duration {
	for i := 1; i < attempt; i++ {
		d *= 4
	}
	return min(max(d, after), maxRetryAfter)
}

// holdFor is how long a host waits after its n-th robots failure, n from 1.
func holdFor(n int) time.Duration {
	d := 30 * time.Second
	for i := 1; i < n; i++ {
		d *= 4
	}
	return min(d, maxRetryAfter)
}
