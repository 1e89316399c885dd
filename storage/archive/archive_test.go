package archive

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// page makes the n-th invented answer: a shell that all pages share and a body of its own.
func page(n int) Record {
	var b strings.Builder
	b.WriteString("<!doctype html><html><head><title>")
	fmt.Fprintf(&b, "云溪%d日游 · 青梧旅行社", n%9+1)
	b.WriteString("</title></head><body>")
	b.WriteString(strings.Repeat("<nav><a href=/lines/>线路</a><a href=/about/>关于我们</a></nav>\n", 30))
	for d := range n%9 + 1 {
		fmt.Fprintf(&b, "<h3>第%d天</h3><p>早餐后前往第 %d 号山谷, 车程约 %d 小时。</p>\n", d+1, n*7+d, n%5+1)
	}
	b.WriteString("</body></html>")
	return Record{
		URL: fmt.Sprintf("http://qingwu.example/line/%d.html", n), FinalURL: fmt.Sprintf("http://qingwu.example/line/%d.html", n),
		Site: "qingwu", Status: 200,
		Header:  http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Etag": {fmt.Sprintf(`"%d"`, n)}},
		Body:    []byte(b.String()),
		Fetched: time.Date(2026, 5, 1, 8, 0, n%60, 123456789, time.UTC),
	}
}

func mustOpen(t testing.TB, dir string) *Archive {
	t.Helper()
	a, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func fill(t testing.TB, a *Archive, from, to int) (places []string) {
	t.Helper()
	for n := from; n < to; n++ {
		at, err := a.Append(page(n))
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, at)
	}
	return places
}

func equal(t *testing.T, got, want Record) {
	t.Helper()
	if got.URL != want.URL || got.FinalURL != want.FinalURL || got.Site != want.Site || got.Status != want.Status ||
		got.Truncated != want.Truncated || !got.Fetched.Equal(want.Fetched) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !bytes.Equal(got.Body, want.Body) {
		t.Errorf("%s: body of %d bytes differs from the %d written", want.URL, len(got.Body), len(want.Body))
	}
	for name := range want.Header {
		if got.Header.Get(name) != want.Header.Get(name) {
			t.Errorf("%s: %s is %q, want %q", want.URL, name, got.Header.Get(name), want.Header.Get(name))
		}
	}
}

func TestReadBack(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir)
	places := fill(t, a, 0, 50)
	for n, at := range places {
		r, err := a.Read(at) // before any Sync
		if err != nil {
			t.Fatal(err)
		}
		equal(t, r, page(n))
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	b := mustOpen(t, dir)
	places = append(places, fill(t, b, 50, 60)...)
	n := 0
	err := b.Each(func(at string, r Record) error {
		if at != places[n] {
			t.Errorf("page %d stands at %s, want %s", n, at, places[n])
		}
		equal(t, r, page(n))
		n++
		return nil
	})
	if err != nil || n != 60 {
		t.Fatalf("walked %d pages, error %v; want 60", n, err)
	}
}

func TestSegmentsRoll(t *testing.T) {
	dir := t.TempDir()
	a, err := open(dir, 8<<10)
	if err != nil {
		t.Fatal(err)
	}
	places := fill(t, a, 0, 60)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err = open(dir, 8<<10); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.zst"))
	if err != nil || len(names) < 3 || filepath.Base(names[0]) != "000001.warc.zst" {
		t.Fatalf("segments %v, error %v; want at least three", names, err)
	}
	var total int64
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
		if info.Size() > 8<<10 {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
	}
	if size, err := a.Size(); err != nil || size != total {
		t.Errorf("Size is %d, %v; the files have %d", size, err, total)
	}
	for n, at := range places {
		r, err := a.Read(at)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, r, page(n))
	}
}

func TestWrongPlaces(t *testing.T) {
	a := mustOpen(t, t.TempDir())
	places := fill(t, a, 0, 2)
	for _, tt := range []struct {
		at   string
		want error
	}{
		{"", ErrPlace}, {"1:2", ErrPlace}, {"x:0:1", ErrPlace}, {"1:-1:5", ErrPlace}, {"9:0:10", ErrPlace},
		{"1:0:10", ErrDamaged}, {"1:0:99999999999", ErrDamaged}, {"1:1:50", ErrDamaged},
		{strings.Replace(places[1], ":", ":1", 1), ErrDamaged},
	} {
		if _, err := a.Read(tt.at); !errors.Is(err, tt.want) {
			t.Errorf("Read(%q) = %v, want %v", tt.at, err, tt.want)
		}
	}
}

func TestConcurrent(t *testing.T) {
	a := mustOpen(t, t.TempDir())
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for n := w * 20; n < w*20+20; n++ {
				at, err := a.Append(page(n))
				if err != nil {
					t.Error(err)
					return
				}
				r, err := a.Read(at)
				if err != nil {
					t.Error(err)
					return
				}
				equal(t, r, page(n))
			}
			if err := a.Sync(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestClosed(t *testing.T) {
	a := mustOpen(t, t.TempDir())
	places := fill(t, a, 0, 1)
	if err := errors.Join(a.Close(), a.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Append(page(1)); !errors.Is(err, ErrClosed) {
		t.Errorf("Append after Close: %v", err)
	}
	if _, err := a.Read(places[0]); !errors.Is(err, ErrClosed) {
		t.Errorf("Read after Close: %v", err)
	}
}
