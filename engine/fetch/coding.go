package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// accepted are the encodings asked for; deflate is read too, since servers send it unasked.
const accepted = "gzip, zstd"

// maxCodings is how many encodings may lie over each other.
const maxCodings = 3

// zstdWindow bounds the memory of one decoder, in bytes; it is what browsers accept.
const zstdWindow = 8 << 20

// codings reads a Content-Encoding header into the encodings to undo, outermost first. Some servers write a charset or
// nothing of sense there; whether a name that is not known means anything is seen when the body comes.
func codings(header string) ([]string, error) {
	if header == "" {
		return nil, nil
	}
	var out []string
	for name := range strings.SplitSeq(header, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "" && name != "identity" {
			out = append([]string{name}, out...)
		}
	}
	if len(out) > maxCodings {
		return nil, fmt.Errorf("%w: %d times over", errCoding, len(out))
	}
	return out, nil
}

// uncoded undoes encodings while it is read. A body that lacks the mark of its encoding is passed as it is: servers claim
// gzip for what they left plain.
type uncoded struct {
	src   io.Reader
	names []string
	out   io.Reader
	tails []*bufio.Reader // what each layer reads from, outermost first
	close []func()
}

func (u *uncoded) Read(p []byte) (int, error) {
	if u.out == nil {
		if err := u.open(); err != nil {
			return 0, err
		}
	}
	n, err := u.out.Read(p)
	if errors.Is(err, io.EOF) && n == 0 {
		return 0, u.drain()
	}
	if errors.Is(err, io.EOF) {
		err = nil // comes again, alone, and is then checked
	}
	return n, err
}

// drain reads what follows the compressed data, so that a stream cut after it is noticed, and says EOF.
func (u *uncoded) drain() error {
	for i := len(u.tails) - 1; i >= 0; i-- {
		if _, err := io.Copy(io.Discard, io.LimitReader(u.tails[i], 64<<10)); err != nil {
			return err
		}
	}
	return io.EOF
}

func (u *uncoded) open() error {
	r := u.src
	for _, name := range u.names {
		src := bufio.NewReader(r)
		mark, err := src.Peek(4)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		u.tails = append(u.tails, src)
		r = src
		if len(mark) == 0 {
			break
		}
		if r, err = u.layer(name, mark, src); err != nil {
			return err
		}
	}
	u.out = r
	return nil
}

// layer undoes one encoding; mark is what src begins with.
func (u *uncoded) layer(name string, mark []byte, src *bufio.Reader) (io.Reader, error) {
	switch name {
	case "gzip", "x-gzip":
		if bytes.HasPrefix(mark, gzipMark) {
			return &members{src: src}, nil
		}
	case "zstd":
		if !isZstd(mark) {
			return src, nil
		}
		z, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, err
		}
		u.close = append(u.close, z.Close)
		return z, nil
	case "deflate":
		switch {
		case len(mark) >= 2 && mark[0]&0x0F == 8 && (int(mark[0])<<8|int(mark[1]))%31 == 0:
			return zlib.NewReader(src)
		case mark[0] != '<' && mark[0] > ' ':
			return flate.NewReader(src), nil
		}
	default:
		head, err := src.Peek(sniffSize)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if !hasTag(head) && !bytes.HasPrefix(head, []byte("<?xml")) {
			return nil, fmt.Errorf("%w: %q", errCoding, name)
		}
	}
	return src, nil
}

// isZstd knows a frame and a skippable frame.
func isZstd(mark []byte) bool {
	return bytes.Equal(mark, []byte{0x28, 0xB5, 0x2F, 0xFD}) ||
		len(mark) == 4 && mark[0]&0xF0 == 0x50 && bytes.Equal(mark[1:], []byte{0x2A, 0x4D, 0x18})
}

// Close frees the decoders; the source stays open.
func (u *uncoded) Close() {
	for _, f := range u.close {
		f()
	}
}

var gzipMark = []byte{0x1F, 0x8B}

// members reads gzip members one after the other and stops, as browsers do, at anything else behind them.
type members struct {
	src *bufio.Reader
	gz  *gzip.Reader
}

func (m *members) Read(p []byte) (int, error) {
	if m.gz == nil {
		gz, err := gzip.NewReader(m.src)
		if err != nil {
			return 0, cut(err)
		}
		m.gz = gz
		m.gz.Multistream(false)
	}
	for {
		n, err := m.gz.Read(p)
		if n > 0 || !errors.Is(err, io.EOF) {
			return n, err
		}
		if mark, err := m.src.Peek(2); err != nil || !bytes.Equal(mark, gzipMark) {
			return 0, io.EOF
		}
		if err := m.gz.Reset(m.src); err != nil {
			return 0, cut(err)
		}
		m.gz.Multistream(false)
	}
}

// cut makes an end inside a header what it is.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
