package demo

// sessionDesign carries a session id in every link and names its charset nowhere: GBK bytes, as some old PHP shops sent
// them. The facts of a route are one running line of spans; its parts are named in bold inside one long article.
var sessionDesign = &design{
	name: "session", lang: "zh-CN", charset: "gb18030", perPage: 16, session: "PHPSESSID",
	urls: urls{
		route: "/travel.php?act=view&id={a}|/index.php?m=line&a=show&id={a}", list: "/travel.php?act=list&cid={a}&page={b}|/index.php?m=line&a=list&cid={a}&p={b}",
		item: "/{k}.php?id={a}", index: "/{k}.php?page={b}", single: "/{k}.php", home: "/index.php",
	},
	home: sessionHome, route: sessionRoute, list: sessionList, article: sessionArticle, index: sessionIndex,
}

const sessionCSS = `body{font:13px/22px Arial,SimSun;background:$pale;margin:0}.page{width:980px;margin:0 auto;background:#fff;border-left:1px solid #ccc;border-right:1px solid #ccc;padding:0 14px}
.logo{font:bold 30px KaiTi;color:$dark;padding:16px 0}.m{background:$dark}.m a{color:#fff;display:inline-block;padding:6px 12px}.l{width:700px;float:left}.r{width:250px;float:right}.cl{clear:both}
.r div{background:$pale;padding:8px;margin-bottom:10px}.it{border-bottom:1px solid #eee;padding:8px 0}.it i{color:$price;font-style:normal;font-size:16px;float:right}h1{font-size:20px;color:$dark}.meta span{background:#f3f3f3;padding:2px 8px;margin:2px;display:inline-block}
.pp{color:$price;font-size:26px}.body b{color:$dark;font-size:15px}.footer{border-top:2px solid $main;color:#888;padding:12px;text-align:center}.tb td,.tb th{border:1px solid #ccc;padding:3px 10px}`

func sessionShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<html><head><title>%s-%s</title><style>%s</style></head><body><div class=page><div class=logo>%s <small>%s</small></div><div class=m>", title, s.name, raw(p.style(sessionCSS)), s.name, s.slogan)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</div><div class=l>")
	body()
	p.pf("</div><div class=r><div><b>%s</b><br>%s<br>%s</div><div><b>%s</b><br>", s.label("phone"), s.phone, s.person, s.label("hot"))
	p.each(10, func(t *tour) {
		p.pf("<a href=\"%s\">%s</a> %s<br>", p.href(pkRoute, t.n), t.title, p.priceText(t.first))
	})
	p.pf("</div><div><b>%s</b><br>", s.label("ticket"))
	p.eachArticle(pkTicket, 8, func(href string, a *article) {
		p.pf("<a href=\"%s\">%s</a> %s<br>", href, a.title, s.money(a.price))
	})
	p.put("</div><div>")
	p.bigMenu("nav2")
	p.put("</div></div><div class=cl></div>")
	p.friends()
	p.seo()
	p.footer("div")
	p.chatter()
	p.put("</div></body></html>")
}

func sessionItems(p *page, tours []*tour) {
	for _, t := range tours {
		p.pf("<div class=it><i>%s</i><a href=\"%s\">%s</a><br>%s %s / %s %s</div>\n", p.priceText(t.price), p.href(pkRoute, t.n), t.title, p.s.label("from"), t.from, p.s.label("dates"), t.dep.text)
	}
}

func sessionHome(p *page) {
	s := p.s
	sessionShell(p, s.slogan, func() {
		for i, c := range s.cats {
			p.pf("<h3>%s</h3>", c.name+"线路")
			tours := s.listing(s.firstList(i)).tours
			sessionItems(p, tours[:min(7, len(tours))])
		}
		p.pf("<h3>%s</h3>", s.label("guide"))
		p.eachArticle(pkGuide, 12, func(href string, a *article) { p.pf("<a href=\"%s\">%s</a><br>", href, a.title) })
	})
}

func sessionList(p *page, l *listing) {
	sessionShell(p, l.title, func() {
		p.pf("<h1>%s</h1>", l.title)
		sessionItems(p, l.tours)
		p.listPager(l)
	})
}

func sessionRoute(p *page, t *tour, x *tourText) {
	s := p.s
	sessionShell(p, t.title, func() {
		p.pf("<h1>%s</h1><p class=meta>", t.title)
		for _, f := range x.fields {
			p.pf("<span>%s：%s</span> ", f.label, f.value)
		}
		p.pf("</p><p><font class=pp>%s</font>", p.priceText(t.price))
		if t.price > 0 {
			p.put(p.perPerson())
		}
		if t.market > 0 {
			p.pf(" <s>%s%s</s>", s.label("market"), s.money(t.market))
		}
		for _, f := range p.extras(t) {
			p.pf(" （%s %s）", f.label, f.value)
		}
		p.pf(" <a href=\"%s\">[%s]</a></p><img src=\"%s\" width=640><div class=body>", p.href(pkCart, 0), s.label("book"), p.image(t.n))
		sessionPart(p, x.feature)
		p.pf("<p><b>【%s】</b></p>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<p><b>%s %s</b>", d.head, d.title)
			for _, para := range d.paras {
				p.pf("<br>%s", para)
			}
			p.pf("<br>（%s：%s", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf("；%s：%s", s.label("hotelday"), d.hotel)
			}
			p.put("）</p>\n")
		}
		p.paras("p", x.free.paras)
		for _, sec := range x.sectionsAfter() {
			sessionPart(p, sec)
		}
		p.pf("</div><h3>%s</h3>", s.label("related"))
		p.each(6, func(o *tour) {
			p.pf("<div class=it><i>%s</i><a href=\"%s\">%s</a></div>", p.priceText(o.first), p.href(pkRoute, o.n), o.title)
		})
	})
}

func sessionPart(p *page, sec section) {
	p.pf("<p><b>【%s】</b>", sec.label)
	for _, para := range sec.paras {
		p.pf("<br>%s", para)
	}
	p.put("</p>\n")
}

func sessionArticle(p *page, a *article) {
	sessionShell(p, a.title, func() {
		p.pf("<h1>%s</h1><p class=meta><span>%s</span><span>%s</span></p>", a.title, iso(a.date), a.source)
		if a.price > 0 {
			p.pf("<p><font class=pp>%s</font> <a href=\"%s\">[预订]</a></p>", p.s.money(a.price), p.href(pkCart, 0))
		}
		p.table("tb", a.table)
		p.put("<div class=body>")
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<p><b>%s</b></p>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.after(a, "p")
		p.put("</div>")
	})
}

func sessionIndex(p *page, x *indexPage) {
	sessionShell(p, x.title, func() {
		p.pf("<h1>%s</h1>", x.title)
		for _, it := range x.items {
			p.pf("<div class=it><i>%s</i><a href=\"%s\">%s</a></div>\n", it.a.date.Format("01-02"), it.href, it.a.title)
		}
		p.indexPager(x)
	})
}
