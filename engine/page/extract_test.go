package page

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xunlu/engine/field"
	"xunlu/judge"
	"xunlu/storage"
)

// today is the day the invented pages were seen.
var today = time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)

func extractor(t testing.TB) *Extractor {
	t.Helper()
	tsv, err := os.ReadFile("../../assets/places/places.tsv")
	if err != nil {
		t.Fatal(err)
	}
	p, err := field.NewPlaces(tsv)
	if err != nil {
		t.Fatal(err)
	}
	return &Extractor{Places: p}
}

// TestExtractGolden reads the pages of testdata/extract and compares with the routes beside them, which were checked by
// hand. XUNLU_UPDATE=1 writes them anew.
func TestExtractGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/extract/*.html")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d pages, %v", len(files), err)
	}
	x := extractor(t)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			body, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			d := scanBytes(t, body, "https://www.example.com/line/1.html", "text/html; charset=utf-8")
			got, err := json.MarshalIndent(x.Extract(d, today), "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(f, ".html") + ".golden.json"
			if os.Getenv("XUNLU_UPDATE") != "" {
				if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(bytes.TrimSpace(want)), string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// one extracts a page given as its body.
func one(t *testing.T, body string) (storage.Route, *Document) {
	t.Helper()
	d := scanBytes(t, []byte("<!DOCTYPE html><html><head><meta charset=utf-8></head><body>"+body+"</body></html>"), "https://www.example.com/line/1.html", "text/html; charset=utf-8")
	return extractor(t).Extract(d, today), d
}

func TestExtractPrices(t *testing.T) {
	tests := []struct {
		name, body    string
		price, market float64
		currency      string
	}{
		{"crossed out by tag", `<h1>桂林四日游</h1><p><del>￥1980</del> ￥1680</p>`, 1680, 1980, "CNY"},
		{"crossed out by style", `<h1>桂林四日游</h1><p><span style="text-decoration:line-through">￥1980</span> <b>￥1680</b></p>`, 1680, 1980, "CNY"},
		{"crossed out by class", `<h1>桂林四日游</h1><p><span class="old-price">￥1980</span> <b>￥1680</b></p>`, 1680, 1980, "CNY"},
		{"bait that nobody sees", `<h1>桂林四日游</h1><p><span style="display: none">￥1</span><span style="position:absolute;left:-9999px">￥2</span>￥1680</p>`, 1680, 0, "CNY"},
		{"deposit first", `<h1>桂林四日游</h1><p>定金￥200</p><p>团费￥1680/人</p>`, 1680, 0, "CNY"},
		{"single supplement first", `<h1>桂林四日游</h1><p>单房差：￥400</p><p>价格：￥1680</p>`, 1680, 0, "CNY"},
		{"licence and phone", `<h1>桂林四日游</h1><p>价格：电询 0773-5550123</p><p>许可证号：L-GX-00123</p>`, 0, 0, ""},
		{"only optional sums", `<h1>桂林四日游</h1><h3>自费项目</h3><p>漓江夜游：150元/人</p>`, 0, 0, ""},
		{"another tour's price", `<h1>桂林四日游</h1><p>电询</p><h3>相关线路</h3><p><a href="/2">阳朔二日游</a> ￥380</p>`, 0, 0, ""},
		{"sign and number apart", `<h1>桂林四日游</h1><div><span>￥</span><span>1,680</span><span>起</span></div>`, 1680, 0, "CNY"},
		{"member price", `<h1>桂林四日游</h1><p>市场价 3680 会员价 2980</p>`, 2980, 3680, "CNY"},
		{"hongkong dollar", `<h1>桂林四日遊</h1><p>團費：HK$2,380起</p>`, 2380, 0, "HKD"},
		{"class of a price", `<h1>桂林四日游</h1><p>满1000元减50元</p><div class="price">1680元</div>`, 1680, 0, "CNY"},
	}
	for _, tt := range tests {
		if r, _ := one(t, tt.body); r.Price != tt.price || r.MarketPrice != tt.market || r.Currency != tt.currency {
			t.Errorf("%s: %v %s, list %v; want %v %s, %v", tt.name, r.Price, r.Currency, r.MarketPrice, tt.price, tt.currency, tt.market)
		}
	}
}

func TestExtractPriceBelowStructuredOne(t *testing.T) {
	r, d := one(t, `<script type="application/ld+json">{"@type":"Product","name":"海南五日游","offers":{"price":"3280","priceCurrency":"CNY"}}</script>
		<h1>海南五日游</h1><b>现价：￥2680元/人</b> <s>门市价3280</s>`)
	if r.Price != 2680 || r.MarketPrice != 3280 || len(d.Problems) == 0 || !r.Disputed("price") {
		t.Errorf("%v, list %v, problems %q, sources %v", r.Price, r.MarketPrice, d.Problems, r.Sources)
	}
	r, d = one(t, `<script type="application/ld+json">{"@type":"Product","name":"海南五日游","offers":{"price":"2680","priceCurrency":"CNY"}}</script><h1>海南五日游</h1>门市价￥3280`)
	if r.Price != 2680 || r.MarketPrice != 3280 || r.Sources["price"] != "jsonld" {
		t.Errorf("%v, list %v, problems %q, sources %v", r.Price, r.MarketPrice, d.Problems, r.Sources)
	}
}

// A page that the tree parser refuses is read from the lines of the scan.
func TestExtractDeepNesting(t *testing.T) {
	body := strings.Repeat("<div>", 700) + "<h1>桂林阳朔四日游</h1><p>价格：￥1680元/人</p><p>出发城市：南宁</p><p>发团日期：每周六</p><p>第1天 南宁-桂林</p><p>接站。</p><p>第2天 阳朔</p><p>游漓江。</p>" + strings.Repeat("</div>", 700)
	r, _ := one(t, body)
	if r.Price != 1680 || r.From != "南宁" || r.Days != 4 || len(r.Itinerary) != 2 || r.Title != "桂林阳朔四日游" || len(r.Weekly) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestExtractOfNothing(t *testing.T) {
	for _, d := range []*Document{{}, {HTML: []byte("<")}, {HTML: []byte("<html></html>"), Page: judge.Page{}}, {JSONLD: [][]byte{[]byte("{")}}} {
		r := (&Extractor{}).Extract(d, today)
		if r.Price != 0 || r.Title != "" || r.Days != 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestSharedBugsExtract(t *testing.T) {
	for _, tt := range []struct {
		bug           string
		price, market float64
		title         string
	}{{"45-structured-price-is-list-price", 2680, 3280, "海南五日游"}, {"46-jsonld-trailing-comma-semicolon", 1980, 0, "青海湖四日"}} {
		d := scanBytes(t, mustRead(t, shared(t, "cases"), "bugs", tt.bug, "input.html"), "https://www.example.com/", "text/html; charset=utf-8")
		if r := extractor(t).Extract(d, today); r.Price != tt.price || r.MarketPrice != tt.market || r.Title != tt.title {
			t.Errorf("%s: %q %v, list %v", tt.bug, r.Title, r.Price, r.MarketPrice)
		}
	}
	d := scanBytes(t, mustRead(t, shared(t, "cases"), "bugs", "41-date-from-script-future", "input.html"), "https://www.example.com/", "text/html; charset=utf-8")
	if r := extractor(t).Extract(d, time.Date(2015, 5, 1, 0, 0, 0, 0, time.UTC)); len(r.Dates) != 0 {
		t.Errorf("41: departures %v from a date of publication and a script", r.Dates)
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{"<h1>桂林四日游</h1><p>￥1280起</p>", "<table><tr><th>价格</th><td>1</td></tr></table>", "<div itemscope itemprop=x>", "第1天\n第2天", "<script type='application/ld+json'>{"} {
		f.Add(s)
	}
	x := extractor(f)
	f.Fuzz(func(t *testing.T, s string) {
		r := x.Extract(&Document{HTML: []byte(s), URL: "http://example.com/"}, today)
		for _, d := range r.Dates {
			if _, err := time.Parse(time.DateOnly, d); err != nil {
				t.Errorf("date %q", d)
			}
		}
	})
}
