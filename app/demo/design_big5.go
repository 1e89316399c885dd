package demo

// big5Design is a Taiwanese agency: traditional Chinese in Big5, fieldsets and definition tables, colourful headings.
var big5Design = &design{
	name: "big5", lang: "zh-TW", charset: "big5", declared: "big5", header: "big5", perPage: 12,
	urls: urls{
		route: "/tour/detail.php?prod={a}|/EW/{a}.html|/group.php?gid={a}", list: "/tour/list.php?area={a}&pg={b}|/area{a}/p{b}.html", item: "/{k}/view.php?id={a}", index: "/{k}/index.php?pg={b}",
		single: "/{k}.php", home: "/index.php",
	},
	home: big5Home, route: big5Route, list: big5List, article: big5Article, index: big5Index,
}

const big5CSS = `body{font-family:"PMingLiU","Microsoft JhengHei",serif;font-size:15px;margin:0;background:#fffdf6}#hd{background:$dark;color:#fff;padding:12px 20px}#hd h1{font-size:26px;margin:0}
#mn{background:$main;padding:6px 20px}#mn a{color:#fff;margin-right:16px}#ct{width:1000px;margin:10px auto}h2{color:$price;border-bottom:2px dotted $main}fieldset{border:1px solid $main;margin:12px 0;background:#fff}legend{color:$dark;font-weight:bold;padding:0 8px}
table.fact{border-collapse:collapse;width:100%}table.fact th{background:$pale;text-align:left;width:130px}table.fact td,table.fact th{border:1px solid #ddd;padding:5px 10px}.nt{color:$price;font-size:24px}.ft{border-top:4px double $main;padding:10px;color:#777}.sd{float:right;width:230px;background:$pale;padding:10px;font-size:13px}
.mn{margin-right:260px}.tb td,.tb th{border:1px solid #ccc;padding:4px 10px}`

func big5Shell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">\n<html lang=\"zh-TW\"><head><meta http-equiv=\"content-type\" content=\"text/html; charset=big5\"><title>%s｜%s</title>\n<style>%s</style>", title, s.name, raw(p.style(big5CSS)))
	p.chatter()
	p.pf("</head><body><div id=\"hd\"><h1>%s</h1>%s　%s：%s</div><div id=\"mn\">", s.name, s.slogan, s.label("phone"), s.phone)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</div><div id=\"ct\"><div class=\"sd\"><b>旅遊地區</b>")
	p.bigMenu("areas")
	p.pf("<b>%s</b><ul>", s.label("hot"))
	p.each(8, func(t *tour) {
		p.pf("<li><a href=\"%s\">%s</a> %s</li>", p.href(pkRoute, t.n), t.title, p.priceText(t.first))
	})
	p.pf("</ul><b>%s</b><ul>", s.label("guide"))
	p.eachArticle(pkGuide, 6, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
	p.put("</ul></div><div class=\"mn\">")
	body()
	p.put("</div><br clear=\"all\">")
	p.friends()
	p.seo()
	p.footer("div")
	p.put("</div></body></html>")
}

func big5Rows(p *page, tours []*tour) {
	p.put("<table class=\"fact\">")
	for _, t := range tours {
		p.pf("<tr><td><img src=\"%s\" width=90 height=60 alt=\"\"></td><td><a href=\"%s\">%s</a><br>%s：%s</td><td>%s</td><td class=\"nt\">%s</td></tr>\n", p.image(t.n), p.href(pkRoute, t.n), t.title, p.s.label("dates"), t.dep.text, p.s.dayText(t.days), p.priceText(t.price))
	}
	p.put("</table>")
}

func big5Home(p *page) {
	s := p.s
	big5Shell(p, s.slogan, func() {
		for i, c := range s.cats {
			p.pf("<h2><a href=\"%s\">%s</a></h2>", p.href(pkList, s.firstList(i)), c.name)
			tours := s.listing(s.firstList(i)).tours
			big5Rows(p, tours[:min(6, len(tours))])
		}
		p.pf("<h2>%s</h2><ul>", s.label("news"))
		p.eachArticle(pkNews, 8, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
		p.put("</ul>")
	})
}

func big5List(p *page, l *listing) {
	big5Shell(p, l.title, func() {
		p.pf("<h2>%s</h2>", l.title)
		big5Rows(p, l.tours)
		p.listPager(l)
	})
}

func big5Route(p *page, t *tour, x *tourText) {
	s := p.s
	big5Shell(p, t.title, func() {
		p.pf("<h2>%s</h2><img src=\"%s\" width=\"400\" height=\"250\" alt=\"%s\"><table class=\"fact\">", t.title, p.image(t.n), t.title)
		for _, f := range x.fields {
			p.pf("<tr><th>%s</th><td>%s</td></tr>\n", f.label, f.value)
		}
		p.pf("<tr><th>%s</th><td><span class=\"nt\">%s</span>", s.label("price"), p.priceText(t.price))
		if t.price > 0 {
			p.put(p.perPerson())
		}
		if t.market > 0 {
			p.pf("（%s <strike>%s</strike>）", s.label("market"), s.money(t.market))
		}
		p.put("</td></tr>")
		for _, f := range p.extras(t) {
			p.pf("<tr><th>%s</th><td>%s</td></tr>\n", f.label, f.value)
		}
		p.pf("</table><form action=\"%s\"><button>%s</button></form>", p.href(pkCart, 0), s.label("book"))
		big5Box(p, x.feature)
		p.pf("<fieldset><legend>%s</legend><table class=\"fact\">", s.label("plan"))
		for _, d := range x.days {
			p.pf("<tr><th>%s</th><td><b>%s</b><br>", d.head, d.title)
			for _, para := range d.paras {
				p.pf("%s<br>", para)
			}
			p.pf("<font color=\"#996600\">%s %s", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf("｜%s：%s", s.label("hotelday"), d.hotel)
			}
			p.put("</font></td></tr>\n")
		}
		p.put("</table>")
		p.paras("p", x.free.paras)
		p.put("</fieldset>")
		for _, sec := range x.sectionsAfter() {
			big5Box(p, sec)
		}
		if x.visa != "" {
			big5Box(p, section{s.label("visa"), []string{x.visa}})
		}
		p.pf("<fieldset><legend>%s</legend>", s.label("blog"))
		p.reviewList(x.reviews, "p")
		p.pf("</fieldset><h2>%s</h2><ul>", s.label("related"))
		p.each(5, func(o *tour) {
			p.pf("<li><a href=\"%s\">%s</a> %s</li>", p.href(pkRoute, o.n), o.title, p.priceText(o.first))
		})
		p.put("</ul>")
	})
}

func big5Box(p *page, sec section) {
	p.pf("<fieldset><legend>%s</legend>", sec.label)
	p.paras("p", sec.paras)
	p.put("</fieldset>\n")
}

func big5Article(p *page, a *article) {
	big5Shell(p, a.title, func() {
		p.pf("<h2>%s</h2><p>%s　文／%s</p>", a.title, a.date.Format("2006/01/02"), a.author)
		if a.price > 0 {
			p.pf("<p class=\"nt\">%s</p>", p.s.money(a.price))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<h3>%s</h3>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.after(a, "p")
	})
}

func big5Index(p *page, x *indexPage) {
	big5Shell(p, x.title, func() {
		p.pf("<h2>%s</h2><ol>", x.title)
		for _, it := range x.items {
			p.pf("<li><a href=\"%s\">%s</a>（%s）</li>\n", it.href, it.a.title, it.a.date.Format("2006/01/02"))
		}
		p.put("</ol>")
		p.indexPager(x)
	})
}
