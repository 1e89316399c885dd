package app_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"xunlu/app"
	"xunlu/storage"
)

// smallAgency is a site of an invented agency: a home page, a few tours, an article.
func smallAgency(robots string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, r *http.Request) {
		if robots == "" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, robots)
	})
	page := func(title, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<html><head><title>%s</title></head><body><h1>%s</h1>%s</body></html>", title, title, body)
		}
	}
	var links strings.Builder
	for i := range 12 {
		fmt.Fprintf(&links, `<a href="/tour/%d.html">桂林阳朔%d日游</a> `, i, i+2)
		mux.HandleFunc(fmt.Sprintf("/tour/%d.html", i), page(fmt.Sprintf("桂林阳朔%d日游", i+2), `<p>价格：¥1280起/人</p><p>出发城市：南宁</p><h2>行程安排</h2>
			<h3>第1天 桂林</h3><p>住宿：桂林</p><h3>第2天 阳朔</h3><p>用餐：早餐</p><h2>费用包含</h2><p>住宿、用餐、导游</p><h2>费用不含</h2><p>单房差</p><h2>预订须知</h2><p>请提前报名</p>`))
	}
	mux.HandleFunc("/about.html", page("关于我们", "<p>我们是一家小旅行社。</p>"))
	mux.HandleFunc("/{$}", page("云岭假期", links.String()+`<a href="/about.html">关于我们</a><a href="https://elsewhere.example/">友情链接</a>`))
	return mux
}

func TestCheckSiteNow(t *testing.T) {
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler),
		Config: func(c *app.Config) { c.Delay, c.Browser = time.Millisecond, "off" }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	look := func(robots string) app.SiteCheck {
		t.Helper()
		web := httptest.NewServer(smallAgency(robots))
		defer web.Close()
		told := 0
		c, err := a.CheckSiteNow(t.Context(), web.URL, func(app.SiteCheck) { told++ })
		if err != nil {
			t.Fatal(err)
		}
		if c.Failure == "" && c.Robots != app.RobotsBars && told != c.Pages+c.Failed {
			t.Errorf("told %d times of %d pages", told, c.Pages)
		}
		return c
	}
	c := look("")
	if c.Failure != "" || c.Robots != app.RobotsFree || c.Title != "云岭假期" || c.Charset != "utf-8" {
		t.Errorf("the start page: %+v", c)
	}
	if c.Pages != 14 || c.Routes != 12 || len(c.Examples) != 5 || c.Examples[0].Price != 1280 {
		t.Errorf("%d pages, %d routes, %+v", c.Pages, c.Routes, c.Examples)
	}
	if c := look("User-agent: *\nDisallow: /tour/\nSitemap: https://x.example/s.xml\n"); c.Robots != app.RobotsAllows || c.Routes != 0 || c.Pages != 2 || c.Sitemaps != 1 {
		t.Errorf("tours are barred, but %+v", c)
	}
	if c := look("User-agent: *\nDisallow: /\n"); c.Robots != app.RobotsBars || c.Pages != 0 {
		t.Errorf("all is barred, but %+v", c)
	}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	if c, err := a.CheckSiteNow(t.Context(), dead.URL, nil); err != nil || c.Robots != app.RobotsHolds {
		t.Errorf("nobody answers: %+v, %v", c, err)
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	defer gone.Close()
	if c, err := a.CheckSiteNow(t.Context(), gone.URL, nil); err != nil || c.Failure != storage.FailStatus || c.Status != 404 {
		t.Errorf("not found: %+v, %v", c, err)
	}
	if list, err := a.Sites(); err != nil || len(list) != 0 {
		t.Errorf("a check stored %d sites, %v", len(list), err)
	}
}
