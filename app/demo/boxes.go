package demo

import (
	"strconv"
	"strings"
)

// Boxes that stand around the content of pages: search phrases, comments, neighbours, menus of places.

// seo writes the block of search phrases above the footer, linked to lists.
func (p *page) seo() {
	s := p.s
	p.put(`<div class="seo">`)
	for i, c := range s.cats {
		if c.reg == nil {
			continue
		}
		for _, t := range c.reg.to {
			href := p.href(pkList, s.firstList(i))
			for _, word := range s.loc.pool("seo") {
				phrase := strings.Replace(word, "{x}", t, 1)
				p.pf(`<a href="%s" title="%s">%s</a> `, href, phrase, phrase)
			}
		}
		p.put("\n")
	}
	p.put("</div>")
}

// after writes what follows an article: comments, the neighbours, tours with their prices.
func (p *page) after(a *article, tag string) {
	s := p.s
	words := map[string][4]string{"zh-CN": {"网友评论", "上一篇", "下一篇", "发表评论"}, "zh-TW": {"留言", "上一則", "下一則", "我要留言"}, "en": {"Comments", "Previous", "Next", "Add a comment"}}[s.loc.lang]
	if total := len(s.byKind[a.kind]); total > 1 && len(kindWords[a.kind]) > 0 && a.kind != pkAbout {
		n := p.e.n
		p.pf("<%s>%s：", raw(tag), words[1])
		p.link(a.kind, (n+total-1)%total, s.article(a.kind, (n+total-1)%total).title)
		p.pf("　%s：", words[2])
		p.link(a.kind, (n+1)%total, s.article(a.kind, (n+1)%total).title)
		p.pf("</%s>\n", raw(tag))
	}
	if p.has(pkRoute) {
		p.pf("<%s><b>%s</b></%s><ul>", raw(tag), s.label("related"), raw(tag))
		p.each(8, func(t *tour) {
			p.pf("<li><a href=\"%s\">%s</a> %s</li>\n", p.href(pkRoute, t.n), t.title, p.priceText(t.first))
		})
		p.put("</ul>")
	}
	if a.kind == pkBlog || a.kind == pkGuide || a.kind == pkNews || a.kind == pkGoods || a.kind == pkHotel {
		p.pf("<%s><b>%s</b></%s>", raw(tag), words[0], raw(tag))
		f := s.filler(p.d, s.loc.region(p.d))
		for _, said := range f.several("review", p.d.between(1, 5)) {
			p.pf("<%s><i>%s</i> %s %s</%s>\n", raw(tag), one(p.d, s.loc.pool("reviewname")), iso(a.date.AddDate(0, 0, p.d.between(1, 60))), said, raw(tag))
		}
		p.pf("<form action=\"/user/comment\" method=\"post\"><textarea name=\"text\"></textarea><input type=\"submit\" value=\"%s\"></form>", words[3])
	}
}

// reviewList writes what customers said of a tour.
func (p *page) reviewList(of []review, tag string) {
	for _, r := range of {
		p.pf("<%s>%s <i>%s</i><br>%s</%s>\n", raw(tag), r.who, iso(r.when), r.said, raw(tag))
	}
}

// bigMenu writes the mega menu of regions and towns that stands on every page.
func (p *page) bigMenu(class string) {
	s := p.s
	p.pf(`<div class="%s">`, class)
	for i, c := range s.cats {
		if c.reg == nil {
			continue
		}
		p.pf(`<dl><dt><a href="%s">%s</a></dt><dd>`, p.href(pkList, s.firstList(i)), c.name+tourWord[s.loc.lang])
		for _, t := range c.reg.to {
			p.pf(`<a href="%s#%s">%s</a> `, p.href(pkList, s.firstList(i)), strconv.Itoa(len(t)), t+tourWord[s.loc.lang])
		}
		for _, sp := range c.reg.spots {
			p.pf(`<span>%s</span> `, sp.name)
		}
		p.put("</dd></dl>\n")
	}
	p.put("</div>")
}
