package app_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"xunlu/app"
	"xunlu/judge"
)

// menuSite is an invented agency whose menu and foot name the words of a route page on every page: block by block, so that its company
// news look like routes until it is known what stands everywhere. It has news pages and tours.
func menuSite(news, tours int) http.Handler {
	const menu = `<div>行程安排</div><div>费用包含：车费、门票、导游</div><div>费用不含：自理项目、单房差</div><div>预订须知</div><div>咨询电话 0000-1234567</div>
<div>选择出发日期</div><div>成人价 1280元/人起</div><div>入住同级酒店</div><div>产品特色</div><div>第1天 集合出发 含早餐</div><div>第2天 返程 温暖的家</div>`
	page := func(w http.ResponseWriter, title, body string) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html><head><title>%s</title></head><body>%s<h1>%s</h1>%s</body></html>", title, menu, title, body)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		var b strings.Builder
		for i := range news {
			fmt.Fprintf(&b, `<p><a href="/n/%d">店面动态第%d号</a></p>`, i, i)
		}
		for i := range tours {
			fmt.Fprintf(&b, `<p><a href="/t/%d">云溪谷第%d线</a></p>`, i, i)
		}
		page(w, "首页", b.String())
	})
	mux.HandleFunc("/n/{n}", func(w http.ResponseWriter, r *http.Request) {
		page(w, "店面动态", "<p>本店第"+r.PathValue("n")+"号动态：门口换了新的招牌，院子里种了树，欢迎邻居来坐坐，喝一杯茶，聊一聊天。</p>")
	})
	mux.HandleFunc("/t/{n}", func(w http.ResponseWriter, r *http.Request) {
		page(w, "云溪谷三日游", "<p>线路编号 L"+r.PathValue("n")+"</p><h2>每日行程</h2><p>D1 集合出发，车程约3小时，午餐后游览古街，宿云溪酒店。</p><p>D2 早餐后乘车前往天池，晚餐后自由活动，住宿云溪。</p><p>D3 早餐后游览茶园，返程，送站散团。</p>"+
			"<h2>费用说明</h2><p>团费 13"+r.PathValue("n")+"0元/人，报价包含往返车费、两晚住宿、用餐、首道门票、导游服务、旅行社责任险。报价不含索道，单房差200元，自费项目另计。</p><h2>出发日期</h2><p>每周五发团，集合地点火车站。</p>")
	})
	return mux
}

// TestSiteProfile: what stands on every page of a site makes no page a route, and pages judged before that was known are judged again.
func TestSiteProfile(t *testing.T) {
	server := httptest.NewServer(menuSite(30, 14))
	defer server.Close()
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	s, err := a.NewSite(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.Delay = 0
	if s, err = a.AddSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	bare, err := a.Preview(t.Context(), app.PreviewSource{URL: server.URL + "/n/1"}, judge.Rules{})
	if err != nil || bare.Verdict.Profile != 0 || bare.Verdict.Label == judge.LabelOther && bare.Verdict.Score < 0.5 {
		t.Fatalf("before the crawl the menu should tell for a route: %+v, %v", bare.Verdict, err)
	}
	a.Start()
	if err := a.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	routes := 0
	for i := range 30 {
		w, err := a.Why(fmt.Sprintf("%s/n/%d", server.URL, i))
		if err != nil || w.Page == nil {
			t.Fatal(w, err)
		}
		if v := w.Page.Verdict; v.Route || v.Profile == 0 || v.Score > bare.Verdict.Score-0.5 {
			t.Errorf("news %d: %s %.2f, profile %d, without it %.2f", i, v.Label, v.Score, v.Profile, bare.Verdict.Score)
		}
	}
	for i := range 14 {
		w, err := a.Why(fmt.Sprintf("%s/t/%d", server.URL, i))
		if err != nil || w.Page == nil {
			t.Fatal(w, err)
		}
		if w.Page.Verdict.Route && w.Page.Verdict.Profile > 0 {
			routes++
		}
	}
	if n := a.Snapshot().Counts.Total.Routes; routes != 14 || n != 14 {
		t.Errorf("%d of 14 tours are routes, %d are stored", routes, n)
	}
	for _, src := range []app.PreviewSource{{URL: server.URL + "/n/1"}, {Stored: server.URL + "/n/1"}} {
		p, err := a.Preview(t.Context(), src, judge.Rules{})
		if err != nil || p.Verdict.Profile == 0 || len(p.Verdict.LeftOut) < 5 || p.Verdict.LeftOut[0].On < 20 {
			t.Errorf("%+v: profile %d, left out %+v, %v", src, p.Verdict.Profile, p.Verdict.LeftOut, err)
		}
	}
	if p, err := a.Preview(t.Context(), app.PreviewSource{HTML: "<p>行程安排</p>"}, judge.Rules{}); err != nil || p.Verdict.Profile != 0 {
		t.Errorf("a pasted page: %+v, %v", p.Verdict, err)
	}
}
