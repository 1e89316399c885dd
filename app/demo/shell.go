package demo

import (
	"fmt"
	"strings"
)

// Pieces that several designs share. Markup differs between designs; what is here is plain enough to look different
// under another style sheet.

// priceText words the price of a tour, with what a site adds to it.
func (p *page) priceText(n int) string {
	if n == 0 {
		return map[string]string{"zh-CN": "电询", "zh-TW": "請電洽", "en": "On request"}[p.s.loc.lang]
	}
	return p.s.money(n)
}

// perPerson is what stands behind a price.
func (p *page) perPerson() string {
	of := map[string][]string{"zh-CN": {"起", "/人", "起/人", " 元/人起"}, "zh-TW": {"起", "/人", " 起"}, "en": {" per person", " pp", "/person"}}[p.s.loc.lang]
	v := of[p.s.idBase%len(of)]
	if strings.HasSuffix(p.s.money(1), "元") {
		v = strings.TrimPrefix(v, " 元")
	}
	return v
}

// footer writes the last lines of a page: full of travel words on every page, as they are.
func (p *page) footer(tag string) {
	s := p.s
	p.pf(`<%s class="footer">`, raw(tag))
	for i, k := range []pageKind{pkAbout, pkFaq, pkVisa, pkGuide, pkCart} {
		if !p.has(k) {
			continue
		}
		if i > 0 {
			p.put(" | ")
		}
		p.link(k, 0, s.kindLabel(k))
	}
	if len(s.byKind[pkAbout]) > 2 {
		p.pf(` | <a href="%s" rel="nofollow">%s</a>`, p.href(pkAbout, 1), s.article(pkAbout, 1).title)
		p.pf(` | <a href="%s">%s</a>`, p.href(pkAbout, 2), s.article(pkAbout, 2).title)
	}
	switch {
	case s.loc.lang == "en":
		p.pf("<p>%s, %s. %s %s. Tours, hotels, visa advice and tickets since 2004.</p>", s.name, s.city, s.label("phone"), s.phone)
	case s.loc.lang == "zh-TW":
		p.pf("<p>%s 交觀甲字第%d號 品保北第%d號 服務專線：%s 國內外旅遊、團體旅遊、自由行、訂房、簽證代辦</p>", s.name, s.idBase, s.idBase/2, s.phone)
	case s.kind == KindAgency || s.kind == KindPlatform:
		p.pf("<p>版权所有 © 2009-%d %s 旅行社业务经营许可证号：L-XX-%05d 客服电话：%s</p>", s.today.Year(), s.name, s.idBase, s.phone)
		p.pf("<p>国内旅游 出境旅游 周边游 跟团游 自由行 签证 门票 酒店预订 旅游包车 会议接待 价格以签约时为准</p>")
	default:
		p.pf("<p>版权所有 © 2003-%d %s 未经授权不得转载 违法和不良信息举报电话：%s</p>", s.today.Year(), s.name, s.phone)
	}
	if s.design.trap {
		p.pf(`<p><a href="%s">%s</a></p>`, calendarPath, s.label("calendar"))
	}
	p.pf("</%s>", raw(tag))
}

// friends links other sites of the web; a visitor who keeps to one site does not follow them.
func (p *page) friends() {
	p.pf(`<div class="friends">%s: `, p.s.label("friend"))
	for i := range 4 {
		o := p.w.sites[(p.s.id+1+i*3)%len(p.w.sites)]
		if o != p.s {
			p.pf(`<a href="%s" target="_blank">%s</a> `, o.base+"/", o.name)
		}
	}
	p.link(pkMissing, 0, p.s.label("feature"))
	if _, ok := p.s.moved[movedRoute]; ok {
		p.pf(` <a href="%s">%s</a>`, movedRoute, p.s.label("name"))
	}
	p.pf(` <a href="/index_old.html">%s</a> <a href="/special/2011.html">%s</a></div>`, p.s.label("home"), p.s.label("hot"))
}

