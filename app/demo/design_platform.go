package demo

import "strconv"

// platformDesign is a large platform whose addresses follow rules: routes of its own, routes of one agency under that
// agency's number, tickets, lists; suppliers, reviews, questions and price tables on every route.
var platformDesign = &design{
	name: "platform", lang: "zh-CN", charset: "utf-8", declared: "utf-8", header: "utf-8", perPage: 20, sitemap: true,
	urls: urls{
		route: "/package/{a}.html|/tours/detail-{a}.html|/product_{a}.html", agency: "/shop{c}/tour{a}.html|/agency/{c}/t-{a}.html|/store/{c}/line_{a}.htm",
		list: "/search/d{a}-p{b}.html|/list/{a}_{b}.html", item: "/{k}/{a}.html", index: "/{k}/list-{b}.html", single: "/{k}/", home: "/index.html",
	},
	home: platformHome, route: platformRoute, list: platformList, article: platformArticle, index: platformIndex,
}

const platformCSS = `*{margin:0;padding:0;box-sizing:border-box}body{font:12px/1.7 Arial,"Microsoft YaHei";color:#333;background:#f5f7fa}a{color:#06c;text-decoration:none}.head{background:#fff;border-bottom:2px solid $main}
.in{width:1200px;margin:0 auto;padding:10px 0}.logo{font-size:30px;color:$main;font-weight:bold}.search{display:inline-block;border:2px solid $main;padding:4px 220px 4px 10px;margin-left:60px;color:#aaa}.navb{background:$main}.navb a{color:#fff;font-size:15px;line-height:40px;padding:0 14px;display:inline-block}
.row{background:#fff;border:1px solid #e6e6e6;padding:14px;margin:10px 0;overflow:hidden}.row img{float:left;width:180px;height:120px;margin-right:16px}.row .p{float:right;text-align:right;width:150px}.row .p dfn{font-size:24px;color:$price;font-style:normal}.row h2{font-size:16px}
.main{display:flex;gap:20px;background:#fff;padding:20px}.main h1{font-size:22px}.sum{background:$pale;padding:14px;margin:12px 0}.sum .n{font-size:30px;color:$price}.attr li{display:inline-block;width:48%;list-style:none;color:#666}.attr b{font-weight:normal;color:#999;margin-right:8px}
.sec{background:#fff;margin:12px 0;padding:18px 24px}.sec>h3{font-size:18px;border-bottom:1px solid #eee;padding-bottom:8px;color:$dark}.j{padding:12px 0 12px 80px;position:relative}.j i{position:absolute;left:0;top:12px;background:$main;color:#fff;padding:2px 10px;border-radius:12px;font-style:normal}
.tags span{border:1px solid $price;color:$price;padding:0 5px;margin-right:5px}.buy{background:$price;color:#fff;padding:8px 30px;font-size:18px}.all{columns:5;font-size:12px}.footer{background:#fff;text-align:center;padding:24px;color:#999}.tb{width:100%;border-collapse:collapse}.tb td,.tb th{border:1px solid #eee;padding:6px}.pager{text-align:center;padding:16px}`

func platformShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html>\n<html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><title>%s_%s</title><meta name=\"keywords\" content=\"%s,%s,旅游线路,跟团游,自由行,价格\"><style>%s</style></head><body>\n<div class=\"head\"><div class=\"in\"><span class=\"logo\">%s</span><span class=\"search\">搜目的地/景点/酒店/签证</span> <a href=\"/login?back=1\" rel=\"nofollow\">登录</a> <a href=\"/user/register.html\" rel=\"nofollow\">注册</a> <a href=\"%s\">%s</a> %s</div></div><div class=\"navb\"><div class=\"in\" style=\"padding:0\">",
		title, s.name, title, s.name, raw(p.style(platformCSS)), s.name, p.href(pkCart, 0), s.label("cart"), s.phone)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</div></div><div class=\"in\">")
	body()
	p.put("<div class=\"sec\"><h3>热门目的地</h3>")
	p.bigMenu("all")
	p.put("</div></div>")
	p.friends()
	p.seo()
	p.footer("div")
	p.chatter()
	p.put("</body></html>")
}

func platformRows(p *page, tours []*tour, stale bool) {
	for _, t := range tours {
		amount := t.price
		if stale {
			amount = t.first
		}
		p.pf("<div class=\"row\"><img src=\"%s\" alt=\"\"><div class=\"p\"><dfn>%s</dfn>%s<br><a href=\"%s\">%s</a></div><h2><a href=\"%s\" title=\"%s\">%s</a></h2><p>%s：%s　%s：%s</p><p class=\"tags\"><span>无自费</span><span>立减%d元</span></p><p>供应商：%s　满意度%d%%　%d人出游　%d条点评</p></div>\n",
			p.image(t.n), p.priceText(amount), p.suffix(amount), p.href(pkRoute, t.n), p.s.label("detail"), p.href(pkRoute, t.n), t.title, t.title, p.s.label("from"), t.from,
			p.s.label("dates"), t.dep.text, 20+t.n%9*10, t.supplier, 88+t.n%12, 13+t.n%400, t.n%70)
	}
}

// suffix is what stands behind an amount, nothing behind "on request".
func (p *page) suffix(amount int) string {
	if amount == 0 {
		return ""
	}
	return p.perPerson()
}

