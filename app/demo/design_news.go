package demo

// newsDesign serves the sites that write: news, sport, forums, recipes. Its menu names a travel section too.
var newsDesign = &design{
	name: "news", lang: "zh-CN", charset: "utf-8", declared: "utf-8", header: "utf-8", perPage: 20,
	urls: urls{
		item: "/{k}/{a}.html|/a/{k}_{a}.shtml", index: "/{k}/p{b}.html|/{k}_{b}.shtml", single: "/{k}.html", home: "/index.html|/index.shtml",
	},
	home: newsHome, article: newsArticle, index: newsIndex,
}

const newsCSS = `body{margin:0;font:14px/1.8 SimSun,serif;color:#222}a{color:#123;text-decoration:none}.hd{border-top:4px solid $price;text-align:center;padding:16px}.hd b{font:bold 40px KaiTi}.mn{background:#333;text-align:center}.mn a,.mn span{color:#fff;padding:0 14px;line-height:34px}
.bd{width:980px;margin:16px auto;overflow:hidden}.lf{float:left;width:680px}.rt{float:right;width:270px;background:#f6f6f6;padding:10px}.lf h1{font-size:26px;text-align:center}.src{text-align:center;color:#888;font-size:12px}.lf p{text-indent:2em;margin:14px 0}.lf li{border-bottom:1px dotted #ddd;list-style:square}
.floor{border:1px solid #ddd;margin:8px 0;padding:10px}.footer{text-align:center;background:#eee;padding:18px;font-size:12px}`

func newsShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%s_%s</title><style>%s</style></head><body><div class=\"hd\"><b>%s</b> %s</div><div class=\"mn\">", title, s.name, raw(p.style(newsCSS)), s.name, iso(s.today))
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	for _, name := range s.loc.pool("news.section") {
		p.pf("<span>%s</span>", name)
	}
	p.put("</div><div class=\"bd\"><div class=\"lf\">")
	body()
	p.put("</div><div class=\"rt\"><b>热点排行</b><ol>")
	main := shares[s.kind][0].kind
	p.eachArticle(main, 14, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
	p.put("</ol><b>旅游推广</b><p>周边游 国内游 出境游 特价线路 ¥99起 酒店预订 景点门票</p></div></div>")
	p.friends()
	p.footer("div")
	p.chatter()
	p.put("</body></html>")
}

func newsHome(p *page) {
	newsShell(p, p.s.name, func() {
		for _, k := range shares[p.s.kind] {
			p.pf("<h2>%s</h2>", p.s.kindLabel(k.kind))
			p.eachArticle(k.kind, 24, func(href string, a *article) {
				p.pf("<h4><a href=\"%s\">%s</a></h4><p>%s</p>", href, a.title, a.blocks[0].paras[0])
			})
			p.pf("<a href=\"%s\">更多</a>", p.href(pkIndex, int(k.kind)*1000))
		}
	})
}

func newsArticle(p *page, a *article) {
	newsShell(p, a.title, func() {
		p.pf("<h1>%s</h1><div class=\"src\">%s　", a.title, a.date.Format("2006年01月02日 15:04"))
		if a.kind == pkNews {
			p.pf("来源：%s　记者：%s　责任编辑：%s</div>", a.source, a.author, p.s.person)
		} else {
			p.pf("%s　浏览 %d　收藏</div>", a.author, p.d.between(20, 9000))
		}
		if a.kind == pkNews || a.kind == pkRecipe {
			p.pf("<p><img src=\"%s\" width=\"520\" alt=\"\"></p>", p.image(p.e.n+300))
		}
		p.table("tb", a.table)
		for i, b := range a.blocks {
			if b.head != "" {
				p.pf("<h3>%s</h3>", b.head)
			}
			for j, para := range b.paras {
				if a.kind == pkThread {
					p.pf("<div class=\"floor\"><b>%d楼</b> 网友%d 发表于 %s<br>%s</div>\n", j+1, 1000+p.d.IntN(9000), iso(a.date.AddDate(0, 0, i+j)), para)
				} else {
					p.pf("<p>%s</p>\n", para)
				}
			}
		}
		p.after(a, "p")
		p.put("<h3>相关阅读</h3><ul>")
		p.eachArticle(shares[p.s.kind][0].kind, 8, func(href string, o *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, o.title) })
		p.put("</ul>")
	})
}

func newsIndex(p *page, x *indexPage) {
	newsShell(p, x.title, func() {
		p.pf("<h2>%s</h2><ul>", x.title)
		for _, it := range x.items {
			p.pf("<li><a href=\"%s\">%s</a> %s</li>\n", it.href, it.a.title, it.a.date.Format("01-02"))
		}
		p.put("</ul>")
		p.indexPager(x)
	})
}
