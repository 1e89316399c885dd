package demo

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
)

// raw is text that is markup already.
type raw string

// page is one page while it is written. It lives in the goroutine of its request.
type page struct {
	bytes.Buffer
	w       *Web
	s       *site
	e       *entry
	session string // id that links carry on, empty on sites without sessions
	d       dice   // for what differs from page to page without meaning
}

// pf writes formatted markup; every argument but raw ones is escaped.
func (p *page) pf(format string, args ...any) {
	for i, a := range args {
		switch v := a.(type) {
		case raw:
			args[i] = string(v)
		case string:
			args[i] = html.EscapeString(v)
		}
	}
	fmt.Fprintf(p, format, args...)
}

// put writes markup as it is.
func (p *page) put(markup string) { p.WriteString(markup) }

// href is the address of another page of the site.
func (p *page) href(k pageKind, n int) string { return p.carry(p.s.address(k, n)) }

// carry adds the session id to an address.
func (p *page) carry(path string) string {
	if p.session == "" {
		return path
	}
	sep := "?"
	if bytes.ContainsRune([]byte(path), '?') {
		sep = "&"
	}
	return path + sep + p.s.design.session + "=" + p.session
}

// link writes an anchor.
func (p *page) link(k pageKind, n int, text string) { p.pf(`<a href="%s">%s</a>`, p.href(k, n), text) }

// anchor writes a link to an address of this site or another one.
func (p *page) anchor(href, text string) { p.pf(`<a href="%s">%s</a>`, href, text) }

// has says whether the site has pages of a kind.
func (p *page) has(k pageKind) bool { return len(p.s.byKind[k]) > 0 }

// sections are the links that menus show: the kinds of pages a site has, with their words.
func (p *page) sections() []menuItem {
	out := []menuItem{{p.carry("/"), p.s.label("home")}}
	for i, c := range p.s.cats {
		if i < 9 {
			out = append(out, menuItem{p.href(pkList, p.s.firstList(i)), c.name + tourWord[p.s.loc.lang]})
		}
	}
	for _, k := range []pageKind{pkGoods, pkThread, pkRecipe, pkGuide, pkTicket, pkHotel, pkVisa, pkNews, pkBlog} {
		if p.has(k) && p.has(pkIndex) {
			out = append(out, menuItem{p.href(pkIndex, int(k)*1000), p.s.kindLabel(k)})
		}
	}
	return append(out, menuItem{p.href(pkAbout, 0), p.s.label("about")})
}

// menuItem is a link of a menu.
type menuItem struct{ href, text string }

var tourWord = map[string]string{"zh-CN": "旅游", "zh-TW": "旅遊", "en": " tours"}

func (s *site) kindLabel(k pageKind) string {
	name := map[pageKind]string{
		pkGuide: "guide", pkNews: "news", pkVisa: "visa", pkTicket: "ticket", pkHotel: "hotel", pkBlog: "blog",
		pkAbout: "about", pkFaq: "faq", pkCart: "cart",
	}[k]
	if name == "" {
		return map[pageKind]string{pkGoods: "全部商品", pkThread: "最新帖子", pkRecipe: "菜谱大全"}[k]
	}
	if k == pkNews && s.kind != KindAgency && s.kind != KindPlatform {
		return "新闻"
	}
	return s.label(name)
}

// firstList is the number of a category's first page.
func (s *site) firstList(cat int) int {
	for i, l := range s.lists {
		if l.cat == cat && l.page == 0 {
			return i
		}
	}
	return 0
}

// image is the address of a generated picture; the same number is the same picture.
func (p *page) image(n int) string { return "/img/" + strconv.Itoa(n+p.s.id*1000) + ".svg" }

// each calls f for some tours of edition 1 that are not the page's own, for the boxes beside the content. They are the
// same in every edition, stale prices and dead links included, as such boxes are.
func (p *page) each(n int, f func(t *tour)) {
	s := p.s
	if len(s.tours) == 0 {
		return
	}
	first := len(s.tours) - len(s.newTours())
	start := p.d.IntN(first)
	for i := range min(n, first) {
		t := s.tours[(start+i*7)%first]
		if p.e.kind == pkRoute && t.n == p.e.n {
			continue
		}
		f(t)
	}
}

// eachArticle calls f for some articles of a kind.
func (p *page) eachArticle(k pageKind, n int, f func(href string, a *article)) {
	total := len(p.s.byKind[k])
	if total == 0 || k == pkMissing || k == pkAbout || k == pkFaq || k == pkCart {
		return
	}
	start := p.d.IntN(total)
	for i := range min(n, total) {
		m := (start + i) % total
		f(p.href(k, m), p.s.article(k, m))
	}
}
