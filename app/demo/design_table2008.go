package demo

import "strconv"

// tableDesign is the site of 2008: nested tables, font tags, ASP addresses, GBK declared as gb2312 and a header without
// charset.
var tableDesign = &design{
	name: "table2008", lang: "zh-CN", charset: "gb18030", declared: "gb2312", perPage: 15,
	urls: urls{
		route: "/tour_show.asp?id={a}|/lineinfo.asp?lid={a}|/xianlu/show.asp?ID={a}", list: "/tour_list.asp?class={a}&page={b}|/line.asp?typeid={a}&p={b}",
		item: "/{k}_view.asp?id={a}|/show_{k}.asp?nid={a}", index: "/{k}_list.asp?page={b}", single: "/{k}.asp", home: "/index.asp|/default.asp",
	},
	home: tableHome, route: tableRoute, list: tableList, article: tableArticle, index: tableIndex,
}

const tableCSS = `body,td{font-size:12px;font-family:宋体,Verdana;line-height:20px;margin:0}
a{color:#333;text-decoration:none}a:hover{color:#f60;text-decoration:underline}
.bt{background:$main;color:#fff;font-weight:bold;padding:4px 10px}.nav a{color:#fff;font-weight:bold;padding:0 8px}
.box{border:1px solid $main;margin-bottom:8px}.jg{color:$price;font-size:16px;font-weight:bold}.footer{background:$pale;padding:12px;text-align:center}
.xc{border-bottom:1px dashed #ccc;padding:6px 10px}.friends{padding:6px;border:1px solid #ddd;margin:6px 0}`

func tableShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n<HTML>\n<HEAD>\n")
	p.pf("<META http-equiv=Content-Type content=\"text/html; charset=%s\">\n<TITLE>%s</TITLE>\n", s.design.declared, title+"_"+s.name)
	p.pf("<META name=keywords content=\"%s,旅游线路,旅行社,报价,行程\">\n<style type=\"text/css\">%s</style>\n", title, raw(p.style(tableCSS)))
	p.chatter()
	p.pf("</HEAD>\n<BODY>\n<TABLE width=960 border=0 align=center cellpadding=0 cellspacing=0><TR><TD height=70><font size=6 color=\"%s\"><b>%s</b></font> <font color=#999>%s</font></TD>", s.colour.main, s.name, s.slogan)
	p.pf("<TD align=right><font color=red>%s：%s</font><br><a href=\"javascript:addFav()\">加入收藏</a></TD></TR>\n<TR><TD colspan=2 bgcolor=\"%s\" height=32 class=nav>", s.label("phone"), s.phone, s.colour.main)
	for _, m := range p.sections() {
		p.pf("<a href=\"%s\">%s</a>", m.href, m.text)
	}
	p.put("</TD></TR></TABLE>\n<TABLE width=960 border=0 align=center cellpadding=0 cellspacing=6><TR><TD width=210 valign=top>\n")
	tableSide(p)
	p.put("</TD><TD valign=top>\n")
	body()
	p.put("</TD></TR></TABLE>\n<TABLE width=960 align=center><TR><TD>")
	p.friends()
	p.seo()
	p.footer("div")
	p.put("</TD></TR></TABLE>\n</BODY>\n</HTML>\n")
}

func tableSide(p *page) {
	s := p.s
	p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR>", "线路分类")
	for i, c := range s.cats {
		p.pf("<TR><TD>&nbsp;· <a href=\"%s\">%s</a> <font color=#999>(%d条)</font></TD></TR>\n", p.href(pkList, s.firstList(i)), c.name+"旅游线路", c.size)
	}
	p.pf("</TABLE><TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR>", s.label("hot"))
	p.each(9, func(t *tour) {
		p.pf("<TR><TD>&nbsp;· <a href=\"%s\" title=\"%s\">%s</a><br>&nbsp;&nbsp;<font color=red>%s</font></TD></TR>\n", p.href(pkRoute, t.n), t.title, t.title, p.priceText(t.first))
	})
	p.pf("</TABLE><TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR>", s.label("guide"))
	p.eachArticle(pkGuide, 8, func(href string, a *article) {
		p.pf("<TR><TD>&nbsp;· <a href=\"%s\">%s</a></TD></TR>\n", href, a.title)
	})
	p.pf("</TABLE><TABLE width=100%% class=box><TR><TD class=bt>在线客服</TD></TR><TR><TD>报名电话：%s<br>联系人：%s<br>地址：%s市解放路%d号<br>签订正规旅游合同 购买旅游保险</TD></TR></TABLE>", s.phone, s.person, s.city, s.idBase%300)
}

func tableRows(p *page, tours []*tour) {
	p.put("<TABLE width=100% border=0 cellspacing=1 bgcolor=#dddddd><TR bgcolor=#eeeeee><TD>线路名称</TD><TD width=90>天数</TD><TD width=150>发团</TD><TD width=80>报价</TD><TD width=60>&nbsp;</TD></TR>\n")
	for _, t := range tours {
		p.pf("<TR bgcolor=#ffffff><TD><a href=\"%s\" target=_blank>%s</a></TD><TD>%s</TD><TD>%s</TD><TD><font color=red>%s</font></TD><TD><a href=\"%s\">%s</a></TD></TR>\n",
			p.href(pkRoute, t.n), t.title, p.s.dayText(t.days), t.dep.text, p.priceText(t.price), p.href(pkRoute, t.n), p.s.label("detail"))
	}
	p.put("</TABLE>")
}