func platformHome(p *page) {
	s := p.s
	platformShell(p, s.slogan, func() {
		for i, c := range s.cats {
			p.pf("<div class=\"sec\"><h3><a href=\"%s\">%s</a></h3>", p.href(pkList, s.firstList(i)), c.name+"跟团游")
			tours := s.listing(s.firstList(i)).tours
			platformRows(p, tours[:min(4, len(tours))], false)
			p.put("</div>")
		}
		for _, k := range []pageKind{pkTicket, pkHotel, pkGuide} {
			p.pf("<div class=\"sec\"><h3>%s</h3>", s.kindLabel(k))
			p.eachArticle(k, 12, func(href string, a *article) { p.pf("<a href=\"%s\">%s</a>　", href, a.title) })
			p.put("</div>")
		}
	})
}

func platformList(p *page, l *listing) {
	platformShell(p, l.title+"价格_线路大全", func() {
		p.pf("<div class=\"sec\"><b>%s</b> 共%d页 | 行程天数：1天 2天 3天 4天 5天 6天及以上 | 出发城市：北京 上海 广州 深圳 成都 | 产品类型：跟团游 自由行 半自助 | 价格区间：¥1-500 ¥500-1500 ¥1500以上</div>", l.title, l.pages)
		platformRows(p, l.tours, false)
		p.listPager(l)
	})
}

func platformRoute(p *page, t *tour, x *tourText) {
	s := p.s
	platformShell(p, t.title, func() {
		p.pf("<p><a href=\"/\">%s</a> &gt; <a href=\"%s\">%s</a> &gt; %s</p><div class=\"main\"><img src=\"%s\" width=\"420\" height=\"280\" alt=\"%s\"><div style=\"flex:1\"><h1>%s</h1><p>本产品由 <a href=\"/user/shop%d.html\">%s</a> 提供服务　产品编号：%s</p><div class=\"sum\">",
			s.label("home"), p.href(pkList, 0), t.reg.name, t.title, p.image(t.n), t.title, t.title, t.n%23, t.supplier, x.code)
		p.pf("%s <span class=\"n\">%s</span>%s", s.label("price"), p.priceText(t.price), p.suffix(t.price))
		if t.market > 0 {
			p.pf(" <del>%s%s</del>", s.label("market"), s.money(t.market))
		}
		p.put("</div><ul class=\"attr\">")
		for _, f := range x.fields {
			p.pf("<li><b>%s</b>%s</li>\n", f.label, f.value)
		}
		for _, f := range p.extras(t) {
			p.pf("<li><b>%s</b>%s</li>\n", f.label, f.value)
		}
		p.pf("</ul><p><a class=\"buy\" href=\"%s\" rel=\"nofollow\">%s</a></p></div></div>", p.href(pkCart, 0), s.label("book"))
		platformPart(p, x.feature)
		p.pf("<div class=\"sec\"><h3>%s</h3>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<div class=\"j\"><i>%s</i><h4>%s</h4>", d.head, d.title)
			p.paras("p", d.paras)
			p.pf("<p>🍴 %s：%s</p>", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf("<p>🏨 %s：%s</p>", s.label("hotelday"), d.hotel)
			}
			p.put("</div>\n")
		}
		p.paras("p", x.free.paras)
		p.put("</div>")
		for _, sec := range x.sectionsAfter() {
			platformPart(p, sec)
		}
		p.pf("<div class=\"sec\"><h3>用户点评（%d）</h3>", len(x.reviews))
		p.reviewList(x.reviews, "p")
		p.put("</div><div class=\"sec\"><h3>在线问答</h3>")
		for _, b := range s.article(pkFaq, 0).blocks[:3] {
			p.pf("<p>问：%s</p><p>答：%s</p>", b.head, b.paras[0])
		}
		p.pf("</div><div class=\"sec\"><h3>%s</h3>", s.label("related"))
		var more []*tour
		p.each(4, func(o *tour) { more = append(more, o) })
		platformRows(p, more, true)
		p.put("</div>")
	})
}

func platformPart(p *page, sec section) {
	p.pf("<div class=\"sec\"><h3>%s</h3>", sec.label)
	for i, para := range sec.paras {
		p.pf("<p>%s、%s</p>\n", strconv.Itoa(i+1), para)
	}
	p.put("</div>\n")
}

func platformArticle(p *page, a *article) {
	platformShell(p, a.title, func() {
		p.pf("<div class=\"sec\"><h1>%s</h1><p>%s　%s</p>", a.title, iso(a.date), a.author)
		if a.price > 0 {
			p.pf("<div class=\"sum\">优惠价 <span class=\"n\">%s</span>起 <a class=\"buy\" href=\"%s\">预订</a></div>", p.s.money(a.price), p.href(pkCart, 0))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<h3>%s</h3>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.put("</div>")
		p.put("<div class=\"sec\">")
		p.after(a, "p")
		p.put("</div>")
		var more []*tour
		p.each(3, func(o *tour) { more = append(more, o) })
		p.pf("<div class=\"sec\"><h3>%s</h3>", p.s.label("hot"))
		platformRows(p, more, true)
		p.put("</div>")
	})
}

func platformIndex(p *page, x *indexPage) {
	platformShell(p, x.title, func() {
		for i, it := range x.items {
			p.pf("<div class=\"row\"><img src=\"%s\" alt=\"\">", p.image(i+700))
			if it.a.price > 0 {
				p.pf("<div class=\"p\"><dfn>%s</dfn>起</div>", p.s.money(it.a.price))
			}
			p.pf("<h2><a href=\"%s\">%s</a></h2><p>%s</p></div>\n", it.href, it.a.title, it.a.blocks[0].paras[0])
		}
		p.indexPager(x)
	})
}
