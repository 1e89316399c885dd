package demo

// englishDesign is an inbound operator writing English: fixed header, a sidebar with the key facts, definition lists,
// microdata instead of JSON-LD.
var englishDesign = &design{
	name: "english", lang: "en", charset: "utf-8", declared: "utf-8", header: "utf-8", perPage: 10, sitemap: true, gzip: true,
	urls: urls{
		route: "/tours/{a}-tour.html|/china-tours/t{a}.htm|/trip/{a}/", list: "/tours/region-{a}/page-{b}.html|/china-tours/region{a}-{b}.htm", item: "/{k}/{a}.html", index: "/{k}/page{b}.html",
		single: "/{k}.html", home: "/index.html",
	},
	home: englishHome, route: englishRoute, list: englishList, article: englishArticle, index: englishIndex,
}

const englishCSS = `body{font:16px/1.6 Georgia,serif;margin:0;color:#333}header{background:$dark;color:#fff;padding:18px 40px}header a{color:#fff;margin-right:18px;font:14px Arial}header strong{display:block;font-size:28px}
.box{max-width:1120px;margin:20px auto;display:flex;gap:30px}.left{flex:1}.right{width:280px;font:14px/1.5 Arial}.card{border:1px solid #ddd;padding:14px;margin-bottom:14px}.card h3{margin:0}.amount{color:$price;font-size:26px}
dl.facts{background:$pale;padding:14px;margin:0}dl.facts dt{font-weight:bold;color:$dark}dl.facts dd{margin:0 0 8px}.day{border-left:4px solid $main;padding-left:14px;margin:18px 0}.cta{background:$price;color:#fff;padding:10px 24px;display:inline-block}
.footer{background:#f2f2f2;padding:24px;text-align:center;font:13px Arial}.tb td,.tb th{border:1px solid #ddd;padding:5px 12px}.pager{margin:20px 0}`

func englishShell(p *page, title string, body, side func()) {
	s := p.s
	p.pf("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s - %s</title><meta name=\"description\" content=\"%s. Private and small group tours of China with prices, itineraries and departure dates.\"><style>%s</style></head>\n<body><header><strong>%s</strong>", title, s.name, title, raw(p.style(englishCSS)), s.name)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</header><div class=\"box\"><div class=\"left\">")
	body()
	p.put("</div><aside class=\"right\">")
	if side != nil {
		side()
	}
	p.pf("<div class=\"card\"><h3>%s</h3><ul>", s.label("hot"))
	p.each(7, func(t *tour) {
		p.pf("<li><a href=\"%s\">%s</a> from %s</li>", p.href(pkRoute, t.n), t.title, p.priceText(t.first))
	})
	p.pf("</ul></div><div class=\"card\"><h3>%s</h3><p>%s<br>%s</p></div><div class=\"card\"><h3>%s</h3><ul>", s.label("phone"), s.phone, s.person, s.label("guide"))
	p.eachArticle(pkGuide, 6, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
	p.put("</ul></div>")
	p.bigMenu("card")
	p.put("</aside></div>")
	p.friends()
	p.seo()
	p.footer("footer")
	p.chatter()
	p.put("</body></html>")
}

func englishItems(p *page, tours []*tour) {
	for _, t := range tours {
		p.pf("<div class=\"card\"><img src=\"%s\" width=\"160\" height=\"100\" align=\"right\" alt=\"\"><h3><a href=\"%s\">%s</a></h3><p>%s &middot; %s %s</p><p class=\"amount\">%s</p></div>\n", p.image(t.n), p.href(pkRoute, t.n), t.title, p.s.dayText(t.days), p.s.label("from"), t.from, p.priceText(t.price))
	}
}

