package page_test

import (
	"strings"
	"testing"

	"xunlu/engine/page"
)

func TestThin(t *testing.T) {
	menu := "<ul>" + strings.Repeat(`<li class="entry"><a href="/list/1">国内旅游线路大全</a></li>`, 60) + "</ul>"
	frame := `<div id="app">页面加载中，请稍候…</div><noscript>请启用 JavaScript</noscript><p>版权所有 云岭假期</p>`
	text := "<p>" + strings.Repeat("第一天 早餐后乘车前往景区，", 20) + "</p>"
	for _, c := range []struct {
		name, body string
		thin       bool
	}{
		{"a frame and its script", menu + frame + `<script src="/app.js"></script>`, true},
		{"in capitals", frame + strings.Repeat(" ", 600) + `<SCRIPT SRC="/app.js"></SCRIPT>`, true},
		{"nothing but a script", `<script>location = "/home"</script>`, true},
		{"the same without a script", menu + frame, false},
		{"text and a script", menu + text + `<script src="/app.js"></script>`, false},
		{"a short notice", `<p>您访问的线路已经下架</p><script></script>`, false},
		{"a comment that is cut off", `<div><p>x</p><`, false},
	} {
		d, err := page.Scan(&page.Response{URL: "http://a.test/", Status: 200, Body: []byte("<!doctype html><meta charset=utf-8>" + c.body)}, page.ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := page.Thin(d); got != c.thin {
			t.Errorf("%s: %v, text of %d runes in %d bytes, link share %.2f", c.name, got, d.Page.Features.TextLen, len(d.HTML), d.Page.Features.LinkShare)
		}
	}
}
