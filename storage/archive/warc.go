package archive

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Record is one answer as it came. Body is decompressed but not decoded.
type Record struct {
	URL       string // asked for
	FinalURL  string // answered by; empty when it is URL
	Site      string
	Status    int
	Header    http.Header
	Body      []byte
	Fetched   time.Time
	Truncated bool // Body is not whole
}

// Header fields of WARC records. The last two are ours: WARC has no field for the address that was asked for when
// another one answered, and none for the site it was crawled for.
const (
	fieldType      = "WARC-Type"
	fieldID        = "WARC-Record-ID"
	fieldDate      = "WARC-Date"
	fieldTarget    = "WARC-Target-URI"
	fieldTruncated = "WARC-Truncated"
	fieldAsked     = "Xunlu-Asked-URI"
	fieldSite      = "Xunlu-Site"
)

// movedPrefix keeps header fields that are no longer true of the stored body under another name, as other archives do.
const movedPrefix = "X-Archive-Orig-"

// moved are the fields that speak of the transfer, not of the body that is stored.
func moved() []string { return []string{"Content-Encoding", "Content-Length", "Transfer-Encoding"} }

// appendRecord writes a `response` record.
func appendRecord(b []byte, r Record) []byte {
	target := r.FinalURL
	if target == "" {
		target = r.URL
	}
	block := appendHTTP(make([]byte, 0, 1024), r)
	b = appendHead(b, "response", r.Fetched)
	b = appendField(b, fieldTarget, target)
	if r.URL != target {
		b = appendField(b, fieldAsked, r.URL)
	}
	b = appendField(b, fieldSite, r.Site)
	if r.Truncated {
		b = appendField(b, fieldTruncated, "length")
	}
	b = appendField(b, "Content-Type", "application/http;msgtype=response")
	return appendBlock(b, block, r.Body)
}

// appendInfo writes the `warcinfo` record that opens a segment.
func appendInfo(b []byte, name string, at time.Time) []byte {
	body := []byte("software: Xunlu\r\nformat: WARC File Format 1.1\r\n" +
		"conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n")
	b = appendHead(b, "warcinfo", at)
	b = appendField(b, "WARC-Filename", name)
	b = appendField(b, "Content-Type", "application/warc-fields")
	return appendBlock(b, nil, body)
}

func appendHead(b []byte, kind string, at time.Time) []byte {
	b = append(b, "WARC/1.1\r\n"...)
	b = appendField(b, fieldType, kind)
	b = appendField(b, fieldID, newID())
	return appendField(b, fieldDate, at.UTC().Format(time.RFC3339Nano))
}

func appendBlock(b, head, body []byte) []byte {
	b = appendField(b, "Content-Length", strconv.Itoa(len(head)+len(body)))
	b = append(b, "\r\n"...)
	b = append(b, head...)
	b = append(b, body...)
	return append(b, recordEnd...)
}

// appendField leaves out a field without a value. A line break in a value would begin another field: it becomes a space.
func appendField(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	b = append(append(b, name...), ": "...)
	b = append(b, oneLine(value)...)
	return append(b, "\r\n"...)
}

func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n\x00") {
		return strings.TrimSpace(s)
	}
	return strings.TrimSpace(strings.NewReplacer("\r", " ", "\n", " ", "\x00", " ").Replace(s))
}

// appendHTTP writes status line and header as they would have come with a body that is not compressed.
func appendHTTP(b []byte, r Record) []byte {
	b = append(b, "HTTP/1.1 "...)
	b = fmt.Appendf(b, "%03d %s\r\n", r.Status, http.StatusText(r.Status))
	names := make([]string, 0, len(r.Header))
	for name := range r.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		as := name
		if slices.Contains(moved(), textproto.CanonicalMIMEHeaderKey(name)) {
			as = movedPrefix + name
		}
		if !validName(name) {
			continue
		}
		for _, v := range r.Header[name] {
			b = appendField(b, as, v)
		}
	}
	b = appendField(b, "Content-Length", strconv.Itoa(len(r.Body)))
	return append(b, "\r\n"...)
}

// validName says whether a header name is a token of RFC 9110; no other can be written as a line.
func validName(s string) bool {
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

// newID is a random URN. The order of the archive is that of its frames; the id is for other programs.
func newID() string {
	var u [16]byte
	rand.Read(u[:]) // never fails (crypto/rand)
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// recordEnd follows every record, headEnd its header and that of HTTP.
const recordEnd, headEnd = "\r\n\r\n", "\r\n\r\n"

// parseRecord reads the record data begins with and its length; ok is false for one that is no response (warcinfo). The record
// shares nothing with data.
func parseRecord(data []byte) (r Record, length int, ok bool, err error) {
	split := bytes.Index(data, []byte(headEnd))
	if split < 0 || !bytes.HasPrefix(data, []byte("WARC/1.")) {
		return Record{}, 0, false, fmt.Errorf("no WARC record: %w", ErrDamaged)
	}
	split += len(headEnd)
	tp := textproto.NewReader(bufio.NewReader(bytes.NewReader(data[:split])))
	if _, err := tp.ReadLine(); err != nil {
		return Record{}, 0, false, fmt.Errorf("no WARC record: %w: %w", ErrDamaged, err)
	}
	head, err := tp.ReadMIMEHeader()
	if err != nil {
		return Record{}, 0, false, fmt.Errorf("WARC header: %w: %w", ErrDamaged, err)
	}
	n, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil || n < 0 || n > len(data)-split-len(recordEnd) {
		return Record{}, 0, false, fmt.Errorf("WARC content length: %w", ErrDamaged)
	}
	length = split + n + len(recordEnd)
	if head.Get(fieldType) != "response" {
		return Record{}, length, false, nil
	}
	r.Fetched, err = time.Parse(time.RFC3339Nano, head.Get(fieldDate))
	if err != nil {
		return Record{}, 0, false, fmt.Errorf("WARC date: %w: %w", ErrDamaged, err)
	}
	r.Site = head.Get(fieldSite)
	r.Truncated = head.Get(fieldTruncated) != ""
	r.URL, r.FinalURL = head.Get(fieldTarget), head.Get(fieldTarget)
	if asked := head.Get(fieldAsked); asked != "" {
		r.URL = asked
	}
	return r, length, true, r.parseHTTP(bytes.Clone(data[split : split+n]))
}

func (r *Record) parseHTTP(block []byte) error {
	split := bytes.Index(block, []byte(headEnd))
	if split < 0 {
		return fmt.Errorf("HTTP header: %w", ErrDamaged)
	}
	tp := textproto.NewReader(bufio.NewReader(bytes.NewReader(block[:split+4])))
	line, err := tp.ReadLine()
	if err != nil || len(line) < 12 {
		return fmt.Errorf("HTTP status line: %w", ErrDamaged)
	}
	if r.Status, err = strconv.Atoi(line[9:12]); err != nil {
		return fmt.Errorf("HTTP status: %w: %w", ErrDamaged, err)
	}
	head, err := tp.ReadMIMEHeader()
	if err != nil {
		return fmt.Errorf("HTTP header: %w: %w", ErrDamaged, err)
	}
	r.Header = http.Header(head)
	r.Body = block[split+4:]
	return nil
}
