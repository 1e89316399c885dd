package page

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"xunlu/judge"
)

// benchPage is a page of about 36 KB as agencies write them: head with scripts and styles, menu, itinerary, cards.
func benchPage() []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>云山水乡双飞六日游_示例旅行社</title>")
	b.WriteString(`<meta name="description" content="云山水乡六日"><link rel="stylesheet" href="/css/a.css"><style>` + strings.Repeat(".nav li a{color:#333;padding:0 4px}\n", 60) + "</style>")
	b.WriteString("<script>" + strings.Repeat("function go(a){if(a<3&&a>1){return '<b>'+a+'</b>'}}\n", 80) + "</script></head><body><div class=\"nav\"><ul>")
	for i := range 40 {
		fmt.Fprintf(&b, `<li class="item"><a href="/line/list_%d.html" title="线路">第%d类线路</a></li>`+"\n", i, i)
	}
	b.WriteString(`</ul></div><h1>云山水乡双飞六日游</h1><table class="info"><tr><th>市场价</th><td>￥3680元</td></tr><tr><th>出发地</th><td>示例城</td></tr></table>`)
	for i := range 60 {
		fmt.Fprintf(&b, `<div class="day" id="d%d"><h3>第%d天 &nbsp;水乡</h3><p style="margin:0 auto;line-height:24px">早餐后乘车前往<a href="/scenic/%d.html">景点%d</a>游览，`+
			`<span class="red">行程说明</span>：门票已含，注意事项请见<b>温馨提示</b>，住宿双标间，晚餐后自由活动，费用包含往返交通及导游服务。</p></div>`+"\n", i, i+1, i, i)
	}
	for i := range 30 {
		fmt.Fprintf(&b, `<div class="card"><a href="/route/%d.html?from=list&id=%d"><img src="/img/%d.jpg" alt="线路%d"></a><p>价格：<em>￥%d</em>起</p></div>`+"\n", i, i, i, i, 1000+i)
	}
	b.WriteString("</body></html>")
	return []byte(b.String())
}

func BenchmarkScan(b *testing.B) {
	body := benchPage()
	r := &Response{URL: "http://www.example.test/line/1.html", Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: body}
	b.Run("scan", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Scan(r, ScanOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("words", func(b *testing.B) {
		terms, err := judge.NewTerms(judge.Rules{Name: "bench", Version: 1, Method: judge.Sum, Threshold: 1,
			Factors: []judge.Factor{{Name: "words", Weight: 1, Words: oracleWords[:45]}}})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			doc, err := Scan(r, ScanOptions{})
			if err != nil || len(terms.Find(&doc.Page, nil).Counts) == 0 {
				b.Fatal("no hits", err)
			}
		}
	})
	b.Run("rival goquery text and contains", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
			if err != nil {
				b.Fatal(err)
			}
			text, hits := doc.Text(), 0
			for _, w := range oracleWords[:45] {
				if strings.Contains(text, w) {
					hits++
				}
			}
			doc.Find("a[href]").Each(func(_ int, a *goquery.Selection) { hits++ })
			if hits == 0 {
				b.Fatal("no hits")
			}
		}
	})
}

func BenchmarkCanonical(b *testing.B) {
	for _, u := range []string{"http://www.example.test/line/12345.html?id=7", "http://www.example.test:80/a/../line/%e4%ba%91.html?utm_source=x&id=7#top"} {
		b.Run(u[22:40], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Canonical(u); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	body := benchPage()
	_, enc, _ := lookup("gb18030")
	gbk, err := enc.NewEncoder().Bytes(bytes.Replace(body, []byte("utf-8"), []byte("gbk"), 1))
	if err != nil {
		b.Fatal(err)
	}
	for name, in := range map[string][]byte{"utf8": body, "gbk": gbk} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				if _, _, _, err := Decode(in, "text/html", ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("rival x/text gbk", func(b *testing.B) {
		b.SetBytes(int64(len(gbk)))
		for b.Loop() {
			if _, err := enc.NewDecoder().Bytes(gbk); err != nil {
				b.Fatal(err)
			}
		}
	})
}
