package demo

import (
	"encoding/json"
	"strconv"
)

// modernDesign is the site of today: HTML5, cards, facts in a grid, price calendar, JSON-LD, a sitemap.
var modernDesign = &design{
	name: "modern", lang: "zh-CN", charset: "utf-8", declared: "utf-8", header: "UTF-8", perPage: 12, sitemap: true, trap: true, gzip: true,
	urls: urls{
		route: "/p/{a}|/trip/{a}|/product/{a}", list: "/c/{a}?page={b}|/destinations/{a}/{b}", item: "/{k}/{a}|/{k}/post-{a}", index: "/{k}s?page={b}", single: "/{k}",
	},
	home: modernHome, route: modernRoute, list: modernList, article: modernArticle, index: modernIndex,
}

const modernCSS = `:root{--c:$main;--d:$dark;--p:$pale;--r:$price}*{box-sizing:border-box}body{margin:0;font:15px/1.75 -apple-system,"PingFang SC","Microsoft YaHei",sans-serif;color:#222;background:#fafafa}
a{color:inherit;text-decoration:none}.bar{background:#fff;box-shadow:0 1px 6px rgba(0,0,0,.08);position:sticky;top:0}.bar nav{max-width:1180px;margin:auto;display:flex;gap:18px;align-items:center;padding:14px}
.bar b{color:var(--c);font-size:22px;margin-right:auto}.wrap{max-width:1180px;margin:24px auto;padding:0 14px}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:18px}
.card{background:#fff;border-radius:12px;overflow:hidden;box-shadow:0 2px 10px rgba(0,0,0,.06)}.card img{width:100%;height:160px;object-fit:cover}.card div{padding:12px}.card strong{color:var(--r);font-size:20px}
.hero{display:grid;grid-template-columns:1.2fr 1fr;gap:28px;background:#fff;border-radius:14px;padding:22px}.hero img{width:100%;border-radius:10px}.price{color:var(--r);font-size:32px;font-weight:700}
.price small{font-size:14px;color:#888}.facts{display:grid;grid-template-columns:1fr 1fr;gap:8px}.facts div{background:var(--p);border-radius:8px;padding:8px 12px}.facts span{display:block;color:#888;font-size:12px}
.btn{display:inline-block;background:var(--r);color:#fff;border-radius:24px;padding:10px 36px;margin:12px 0}.panel{background:#fff;border-radius:14px;padding:20px 26px;margin:18px 0}.panel h2{border-left:5px solid var(--c);padding-left:12px;font-size:20px}
.line{border-left:2px dashed #ccc;padding:0 0 18px 22px;position:relative}.line:before{content:"";position:absolute;left:-7px;width:12px;height:12px;border-radius:50%;background:var(--c)}.tag{background:var(--p);color:var(--d);border-radius:4px;padding:1px 8px;margin-right:6px;font-size:12px}
.cal{border-collapse:collapse}.cal td,.cal th,.tb td,.tb th{border:1px solid #eee;padding:6px 14px}.footer{background:#222;color:#aaa;text-align:center;padding:34px;margin-top:40px}.mega{columns:4;font-size:13px;color:#777}`

func modernShell(p *page, title, head string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>%s | %s</title>\n<meta property=\"og:site_name\" content=\"%s\">\n<meta property=\"og:title\" content=\"%s\">\n<style>%s</style>\n%s", s.loc.lang, title, s.name, s.name, title, raw(p.style(modernCSS)), raw(head))
	p.put("</head>\n<body>\n<header class=\"bar\"><nav>")
	p.pf("<b><a href=\"/\">%s</a></b>", s.name)
	for i, m := range p.sections() {
		if i > 0 {
			p.anchor(m.href, m.text)
		}
	}
	p.pf("<a href=\"%s\" rel=\"nofollow\">%s</a></nav></header>\n<main class=\"wrap\">", p.href(pkCart, 0), s.label("cart"))
	body()
	p.pf("</main>\n<section class=\"wrap panel\"><h2>%s</h2>", s.label("to"))
	p.bigMenu("mega")
	p.put("</section>")
	p.friends()
	p.seo()
	p.footer("footer")
	p.chatter()
	p.put("</body>\n</html>\n")
}

