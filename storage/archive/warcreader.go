package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

var (
	// ErrNotWARC is returned for a file that is no WARC file, compressed or not.
	ErrNotWARC = errors.New("not a WARC file")
	// ErrCut is returned for a WARC file that ends, or is spoilt, in the middle; what came before was read.
	ErrCut = errors.New("the WARC file is damaged from there on")
)

// maxForeign is the largest record of another program's file that is taken, in bytes; larger ones are left out.
const maxForeign = 32 << 20

// maxHead bounds the header lines of a record, in bytes.
const maxHead = 1 << 20

// Foreign reads the WARC files of other programs: WARC/0.17 to 1.1, plain, in gzip (a member a record or one for all) or in
// zstd, as these segments are. It gives pages: response records, and resource records that hold a page. Requests, metadata
// and revisits (the same page once more, without its bytes) are counted and left out. It belongs to one goroutine.
type Foreign struct {
	in      *bufio.Reader
	close   func()
	Records int // of all kinds, so far
	Skipped int // pages that could not be read, so far
}

// NewForeign looks at the beginning of a file: ErrNotWARC when it is something else.
func NewForeign(r io.Reader) (*Foreign, error) {
	f := &Foreign{in: bufio.NewReaderSize(r, 64<<10), close: func() {}}
	head, err := f.in.Peek(4)
	if err != nil && len(head) < 4 {
		return nil, fmt.Errorf("%w: it is too short", ErrNotWARC)
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(f.in)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotWARC, err)
		}
		f.in = bufio.NewReaderSize(z, 64<<10)
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(f.in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxRecord))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotWARC, err)
		}
		f.in, f.close = bufio.NewReaderSize(z, 64<<10), z.Close
	}
	if head, err := f.in.Peek(5); err != nil || string(head) != "WARC/" {
		f.Close()
		return nil, ErrNotWARC
	}
	return f, nil
}

// Close gives back what reading took.
func (f *Foreign) Close() { f.close() }

// Next gives the next page. io.EOF is the good end; ErrCut, with the number of the record, the bad one.
func (f *Foreign) Next() (Record, error) {
	for {
		head, size, err := f.head()
		if errors.Is(err, io.EOF) {
			return Record{}, io.EOF
		}
		if err != nil {
			return Record{}, fmt.Errorf("record %d: %w: %w", f.Records+1, ErrCut, err)
		}
		f.Records++
		r, want := pageHead(head)
		if !want || size > maxForeign {
			if want {
				f.Skipped++
			}
			if _, err := io.CopyN(io.Discard, f.in, size); err != nil {
				return Record{}, fmt.Errorf("record %d: %w: %w", f.Records, ErrCut, err)
			}
			continue
		}
		block := make([]byte, size)
		if _, err := io.ReadFull(f.in, block); err != nil {
			return Record{}, fmt.Errorf("record %d: %w: %w", f.Records, ErrCut, err)
		}
		if err := r.fill(head, block); err != nil {
			f.Skipped++
			continue
		}
		return r, nil
	}
}

// head reads to the end of the next record's header. Line breaks between two records may be missing or too many.
func (f *Foreign) head() (textproto.MIMEHeader, int64, error) {
	for {
		c, err := f.in.ReadByte()
		if err != nil {
			return nil, 0, err // io.EOF between two records is the good end
		}
		if c != '\r' && c != '\n' {
			break
		}
	}
	if err := f.in.UnreadByte(); err != nil {
		return nil, 0, err
	}
	h := textproto.MIMEHeader{}
	name := ""
	for n, total := 0, 0; ; n++ {
		line, err := f.in.ReadSlice('\n')
		if total += len(line); err != nil || total > maxHead {
			return nil, 0, fmt.Errorf("header of %d bytes: %w", total, cmpOr(err, bufio.ErrTooLong))
		}
		text := strings.TrimRight(string(line), "\r\n")
		switch key, value, ok := strings.Cut(text, ":"); {
		case n == 0:
			if !strings.HasPrefix(text, "WARC/") {
				return nil, 0, errors.New("no record begins here")
			}
		case text == "":
			size, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
			if err != nil || size < 0 {
				return nil, 0, fmt.Errorf("content length %q", h.Get("Content-Length"))
			}
			return h, size, nil
		case (text[0] == ' ' || text[0] == '\t') && name != "": // a folded line
			h.Set(name, h.Get(name)+" "+strings.TrimSpace(text))
		case ok:
			name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(key))
			h.Add(name, strings.TrimSpace(value))
		}
	}
}

