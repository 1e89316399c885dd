package page

import (
	"fmt"
	"strings"
	"testing"

	"xunlu/judge"
)

func features(t *testing.T, body string) judge.Features {
	t.Helper()
	return scanHTML(t, "<!doctype html>"+body).Page.Features
}

func TestPriceCount(t *testing.T) {
	for text, want := range map[string]int{
		"市场价￥3680元，现价￥ 2,980 起": 2, "1280元/人": 1, "<em>¥</em><b>1280</b>": 1, "$1,299.00 per person": 1, "from 99 USD": 1, "HK$500 NT$9000": 2,
		"RMB 3000": 1, "2026年5月1日": 0, "电话 010-88886666": 0, "6天5晚": 0, "100米": 0, "全程 3 起": 1, "€ 45 £30": 2, "３６８０元": 0, "": 0,
	} {
		if got := features(t, "<p>"+text).PriceCount; got != want {
			t.Errorf("%q: %d amounts, want %d", text, got, want)
		}
	}
}

func TestDaySequence(t *testing.T) {
	for text, want := range map[string]int{
		"第1天 云山<br>第2天 水乡<br>第3天 返程": 3, "第一天<p>第二天<p>第三天<p>第十天": 3, "D1 云山<p>D2 水乡": 2, "DAY 1<p>Day 2<p>day3": 3, "Day One<p>Day Two": 2,
		"第1日<p>第2日": 2, "第 01 天<p>第 02 天": 2, "第一天<p>第二至六天<p>第七天": 7, "第1-2天<p>第3天": 3, "第一、二天<p>第三天": 3, "<b>D1</b>云<p><b>D2</b>水": 2,
		"第3天<p>第4天": 0, "D301次列车 MD1 AD2": 0, "Monday 1 Tuesday 2": 0, "第1天，第3天见": 1, "第十一天": 0, "todays deal 1": 0,
		"第1天<p>见第1天说明<p>第2天": 2,
	} {
		if got := features(t, "<p>"+text).DaySequence; got != want {
			t.Errorf("%q: %d days, want %d", text, got, want)
		}
	}
}

func TestCardsAndLists(t *testing.T) {
	var cards, table, wrapped, menu strings.Builder
	for i := range 12 {
		fmt.Fprintf(&cards, `<div class=card><a href=/r/%d>云山六日</a><p>￥%d起</p></div>`, i, 1000+i)
		fmt.Fprintf(&table, `<tr><td><a href=/r/%d>云山六日</a><td>6天<td>%d元</tr>`, i, 1000+i)
		fmt.Fprintf(&wrapped, `<a href=/r/%d><div><h3>云山</h3><span>￥%d</span></div></a>`, i, 1000+i)
		fmt.Fprintf(&menu, `<li><a href=/n/%d>说明</a></li>`, i)
	}
	for _, c := range []struct {
		name, body               string
		cards, items, own, price int
	}{
		{"cards", "<div>" + cards.String() + "</div><p>本页价 ￥99", 12, 12, 1, 13},
		{"table", "<table>" + table.String() + "</table>", 12, 12, 0, 12},
		{"wrapped", "<div>" + wrapped.String() + "</div>", 12, 12, 0, 12},
		{"menu", "<ul>" + menu.String() + "</ul><p>￥3680元", 0, 12, 1, 1},
		{"route", "<div><h1>云山</h1><p>￥3680元起</p><p><a href=/>首页</a></p></div>", 0, 0, 1, 1},
	} {
		f := features(t, c.body)
		if f.PricedCards != c.cards || f.LinkItems != c.items || f.OwnPrices != c.own || f.PriceCount != c.price {
			t.Errorf("%s: cards %d items %d own %d prices %d, want %+v", c.name, f.PricedCards, f.LinkItems, f.OwnPrices, f.PriceCount, c)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, body     string
		forms, booking int
	}{
		{"search", `<form action=/search><input name=q><input type=submit value=搜索></form>`, 0, 0},
		{"booking by button", `<form><input name=n><input type=submit value="立即预订"></form>`, 1, 1},
		{"booking by date", `<form><input type=date name=d></form>`, 1, 1},
		{"booking by persons", `<form><select name=adults></select></form>`, 1, 1},
		{"login", `<form><input name=user><input type=password name=pw></form>`, 1, 0},
		{"unclosed and hidden", `<form><input type=hidden name=orderdate><form><input name=x>`, 1, 0},
		{"two", `<form action=/order></form><form><input name=keyword></form>`, 1, 1},
	} {
		f := features(t, c.body)
		if f.Forms != c.forms || f.BookingForm != c.booking {
			t.Errorf("%s: forms %d booking %d, want %d %d", c.name, f.Forms, f.BookingForm, c.forms, c.booking)
		}
	}
}

func TestStructuredTypes(t *testing.T) {
	f := features(t, `<script type="application/ld+json">{"@context":"https://schema.org","@type":["Product","TouristTrip"],"name":"云山\u516d日 \"好\"",
		"offers":{"@type":"Offer","price":"3680"},}</script><div itemscope itemtype="https://schema.org/NewsArticle"><meta itemprop=about content="水乡"></div>
		<script type=application/ld+json>{"@type":"ItemList"</script>`)
	if f.LDTrip != 1 || f.LDProduct != 2 || f.LDArticle != 1 || f.LDList != 1 {
		t.Errorf("%+v", f)
	}
	doc := scanHTML(t, `<script type="application/ld+json">{"@type":"Product","name":"云山\u516d日 \"好\"","x":"\ud83d\ude00\u0"}</script><meta itemprop=about content="水乡">`)
	if got := textOf(&doc.Page, judge.Data); got != `云山六日 "好"|😀u0|水乡` {
		t.Errorf("data %q", got)
	}
	if len(doc.JSONLD) != 1 || !strings.HasPrefix(string(doc.JSONLD[0]), `{"@type"`) {
		t.Errorf("JSON-LD %q", doc.JSONLD)
	}
}

func TestBreadcrumb(t *testing.T) {
	for body, want := range map[string]int{
		`<div class="m-breadcrumb"><a href=/>首页</a></div>`: 1, `<ol id=Crumbs><li>x</ol>`: 1, `<p>您的位置：<a href=/>首页</a> &gt; 线路`: 1, `<p>当前位置: 首页`: 1,
		`<nav itemtype="https://schema.org/BreadcrumbList">`: 1, `<style>.breadcrumb{}</style><p>地理位置`: 0, `<p>酒店位置好`: 0,
	} {
		if got := features(t, body).Breadcrumb; got != want {
			t.Errorf("%q: %d, want %d", body, got, want)
		}
	}
}

func TestShares(t *testing.T) {
	f := features(t, `<p>一二三四五六<a href=x>七八 九</a>十</p><p>`+strings.Repeat("长", 130)+`</p><p>出发地：云山<p>Duration: 6 days<p>10:30 集合<p>http://x<table><tr><th>价格<td>1元</table>`)
	if f.Links != 1 || f.LongText < 0.7 || f.LongText > 0.8 || f.LinkShare <= 0.015 || f.LinkShare >= 0.02 || f.FactLines != 3 || f.Times != 1 || f.Tables != 1 {
		t.Errorf("%+v", f)
	}
	doc := scanBytes(t, []byte("<p>x"), "http://www.example.test/line/2026/r-12345.html?id=7", "text/html")
	if f := doc.Page.Features; f.URLDepth != 3 || f.URLDigits != 5 {
		t.Errorf("depth %d digits %d", f.URLDepth, f.URLDigits)
	}
}
