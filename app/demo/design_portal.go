package demo

import "strconv"

// portalDesign is the crowded regional travel portal of about 2012: float layout, boxes everywhere, dl lists of facts,
// tabs over the parts of a route, UTF-8, an endless calendar.
var portalDesign = &design{
	name: "portal", lang: "zh-CN", charset: "utf-8", declared: "utf-8", header: "utf-8", perPage: 14, trap: true,
	urls: urls{
		route: "/lines/{a}.html|/xianlu/{a}.shtml|/tour-{a}.html", list: "/lines/c{a}_{b}.html|/list-{a}-{b}.html", item: "/{k}/{a}.html", index: "/{k}/list_{b}.html",
		single: "/{k}/index.html", home: "/index.html|/index.shtml",
	},
	home: portalHome, route: portalRoute, list: portalList, article: portalArticle, index: portalIndex,
}

const portalCSS = `*{margin:0;padding:0}body{font:12px/1.8 Tahoma,"宋体",sans-serif;color:#444;background:#f7f7f7}a{color:#36c;text-decoration:none}
.w{width:990px;margin:0 auto;overflow:hidden;background:#fff}#menu .w{background:none}#top{background:#fff;border-bottom:3px solid $main;padding:14px 0}#top h2{color:$main;font-size:28px;float:left}
#top .tel{float:right;color:$price;font-size:18px}#menu{background:$main;overflow:hidden}#slide{height:230px;overflow:hidden}#menu a{color:#fff;font-size:14px;line-height:36px;padding:0 12px;font-weight:bold}
.side{float:left;width:230px}.cont{float:right;width:745px}.mod{border:1px solid #ddd;margin:8px 0}.mod h3{background:$pale;color:$dark;padding:4px 10px;font-size:14px}
.mod ul{padding:6px 10px;list-style:none}.sub dl{padding:4px 10px;border-bottom:1px dotted #ccc}.sub dt{font-weight:bold}.info dl{overflow:hidden;padding:2px 8px}
.info dt{float:left;width:90px;color:#999}.info dd{margin-left:95px}.big{font-size:24px;color:$price;font-family:Georgia}.tabs span{display:inline-block;padding:6px 16px;background:#eee;margin-right:4px}
.tabs .cur{background:$main;color:#fff}.day{padding:8px 14px;border-top:1px dotted #ddd}.day h4{color:$dark;font-size:14px;border-left:4px solid $price;padding-left:8px}
.pic{float:left;width:280px;margin:8px}.book{background:$price;color:#fff;padding:6px 24px;font-size:16px}.footer{text-align:center;padding:14px;color:#888}.pro{padding:10px;border-bottom:1px solid #eee;overflow:hidden}
.pro img{float:left;width:120px;height:80px;margin-right:10px}.pro b{float:right;color:$price;font-size:18px}.tb td,.tb th{border:1px solid #ddd;padding:4px 12px}`

func portalShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\" />\n")
	p.pf("<title>%s - %s</title><meta name=\"description\" content=\"%s为您提供%s旅游报价、旅游线路、景点门票、酒店预订、旅游攻略等一站式服务\" />\n<style type=\"text/css\">%s</style>", title, s.name, s.name, s.city, raw(p.style(portalCSS)))
	p.chatter()
	p.pf("</head><body><div class=\"w\" id=\"top\"><h2>%s</h2><div class=\"tel\">%s：%s</div></div><div id=\"menu\"><div class=\"w\" style=\"background:none\">", s.name, s.label("phone"), s.phone)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</div></div><div class=\"w\"><div class=\"side\">")
	p.pf("<div class=\"mod sub\"><h3>目的地导航</h3>")
	p.bigMenu("sub")
	p.pf("</div><div class=\"mod\"><h3>%s</h3><ul>", s.label("hot"))
	p.each(8, func(t *tour) {
		p.pf("<li><a href=\"%s?from=hot\">%s</a> <em>%s</em></li>", p.href(pkRoute, t.n), t.title, p.priceText(t.first))
	})
	p.pf("</ul></div><div class=\"mod\"><h3>%s</h3><ul>", s.label("blog"))
	p.eachArticle(pkBlog, 8, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
	p.put("</ul></div></div><div class=\"cont\">")
	body()
	p.put("</div></div><div class=\"w\">")
	p.friends()
	p.seo()
	p.footer("div")
	p.put("</div></body></html>")
}

func portalItems(p *page, tours []*tour) {
	for _, t := range tours {
		p.pf("<div class=\"pro\"><img src=\"%s\" alt=\"%s\" /><b>%s</b><h4><a href=\"%s\" title=\"%s\">%s</a></h4><p>%s：%s　%s：%s</p><p>途经：", p.image(t.n), t.title, p.priceText(t.price),
			p.href(pkRoute, t.n), t.title, t.title, p.s.label("from"), t.from, p.s.label("dates"), t.dep.text)
		for _, sp := range t.spots {
			p.pf("%s ", sp.name)
		}
		p.put("</p></div>\n")
	}
}