func modernCards(p *page, tours []*tour, stale bool) {
	p.put("<div class=\"grid\">")
	for _, t := range tours {
		amount := t.price
		if stale {
			amount = t.first
		}
		p.pf("<article class=\"card\"><a href=\"%s\"><img loading=\"lazy\" src=\"%s\" alt=\"\"><div><h3>%s</h3><p><span class=\"tag\">%s</span><span class=\"tag\">%s</span></p><strong>%s</strong> ", p.href(pkRoute, t.n), p.image(t.n), t.title, t.from, p.s.dayText(t.days), p.priceText(amount))
		if amount > 0 {
			p.put(p.perPerson())
		}
		p.put("</div></a></article>\n")
	}
	p.put("</div>")
}

func modernHome(p *page) {
	s := p.s
	modernShell(p, s.slogan, "", func() {
		p.pf("<section class=\"panel\"><h1>%s</h1><p>%s · %s</p></section>", s.slogan, s.label("phone"), s.phone)
		for i, c := range s.cats {
			p.pf("<h2><a href=\"%s\">%s</a></h2>", p.href(pkList, s.firstList(i)), c.name)
			tours := s.listing(s.firstList(i)).tours
			modernCards(p, tours[:min(4, len(tours))], false)
		}
		for _, k := range []pageKind{pkGuide, pkBlog, pkTicket, pkHotel} {
			p.pf("<section class=\"panel\"><h2>%s</h2><ul>", s.kindLabel(k))
			p.eachArticle(k, 6, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
			p.put("</ul></section>")
		}
	})
}

func modernList(p *page, l *listing) {
	modernShell(p, l.title, "", func() {
		p.pf("<h1>%s</h1><p><span class=\"tag\">综合排序</span><span class=\"tag\">价格</span><span class=\"tag\">天数</span><span class=\"tag\">销量</span></p>", l.title)
		modernCards(p, l.tours, false)
		p.listPager(l)
	})
}

// modernLD is the structured data of a route, as sites put it there for search engines.
func modernLD(p *page, t *tour, x *tourText) string {
	s := p.s
	offer := map[string]any{"@type": "Offer", "priceCurrency": s.currency(), "availability": "https://schema.org/InStock", "url": t.n}
	if t.price > 0 {
		offer["price"] = strconv.Itoa(t.price)
	}
	offer["url"] = s.address(pkRoute, t.n)
	kind := "TouristTrip"
	if s.idBase%2 == 0 {
		kind = "Product"
	}
	data := map[string]any{"@context": "https://schema.org", "@type": kind, "name": t.title, "description": x.feature.paras[0], "image": p.image(t.n), "offers": offer,
		"provider": map[string]any{"@type": "TravelAgency", "name": s.name, "telephone": s.phone}}
	if kind == "TouristTrip" {
		var stops []any
		for _, d := range x.days {
			stops = append(stops, map[string]any{"@type": "TouristAttraction", "name": d.title})
		}
		data["itinerary"] = map[string]any{"@type": "ItemList", "numberOfItems": len(stops), "itemListElement": stops}
	}
	b, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		panic("demo: structured data: " + err.Error()) // strings and numbers always marshal
	}
	return "<script type=\"application/ld+json\">" + string(b) + "</script>\n"
}