func tableHome(p *page) {
	s := p.s
	tableShell(p, s.name+"-"+s.slogan, func() {
		for i, c := range s.cats {
			p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s <a href=\"%s\">更多&gt;&gt;</a></TD></TR><TR><TD>", c.name+"旅游", p.href(pkList, s.firstList(i)))
			tableRows(p, s.listing(s.firstList(i)).tours)
			p.put("</TD></TR></TABLE>")
		}
		p.put("<TABLE width=100% class=box><TR><TD class=bt>旅游新闻</TD></TR><TR><TD>")
		p.eachArticle(pkNews, 10, func(href string, a *article) {
			p.pf("· <a href=\"%s\">%s</a> <font color=#999>[%s]</font><br>", href, a.title, iso(a.date))
		})
		p.put("</TD></TR></TABLE>")
	})
}

func tableList(p *page, l *listing) {
	tableShell(p, l.title, func() {
		p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>您的位置：首页 &gt; %s</TD></TR><TR><TD>", l.title)
		tableRows(p, l.tours)
		p.listPager(l)
		p.put("</TD></TR></TABLE>")
	})
}

func tableRoute(p *page, t *tour, x *tourText) {
	s := p.s
	tableShell(p, t.title, func() {
		p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt colspan=4>您的位置：首页 &gt; 旅游线路 &gt; 详细内容</TD></TR>\n<TR><TD colspan=4 align=center height=40><font size=4 color=#cc0000><b>%s</b></font></TD></TR>\n", t.title)
		p.pf("<TR><TD rowspan=%d width=200><img src=\"%s\" width=190 height=130></TD>", len(x.fields)+3, p.image(t.n))
		p.pf("<TD width=100 bgcolor=#f5f5f5>%s</TD><TD colspan=2><span class=jg>%s</span>", s.label("price"), p.priceText(t.price))
		if t.price > 0 {
			p.put(p.perPerson())
		}
		if t.market > 0 {
			p.pf(" &nbsp; %s：<s>%s</s>", s.label("market"), s.money(t.market))
		}
		p.put("</TD></TR>\n")
		for _, f := range x.fields {
			p.pf("<TR><TD bgcolor=#f5f5f5>%s</TD><TD colspan=2>%s</TD></TR>\n", f.label, f.value)
		}
		p.put("<TR><TD bgcolor=#f5f5f5>其他费用</TD><TD colspan=2>")
		for _, f := range p.extras(t) {
			p.pf("%s：%s&nbsp;&nbsp;", f.label, f.value)
		}
		p.pf("</TD></TR>\n<TR><TD colspan=3><input type=button value=\"%s\" onclick=\"location.href='%s'\"> 浏览次数：%d</TD></TR></TABLE>\n", s.label("book"), p.href(pkCart, 0), p.d.between(80, 9000))
		tableBox(p, x.feature, "<br>")
		p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR>", s.label("plan"))
		for _, d := range x.days {
			p.pf("<TR><TD class=xc><b><font color=#003399>%s：%s</font></b><br>", d.head, d.title)
			for _, para := range d.paras {
				p.pf("&nbsp;&nbsp;&nbsp;&nbsp;%s<br>", para)
			}
			p.pf("<font color=green>%s：%s", s.label("meals"), d.meals)
			if d.hotel != "" {
				p.pf("　%s：%s", s.label("hotelday"), d.hotel)
			}
			p.put("</font></TD></TR>\n")
		}
		for _, para := range x.free.paras {
			p.pf("<TR><TD class=xc>%s</TD></TR>", para)
		}
		p.put("</TABLE>")
		for _, sec := range x.sectionsAfter() {
			tableBox(p, sec, "<br>")
		}
		p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR><TR><TD>", s.label("related"))
		p.each(6, func(o *tour) {
			p.pf("· <a href=\"%s\">%s</a> <font color=red>%s</font><br>", p.href(pkRoute, o.n), o.title, p.priceText(o.first))
		})
		p.put("</TD></TR></TABLE>")
	})
}

func tableBox(p *page, sec section, br string) {
	p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR><TR><TD style=\"padding:6px 10px\">", sec.label)
	for i, para := range sec.paras {
		p.pf("%s、%s%s\n", strconv.Itoa(i+1), para, raw(br))
	}
	p.put("</TD></TR></TABLE>\n")
}

func tableArticle(p *page, a *article) {
	tableShell(p, a.title, func() {
		p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>您的位置：首页 &gt; 正文</TD></TR><TR><TD align=center><h3>%s</h3>发布日期：%s　来源：%s</TD></TR><TR><TD style=\"padding:10px\">", a.title, iso(a.date), a.source)
		if a.price > 0 {
			p.pf("<img src=\"%s\" align=left width=180><font color=red size=4>%s</font> <input type=button value=预订><br>", p.image(p.e.n), p.s.money(a.price))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<p><b>%s</b></p>", b.head)
			}
			for _, para := range b.paras {
				p.pf("<p>　　%s</p>\n", para)
			}
		}
		p.after(a, "div")
		p.put("</TD></TR></TABLE>")
	})
}

func tableIndex(p *page, x *indexPage) {
	tableShell(p, x.title, func() {
		p.pf("<TABLE width=100%% class=box cellspacing=0><TR><TD class=bt>%s</TD></TR><TR><TD>", x.title)
		for _, it := range x.items {
			p.pf("<img src=/img/1.svg width=6 height=6> <a href=\"%s\">%s</a> <font color=#999>%s</font><br>\n", it.href, it.a.title, iso(it.a.date))
		}
		p.indexPager(x)
		p.put("</TD></TR></TABLE>")
	})
}