func portalHome(p *page) {
	s := p.s
	portalShell(p, s.slogan, func() {
		p.put("<div class=\"mod\"><ul id=\"slide\">")
		p.each(4, func(t *tour) {
			p.pf("<li><a href=\"%s\"><img src=\"%s\" width=\"720\" height=\"200\" alt=\"\" /><br />%s</a></li>", p.href(pkRoute, t.n), p.image(t.n+500), t.title)
		})
		p.put("</ul></div>")
		for i, c := range s.cats {
			p.pf("<div class=\"mod\"><h3><a href=\"%s\">%s</a></h3>", p.href(pkList, s.firstList(i)), c.name+"旅游推荐")
			tours := s.listing(s.firstList(i)).tours
			portalItems(p, tours[:min(5, len(tours))])
			p.put("</div>")
		}
		for _, k := range []pageKind{pkGuide, pkNews, pkTicket} {
			p.pf("<div class=\"mod\"><h3>%s</h3><ul>", s.kindLabel(k))
			p.eachArticle(k, 10, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
			p.put("</ul></div>")
		}
	})
}

func portalList(p *page, l *listing) {
	portalShell(p, l.title+"线路报价", func() {
		p.pf("<div class=\"mod\"><h3>%s 共%d页</h3><div style=\"padding:8px\">筛选：1日 2-3日 4-5日 6日以上 | 500元以下 500-1000元 1000-2000元 2000元以上 | 跟团游 自由行 自驾游</div>", l.title, l.pages)
		portalItems(p, l.tours)
		p.listPager(l)
		p.put("</div>")
	})
}

func portalRoute(p *page, t *tour, x *tourText) {
	s := p.s
	portalShell(p, t.title, func() {
		p.pf("<div class=\"crumb\"><a href=\"/\">%s</a> &gt; <a href=\"%s\">%s</a> &gt; 正文</div><h1 style=\"font-size:20px;color:#333\">%s</h1><div class=\"pic\"><img src=\"%s\" width=\"280\" height=\"190\" alt=\"%s\" /></div><div class=\"info\">",
			s.label("home"), p.href(pkList, 0), t.reg.name+"旅游", t.title, p.image(t.n), t.title)
		p.pf("<dl><dt>%s：</dt><dd><span class=\"big\">%s</span>", s.label("price"), p.priceText(t.price))
		if t.price > 0 {
			p.put(p.perPerson())
		}
		p.put("</dd></dl>")
		if t.market > 0 {
			p.pf("<dl><dt>%s：</dt><dd><del>%s</del></dd></dl>", s.label("market"), s.money(t.market))
		}
		for _, f := range x.fields {
			p.pf("<dl><dt>%s：</dt><dd>%s</dd></dl>\n", f.label, f.value)
		}
		for _, f := range p.extras(t) {
			p.pf("<dl><dt>%s：</dt><dd>%s</dd></dl>\n", f.label, f.value)
		}
		p.pf("<p><a class=\"book\" href=\"%s\" rel=\"nofollow\">%s</a></p></div><div style=\"clear:both\"></div><div class=\"tabs\"><span class=\"cur\">%s</span><span>%s</span><span>%s</span><span>%s</span></div>",
			p.href(pkCart, 0), s.label("book"), x.feature.label, s.label("plan"), x.include.label, x.notice.label)
		portalBox(p, x.feature)
		p.pf("<div class=\"mod\"><h3>%s</h3>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<div class=\"day\"><h4>%s　%s</h4>", d.head, d.title)
			p.paras("p", d.paras)
			p.pf("<p><em>%s</em>：%s", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf(" <em>%s</em>：%s", s.label("hotelday"), d.hotel)
			}
			p.put("</p></div>\n")
		}
		p.paras("p", x.free.paras)
		p.put("</div>")
		for _, sec := range x.sectionsAfter() {
			portalBox(p, sec)
		}
		if len(x.reviews) > 0 {
			p.put("<div class=\"mod\"><h3>客户点评</h3><ul>")
			p.reviewList(x.reviews, "li")
			p.put("</ul></div>")
		}
		p.pf("<div class=\"mod\"><h3>%s</h3>", s.label("related"))
		p.each(5, func(o *tour) {
			p.pf("<div class=\"pro\"><b>%s</b><a href=\"%s?from=rel\">%s</a></div>", p.priceText(o.first), p.href(pkRoute, o.n), o.title)
		})
		p.put("</div>")
	})
}

func portalBox(p *page, sec section) {
	p.pf("<div class=\"mod\"><h3>%s</h3><ul>", sec.label)
	for i, para := range sec.paras {
		p.pf("<li>%s. %s</li>\n", strconv.Itoa(i+1), para)
	}
	p.put("</ul></div>")
}

func portalArticle(p *page, a *article) {
	portalShell(p, a.title, func() {
		p.pf("<div class=\"mod\" style=\"padding:14px\"><h1 style=\"text-align:center;font-size:22px\">%s</h1><p style=\"text-align:center;color:#999\">%s　作者：%s　%s：%s　点击：%d</p>", a.title, iso(a.date), a.author, p.s.label("origin"), a.source, p.d.between(30, 4000))
		if a.price > 0 {
			p.pf("<div class=\"pic\"><img src=\"%s\" width=\"280\" height=\"180\" alt=\"\" /></div><p class=\"big\">%s</p><p><a class=\"book\" href=\"%s\">预订</a></p><div style=\"clear:both\"></div>", p.image(p.e.n+90), p.s.money(a.price), p.href(pkCart, 0))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<h2 style=\"font-size:15px\">%s</h2>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.put("<p>")
		p.eachArticle(a.kind, 4, func(href string, o *article) { p.pf("相关阅读：<a href=\"%s\">%s</a><br />", href, o.title) })
		p.put("</p>")
		p.after(a, "p")
		p.put("</div>")
	})
}

func portalIndex(p *page, x *indexPage) {
	portalShell(p, x.title, func() {
		p.pf("<div class=\"mod\"><h3>%s</h3><ul>", x.title)
		for _, it := range x.items {
			p.pf("<li>[%s] <a href=\"%s\">%s</a>", it.a.date.Format("01-02"), it.href, it.a.title)
			if it.a.price > 0 {
				p.pf(" <em style=\"color:red\">%s</em>", p.s.money(it.a.price))
			}
			p.put("</li>\n")
		}
		p.put("</ul>")
		p.indexPager(x)
		p.put("</div>")
	})
}
