package demo

// mobileDesign is made for phones and for links in chats: one narrow column of div and span with classes that mean
// nothing, facts as icon lines without labels' colons, everything folded into cards.
var mobileDesign = &design{
	name: "mobile", lang: "zh-CN", charset: "utf-8", declared: "utf-8", header: "utf-8", perPage: 10, trap: true,
	urls: urls{
		route: "/m/goods?gid={a}|/h5/line/{a}|/w/p{a}", list: "/m/list?c={a}&n={b}|/h5/cat/{a}/{b}", item: "/m/{k}?id={a}|/h5/{k}/{a}", index: "/m/{k}/list?n={b}", single: "/m/{k}",
	},
	home: mobileHome, route: mobileRoute, list: mobileList, article: mobileArticle, index: mobileIndex,
}

const mobileCSS = `body{margin:0;background:#f2f2f2;font:15px/1.7 -apple-system,"PingFang SC",sans-serif;color:#333}.q1{max-width:640px;margin:0 auto;background:#fff}.q2{background:$main;color:#fff;padding:12px 16px;font-size:18px}.q3{display:flex;flex-wrap:wrap;padding:8px}.q3 a{width:25%;text-align:center;font-size:12px;color:#666;padding:8px 0;text-decoration:none}
.c1{background:#fff;margin:10px 12px;border-radius:10px;padding:12px;box-shadow:0 1px 4px rgba(0,0,0,.08)}.c1 img{width:100%;border-radius:8px}.c2{font-size:17px;font-weight:600}.c3{color:$price;font-size:24px;font-weight:bold}.c4{color:#999;font-size:13px}.c5{background:$pale;color:$dark;border-radius:3px;padding:1px 6px;margin-right:6px;font-size:12px}
.c6{position:sticky;bottom:0;background:$price;color:#fff;text-align:center;padding:14px;font-size:18px;display:block;text-decoration:none}.h1{font-weight:bold;font-size:17px;border-bottom:2px solid $main;padding-bottom:4px}.footer{color:#aaa;font-size:12px;padding:20px;text-align:center}.tb td,.tb th{border:1px solid #eee;padding:4px 8px}`

func mobileShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1,user-scalable=no\"><title>%s</title><style>%s</style></head><body><div class=\"q1\"><div class=\"q2\">%s</div><div class=\"q3\">", title, raw(p.style(mobileCSS)), s.name)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</div>")
	body()
	p.pf("<div class=\"c1\"><div class=\"h1\">%s</div>", s.label("hot"))
	p.each(6, func(t *tour) {
		p.pf("<div><a href=\"%s\">%s</a> <span class=\"c4\">%s</span></div>", p.href(pkRoute, t.n), t.title, p.priceText(t.first))
	})
	p.put("</div>")
	p.bigMenu("c1")
	p.friends()
	p.seo()
	p.footer("div")
	p.chatter()
	p.put("</div></body></html>")
}

func mobileCards(p *page, tours []*tour) {
	for _, t := range tours {
		p.pf("<div class=\"c1\"><a href=\"%s\"><img src=\"%s\" alt=\"\"></a><div class=\"c2\">%s</div><div><span class=\"c5\">%s</span><span class=\"c5\">%s</span></div><div class=\"c3\">%s</div></div>\n",
			p.href(pkRoute, t.n), p.image(t.n), t.title, t.from+"出发", p.s.dayText(t.days), p.priceText(t.price))
	}
}

func mobileHome(p *page) {
	s := p.s
	mobileShell(p, s.name, func() {
		for i, c := range s.cats {
			p.pf("<div class=\"c1 h1\"><a href=\"%s\">%s</a></div>", p.href(pkList, s.firstList(i)), c.name)
			tours := s.listing(s.firstList(i)).tours
			mobileCards(p, tours[:min(2, len(tours))])
		}
		p.put("<div class=\"c1\">")
		p.eachArticle(pkGuide, 8, func(href string, a *article) { p.pf("<div><a href=\"%s\">%s</a></div>", href, a.title) })
		p.put("</div>")
	})
}

func mobileList(p *page, l *listing) {
	mobileShell(p, l.title, func() {
		mobileCards(p, l.tours)
		p.listPager(l)
	})
}

func mobileRoute(p *page, t *tour, x *tourText) {
	s := p.s
	mobileShell(p, t.title, func() {
		p.pf("<div class=\"c1\"><img src=\"%s\" alt=\"\"><div class=\"c2\">%s</div><div><span class=\"c3\">%s</span>%s ", p.image(t.n), t.title, p.priceText(t.price), p.suffix(t.price))
		if t.market > 0 {
			p.pf("<span class=\"c4\">%s<s>%s</s></span>", s.label("market"), s.money(t.market))
		}
		p.put("</div>")
		for _, f := range x.fields {
			p.pf("<div><span class=\"c4\">%s</span> <span>%s</span></div>\n", f.label, f.value)
		}
		for _, f := range p.extras(t) {
			p.pf("<span class=\"c5\">%s %s</span>", f.label, f.value)
		}
		p.put("</div>")
		mobilePart(p, x.feature)
		p.pf("<div class=\"c1\"><div class=\"h1\">%s</div>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<div class=\"c2\"><span class=\"c5\">%s</span>%s</div>", d.head, d.title)
			p.paras("div", d.paras)
			p.pf("<div class=\"c4\">%s %s</div>", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf("<div class=\"c4\">%s %s</div>", s.label("hotelday"), d.hotel)
			}
		}
		p.paras("div", x.free.paras)
		p.put("</div>")
		for _, sec := range x.sectionsAfter() {
			mobilePart(p, sec)
		}
		p.put("<div class=\"c1\">")
		p.reviewList(x.reviews, "div")
		p.pf("</div><a class=\"c6\" href=\"%s\">%s</a>", p.href(pkCart, 0), s.label("book"))
	})
}

func mobilePart(p *page, sec section) {
	p.pf("<div class=\"c1\"><div class=\"h1\">%s</div>", sec.label)
	p.paras("div", sec.paras)
	p.put("</div>\n")
}

func mobileArticle(p *page, a *article) {
	mobileShell(p, a.title, func() {
		p.pf("<div class=\"c1\"><div class=\"c2\">%s</div><div class=\"c4\">%s %s</div>", a.title, iso(a.date), a.author)
		if a.price > 0 {
			p.pf("<div class=\"c3\">%s起</div><a class=\"c6\" href=\"%s\">预订</a>", p.s.money(a.price), p.href(pkCart, 0))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<div class=\"h1\">%s</div>", b.head)
			}
			p.paras("div", b.paras)
		}
		p.after(a, "div")
		p.put("</div>")
	})
}

func mobileIndex(p *page, x *indexPage) {
	mobileShell(p, x.title, func() {
		for _, it := range x.items {
			p.pf("<div class=\"c1\"><a class=\"c2\" href=\"%s\">%s</a><div class=\"c4\">%s</div></div>\n", it.href, it.a.title, it.a.blocks[0].paras[0])
		}
		p.indexPager(x)
	})
}
