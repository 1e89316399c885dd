package archive

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
)

// FuzzForeign: another program's file, whatever it holds, ends well or with one of the two named errors, and no page is larger
// than allowed.
func FuzzForeign(f *testing.F) {
	one := foreign("response", "application/http", "http://a.test/", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>桂林")
	for _, s := range []string{one, one + one, packed(one), packed(one) + packed(one)[:9], foreign("resource", "text/html", "http://a.test/", "<p>"),
		"WARC/1.1\r\nContent-Length: 99999999999\r\n\r\n", "WARC/1.0\r\nContent-Length: -1\r\n\r\n", "WARC/", "\x28\xb5\x2f\xfd"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := NewForeign(bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, ErrNotWARC) {
				t.Fatal(err)
			}
			return
		}
		defer in.Close()
		for range len(data) + 1 { // a record takes at least a byte of what was packed; a bomb of empty ones is cut by the loop
			r, err := in.Next()
			if errors.Is(err, io.EOF) || errors.Is(err, ErrCut) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Body) > maxForeign {
				t.Fatalf("a page of %d bytes", len(r.Body))
			}
		}
	})
}

// FuzzRecord: bytes of a segment are a record or damaged; what was read is written and read again the same.
func FuzzRecord(f *testing.F) {
	f.Add(appendRecord(nil, page(1)))
	f.Add(appendInfo(nil, "x", page(1).Fetched))
	f.Add([]byte("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, n, ok, err := parseRecord(data)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		if n > len(data) || n <= 0 {
			t.Fatalf("record of %d bytes in %d", n, len(data))
		}
		if !ok {
			return
		}
		again, _, ok, err := parseRecord(appendRecord(nil, r))
		if err != nil || !ok || !bytes.Equal(again.Body, r.Body) {
			t.Fatalf("written and read again: %v, %v, %q of %q", ok, err, again.Body, r.Body)
		}
	})
}

// FuzzSegment: a segment of any bytes opens, gives whole pages or says damaged, and the archive grows on.
func FuzzSegment(f *testing.F) {
	dir := f.TempDir()
	a, err := Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	for n := range 2 {
		if _, err := a.Append(page(n)); err != nil {
			f.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		f.Fatal(err)
	}
	whole := a.path(1)
	data, err := os.ReadFile(whole)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte{})
	f.Add([]byte{0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Open(archiveOf(t, data))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		places := map[string]Record{}
		if err := a.Each(func(at string, r Record) error { places[at] = r; return nil }); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
		for at, r := range places {
			if again, err := a.Read(at); err != nil || !bytes.Equal(again.Body, r.Body) {
				t.Fatalf("%s: Each gives a page that Read does not: %v", at, err)
			}
		}
		at, err := a.Append(page(7))
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Read(at)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, r, page(7))
	})
}
