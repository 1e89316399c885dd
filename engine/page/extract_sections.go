package page

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode/utf8"

	"xunlu/engine/field"
)

// section is a part of a route page that a heading announces.
type section int

const (
	noSection section = iota
	included
	excluded
	notice
	visa
	itinerarySection
	otherSection
	extras // what can be booked on the way: its sums are no price of the tour
)

// maxSection is the longest text kept of a section, in bytes.
const maxSection = 6000

var sectionWords = []struct {
	is section
	re *regexp.Regexp
}{
	{excluded, regexp.MustCompile(`(?i)^(?:费用|價格|价格|报价|团费|營费)?(?:不包含?|不包括|不含|未含)(?:项目|费用|内容)?(?:说明)?|^費用不[包含].{0,3}|^自理费用|^(?:price |cost |tour |package )?(?:does not include|excludes|exclusions?|excluded|not included)|^what'?s not included|^not included|^(?:cost|price) excludes`)},
	{included, regexp.MustCompile(`(?i)^(?:费用|價格|价格|报价|团费|營费|服务|套餐|产品|旅游)?(?:包含|包括|已含|所含|含)(?:项目|费用|内容|服务)?(?:说明)?$|^費用[包已]?含.{0,3}$|^(?:报价|费用)(?:包含|包括|已含).{0,4}|^服务(?:标准|包含)|^接待标准|^(?:price |cost |tour |package |trip )?(?:includes?|inclusions?|included)(?:\s*[/&]\s*exclude(?:d)?)?(?:\s*& exclusions)?$|^what'?s included|^your journey includes`)},
	{visa, regexp.MustCompile(`(?i)^(?:签证|簽證)(?:说明|须知|信息|材料|资料|要求|办理|服务|所需.*)?$|^visa(?: information| requirements?| info)?$`)},
	{notice, regexp.MustCompile(`(?i)^(?:注意事项|注意事項|预[订定]须知|預[訂定]須知|温馨提[示醒]|溫馨提[示醒]|友情提[示醒]|特别提[示醒]|重要提[示醒]|旅游须知|旅遊須知|出行须知|出行提示|出团须知|报名须知|购买须知|退改(?:规则|说明|政策)?|退款说明|取消政策|行程备注|线路备注|特别说明|安全提示|重要信息|备注|important (?:notes?|information)|notes?|please note|terms (?:and|&) conditions|things to (?:know|note)|cancellation policy|booking (?:conditions|terms)|good to know|additional (?:information|considerations)|know before you go|travel tips|trip information)$`)},
	{itinerarySection, regexp.MustCompile(`(?i)^(?:参考|详细|具体|日程|旅游|线路|产品|簡略|詳細|活动)?(?:行程|日程|流程)(?:安排|介绍|详情|说明|描述|计划|概览|参考|內容|内容)?$|^(?:day[- ]by[- ]day |day[- ]?wise |detailed |tour |trip )?(?:itinerary|programme|program|tour plan|day by day)(?: details)?$|^your journey unfolds$`)},
	{extras, regexp.MustCompile(`(?i)^(?:推荐|另行|可选|自选|自愿|参考|建议|当地|部分|景区)?(?:自费|另付费|另付|付费|加点|加购)(?:项目|参考|推荐|景点|活动|节目|明细|说明|内容|选择|表){1,3}(?:（.{1,12}）)?$|^(?:自費|另付費|推薦自費|建議自費)(?:項目|行程|活動|參考)?$|^optional (?:tours?|activit(?:y|ies)|extras?|excursions?|add-?ons?)(?: .{1,12})?$|^(?:add-?ons|optional extras)$`)},
	{otherSection, regexp.MustCompile(`(?i)^(?:(?:线路|产品|行程|活动|旅游)?(?:特色|亮点|亮點|简介|介绍|概要|概述|优势)|推荐理由|产品经理推荐|费用说明|费 ?用|价格说明|费用明细|交通信息|航班信息|参考航班|酒店信息|住宿信息|精选酒店|参考酒店|购物说明|购物店|购物安排|目的地介绍|产品详情|线路详情|常见问题|预订流程|联系我们|关于我们|集合地点|详细信息|photo gallery|gallery|overview|highlights?|tour highlights|trip highlights|trip overview|tour overview|description|faqs?|frequently asked questions.*|accommodation|hotel details|location|tours? location|map|contact(?: us)?|book (?:this|your) .{0,12}|book now|get in touch|quick links|dates? (?:&|and) prices?|departure dates?|pricelist|pricing.*|quick facts|trip facts|about.{0,20})$`)},
}

