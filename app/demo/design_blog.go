package demo

import "strings"

// blogDesign is a small agency that runs its site on blog software: tours are posts, told in prose, with the facts in a
// short paragraph and few headings. Its meta element names a charset that the bytes are not in; the header is right.
var blogDesign = &design{
	name: "blog", lang: "zh-CN", charset: "utf-8", declared: "gb2312", header: "utf-8", perPage: 10,
	urls: urls{
		route: "/archives/{a}|/p/{a}/|/post/{a}.html", list: "/category/{a}/page/{b}|/cat-{a}_{b}.html", item: "/{k}/archives/{a}|/{k}/{a}/", index: "/{k}/page/{b}", single: "/page/{k}",
	},
	home: blogHome, route: blogRoute, list: blogList, article: blogArticle, index: blogIndex,
}

const blogCSS = `body{font:16px/1.9 "Hiragino Sans GB","Microsoft YaHei",sans-serif;background:#fdfdfb;color:#333;margin:0}#wrap{max-width:760px;margin:0 auto;padding:20px}#masthead{text-align:center;padding:40px 0;border-bottom:1px solid #ddd}
#masthead h1{font-weight:normal;letter-spacing:6px;color:$dark}nav{text-align:center;font-size:14px;padding:12px}nav a{color:$main;margin:0 10px}.post{padding:30px 0;border-bottom:1px dashed #ccc}.post h2 a,.entry-title{color:#222;text-decoration:none;font-size:24px}
.meta{color:#999;font-size:13px}.more{color:$main}.widget{background:$pale;padding:16px;margin:16px 0;font-size:14px}blockquote{border-left:4px solid $main;margin:10px 0;padding:6px 16px;background:#f8f8f8}.footer{font-size:12px;color:#999;text-align:center;padding:30px}.hl{color:$price}.tb td,.tb th{border:1px solid #ddd;padding:4px 12px}`

func blogShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html>\n<html lang=\"zh-CN\"><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\"><title>%s &#8211; %s</title><meta name=\"generator\" content=\"BlogPress 4.9\"><style>%s</style></head><body class=\"single\"><div id=\"wrap\"><div id=\"masthead\"><h1>%s</h1><p>%s</p></div><nav>", title, s.name, raw(p.style(blogCSS)), s.name, s.slogan)
	for _, m := range p.sections() {
		p.anchor(m.href, m.text)
	}
	p.put("</nav>")
	body()
	p.pf("<aside class=\"widget\"><h3>%s</h3><ul>", s.label("hot"))
	p.each(8, func(t *tour) { p.pf("<li><a href=\"%s\">%s</a></li>", p.href(pkRoute, t.n), t.title) })
	p.put("</ul><h3>近期文章</h3><ul>")
	p.eachArticle(pkBlog, 6, func(href string, a *article) { p.pf("<li><a href=\"%s\">%s</a></li>", href, a.title) })
	p.pf("</ul><h3>联系我们</h3><p>%s %s（微信同号）</p>", s.person, s.phone)
	p.bigMenu("tagcloud")
	p.put("</aside>")
	p.friends()
	p.seo()
	p.footer("footer")
	p.chatter()
	p.put("</div></body></html>")
}

func blogPosts(p *page, tours []*tour) {
	for _, t := range tours {
		p.pf("<div class=\"post\"><h2><a href=\"%s\">%s</a></h2><p class=\"meta\">发布于 %s · %s</p><p>%s出发，%s，%s。%s……</p><a class=\"more\" href=\"%s\">阅读全文 &raquo;</a></div>\n",
			p.href(pkRoute, t.n), t.title, iso(p.s.today.AddDate(0, 0, -t.n%200)), t.reg.name, t.from, p.s.dayText(t.days), p.priceText(t.price), t.spots[0].desc, p.href(pkRoute, t.n))
	}
}

func blogHome(p *page) {
	s := p.s
	blogShell(p, s.slogan, func() {
		for i, c := range s.cats {
			tours := s.listing(s.firstList(i)).tours
			p.pf("<h3><a href=\"%s\">%s</a></h3>", p.href(pkList, s.firstList(i)), c.name)
			blogPosts(p, tours[:min(2, len(tours))])
		}
	})
}

func blogList(p *page, l *listing) {
	blogShell(p, l.title, func() {
		p.pf("<p class=\"meta\">分类目录归档：%s</p>", l.title)
		blogPosts(p, l.tours)
		p.listPager(l)
	})
}

func blogRoute(p *page, t *tour, x *tourText) {
	s := p.s
	blogShell(p, t.title, func() {
		p.pf("<article class=\"post\"><h1 class=\"entry-title\">%s</h1><p class=\"meta\">%s 发表在 %s</p><p><img src=\"%s\" width=\"700\" alt=\"\"></p>", t.title, iso(s.today.AddDate(0, 0, -t.n%200)), t.reg.name, p.image(t.n))
		p.paras("p", x.feature.paras)
		var facts []string
		for _, f := range append(x.fields, p.extras(t)...) {
			facts = append(facts, f.label+"："+f.value)
		}
		p.pf("<blockquote>%s。%s：<strong class=\"hl\">%s</strong>%s", strings.Join(facts, "；"), s.label("price"), p.priceText(t.price), p.suffix(t.price))
		if t.market > 0 {
			p.pf("（%s<del>%s</del>）", s.label("market"), s.money(t.market))
		}
		p.put("</blockquote>\n")
		for _, d := range x.days {
			p.pf("<p><strong>%s｜%s</strong></p>\n", d.head, d.title)
			p.paras("p", d.paras)
			p.pf("<p class=\"meta\">%s：%s", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf(" / %s：%s", s.label("hotelday"), d.hotel)
			}
			p.put("</p>\n")
		}
		p.paras("p", x.free.paras)
		for _, sec := range x.sectionsAfter() {
			p.pf("<p><strong>%s</strong><br>", sec.label)
			for _, para := range sec.paras {
				p.pf("– %s<br>\n", para)
			}
			p.put("</p>\n")
		}
		p.pf("<p><a href=\"%s\">%s</a>，或者直接加我微信：%s。</p><h3>%d 条留言</h3>", p.href(pkCart, 0), s.label("book"), s.phone, len(x.reviews))
		p.reviewList(x.reviews, "blockquote")
		p.pf("</article><h3>%s</h3><ul>", s.label("related"))
		p.each(5, func(o *tour) {
			p.pf("<li><a href=\"%s\">%s</a> %s</li>", p.href(pkRoute, o.n), o.title, p.priceText(o.first))
		})
		p.put("</ul>")
	})
}

func blogArticle(p *page, a *article) {
	blogShell(p, a.title, func() {
		p.pf("<article class=\"post\"><h1 class=\"entry-title\">%s</h1><p class=\"meta\">%s · %s</p>", a.title, iso(a.date), a.author)
		if a.price > 0 {
			p.pf("<p class=\"hl\">%s</p>", p.s.money(a.price))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<p><strong>%s</strong></p>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.after(a, "p")
		p.put("</article>")
	})
}

func blogIndex(p *page, x *indexPage) {
	blogShell(p, x.title, func() {
		for _, it := range x.items {
			p.pf("<div class=\"post\"><h2><a href=\"%s\">%s</a></h2><p>%s</p></div>\n", it.href, it.a.title, it.a.blocks[0].paras[0])
		}
		p.indexPager(x)
	})
}
