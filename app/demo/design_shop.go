package demo

// shopDesign sells goods, some of them for travellers: prices, crossed-out prices, notices and reviews, and no tour.
var shopDesign = &design{
	name: "shop", lang: "zh-CN", charset: "gb18030", declared: "gb2312", header: "", perPage: 20,
	urls: urls{
		item: "/{k}.php?id={a}|/{k}-{a}.html", index: "/category.php?cat={k}&page={b}|/{k}-list-{b}.html", single: "/{k}.php", home: "/index.php",
	},
	home: shopHome, article: shopArticle, index: shopIndex,
}

const shopCSS = `body{margin:0;font:12px/1.8 Arial,SimSun}a{color:#333}.t{background:$price;color:#fff;padding:12px 30px;font-size:24px}.n{background:#222;padding:6px 30px}.n a{color:#fff;margin-right:18px}.g{display:flex;flex-wrap:wrap;width:1000px;margin:auto}
.g div{width:180px;margin:8px;border:1px solid #eee;padding:8px;text-align:center}.g b,.pr{color:$price;font-size:18px}.d{width:1000px;margin:16px auto;overflow:hidden}.d img{float:left;margin-right:24px}.footer{background:#f5f5f5;padding:20px;text-align:center;clear:both}.tb td,.tb th{border:1px solid #ddd;padding:4px 14px}`

func shopShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\"><title>%s - %s</title><style>%s</style></head><body><div class=\"t\">%s <small>满99元包邮 货到付款</small></div><div class=\"n\">", title, s.name, raw(p.style(shopCSS)), s.name)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.pf("<a href=\"%s\">购物车</a></div>", p.href(pkCart, 0))
	body()
	p.put("<div class=\"d\"><h3>浏览过的商品</h3></div>")
	shopGoods(p, 10)
	p.friends()
	p.footer("div")
	p.chatter()
	p.put("</body></html>")
}

func shopGoods(p *page, n int) {
	p.put("<div class=\"g\">")
	i := 0
	p.eachArticle(pkGoods, n, func(href string, a *article) {
		i++
		p.pf("<div><a href=\"%s\"><img src=\"%s\" width=160 height=110><br>%s</a><br><b>%s</b> <s>%s</s></div>\n", href, p.image(p.d.IntN(400)), a.title, p.s.money(a.price), p.s.money(a.price*13/10))
	})
	p.put("</div>")
}

func shopHome(p *page) {
	shopShell(p, "首页", func() {
		shopGoods(p, 30)
		p.put("<div class=\"d\"><h3>商城公告</h3>")
		p.eachArticle(pkNews, 8, func(href string, a *article) { p.pf("<a href=\"%s\">%s</a><br>", href, a.title) })
		p.put("</div>")
	})
}

func shopArticle(p *page, a *article) {
	shopShell(p, a.title, func() {
		p.pf("<div class=\"d\"><h1>%s</h1>", a.title)
		if a.price > 0 {
			p.pf("<img src=\"%s\" width=320 height=240><p>市场价：<s>%s</s></p><p>商城价：<span class=\"pr\">%s</span></p><p>运费：%s　月销%d件</p><p><a href=\"%s\">加入购物车</a> <a href=\"%s\">立即购买</a></p>",
				p.image(p.e.n), p.s.money(a.price*13/10), p.s.money(a.price), p.s.money(8), p.d.between(3, 999), p.href(pkCart, 0), p.href(pkCart, 0))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			p.pf("<h3>%s</h3>", b.head)
			p.paras("p", b.paras)
		}
		p.after(a, "p")
		p.put("</div>")
	})
}

func shopIndex(p *page, x *indexPage) {
	shopShell(p, x.title, func() {
		p.pf("<div class=\"d\"><h2>%s</h2></div><div class=\"g\">", x.title)
		for i, it := range x.items {
			p.pf("<div><a href=\"%s\"><img src=\"%s\" width=160 height=110><br>%s</a>", it.href, p.image(i+x.page*20), it.a.title)
			if it.a.price > 0 {
				p.pf("<br><b>%s</b>", p.s.money(it.a.price))
			}
			p.put("</div>\n")
		}
		p.put("</div>")
		p.indexPager(x)
	})
}