// sectionSieve asks for all of sectionWords at once.
var sectionSieve = func() *field.Sieve {
	var exprs []string
	for _, w := range sectionWords {
		exprs = append(exprs, w.re.String())
	}
	return field.NewSieve(exprs...)
}()

// longestHeading of a section, in runes.
const longestHeading = 32

// sectionOf says which section a heading announces. A heading is short; 【】, colons and numbering are taken off.
func sectionOf(text string) section {
	t := strings.TrimSpace(strings.TrimFunc(text, headingMark))
	if len(t) > longestHeading*utf8.UTFMax {
		return noSection
	}
	if n := utf8.RuneCountInString(t); n < 2 || n > longestHeading {
		return noSection
	}
	for open := sectionSieve.Candidates(t); open != 0; open &= open - 1 {
		if w := sectionWords[bits.TrailingZeros64(open)]; w.re.MatchString(t) {
			if w.is != otherSection && w.is != included && w.is != excluded && utf8.RuneCountInString(t) > 26 {
				continue
			}
			return w.is
		}
	}
	return noSection
}

// headingMark is what may stand around the words of a heading.
func headingMark(r rune) bool {
	if r >= 0x3400 && r <= 0x9fff {
		return false
	}
	switch r {
	case ' ', '\u3000', '【', '】', '[', ']', '：', ':', '*', '·', '•', '●', '◆', '■', '★', '>', '》', '《', '-', '—', '|', '（', '）', '(', ')',
		'✓', '✅', '✔', '✗', '✘', '❌', '!', '！', '.', '、':
		return true
	}
	return r >= '0' && r <= '9'
}

// startedSection splits 费用包含：机票、酒店 into the section and the text behind the colon.
func startedSection(text string) (section, string) {
	if s := sectionOf(text); s != noSection {
		return s, ""
	}
	head, rest, ok := strings.Cut(text, "：")
	if !ok {
		head, rest, ok = strings.Cut(text, ":")
	}
	if !ok {
		if end := strings.Index(text, "】"); strings.HasPrefix(text, "【") && end > 0 {
			head, rest, ok = text[:end], text[end+len("】"):], true
		}
	}
	if !ok || utf8.RuneCountInString(head) > 14 {
		return noSection, ""
	}
	return sectionOf(head), strings.TrimSpace(rest)
}

// footerLine is a line of the page's foot: pages without a footer element end a section here.
var footerLine = field.MustPattern(`(?i)版权所有|版權所有|copyright|©|许可证号?|許可證|ICP备|ICP備|有限公司.{0,20}(?:电话|電話|地址|热线)|all rights reserved|^\s*(?:上一篇|下一篇|返回列表|打印本页|关闭窗口)`)

// sections reads the parts that headings announce; of one that is announced twice the longer text is kept.
func (v *view) sections() map[section]string {
	out := map[section]string{}
	now, level := noSection, 0
	var b strings.Builder
	keep := func() {
		if now != noSection && b.Len() > len(out[now]) {
			out[now] = strings.TrimSpace(b.String())
		}
		b.Reset()
	}
	for _, l := range v.lines {
		if l.aside {
			continue
		}
		s, day := l.section, l.day > 0
		heading := l.heading > 0 && (level == 0 || l.heading <= level)
		switch {
		case s != noSection && !(l.link && l.heading == 0):
			keep()
			now, level = s, l.heading
			b.WriteString(l.rest)
			continue
		case heading || day && now != notice:
			keep()
			now = noSection
			continue
		}
		if now != noSection && footerLine.MatchString(l.text) {
			keep()
			now = noSection
		}
		if now != noSection && b.Len() < maxSection {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(l.text)
		}
	}
	keep()
	for k, text := range out {
		if len(text) > maxSection {
			out[k] = strings.ToValidUTF8(text[:maxSection], "")
		}
	}
	return out
}