func cmpOr(err, other error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return other
	}
	return err
}

// pageHead reads what the header says; false when the record is no page of the web.
func pageHead(h textproto.MIMEHeader) (Record, bool) {
	url := strings.Trim(h.Get(fieldTarget), "<>")
	r := Record{URL: url, Site: h.Get(fieldSite), Truncated: h.Get(fieldTruncated) != ""}
	if asked := h.Get(fieldAsked); asked != "" {
		r.URL, r.FinalURL = asked, url
	}
	if t, err := time.Parse(time.RFC3339Nano, h.Get(fieldDate)); err == nil {
		r.Fetched = t
	}
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return r, false
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind, _, _ = strings.Cut(h.Get("Content-Type"), ";")
	}
	switch strings.ToLower(h.Get(fieldType)) {
	case "response":
		return r, kind == "application/http" || kind == ""
	case "resource":
		return r, strings.Contains(kind, "html")
	}
	return r, false
}

// fill takes the block apart: for a resource it is the page, for a response an HTTP message. Transfer and content encodings
// are undone, as the pages of this archive have none; a body that contradicts its encoding is taken as it is.
func (r *Record) fill(h textproto.MIMEHeader, block []byte) error {
	if strings.EqualFold(h.Get(fieldType), "resource") {
		r.Status, r.Body, r.Header = http.StatusOK, block, http.Header{"Content-Type": {h.Get("Content-Type")}}
		return nil
	}
	head, body, found := cutHead(block)
	if !found {
		return fmt.Errorf("HTTP header: %w", ErrDamaged)
	}
	lines := strings.Split(strings.ReplaceAll(string(head), "\r\n", "\n"), "\n")
	fields := strings.Fields(lines[0])
	if len(fields) < 2 || !strings.HasPrefix(fields[0], "HTTP") {
		return fmt.Errorf("HTTP status line: %w", ErrDamaged)
	}
	status, err := strconv.Atoi(fields[1])
	if err != nil || status < 100 || status > 999 {
		return fmt.Errorf("HTTP status %q: %w", fields[1], ErrDamaged)
	}
	r.Status, r.Header = status, http.Header{}
	for _, line := range lines[1:] {
		if key, value, ok := strings.Cut(line, ":"); ok && validName(key) {
			r.Header.Add(key, strings.TrimSpace(value))
		}
	}
	if strings.Contains(strings.ToLower(r.Header.Get("Transfer-Encoding")), "chunked") {
		if whole, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(body))); err == nil {
			body = whole
		}
	}
	r.Body, err = unpack(r.Header.Get("Content-Encoding"), body)
	return err
}

// cutHead parts an HTTP message at its empty line, whichever line breaks it has.
func cutHead(block []byte) (head, body []byte, ok bool) {
	crlf, lf := bytes.Index(block, []byte("\r\n\r\n")), bytes.Index(block, []byte("\n\n"))
	if crlf >= 0 && (lf < 0 || crlf < lf) {
		return block[:crlf], block[crlf+4:], true
	}
	if lf < 0 {
		return nil, nil, false
	}
	return block[:lf], block[lf+2:], true
}

// unpack undoes a content encoding. A body whose first bytes say that it is not packed is given back as it is: some
// programs store the unpacked body under the packed one's header.
func unpack(encoding string, body []byte) ([]byte, error) {
	var r io.Reader
	var err error
	in := bytes.NewReader(body)
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "gzip", "x-gzip":
		if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
			return body, nil
		}
		r, err = gzip.NewReader(in)
	case "deflate":
		if r, err = zlib.NewReader(in); err != nil {
			in.Reset(body)
			r, err = flate.NewReader(in), nil
		}
	case "", "identity", "none", "utf-8":
		return body, nil
	default:
		if looksLikeText(body) {
			return body, nil
		}
		return nil, fmt.Errorf("content encoding %q is not known", encoding)
	}
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, maxForeign+1))
	if len(out) > maxForeign {
		return nil, fmt.Errorf("the page unpacks to more than %d bytes", maxForeign)
	}
	if err != nil && len(out) == 0 {
		if looksLikeText(body) {
			return body, nil
		}
		return nil, err
	}
	return out, nil
}

// looksLikeText says whether a body begins like markup.
func looksLikeText(body []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n\ufeff"), []byte("<"))
}