func englishHome(p *page) {
	s := p.s
	englishShell(p, s.slogan, func() {
		p.pf("<h1>%s</h1><p>%s</p>", s.slogan, s.article(pkAbout, 0).blocks[0].paras[0])
		for i, c := range s.cats {
			p.pf("<h2><a href=\"%s\">%s</a></h2>", p.href(pkList, s.firstList(i)), c.name)
			tours := s.listing(s.firstList(i)).tours
			englishItems(p, tours[:min(3, len(tours))])
		}
		p.pf("<h2>%s</h2><ul>", s.label("blog"))
		p.eachArticle(pkBlog, 6, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
		p.put("</ul>")
	}, nil)
}

func englishList(p *page, l *listing) {
	englishShell(p, l.title, func() {
		p.pf("<h1>%s</h1><p>Filter: 1 day, 2-4 days, 5-8 days, 9 days and more</p>", l.title)
		englishItems(p, l.tours)
		p.listPager(l)
	}, nil)
}

func englishRoute(p *page, t *tour, x *tourText) {
	s := p.s
	englishShell(p, t.title, func() {
		p.pf("<div itemscope itemtype=\"https://schema.org/Trip\"><h1 itemprop=\"name\">%s</h1><img src=\"%s\" width=\"640\" height=\"320\" alt=\"%s\"><h2>%s</h2><ul>", t.title, p.image(t.n), t.title, x.feature.label)
		p.paras("li", x.feature.paras)
		p.pf("</ul><h2>%s</h2>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<div class=\"day\"><h3>%s: %s</h3>", d.head, d.title)
			p.paras("p", d.paras)
			p.pf("<p><em>%s:</em> %s", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf(". <em>%s:</em> %s", s.label("hotelday"), d.hotel)
			}
			p.put("</p></div>\n")
		}
		p.paras("p", x.free.paras)
		for _, sec := range x.sectionsAfter() {
			p.pf("<h2>%s</h2><ul>", sec.label)
			p.paras("li", sec.paras)
			p.put("</ul>\n")
		}
		if x.visa != "" {
			p.pf("<h2>%s</h2><p>%s</p>", s.label("visa"), x.visa)
		}
		p.pf("</div><h2>%s</h2>", s.label("blog"))
		p.reviewList(x.reviews, "blockquote")
		p.pf("<h2>%s</h2>", s.label("related"))
		p.each(4, func(o *tour) {
			p.pf("<p><a href=\"%s\">%s</a> %s</p>", p.href(pkRoute, o.n), o.title, p.priceText(o.first))
		})
	}, func() { englishFacts(p, t, x) })
}

func englishFacts(p *page, t *tour, x *tourText) {
	s := p.s
	p.put("<dl class=\"facts\">")
	for _, f := range x.fields {
		p.pf("<dt>%s</dt><dd>%s</dd>\n", f.label, f.value)
	}
	p.pf("<dt>%s</dt><dd class=\"amount\">%s</dd>", s.label("price"), p.priceText(t.price))
	if t.price > 0 {
		p.pf("<dd>%s</dd>", p.perPerson())
	}
	if t.market > 0 {
		p.pf("<dt>%s</dt><dd><s>%s</s></dd>", s.label("market"), s.money(t.market))
	}
	for _, f := range p.extras(t) {
		p.pf("<dt>%s</dt><dd>%s</dd>\n", f.label, f.value)
	}
	p.pf("</dl><p><a class=\"cta\" href=\"%s\">%s</a></p>", p.href(pkCart, 0), s.label("book"))
}

func englishArticle(p *page, a *article) {
	englishShell(p, a.title, func() {
		p.pf("<h1>%s</h1><p>%s, by %s</p>", a.title, a.date.Format("2 January 2006"), a.author)
		if a.price > 0 {
			p.pf("<p class=\"amount\">from %s</p>", p.s.money(a.price))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<h2>%s</h2>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.after(a, "p")
	}, nil)
}

func englishIndex(p *page, x *indexPage) {
	englishShell(p, x.title, func() {
		p.pf("<h1>%s</h1>", x.title)
		for _, it := range x.items {
			p.pf("<div class=\"card\"><h3><a href=\"%s\">%s</a></h3><p>%s</p></div>\n", it.href, it.a.title, it.a.blocks[0].paras[0])
		}
		p.indexPager(x)
	}, nil)
}
