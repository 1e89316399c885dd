package page

import (
	"strings"
	"testing"

	"xunlu/storage"
)

// TestDisputes: what the page says twice and differently is kept, what it says twice alike is not.
func TestDisputes(t *testing.T) {
	const body = `<html><head><title>桂林阳朔双飞五日游</title>
<script type="application/ld+json">{"@type":"TouristTrip","name":"桂林阳朔双飞五日游","duration":"P6D","offers":{"price":"1980","priceCurrency":"CNY"}}</script></head>
<body><h1>桂林阳朔双飞五日游</h1><table>
<tr><td>价格</td><td>￥2180元</td></tr><tr><td>出发城市</td><td>上海</td></tr><tr><td>交通方式</td><td>高铁</td></tr><tr><td>目的地</td><td>桂林、阳朔</td></tr></table></body></html>`
	r := extractor(t).Extract(scanBytes(t, []byte(body), "http://agency.example/t/1", "text/html; charset=utf-8"), today)
	got := map[string]string{}
	for _, d := range r.Disputes {
		got[d.Field] = d.Value + " " + d.Source
	}
	for field, want := range map[string]string{"price": "2180 label", "days": "5 title", "transport": "flight title", "from": "", "to": ""} {
		if got[field] != want || r.Disputed(field) != (want != "") {
			t.Errorf("%s: %q, want %q (route %v %v %v)", field, got[field], want, r.Price, r.Days, r.Transport)
		}
	}
	if sure, doubted := r.Sure("from"), r.Sure("days"); sure < 0.9 || doubted > 0.8 || doubted <= 0 || r.Sure("child_price") != 0 {
		t.Errorf("sure of the start %.2f, of the days %.2f, of nothing %.2f", sure, doubted, r.Sure("child_price"))
	}
	r.Sources["days"] = storage.SourceUser
	if r.Disputed("days") || r.Sure("days") != 1 {
		t.Error("what a person wrote is still disputed")
	}
	alike := strings.NewReplacer("P6D", "P5D", "1980", "2180", "高铁", "飞机").Replace(body)
	if r = extractor(t).Extract(scanBytes(t, []byte(alike), "http://agency.example/t/1", "text/html; charset=utf-8"), today); len(r.Disputes) > 0 {
		t.Errorf("a page that says one thing: %v", r.Disputes)
	}
}