// pager links the pages of a list.
func (p *page) pager(page, pages int, href func(int) string) {
	if pages < 2 {
		return
	}
	p.put(`<div class="pager">`)
	if page > 0 {
		p.anchor(href(page-1), p.s.label("prev"))
	}
	for i := range pages {
		if i == page {
			p.pf(" <strong>%d</strong> ", i+1)
		} else if i < 3 || i > pages-3 || i > page-3 && i < page+3 {
			p.pf(` <a href="%s">%d</a> `, href(i), i+1)
		}
	}
	if page+1 < pages {
		p.anchor(href(page+1), p.s.label("next"))
	}
	p.put("</div>")
}

// listPager and indexPager are pagers of the two kinds of lists.
func (p *page) listPager(l *listing) {
	p.pager(l.page, l.pages, func(i int) string { return p.href(pkList, l.first+i) })
}

func (p *page) indexPager(x *indexPage) {
	p.pager(x.page, x.pages, func(i int) string { return p.href(pkIndex, int(x.kind)*1000+i) })
}

// paras writes paragraphs in a tag.
func (p *page) paras(tag string, of []string) {
	for _, t := range of {
		p.pf("<%s>%s</%s>\n", raw(tag), t, raw(tag))
	}
}

// table writes rows; the first is the head.
func (p *page) table(class string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	p.pf(`<table class="%s">`, class)
	for i, row := range rows {
		tag := raw("td")
		if i == 0 {
			tag = "th"
		}
		p.put("<tr>")
		for _, c := range row {
			p.pf("<%s>%s</%s>", tag, c, tag)
		}
		p.put("</tr>\n")
	}
	p.put("</table>")
}

// extras are the sums that stand near a price without being it.
func (p *page) extras(t *tour) []field {
	var f []field
	if t.child > 0 {
		f = append(f, field{p.s.label("child"), p.s.money(t.child)})
	}
	if t.deposit > 0 {
		f = append(f, field{p.s.label("deposit"), p.s.money(t.deposit)})
	}
	if t.single > 0 {
		f = append(f, field{p.s.label("single"), p.s.money(t.single)})
	}
	return f
}

// sectionsAfter gives the parts that follow an itinerary.
func (x *tourText) sectionsAfter() []section {
	out := []section{x.include, x.exclude, x.notice, x.tips}
	if x.remark.label != "" {
		out = append(out, x.remark)
	}
	return append(out, x.terms...)
}

// style fills a style sheet with the site's colours.
func (p *page) style(css string) string {
	c := p.s.colour
	return strings.NewReplacer("$main", c.main, "$dark", c.dark, "$pale", c.pale, "$price", c.price).Replace(css)
}

// chatter is inline script as pages carry it: counters and sliders with words that are not content.
func (p *page) chatter() {
	fmt.Fprintf(p, `<script type="text/javascript">
var _site = {id: %d, page: "%d-%d", ver: "1.%d"};
function addFav(){ try { window.external.addFavorite(location.href, document.title); } catch(e) { alert("Ctrl+D"); } }
function tab(n, i, c){ for (var k = 1; k <= c; k++) { var a = document.getElementById(n + k), b = document.getElementById(n + "c" + k);
  if (a) a.className = k == i ? "cur" : ""; if (b) b.style.display = k == i ? "block" : "none"; } }
(function(){ var s = 0, box = document.getElementById("slide"); if (!box) return; var li = box.getElementsByTagName("li");
  setInterval(function(){ for (var i = 0; i < li.length; i++) li[i].style.display = i == s %% li.length ? "block" : "none"; s++; }, 4000); })();
var priceTip = {title: "价格说明", text: "线路价格以签约为准", days: "行程天数"};
</script>
`, p.s.idBase, p.e.kind, p.e.n, p.s.idStep)
	p.put(p.s.loc.inline)
}
