package archive

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// foreign writes one record as another program would.
func foreign(kind, contentType, url, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, url, contentType, len(block), block)
}

func packed(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

func readForeign(t *testing.T, data string) (pages []string, f *Foreign, err error) {
	t.Helper()
	if f, err = NewForeign(strings.NewReader(data)); err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for {
		r, err := f.Next()
		if errors.Is(err, io.EOF) {
			return pages, f, nil
		}
		if err != nil {
			return pages, f, err
		}
		pages = append(pages, fmt.Sprint(r.Status, " ", r.URL, " ", string(r.Body)))
	}
}

func TestForeign(t *testing.T) {
	const msg = "application/http; msgtype=response"
	plain := foreign("warcinfo", "application/warc-fields", "", "software: x") +
		foreign("request", "application/http; msgtype=request", "http://a.example/", "GET / HTTP/1.1\r\n\r\n") +
		foreign("response", msg, "http://a.example/", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one") +
		foreign("response", msg, "<http://a.example/wget>", "HTTP/1.0 404 Not Found\nX: y\n\n<p>two") +
		foreign("response", msg, "http://a.example/c", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n5\r\nthree\r\n0\r\n\r\n") +
		foreign("response", msg, "http://a.example/not-chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<p>four") +
		foreign("response", msg, "http://a.example/z", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"+packed("<p>five")) +
		foreign("response", msg, "http://a.example/not-z", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n<p>six") +
		foreign("resource", "text/html; charset=utf-8", "https://b.example/", "<p>seven") +
		foreign("resource", "image/png", "https://b.example/a.png", "png") +
		foreign("revisit", msg, "http://a.example/", "HTTP/1.1 200 OK\r\n\r\n") +
		foreign("response", "text/dns", "dns:a.example", "x") +
		foreign("response", msg, "http://a.example/odd", "nonsense")
	want := "200 http://a.example/ <p>one|404 http://a.example/wget <p>two|200 http://a.example/c <p>three|200 http://a.example/not-chunked <p>four|" +
		"200 http://a.example/z <p>five|200 http://a.example/not-z <p>six|200 https://b.example/ <p>seven"
	members := ""
	for _, part := range strings.SplitAfter(plain, "\r\n\r\nWARC/1.0\r\n") { // cut at other places than the records
		members += packed(part)
	}
	for name, data := range map[string]string{"plain": plain, "gzip": packed(plain), "gzip members": members, "no breaks between": strings.ReplaceAll(plain, "\r\n\r\nWARC", "\r\nWARC")} {
		pages, f, err := readForeign(t, data)
		if err != nil || strings.Join(pages, "|") != want || f.Records != 13 || f.Skipped != 1 {
			t.Errorf("%s: %v, %+v\n%s", name, err, f, strings.Join(pages, "\n"))
		}
	}
}

func TestForeignDamaged(t *testing.T) {
	good := foreign("response", "application/http", "http://a.example/", "HTTP/1.1 200 OK\r\n\r\n<p>one")
	for _, c := range []struct {
		name, data string
		pages      int
		want       error
	}{
		{"empty", "", 0, ErrNotWARC},
		{"a page", "<!doctype html><p>x", 0, ErrNotWARC},
		{"packed page", packed("<!doctype html>"), 0, ErrNotWARC},
		{"gzip header only", "\x1f\x8b\x08\x00", 0, ErrNotWARC},
		{"cut in a block", good + good[:len(good)-10], 1, ErrCut},
		{"cut in a header", good + good[:40], 1, ErrCut},
		{"garbage behind", good + "garbage\r\n\r\n", 1, ErrCut},
		{"spoilt member", packed(good) + packed(good)[:30] + "xxxxxxxxxx", 1, ErrCut},
		{"endless length", good + strings.Replace(good, "Content-Length: ", "Content-Length: 9", 1), 1, ErrCut},
		{"no length", good + strings.Replace(good, "Content-Length", "Content-Lengths", 1), 1, ErrCut},
		{"negative length", good + strings.Replace(good, "Content-Length: ", "Content-Length: -", 1), 1, ErrCut},
	} {
		pages, _, err := readForeign(t, c.data)
		if !errors.Is(err, c.want) || len(pages) != c.pages {
			t.Errorf("%s: %d pages, %v", c.name, len(pages), err)
		}
	}
}

// TestForeignOwn: this archive's segments and exports can be read, too.
func TestForeignOwn(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir)
	fill(t, a, 0, 3)
	if err := a.Sync(); err != nil {
		t.Fatal(err)
	}
	segment, err := os.ReadFile(segment(dir))
	if err != nil {
		t.Fatal(err)
	}
	var export bytes.Buffer
	e, err := NewExport(&export, "x.warc.gz")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Each(func(_ string, r Record) error { return e.Add(r) }); err != nil {
		t.Fatal(err)
	}
	one, _, err := readForeign(t, string(segment))
	if err != nil || len(one) != 3 {
		t.Fatalf("segment: %d pages, %v", len(one), err)
	}
	two, _, err := readForeign(t, export.String())
	if err != nil || strings.Join(one, "|") != strings.Join(two, "|") {
		t.Errorf("export: %d pages, %v", len(two), err)
	}
}

// TestConformanceForeign reads other programs' samples: every one gives pages or a clean error.
func TestConformanceForeign(t *testing.T) {
	names, err := filepath.Glob("../../../shared/cases/warc/*/*")
	if err != nil || len(names) == 0 {
		t.Skip("the sample files of other programs are not beside this repository")
	}
	pages := map[string]int{"example.warc": 1, "example.warc.gz": 1, "example-trunc.warc": 1, "example-bad-non-chunked.warc.gz": 1, "example-iana.org-chunked.warc": 1,
		"example-resource.warc.gz": 1, "example-wget-bad-target-uri.warc.gz": 1, "example-wrong-chunks.warc.gz": 1, "post-test.warc.gz": 3, "cc.warc.gz": 1, "example-bad.warc.gz.bad": 2}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, f, err := readForeign(t, string(data))
		if err != nil && !errors.Is(err, ErrNotWARC) && !errors.Is(err, ErrCut) {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %d pages, %+v, %v", filepath.Base(name), len(got), f, err)
		if len(got) != pages[filepath.Base(name)] {
			t.Errorf("%s: %d pages, want %d", name, len(got), pages[filepath.Base(name)])
		}
		for _, p := range got {
			if strings.Contains(p, "\x1f\x8b") || strings.HasSuffix(p, " ") {
				t.Errorf("%s: page %.80q", name, p)
			}
		}
	}
}
