package page

import (
	"fmt"
	"strings"
	"testing"

	"xunlu/storage/near"
)

func tourPage(price, menu, advert string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>漓江三日游</title><ul>%s</ul><h1>漓江三日游</h1><p>价格：%s元</p>", menu, price)
	for i := range 60 {
		fmt.Fprintf(&b, "<p>第%d段行程，上午游览第%d处风景，午后自由活动。</p>", i, i)
	}
	return b.String() + advert
}

// TestPrint: menus and adverts do not make two pages of one, another text does, and what differs is told.
func TestPrint(t *testing.T) {
	base := scanHTML(t, tourPage("680", "<li><a href=/a>首页</a></li>", ""))
	other := scanHTML(t, tourPage("680", "<li><a href=/b>线路</a></li><li><a href=/c>酒店大全</a></li>", "<p>今日广告</p>"))
	priced := scanHTML(t, tourPage("720", "<li><a href=/a>首页</a></li>", ""))
	if d := near.Distance(printOf(base), printOf(other)); d > near.MaxLimit {
		t.Errorf("a menu and an advert changed %d bits", d)
	}
	if a, b := Differs(base, priced, 5); fmt.Sprint(a, b) != "[680元] [720元]" {
		t.Errorf("differs: %q, %q", a, b)
	}
	if printOf(scanHTML(t, "<p>页面不存在</p>")) != 0 {
		t.Error("a page of one sentence has a fingerprint")
	}
	text := strings.ReplaceAll(strings.ReplaceAll(tourPage("680", "", ""), "风景", "古镇"), "行程", "安排")
	if d := near.Distance(printOf(base), printOf(scanHTML(t, text))); d <= near.MaxLimit {
		t.Errorf("another itinerary differs in %d bits", d)
	}
}

func printOf(d *Document) uint64 {
	p, _ := Print(d)
	return p
}

// TestFacts: a price makes another page of one that reads the same, an advert does not.
func TestFacts(t *testing.T) {
	_, base := Print(scanHTML(t, tourPage("680", "", "")))
	_, advert := Print(scanHTML(t, tourPage("680", "", "<p>今日广告</p>")))
	_, priced := Print(scanHTML(t, tourPage("720", "", "")))
	other := scanBytes(t, []byte(tourPage("680", "", "")), "http://www.example.test/77.html", "text/html; charset=utf-8")
	if _, f := Print(other); f != base {
		t.Errorf("the address of a page is among its facts")
	}
	if base != advert || base == priced {
		t.Errorf("facts %x, with an advert %x, with another price %x", base, advert, priced)
	}
}

func BenchmarkPrint(b *testing.B) {
	doc := scanHTML(b, tourPage("680", "", ""))
	for b.Loop() {
		Print(doc)
	}
}
