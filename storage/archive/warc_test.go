package archive

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nlnwa/gowarc/v3"
)

// odd are answers that are hard to write as lines.
func odd() []Record {
	at := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
	return []Record{
		{URL: "http://a.example/empty", Status: 204, Fetched: at},
		{URL: "http://a.example/asked", FinalURL: "http://a.example/answered", Site: "a", Status: 200, Fetched: at, Body: []byte("x")},
		{URL: "http://a.example/cut", Status: 200, Fetched: at, Truncated: true, Body: []byte("half a pa")},
		{URL: "http://a.example/lines", Status: 200, Fetched: at, Body: []byte("\r\n\r\nWARC/1.1\r\n\r\n"),
			Header: http.Header{"X-Odd": {"one\r\nInjected: two"}, "Bad Name": {"x"}, "Set-Cookie": {"a=1", "b=2"}}},
		{URL: "http://a.example/gzip", Status: 200, Fetched: at, Body: []byte("unpacked"),
			Header: http.Header{"Content-Encoding": {"gzip"}, "Content-Length": {"28"}, "Transfer-Encoding": {"chunked"}}},
		{URL: "http://a.example/binary", Status: 299, Fetched: at, Body: []byte{0, 255, 13, 10, 13, 10, 0x28, 0xb5, 0x2f, 0xfd, 0}},
		{URL: "http://a.example/gbk", Status: 200, Fetched: at, Body: []byte("\xc0\xf6\xbd\xad"),
			Header: http.Header{"Content-Type": {"text/html; charset=gbk"}}},
		{URL: "http://a.example/large", Status: 200, Fetched: at, Body: bytes.Repeat([]byte("旅"), 1<<20)},
	}
}

func TestOddAnswers(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir)
	for _, want := range odd() {
		at, err := a.Append(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Read(at)
		if err != nil {
			t.Fatalf("%s: %v", want.URL, err)
		}
		if want.FinalURL == "" {
			want.FinalURL = want.URL
		}
		switch want.URL {
		case "http://a.example/gzip":
			if got.Header.Get("Content-Encoding") != "" || got.Header.Get("X-Archive-Orig-Content-Encoding") != "gzip" ||
				got.Header.Get("Content-Length") != "8" {
				t.Errorf("header of an unpacked body: %v", got.Header)
			}
			want.Header = nil
		case "http://a.example/lines":
			if got.Header.Get("Injected") != "" || len(got.Header["Set-Cookie"]) != 2 {
				t.Errorf("header: %v", got.Header)
			}
			want.Header = nil
		}
		equal(t, got, want)
	}
}

// unpacked is a segment as `zstd -d` gives it.
func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dec, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	data, err := io.ReadAll(dec)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestStandardWARC reads an unpacked segment with another program's reader, strictly.
func TestStandardWARC(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir)
	fill(t, a, 0, 3)
	for _, r := range odd() {
		if _, err := a.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Sync(); err != nil {
		t.Fatal(err)
	}
	data := unpacked(t, segment(dir))
	un := gowarc.NewUnmarshaler(gowarc.WithStrictValidation())
	br := bufio.NewReader(bytes.NewReader(data))
	var kinds []string
	for {
		if _, err := br.Peek(1); err == io.EOF {
			break
		}
		rec, _, problems, err := un.Unmarshal(br)
		if err != nil || len(problems) > 0 {
			t.Fatalf("record %d: %v, %v", len(kinds), err, problems)
		}
		kinds = append(kinds, fmt.Sprint(rec.Type()))
		problems, err = rec.ValidateDigest()
		if err != nil || len(problems) > 0 {
			t.Errorf("record %d (%s): %v, %v", len(kinds), rec.WarcHeader().Get("WARC-Target-URI"), err, problems)
		}
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if want := "warcinfo" + strings.Repeat(" response", 3+len(odd())); strings.Join(kinds, " ") != want {
		t.Errorf("records %v", kinds)
	}
}
