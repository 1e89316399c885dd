package web

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"xunlu/app"
)

// TestPicturesInChromium: the offline copy draws the pictures that were kept, and nothing leaves: not to the site, not elsewhere. The lazy
// picture, the hostile one and the key are looked at too.
func TestPicturesInChromium(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is not installed; make test installs it")
	}
	var mu sync.Mutex
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked++
		mu.Unlock()
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, strings.Replace(tour, "<h2>行程安排</h2>", `<style>img{display:block}</style><img src="/red.png"><img src="/blank.gif" data-original="/blue.png"><img src="/page.jpg"><img src="http://evil.example/x.gif">`, 1))
		case "/red.png":
			paint(t, w, color.RGBA{255, 0, 0, 255})
		case "/blue.png":
			paint(t, w, color.RGBA{0, 0, 255, 255})
		case "/page.jpg":
			fmt.Fprint(w, "<script>top.x()</script>")
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	s := servePictures(t, site.URL)
	left := []string{}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mu.Lock(); strings.Contains(r.Host, "evil") || strings.Contains(site.URL, r.Host) { // the browser's own errands are not the page's
			left = append(left, r.Host+" "+r.RequestURI)
		}
		mu.Unlock()
		http.Error(w, "no", http.StatusNotFound)
	}))
	defer proxy.Close()
	id, _ := s.app.CopyOf(site.URL+"/", "utf-8")
	mu.Lock()
	asked = 0
	mu.Unlock()
	shot := filepath.Join(t.TempDir(), "shot.png")
	if out, err := exec.CommandContext(t.Context(), chromium, "--headless", "--lang=zh-CN", "--accept-lang=zh-CN", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--window-size=800,1000", "--proxy-server="+proxy.URL, "--proxy-bypass-list=127.0.0.1", "--virtual-time-budget=3000", "--screenshot="+shot, s.CopyURL(id)).CombinedOutput(); err != nil {
		t.Fatalf("chromium: %v %s", err, out)
	}
	red, blue := count(t, shot, color.RGBA{255, 0, 0, 255}), count(t, shot, color.RGBA{0, 0, 255, 255})
	mu.Lock()
	defer mu.Unlock()
	if red < 9000 || blue < 9000 || asked > 0 || len(left) > 0 {
		t.Errorf("%d red and %d blue points of 10000 each; the site was asked %d times, elsewhere %v", red, blue, asked, left)
	}
	t.Logf("%d red, %d blue points; 0 requests left", red, blue)

	_, body := ask(t, s, fmt.Sprintf("/copy/%d", id))
	from := strings.Index(body, picturePath)
	if from < 0 || strings.Count(body, picturePath) != 2 {
		t.Fatalf("the copy: %s", body)
	}
	address := body[from : from+strings.IndexByte(body[from:], '"')]
	for _, c := range []struct {
		path string
		want int
	}{{address, 200}, {address[:len(address)-1], 401}, {picturePath + "00?key=" + s.pictureKey("00"), 404}, {picturePath + "zz?key=" + s.pictureKey("zz"), 404}, {strings.Split(address, "?")[0] + "?token=" + s.token, 401}} {
		resp, err := http.Get("http://" + s.Addr() + c.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil || resp.StatusCode != c.want {
			t.Errorf("%s: %d, want %d, %v", c.path, resp.StatusCode, c.want, err)
		}
		if c.want == 200 && (resp.Header.Get("Content-Type") != "image/png" || resp.Header.Get("X-Content-Type-Options") != "nosniff") {
			t.Errorf("header %v", resp.Header)
		}
	}
}

func paint(t *testing.T, w io.Writer, c color.Color) {
	m := image.NewRGBA(image.Rect(0, 0, 100, 100))
	draw.Draw(m, m.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	if err := png.Encode(w, m); err != nil {
		t.Log(err)
	}
}

func count(t *testing.T, name string, want color.RGBA) (n int) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			if r, g, b, _ := m.At(x, y).RGBA(); color.RGBAModel.Convert(m.At(x, y)) == want && r+g+b > 0 {
				n++
			}
		}
	}
	return n
}

// servePictures crawls a site whose pictures are to be kept, and shows the library.
func servePictures(t *testing.T, url string) *Server {
	t.Helper()
	a := library(t, false)
	site, err := app.NewSite(url, 0)
	if err != nil {
		t.Fatal(err)
	}
	site.Pictures, site.NoSitemaps = true, true
	if _, err := a.AddSite(t.Context(), site); err != nil {
		t.Fatal(err)
	}
	a.Start()
	if err := a.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.FinishPictures(t.Context()); err != nil {
		t.Fatal(err)
	}
	return show(t, a)
}
