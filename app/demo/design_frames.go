package demo

// framesDesign is older still: a start page that refreshes to a frameset; menus in frames, pages of their own without
// any menu, GBK. Routes are one table of facts and pre-formatted text.
var framesDesign = &design{
	name: "frames", lang: "zh-CN", charset: "gb18030", declared: "gbk", header: "gbk", perPage: 20, frames: true,
	urls: urls{
		route: "/line/{a}.htm|/xc/{a}.htm", list: "/line/class{a}_{b}.htm|/xc/lb{a}_{b}.htm", item: "/{k}/{a}.htm", index: "/{k}/index{b}.htm", single: "/{k}.htm",
	},
	home: framesHome, route: framesRoute, list: framesList, article: framesArticle, index: framesIndex, frame: framesFrame,
}

var frameFiles = []string{"/main.htm", "/top.htm", "/left.htm"}

func framesHead(p *page, title, extra string) {
	p.pf("<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=gbk\">\n<title>%s</title>\n%s", title, raw(extra))
	p.pf("<style>body{font-size:14px;font-family:宋体;background:%s;margin:6px}table{font-size:14px;background:#fff}.t{background:%s;color:#fff}.r{color:%s;font-weight:bold}</style>\n</head>\n", raw(p.s.colour.pale), raw(p.s.colour.main), raw(p.s.colour.price))
}

func framesHome(p *page) {
	framesHead(p, p.s.name, "<meta http-equiv=\"refresh\" content=\"0; url=/main.htm\">\n")
	p.pf("<body><center><p>欢迎光临%s，页面正在转向……</p><p><a href=\"/main.htm\">点击进入</a></p></center></body>\n</html>", p.s.name)
}

// framesFrame writes the frameset (0), its top (1) and its left part (2).
func framesFrame(p *page, n int) {
	s := p.s
	framesHead(p, s.name+"--"+s.slogan, "")
	switch n {
	case 0:
		p.put("<frameset rows=\"90,*\" frameborder=\"0\"><frame src=\"/top.htm\" name=\"top\" scrolling=\"no\"><frameset cols=\"180,*\">")
		p.pf("<frame src=\"/left.htm\" name=\"left\"><frame src=\"%s\" name=\"main\"></frameset><noframes><body><a href=\"/left.htm\">%s</a></body></noframes></frameset>\n</html>", p.href(pkList, 0), s.label("home"))
		return
	case 1:
		p.pf("<base target=\"main\"><body><table width=\"100%%\"><tr><td><font size=\"6\" face=\"隶书\">%s</font></td><td align=\"right\">%s：%s</td></tr><tr><td colspan=\"2\" class=\"t\">", s.name, s.label("phone"), s.phone)
		for _, m := range p.sections()[1:] {
			p.pf("<a href=\"%s\"><font color=\"#ffffff\">%s</font></a> | ", m.href, m.text)
		}
		p.put("</td></tr></table>")
	default:
		p.pf("<base target=\"main\"><body><table width=\"100%%\"><tr><td class=\"t\">旅游线路</td></tr>")
		for i, c := range s.cats {
			p.pf("<tr><td><a href=\"%s\">%s</a></td></tr>", p.href(pkList, s.firstList(i)), c.name+"线路")
		}
		p.pf("<tr><td class=\"t\">%s</td></tr>", s.label("hot"))
		p.each(12, func(t *tour) { p.pf("<tr><td><a href=\"%s\">%s</a></td></tr>", p.href(pkRoute, t.n), t.title) })
		p.put("</table>")
		p.friends()
		p.footer("div")
	}
	p.put("</body>\n</html>")
}

