package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"xunlu/storage"
	"xunlu/storage/archive"
)

const pictureTour = `<!doctype html><meta charset=utf-8><title>桂林阳朔漓江双飞5日游</title><h1>桂林阳朔漓江双飞5日游</h1>
<table><tr><th>出发地</th><td>上海</td></tr><tr><th>目的地</th><td>桂林、阳朔</td></tr><tr><th>行程天数</th><td>5天4晚</td></tr></table>
<p>价格：2380元/人起 天天发团 立即预订</p><h2>行程安排</h2><h3>第1天 上海—桂林</h3><p>含晚餐，住桂林。</p>%s<h3>第2天 桂林—阳朔</h3><p>游漓江。</p>
<h2>费用包含</h2><p>往返机票、四星酒店、导游服务。</p><h2>费用不含</h2><p>单房差、自费项目。</p><h2>预订须知</h2><p>请提前三天报名，签订旅游合同。</p>`

func somePicture(t *testing.T, side int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pictureWeb is a site of two tours, with pictures good and bad.
type pictureWeb struct {
	*httptest.Server
	mu   sync.Mutex
	hits map[string]int
}

func newPictureWeb(t *testing.T) *pictureWeb {
	w := &pictureWeb{hits: map[string]int{}}
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a private host was asked") }))
	t.Cleanup(inner.Close)
	good, other := somePicture(t, 100), somePicture(t, 120)
	mux := http.NewServeMux()
	tour := func(imgs ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			text := ""
			for _, i := range imgs {
				text += `<img src="` + i + `">`
			}
			fmt.Fprintf(w, pictureTour, text)
			if len(imgs) > 1 {
				fmt.Fprint(w, `<a href="/tour/2">2</a>`)
			}
		}
	}
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "User-agent: *\nDisallow: /secret/\n") })
	mux.HandleFunc("/{$}", tour("/p/1.png", "/p/html.jpg", "/p/huge.jpg", "/p/away.jpg", "/p/missing.jpg", "/secret/s.png", "/p/moved.png", "/p/svg.png", inner.URL+"/x.png"))
	mux.HandleFunc("/tour/2", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, strings.ReplaceAll(pictureTour, "桂林", "云南"), `<img src="/p/1.png"><img src="/p/same.png">`)
	})
	send := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if _, err := w.Write(b); err != nil {
				t.Log(err)
			}
		}
	}
	mux.HandleFunc("/p/1.png", send(good))
	mux.HandleFunc("/p/same.png", send(good))
	mux.HandleFunc("/p/moved.png", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/p/here.png", http.StatusFound) })
	mux.HandleFunc("/p/here.png", send(other))
	mux.HandleFunc("/p/html.jpg", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg")
		fmt.Fprint(w, "<html><script>alert(1)</script>")
	})
	mux.HandleFunc("/p/svg.png", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>`)
	})
	mux.HandleFunc("/p/huge.jpg", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10737418240")
		block := bytes.Repeat([]byte{0xff, 0xd8, 0xff, 0xe0}, 1<<14)
		for sent := 0; sent < 10<<30; sent += len(block) {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
		t.Error("10 GB were taken")
	})
	mux.HandleFunc("/p/away.jpg", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inner.URL+"/y.png", http.StatusFound)
	})
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.hits[r.URL.Path]++
		w.mu.Unlock()
		mux.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.Close)
	return w
}

func openFor(t *testing.T, dir string, paused bool) *App {
	t.Helper()
	a, err := Open(context.Background(), Options{Dir: dir, Create: true, Paused: paused, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// crawlPictures adds the site, crawls it and waits for its pictures.
func crawlPictures(t *testing.T, a *App, url string) storage.Site {
	t.Helper()
	s, err := NewSite(url, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Pictures, s.NoSitemaps = true, true
	if s, err = a.AddSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	a.Start()
	if err := a.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.FinishPictures(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPicturesKept: a picture is kept once, whatever it is called; what is none, too large, private, forbidden or missing is not, and the
// list says why. A page has its pictures again after a restart without asking the site; they go with the site.
func TestPicturesKept(t *testing.T) {
	web := newPictureWeb(t)
	dir := t.TempDir()
	a := openFor(t, dir, false)
	s := crawlPictures(t, a, web.URL)
	id, ok := a.store.Known(web.URL + "/")
	if !ok {
		t.Fatal("the page is not known")
	}
	list, err := a.store.PicturesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"1.png": "", "html.jpg": "no picture came", "huge.jpg": "too_large", "away.jpg": "private", "missing.jpg": "answered 404", "s.png": "robots", "moved.png": "", "svg.png": "no picture came", "x.png": "private"}
	for _, x := range list.List {
		name := x.URL[strings.LastIndexByte(x.URL, '/')+1:]
		why, known := want[name]
		if !known || x.Why != why || (x.Hash != "") != (why == "") {
			t.Errorf("%s: %+v, want %q", name, x, why)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not looked at: %v", want)
	}
	if files, err := a.store.PictureFiles(); err != nil || len(files) != 2 {
		t.Errorf("%d files, %v; want 2", len(files), err)
	}
	if n := web.hits["/p/1.png"]; n != 1 {
		t.Errorf("a picture of two pages was fetched %d times", n)
	}
	c := a.store.Count(s.ID)
	if c.Pages != 2 || c.Routes != 2 || len(a.Summary(a.Opened(), 0).Failures) != 0 {
		t.Errorf("pictures count as pages: %+v", c)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	fetched := len(web.hits)
	web.mu.Lock()
	clear(web.hits)
	web.mu.Unlock()

	a = openFor(t, dir, false)
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	a.Start()
	if err := a.FinishPictures(t.Context()); err != nil || len(web.hits) > 0 {
		t.Errorf("asked again after a restart (%d addresses before): %v, %v", fetched, web.hits, err)
	}
	showsPictures(t, a, id)
	if _, err := a.kept.Append(archive.Record{URL: "http://a.example/", Status: 200, Body: somePicture(t, 300), Fetched: time.Now()}); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	if got, err := a.Tidy(t.Context(), time.Now()); err != nil || got.Removed != 0 || got.CopiesAfter > got.CopiesBefore {
		t.Fatalf("%+v, %v", got, err)
	}
	showsPictures(t, a, id)
	saved, other := filepath.Join(t.TempDir(), "b.zip"), t.TempDir()
	if err := a.Backup(t.Context(), saved); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), saved, other); err != nil {
		t.Fatal(err)
	}
	b := openFor(t, other, true)
	showsPictures(t, b, id)
	if r, err := b.Check(t.Context(), false); err != nil || r.Sound() != nil || r.Pictures != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.RemoveSite(t.Context(), s.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := a.store.PicturesOf(id); err == nil {
		t.Error("the pictures of a removed site stayed")
	}
	if got, err := a.Tidy(t.Context(), time.Now()); err != nil || got.CopiesAfter >= got.CopiesBefore || got.CopiesAfter > 1000 {
		t.Errorf("after the removal: %+v, %v", got, err)
	}
}

// showsPictures sees that the copy of a page has its two pictures.
func showsPictures(t *testing.T, a *App, id uint64) {
	t.Helper()
	copied, err := a.Copy(id)
	if err != nil || len(copied.Pictures) != 2 {
		t.Fatalf("%v, %v", copied.Pictures, err)
	}
	for _, hash := range copied.Pictures {
		if kind, body, err := a.Picture(hash); err != nil || kind != "image/png" || len(body) == 0 {
			t.Errorf("%s: %s, %v", hash, kind, err)
		}
	}
}

// TestPicturesGoOn: what was not fetched when the program ended is fetched by the next one, and nothing else.
func TestPicturesGoOn(t *testing.T) {
	web := newPictureWeb(t)
	dir := t.TempDir()
	a := openFor(t, dir, false)
	crawlPictures(t, a, web.URL)
	id, _ := a.store.Known(web.URL + "/")
	list, err := a.store.PicturesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list.List { // as if the program had been killed before this one
		if strings.HasSuffix(list.List[i].URL, "/moved.png") {
			list.List[i].Hash = ""
		}
	}
	if err := a.store.PutPictures(id, list); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	web.mu.Lock()
	clear(web.hits)
	web.mu.Unlock()
	a = openFor(t, dir, false)
	a.Start()
	if err := a.FinishPictures(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if web.hits["/p/moved.png"] != 1 || web.hits["/p/1.png"] != 0 {
		t.Errorf("fetched after a restart: %v", web.hits)
	}
}
