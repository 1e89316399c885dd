package fetch

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
)

// refusalSize and redirectSize bound the bodies that are not pages, in bytes.
const (
	refusalSize  = 256 << 10
	redirectSize = 16 << 10
)

// exchange is one request and its answer on their way through colly. It belongs to the goroutine of the fetch.
type exchange struct {
	lan     bool     // the user gave leave for this host and port
	anyType bool     // as Request
	limit   int64    // of a good body, decompressed
	proxy   *url.URL // hands this request on; nil: none
	own     bool     // it is the site's own proxy
	lenient bool     // the certificate is not checked

	answered  bool   // the headers came
	kind      string // Content-Type as sent
	status    int
	header    http.Header
	location  string
	body      []byte
	truncated bool
}

// exchangeKey finds the exchange in a request's context.
type exchangeKey struct{}

// take notes the answer and dresses it for colly: the redirect is hidden, since hops are ours to follow; the body comes
// decompressed, counted and checked, and is declared uncompressed so that colly leaves it alone.
func (x *exchange) take(resp *http.Response) error {
	x.answered, x.status, x.header = true, resp.StatusCode, resp.Header
	x.kind = resp.Header.Get("Content-Type")
	x.location = resp.Header.Get("Location")
	if x.location != "" {
		x.header = resp.Header.Clone()
		resp.Header.Del("Location")
	}
	names, err := codings(resp.Header.Get("Content-Encoding"))
	good := resp.StatusCode >= 200 && resp.StatusCode < 300
	if err != nil && good {
		return err
	}
	b := &body{wire: resp.Body, src: resp.Body, x: x, size: resp.ContentLength, left: x.limit, lenient: !good}
	switch {
	case resp.StatusCode >= 400:
		b.left = min(x.limit, refusalSize)
	case !good:
		b.left = redirectSize
	}
	if len(names) > 0 {
		b.coded = &uncoded{src: resp.Body, names: names}
		b.src = b.coded
	}
	b.media = mediaPage
	if good && !x.anyType {
		b.media = mediaOf(x.kind)
		b.sniff = true
	}
	resp.Body, resp.Uncompressed = b, true
	return nil
}

// body is an answer's body. colly sees an empty one: its first look reads all of it into exchange.body, in one piece as long as
// the server announced, where colly would grow one from 512 bytes and clear and copy it a dozen times.
type body struct {
	gone bool  // read, or tried to
	size int64 // as announced, -1 unknown

	wire    io.ReadCloser
	coded   *uncoded // nil when sent plain
	src     io.Reader
	x       *exchange
	left    int64 // bytes that may still be passed on
	lenient bool  // of a refusal or redirect: what came is enough
	sniff   bool  // the first bytes have yet to show a page
	media   media
	head    []byte // read for the sniff, not yet passed on
	err     error  // met behind head
}

// sizeTrusted is how long a piece the announced length alone may get, in bytes; beyond it the bytes have to come first.
const sizeTrusted = 1 << 20

func (b *body) Read([]byte) (int, error) {
	if b.gone {
		return 0, io.EOF
	}
	b.gone = true
	size := max(b.size, 4<<10)
	if b.coded != nil {
		size *= 4
	}
	all := make([]byte, 0, min(size, sizeTrusted, b.left)+64) // room to meet the end in
	for {
		n, err := b.some(all[len(all):cap(all)])
		all = all[:len(all)+n]
		switch {
		case errors.Is(err, io.EOF):
			b.x.body = all
			return 0, io.EOF
		case err != nil:
			return 0, err
		case len(all) == cap(all):
			all = slices.Grow(all, 1)
		}
	}
}

// some reads what comes next.
func (b *body) some(p []byte) (int, error) {
	if b.sniff {
		b.sniff = false
		b.readHead()
		if !isPage(b.head, b.media) && (b.err == nil || errors.Is(b.err, io.EOF)) {
			return 0, fmt.Errorf("%w: content type %q", errNotPage, b.x.kind)
		}
	}
	n, err := b.next(p)
	if err != nil && !errors.Is(err, io.EOF) && b.lenient {
		return n, io.EOF
	}
	return n, err
}

func (b *body) next(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if b.left <= 0 {
		// One byte more tells a body that ends here from one that is cut here.
		if n, err := b.pull(p[:1]); n == 0 {
			return 0, err
		}
		b.x.truncated = true
		return 0, io.EOF
	}
	n, err := b.pull(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

func (b *body) pull(p []byte) (int, error) {
	if len(b.head) > 0 {
		n := copy(p, b.head)
		b.head = b.head[n:]
		return n, nil
	}
	if b.err != nil {
		return 0, b.err
	}
	return b.src.Read(p)
}

func (b *body) readHead() {
	b.head = make([]byte, sniffSize)
	got := 0
	for got < len(b.head) && b.err == nil {
		var n int
		n, b.err = b.src.Read(b.head[got:])
		got += n
	}
	b.head = b.head[:got]
}

func (b *body) Close() error {
	if b.coded != nil {
		b.coded.Close()
	}
	return b.wire.Close()
}
