package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// plainWeb is a web without traps, errors and slow answers: what a page costs is compared on it, not who knows the odd half of the
// web. Its pages are made before the first is asked for, so that serving costs next to nothing. Immutable after newPlainWeb.
type plainWeb struct {
	hosts []string            // one a site, with the port
	pages []map[string][]byte // one a site: path → page
}

// words of the texts: what a travel site writes, and the commonest characters between them.
var webWords = strings.Fields(`旅游 线路 桂林 三亚 丽江 昆明 大理 张家界 西安 北京 上海 杭州 厦门 成都 九寨沟 酒店 住宿 早餐 午餐 晚餐 景区 门票 导游 全程 自由活动
	双飞 双卧 大巴 出发 返回 集合 抵达 前往 游览 参观 欣赏 品尝 特色 美食 购物 纯玩 品质 保证 行程 安排 费用 包含 不含 儿童 成人 须知 预订 报名 电话 咨询 优惠 特价
	热门 推荐 攻略 出境游 周边游 国内游 海滩 古镇 国家公园 的 了 在 是 和 这 我 他 到 会 出 也 时 要 就 可 对 生 能 而 子 那 得 于 着 下 自 之 年 过 发 后 作 里`)

// newPlainWeb makes sites with pages on each, on addresses of their own. A quarter of the pages sell a tour; the same numbers give
// the same web.
func newPlainWeb(sites, pages, port int) *plainWeb {
	w := &plainWeb{}
	for s := range sites {
		host := fmt.Sprintf("127.0.1.%d:%d", s+11, port)
		w.hosts = append(w.hosts, host)
		w.pages = append(w.pages, sitePages(rand.New(rand.NewPCG(uint64(s), 1)), pages))
	}
	return w
}

// pagePath is the address of a page in its site.
func pagePath(i int) string {
	switch {
	case i == 0:
		return "/"
	case i%4 == 1:
		return "/route/" + strconv.Itoa(i) + ".html"
	case i%4 == 2:
		return "/list/" + strconv.Itoa(i) + ".html"
	}
	return "/news/" + strconv.Itoa(i) + ".html"
}

func sitePages(r *rand.Rand, n int) map[string][]byte {
	out := make(map[string][]byte, n)
	for i := range n {
		out[pagePath(i)] = pageOf(r, i, n)
	}
	return out
}

// pageOf writes one page of 20 to 60 KB with 60 links; each page links to the next ones, so that all are found.
func pageOf(r *rand.Rand, i, n int) []byte {
	var b strings.Builder
	to, days, price := webWords[2+r.IntN(13)], 2+r.IntN(9), 300+r.IntN(9000)
	title := text(r, 8)
	if i%4 == 1 {
		title = fmt.Sprintf("%s%d日游 %s", to, days, title)
	}
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%s</title>\n<style>\n", title)
	for k := range 25 {
		fmt.Fprintf(&b, ".box-%d{float:left;width:%dpx;margin:0 %dpx;color:#%06x}\n", k, r.IntN(900), r.IntN(20), r.IntN(1<<24))
	}
	b.WriteString("</style>\n<script>\n")
	for k := range 20 + r.IntN(60) {
		fmt.Fprintf(&b, "function f%d(a,b){if(a<b&&b>%d){document.title='<b>'+a+'</b>';}return a*b;}\n", k, r.IntN(999))
	}
	fmt.Fprintf(&b, "</script></head><body><div class=\"nav\"><a href=\"/\">首页</a> <a href=\"%s\">线路</a></div><h1>%s</h1>\n", pagePath(min(i+1, n-1)), title)
	if i%4 == 1 {
		fmt.Fprintf(&b, "<table><tr><th>价格</th><td>￥%d元起</td></tr><tr><th>出发城市</th><td>%s</td></tr><tr><th>行程天数</th><td>%d天</td></tr></table>\n",
			price, webWords[9+r.IntN(5)], days)
		for d := range days {
			fmt.Fprintf(&b, "<h3>第%d天 %s</h3><p>%s</p>\n", d+1, to, text(r, 60))
		}
		fmt.Fprintf(&b, "<h3>费用包含</h3><p>%s</p><h3>费用不含</h3><p>%s</p>\n", text(r, 40), text(r, 30))
	}
	for k := range 58 {
		link := pagePath((i*7 + k*k + r.IntN(n)) % n)
		if k == 0 {
			link = pagePath((i + 1) % n)
		}
		if k%4 == 3 {
			link += "#top"
		}
		fmt.Fprintf(&b, "<div class=\"item box-%d\"><a href=\"%s\" title=\"%s\"><img src=\"/upload/%d.jpg\" alt=\"\"></a><h4>%s</h4><p><span>%s</span> <span>%s</span></p><em>2026-%02d-%02d</em></div>\n",
			k%25, link, text(r, 5), r.IntN(99999), text(r, 5), text(r, 10+r.IntN(14)), text(r, 10+r.IntN(14)), 1+r.IntN(12), 1+r.IntN(28))
	}
	fmt.Fprintf(&b, "<div class=\"footer\">%s</div></body></html>\n", text(r, 40))
	return []byte(b.String())
}

// text is n words, with a comma here and there.
func text(r *rand.Rand, n int) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(webWords[r.IntN(len(webWords))])
		if k%7 == 6 {
			b.WriteString("，")
		}
	}
	return b.String()
}

// serve prints the start addresses and answers until ctx is done.
func (w *plainWeb) serve(ctx context.Context) error {
	var starts []string
	failed := make(chan error, len(w.hosts))
	for s, host := range w.hosts {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", host)
		if err != nil {
			return fmt.Errorf("bench web: %w", err)
		}
		pages := w.pages[s]
		srv := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			body, ok := pages[r.URL.Path]
			if !ok {
				http.NotFound(rw, r)
				return
			}
			rw.Header().Set("Content-Type", "text/html; charset=utf-8")
			rw.Header().Set("Content-Length", strconv.Itoa(len(body)))
			_, _ = rw.Write(body) // the crawler went away
		})}
		go func() { failed <- srv.Serve(l) }()
		starts = append(starts, "http://"+host+"/")
	}
	if err := json.NewEncoder(os.Stdout).Encode(starts); err != nil {
		return err
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return nil
	}
}
