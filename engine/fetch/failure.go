package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"xunlu/storage"
)

// Error is a failed fetch.
type Error struct {
	Kind       storage.Failure
	Status     int           // of the answer, 0 when none came or it broke off: never a good status for half a body
	RetryAfter time.Duration // what the server asked for, at most a day
	Location   string        // where a redirect leads that was not followed: to be taken as a link; "" otherwise
	Unreached  bool          // no connection to the host came about: says nothing about the page
	Err        error
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

var (
	// ErrPrivate is a loopback, private, link-local or otherwise unroutable address that the request gives no leave for.
	ErrPrivate = errors.New("address on a private network")
	// errNotPage is a body that is no HTML.
	errNotPage = errors.New("not a page")
	// errCoding is a Content-Encoding that was not asked for.
	errCoding = errors.New("content encoding that was not asked for")
)

// isUnreached reports a failure before there was a connection: no name, no route, nobody listening, no answer to the knock.
func isUnreached(err error) bool {
	var name *net.DNSError
	var op *net.OpError
	return errors.As(err, &name) || errors.As(err, &op) && op.Op == "dial" && !errors.Is(err, ErrPrivate)
}

// fail builds the Error of a fetch of url.
func fail(kind storage.Failure, url string, err error) *Error {
	return &Error{Kind: kind, Err: fmt.Errorf("fetch %s: %w", url, err)}
}

// kindOf names a transport error. answered says that the headers had come.
func kindOf(err error, answered bool) storage.Failure {
	var name *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(err, ErrPrivate):
		return storage.FailPrivate
	case errors.Is(err, errNotPage):
		return storage.FailNotHTML
	case errors.As(err, &name):
		return storage.FailDNS
	case isTimeout(err), errors.Is(err, context.Canceled):
		return storage.FailTimeout
	case answered && isCut(err):
		return storage.FailTruncated
	case answered:
		return storage.FailProtocol
	case isTLS(err):
		return storage.FailTLS
	case errors.As(err, &op), isCut(err), errors.Is(err, io.EOF), isHangUp(err):
		return storage.FailConnect
	}
	return storage.FailProtocol
}

func isTimeout(err error) bool {
	var t net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &t) && t.Timeout()
}

// isCut reports that the stream ended before its time. An HTTP/2 stream or connection that is torn down has no exported
// error type.
func isCut(err error) bool {
	var op *net.OpError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		errors.Is(err, net.ErrClosed) || errors.As(err, &op) || strings.Contains(err.Error(), "http2: server sent GOAWAY") ||
		strings.Contains(err.Error(), "stream error:") || strings.Contains(err.Error(), "connection lost")
}

// isHangUp knows two ends before the answer that net/http gives no type: a server that closes at once, and a proxy that
// refuses the tunnel.
func isHangUp(err error) bool {
	text := err.Error()
	return strings.Contains(text, "closed idle connection") || strings.Contains(text, "Proxy") || strings.Contains(text, "proxyconnect") ||
		strings.Contains(text, "socks connect")
}

func isTLS(err error) bool {
	var (
		verify  *tls.CertificateVerificationError
		record  tls.RecordHeaderError
		alert   tls.AlertError
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
	)
	return errors.As(err, &verify) || errors.As(err, &record) || errors.As(err, &alert) || errors.As(err, &unknown) ||
		errors.As(err, &host) || errors.As(err, &invalid) || strings.Contains(err.Error(), "tls: ") ||
		strings.Contains(err.Error(), "HTTP response to HTTPS client")
}

// maxRetryAfter bounds what a server can ask for.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads seconds or an HTTP date; 0 when absent, past or unreadable.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if value == "" {
		return 0
	}
	if s, err := strconv.ParseInt(value, 10, 32); err == nil {
		return min(max(time.Duration(s)*time.Second, 0), maxRetryAfter)
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}
