package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xunlu/storage"
)

// The sheet names what was asked for, escapes what came from the web, and neither loads nor runs anything.
func TestOfferSheet(t *testing.T) {
	a := openLibrary(t)
	next := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	routes := shelve(t, a, storage.Route{Title: "漓江<script>alert(1)</script>三日", Price: 12680, MarketPrice: 13000, Currency: "CNY", Days: 3, Nights: 2, From: "武汉", To: []string{"桂林", "阳朔"},
		Dates: []string{"2020-01-01", next}, Transport: "train/flight", Included: "1、住宿\n2. 门票\n1.2米以下儿童", Excluded: "个人消费", Itinerary: []storage.Day{{N: 1, Title: "武汉—桂林", Text: "🍴用餐：晚餐", Meals: "晚餐", Hotel: "桂林四星"}, {N: 2, Text: "遇龙河\n竹筏"}}},
		storage.Route{Title: "询价线路"})
	name, err := a.OfferSheet(t.Context(), []uint64{routes[0].ID, routes[1].ID}, OfferOptions{Agency: "青竹旅行社", Phone: "000-05550001", Note: "早鸟优惠", Language: "zh-CN"})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(name, a.dir) || strings.ContainsAny(filepath.Base(name), "<>") {
		t.Errorf("file is %s", name)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	html := string(b)
	for _, want := range []string{"青竹旅行社", "000-05550001", "早鸟优惠", "¥12,680", "¥13,000", "3天2晚", "桂林 · 阳朔", "火车 / 飞机", next, "<li>住宿</li>", "<li>门票</li>", "<li>1.2米以下儿童</li>", "<p>用餐：晚餐</p><small>住宿 桂林四星</small>", "<h3>遇龙河</h3>", "价格请来电咨询", "&lt;script&gt;"} {
		if !strings.Contains(html, want) {
			t.Errorf("the sheet lacks %q", want)
		}
	}
	for _, bad := range []string{"<script", "2020-01-01", "http://", "https://", "<img", "@import"} {
		if strings.Contains(html, bad) {
			t.Errorf("the sheet has %q", bad)
		}
	}
	if _, err := a.OfferSheet(t.Context(), nil, OfferOptions{}); err == nil {
		t.Error("a sheet of nothing")
	}
	out := filepath.Join(t.TempDir(), "x.html")
	if _, err := a.OfferSheet(t.Context(), []uint64{routes[0].ID}, OfferOptions{Language: "en", File: out}); err != nil {
		t.Fatal(err)
	}
	if b, err = os.ReadFile(out); err != nil || !strings.Contains(string(b), "3 days, 2 nights") {
		t.Errorf("in English: %v", err)
	}
}

// A correction through the app reaches the search, and leaves it when it is withdrawn.
func TestCorrectRoute(t *testing.T) {
	a := openLibrary(t)
	r := shelve(t, a, storage.Route{Title: "漓江三日", Price: 280})[0]
	if err := a.CorrectRoute(t.Context(), r.URL, "title", "涠洲岛三日"); err != nil {
		t.Fatal(err)
	}
	found := func(text string) uint64 {
		t.Helper()
		if err := a.Indexed(t.Context()); err != nil {
			t.Fatal(err)
		}
		f, err := a.Search(t.Context(), Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return f.Total
	}
	if found("涠洲岛") != 1 {
		t.Error("the corrected title is not found")
	}
	if err := a.WithdrawCorrection(t.Context(), r.URL, "title"); err != nil {
		t.Fatal(err)
	}
	if list, err := a.Corrections(r.URL); err != nil || len(list) != 0 || found("涠洲岛") != 0 || found("漓江") != 1 {
		t.Errorf("after withdrawing: %v %v", list, err)
	}
}