func framesList(p *page, l *listing) {
	framesHead(p, l.title, "")
	p.pf("<body><table width=\"100%%\" border=\"1\" bordercolor=\"#cccccc\" cellspacing=\"0\"><tr class=\"t\"><td>%s</td><td>%s</td><td>%s</td></tr>", l.title, p.s.label("dates"), p.s.label("price"))
	for _, t := range l.tours {
		p.pf("<tr><td><a href=\"%s\">%s</a></td><td>%s</td><td class=\"r\">%s</td></tr>\n", p.href(pkRoute, t.n), t.title, t.dep.text, p.priceText(t.price))
	}
	p.put("</table>")
	p.listPager(l)
	framesFoot(p)
}

func framesFoot(p *page) {
	p.put("<hr size=\"1\">")
	p.chatter()
	p.bigMenu("dh")
	p.seo()
	p.footer("center")
	p.put("</body>\n</html>")
}

func framesRoute(p *page, t *tour, x *tourText) {
	s := p.s
	framesHead(p, t.title, "")
	p.pf("<body><center><h2>%s</h2></center><table width=\"98%%\" border=\"1\" cellspacing=\"0\" cellpadding=\"4\" bordercolor=\"#99ccff\">", t.title)
	for i, f := range x.fields {
		if i%2 == 0 {
			p.put("<tr>")
		}
		p.pf("<td bgcolor=\"#eef6ff\">%s</td><td>%s</td>", f.label, f.value)
		if i%2 == 1 {
			p.put("</tr>\n")
		}
	}
	if len(x.fields)%2 == 1 {
		p.put("<td></td><td></td></tr>\n")
	}
	p.pf("<tr><td bgcolor=\"#eef6ff\">%s</td><td colspan=\"3\" class=\"r\">%s", s.label("price"), p.priceText(t.price))
	if t.price > 0 {
		p.put(p.perPerson())
	}
	if t.market > 0 {
		p.pf("　（%s：%s）", s.label("market"), s.money(t.market))
	}
	for _, f := range p.extras(t) {
		p.pf("　%s：%s", f.label, f.value)
	}
	p.put("</td></tr></table>")
	framesPart(p, x.feature)
	p.pf("<p class=\"r\">■ %s</p>", s.label("plan"))
	for _, d := range x.days {
		p.pf("<p><strong>%s</strong>　%s<br>", d.head, d.title)
		for _, para := range d.paras {
			p.pf("　　%s<br>\n", para)
		}
		p.pf("　　%s：%s", s.label("meals"), d.meals)
		if d.hotel != "" {
			p.pf("　%s：%s", s.label("hotelday"), d.hotel)
		}
		p.put("</p>\n")
	}
	p.paras("p", x.free.paras)
	for _, sec := range x.sectionsAfter() {
		framesPart(p, sec)
	}
	p.pf("<p align=\"center\"><a href=\"%s\">【%s】</a></p>", p.href(pkCart, 0), s.label("book"))
	framesFoot(p)
}

func framesPart(p *page, sec section) {
	p.pf("<p class=\"r\">■ %s</p><pre style=\"white-space:pre-wrap;font-family:宋体\">", sec.label)
	for _, para := range sec.paras {
		p.pf("  %s\n", para)
	}
	p.put("</pre>\n")
}

func framesArticle(p *page, a *article) {
	framesHead(p, a.title, "")
	p.pf("<body><center><h3>%s</h3>%s</center>", a.title, iso(a.date))
	if a.price > 0 {
		p.pf("<p class=\"r\">%s</p>", p.s.money(a.price))
	}
	p.table("tb", a.table)
	for _, b := range a.blocks {
		if b.head != "" {
			p.pf("<p><strong>%s</strong></p>", b.head)
		}
		p.paras("p", b.paras)
	}
	p.after(a, "p")
	framesFoot(p)
}

func framesIndex(p *page, x *indexPage) {
	framesHead(p, x.title, "")
	p.pf("<body><h3>%s</h3><ul>", x.title)
	for _, it := range x.items {
		p.pf("<li><a href=\"%s\">%s</a> (%s)</li>\n", it.href, it.a.title, iso(it.a.date))
	}
	p.put("</ul>")
	p.indexPager(x)
	framesFoot(p)
}