func modernRoute(p *page, t *tour, x *tourText) {
	s := p.s
	modernShell(p, t.title, modernLD(p, t, x), func() {
		p.pf("<section class=\"hero\"><div><img src=\"%s\" alt=\"%s\"></div><div><h1>%s</h1><p class=\"price\">%s<small>", p.image(t.n), t.title, t.title, p.priceText(t.price))
		if t.price > 0 {
			p.put(p.perPerson())
		}
		if t.market > 0 {
			p.pf(" <del>%s %s</del>", s.label("market"), s.money(t.market))
		}
		p.put("</small></p><div class=\"facts\">")
		for _, f := range x.fields {
			p.pf("<div><span>%s</span>%s</div>", f.label, f.value)
		}
		for _, f := range p.extras(t) {
			p.pf("<div><span>%s</span>%s</div>", f.label, f.value)
		}
		p.pf("</div><a class=\"btn\" href=\"%s\">%s</a></div></section>", p.href(pkCart, 0), s.label("book"))
		if t.showDates && len(t.dep.dates) > 0 && t.price > 0 && t.n%2 == 0 {
			p.pf("<section class=\"panel\"><h2>%s</h2><table class=\"cal\"><tr><th>%s</th><th>%s</th><th>余位</th></tr>", s.label("calendar"), s.label("dates"), s.label("price"))
			for _, d := range t.dep.dates {
				p.pf("<tr><td>%s</td><td>%s</td><td>%d</td></tr>", iso(d), s.money(t.price), p.d.between(1, 20))
			}
			p.put("</table></section>")
		}
		modernPanel(p, x.feature)
		p.pf("<section class=\"panel\"><h2>%s</h2>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<div class=\"line\"><h3><span class=\"tag\">%s</span>%s</h3>", d.head, d.title)
			p.paras("p", d.paras)
			p.pf("<p><span class=\"tag\">%s</span>%s ", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf("<span class=\"tag\">%s</span>%s", s.label("hotelday"), d.hotel)
			}
			p.put("</p></div>\n")
		}
		p.paras("p", x.free.paras)
		p.put("</section>")
		for _, sec := range x.sectionsAfter() {
			modernPanel(p, sec)
		}
		if len(x.reviews) > 0 {
			p.put("<section class=\"panel\"><h2>用户评价</h2>")
			p.reviewList(x.reviews, "blockquote")
			p.put("</section>")
		}
		p.pf("<h2>%s</h2>", s.label("related"))
		var more []*tour
		p.each(5, func(o *tour) { more = append(more, o) })
		modernCards(p, more, true)
	})
}

func modernPanel(p *page, sec section) {
	p.pf("<section class=\"panel\"><h2>%s</h2><ul>", sec.label)
	p.paras("li", sec.paras)
	p.put("</ul></section>\n")
}

func modernArticle(p *page, a *article) {
	modernShell(p, a.title, "", func() {
		p.pf("<article class=\"panel\"><h1>%s</h1><p><span class=\"tag\">%s</span><time datetime=\"%s\">%s</time> · %s</p><img src=\"%s\" width=\"480\" alt=\"\">", a.title, p.s.kindLabelOr(a.kind), iso(a.date), iso(a.date), a.author, p.image(p.e.n+40))
		if a.price > 0 {
			p.pf("<p class=\"price\">%s<small>起</small></p><a class=\"btn\" href=\"%s\">立即预订</a>", p.s.money(a.price), p.href(pkCart, 0))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<h2>%s</h2>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.after(a, "p")
		p.put("</article>")
		if p.has(pkRoute) {
			p.pf("<h2>%s</h2>", p.s.label("related"))
			var more []*tour
			p.each(4, func(o *tour) { more = append(more, o) })
			modernCards(p, more, true)
		}
	})
}

func (s *site) kindLabelOr(k pageKind) string {
	if k == pkMissing {
		return s.label("tips")
	}
	return s.kindLabel(k)
}

func modernIndex(p *page, x *indexPage) {
	modernShell(p, x.title, "", func() {
		p.pf("<h1>%s</h1><div class=\"grid\">", x.title)
		for i, it := range x.items {
			p.pf("<article class=\"card\"><a href=\"%s\"><img loading=\"lazy\" src=\"%s\" alt=\"\"><div><h3>%s</h3><time>%s</time>", it.href, p.image(x.page*20+i+900), it.a.title, iso(it.a.date))
			if it.a.price > 0 {
				p.pf(" <strong>%s</strong>", p.s.money(it.a.price))
			}
			p.pf("<p>%s</p></div></a></article>", it.a.blocks[0].paras[0])
		}
		p.put("</div>")
		p.indexPager(x)
	})
}
