package learn_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/judge/learn"
)

// kind is an invented page of testdata/kinds.txt with what a person says of it.
type kind struct {
	name, lang string
	route      bool
	html       string
}

// Menu and foot that surround the invented pages: as on real sites they name the words of routes too.
var surroundings = map[string][2]string{
	"zh-Hans": {`<div class="nav"><a href="/">首页</a> <a href="/gn">国内游</a> <a href="/cj">出境游</a> <a href="/zb">周边游</a> <a href="/zyx">自由行</a> <a href="/qz">签证</a> <a href="/gl">攻略</a></div>`,
		`<div class="foot"><a href="/about">关于我们</a> <a href="/contact">联系我们</a> <a href="/help">预订须知</a><p>版权所有 许可证号 L-XX-00000 客服热线 0000-0000000</p></div>`},
	"zh-Hant": {`<div class="nav"><a href="/">首頁</a> <a href="/gn">國內旅遊</a> <a href="/tw">團體旅遊</a> <a href="/fit">自由行</a> <a href="/visa">簽證</a></div>`,
		`<div class="foot"><a href="/about">關於我們</a> <a href="/contact">聯絡我們</a><p>版權所有 品保北0000</p></div>`},
	"en": {`<nav><a href="/">Home</a> <a href="/tours">Tours</a> <a href="/destinations">Destinations</a> <a href="/blog">Blog</a> <a href="/about">About us</a> <a href="/contact">Contact</a></nav>`,
		`<footer><a href="/terms">Terms and conditions</a> <a href="/privacy">Privacy</a><p>Copyright. All rights reserved.</p></footer>`},
}

func kinds(t *testing.T) []kind {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "kinds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []kind
	for _, part := range strings.Split("\n"+string(data), "\n== ")[1:] {
		head, rest, _ := strings.Cut(part, "\n")
		f := strings.Split(head, " | ")
		if len(f) != 3 {
			t.Fatalf("heading %q", head)
		}
		first, body, _ := strings.Cut(rest, "\n")
		title, ok := strings.CutPrefix(first, "title: ")
		around, known := surroundings[f[1]]
		if !ok || !known {
			t.Fatalf("page %s has no title or an unknown language", f[0])
		}
		out = append(out, kind{f[0], f[1], f[2] == "route",
			"<html><head><meta charset=utf-8><title>" + title + "</title></head><body>" + around[0] + body + around[1] + "</body></html>"})
	}
	return out
}

// TestKinds judges kinds of pages, invented and worded unlike the collection, by the shipped rules.
func TestKinds(t *testing.T) {
	r := rules(t, "xunlu")
	terms, err := judge.NewTerms(r)
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		t.Fatal(err)
	}
	var table learn.Table
	for _, k := range kinds(t) {
		url := "http://page.example/"
		doc, err := page.Scan(&page.Response{URL: url, FinalURL: url, Status: 200, Body: []byte(k.html)}, page.ScanOptions{})
		if err != nil {
			t.Fatalf("page %s: %v", k.name, err)
		}
		v := j.Explain(&doc.Page, nil)
		table.Add(k.route, v.Route)
		if k.route == v.Route {
			continue
		}
		var why []string
		for _, x := range v.Reasons {
			why = append(why, x.Factor)
		}
		t.Logf("%s: route %v, called %s with %.3f: %s", k.name, k.route, v.Label, v.Score, strings.Join(why, ", "))
	}
	t.Logf("%+v: precision %.3f, recall %.3f", table, table.Precision(), table.Recall())
	if table.Precision() < 0.95 || table.Recall() < 0.85 {
		t.Errorf("precision %.3f, recall %.3f", table.Precision(), table.Recall())
	}
}
