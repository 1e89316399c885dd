package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/engine/field"
)

var (
	agencyName = field.MustPattern(`[\p{Han}A-Za-z（）()]{2,24}?(?:旅行社|国旅|國旅|旅游|旅遊|假期)(?:股份|集团|国际|科技|服务|管理|发展)*(?:有限)?(?:责任|責任)?公司(?:[\p{Han}]{2,8}?(?:分公司|分社|营业部|門市部|门市部))?|[\p{Han}]{2,14}旅行社`)
	agencyHead = field.MustPattern(`^(?:版权所有|版權所有|欢迎访问|欢迎光临|您好|关于|由|是|的|和|与|为|本站由|所有|主办|承办|经营商家|经营|地址|名称|我们|选择|请到|到|在|经|©)+`)
	phoneShape = field.MustPattern(`(?:\+?\d{1,3}[\s-]?)?(?:\(0?\d{2,4}\)|0\d{1,3}|[48]00)[\s-]?\d{3,4}[\s-]?\d{3,5}|(?:\+?86[\s-]?)?1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}|\+\d{1,3}[\s\d()-]{7,16}\d`)
	phoneLine  = field.MustPattern(`(?i)电话|電話|热线|熱線|咨询|諮詢|手机|致电|拨打|tel\b|phone|call|hotline|mobile|whatsapp`)
)

// agency is who offers the tour: labelled, or the company that the page names most often.
func (v *view) agency(list []pair, d *Document, titleLine int) (name, source string) {
	for _, l := range v.lines[min(max(titleLine, 0), len(v.lines)):min(len(v.lines), max(titleLine, 0)+20)] {
		if m := offeredBy.FindStringSubmatch(l.text); m != nil && !l.aside {
			return strings.TrimSpace(m[1]), "text"
		}
	}
	if p, ok := first(list, onAgency, func(s string) bool { n := utf8.RuneCountInString(firstLine(s)); return n >= 2 && n <= 40 }); ok {
		name := firstLine(p.value)
		if hanText(name) {
			name, _, _ = strings.Cut(name, " ")
		}
		return name, "label"
	}
	site := siteName(d.Title)
	if site == "" {
		site = v.head()
	}
	company := v.company(site)
	switch {
	case company != "" && (site == "" || strings.Contains(company, site)):
		return company, "text"
	case site != "" && (company == "" || v.says(site)):
		return site, "title"
	case company != "":
		return company, "text"
	}
	for _, key := range []string{"og:site_name", "author", "application-name"} {
		if s := squeeze(d.Meta[key]); s != "" && utf8.RuneCountInString(s) <= 40 && !strings.Contains(s, "http") {
			return s, "title"
		}
	}
	return "", ""
}

// offeredBy is what platforms write: 本产品由 某某旅行社 提供服务.
var offeredBy = field.MustPattern(`(?:本产品|本線路|本线路|本行程|该产品|產品)由\s*([^\s，,。]{3,24})\s*(?:提供|负责|承接|发布|操作)`)

// siteTail is a name of an agency or its site at the end of a page's title.
var siteTail = field.MustPattern(`^\s*[^-\d|_]{0,12}(?:旅行社|旅[游遊][网網]?|旅行[网網]?|假期|[国國]旅|中旅|青旅|国际)\s*$`)

// head is the name in the first lines of a page: what a logo says.
func (v *view) head() string {
	for _, l := range v.lines[:min(3, len(v.lines))] {
		name, _, _ := strings.Cut(l.text, " ")
		if n := utf8.RuneCountInString(name); !l.link && n >= 4 && n <= 14 && siteTail.MatchString(name) {
			return name
		}
	}
	return ""
}

// says is true when a text that is no link holds the name: the head and the foot of a page name its owner.
func (v *view) says(name string) bool {
	for _, l := range v.lines {
		if !l.link && strings.Contains(l.text, name) {
			return true
		}
	}
	return false
}

// company is the company that the page names most often, links to others left out; one with the site's name in it wins.
func (v *view) company(site string) string {
	counts := map[string]int{}
	best := ""
	for _, l := range v.lines {
		if l.link {
			continue
		}
		for _, m := range companiesIn(l.text) {
			m = agencyHead.ReplaceAllString(strings.Trim(m, "（）() "), "")
			if n := utf8.RuneCountInString(m); n < 5 || n > 36 || strings.ContainsAny(m, "本我各该的个家") {
				continue
			}
			counts[m]++
			if strings.Contains(m, "公司") {
				counts[m]++
			}
			if site != "" && strings.Contains(m, site) {
				counts[m] += 10
			}
			if best == "" || counts[m] > counts[best] {
				best = m
			}
		}
	}
	return best
}

// companiesIn are the first names of companies in a line, four at most. A name stands within one run of its signs, so the
// expression is asked about the runs that hold the end of one.
func companiesIn(line string) []string {
	if !strings.Contains(line, "公司") && !strings.Contains(line, "旅行社") {
		return nil
	}
	var out []string
	start := 0
	ask := func(end int) {
		if run := line[start:end]; strings.Contains(run, "公司") || strings.Contains(run, "旅行社") {
			if strings.Contains(run, "公司") {
				out = append(out, agencyName.FindAllString(run, 4-len(out))...)
			} else {
				out = append(out, agenciesIn(run, 4-len(out))...)
			}
		}
	}
	for i, r := range line {
		if len(out) == 4 {
			return out
		}
		if !nameRune(r) {
			ask(i)
			start = i + utf8.RuneLen(r)
			if r == utf8.RuneError {
				_, w := utf8.DecodeRuneInString(line[i:])
				start = i + w
			}
		}
	}
	if len(out) < 4 {
		ask(len(line))
	}
	return out
}

// agenciesIn finds what agencyName finds in a text without 公司: up to 14 Chinese signs and 旅行社, n names at most.
func agenciesIn(s string, n int) []string {
	var out []string
	rs := []rune(s)
	first := 0 // of the Chinese signs that run up to i
	for i := 0; i+2 < len(rs) && len(out) < n; i++ {
		if !hanRune(rs[i]) {
			first = i + 1
			continue
		}
		if i-first < 2 || rs[i] != '旅' || rs[i+1] != '行' || rs[i+2] != '社' {
			continue
		}
		from, end := max(first, i-14), i
		for k := i + 1; k <= from+14 && k+2 < len(rs) && hanRune(rs[k]); k++ {
			if rs[k] == '旅' && rs[k+1] == '行' && rs[k+2] == '社' {
				end = k
			}
		}
		out = append(out, string(rs[from:end+3]))
		i = end + 2
		first = i + 1
	}
	return out
}

func hanRune(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= utf8.RuneSelf && unicode.Is(unicode.Han, r)
}

// nameRune is true for the signs of agencyName.
func nameRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r == '(' || r == ')'
	case r == '（' || r == '）':
		return true
	}
	return hanRune(r)
}

// siteName is the part of a page title that names the site: the last one that looks like an agency.
func siteName(title string) string {
	parts := titleSplit.Split(withoutTags(title), -1)
	if i := strings.LastIndexByte(title, '-'); i > 0 && siteTail.MatchString(title[i+1:]) {
		return strings.TrimSpace(title[i+1:])
	}
	for i := len(parts) - 1; i > 0; i-- {
		p := strings.TrimSpace(parts[i])
		if n := utf8.RuneCountInString(p); n >= 2 && n <= 30 && siteNameWords.MatchString(p) {
			return p
		}
	}
	return ""
}

var siteNameWords = field.MustPattern(`(?i)旅行|旅游|旅遊|国旅|国际|假期|青旅|中旅|tour|travel|safari|holiday|adventure|trip|journey|voyage|cruise|expedition`)

// phone is the number to call: labelled, a tel: link, or the first number in a line that speaks of calling.
func (v *view) phone(list []pair) (number, source string) {
	for _, p := range list {
		if p.is == onPhone {
			if m := phoneIn(p.value); m != "" {
				return strings.TrimSpace(m), "label"
			}
		}
	}
	for _, l := range v.lines {
		if manyDigits(l.text) && phoneLine.MatchString(l.text) {
			if m := phoneIn(l.text); m != "" {
				return strings.TrimSpace(m), "text"
			}
		}
	}
	if v.dom != nil {
		eachElement(v.dom.Nodes[0], func(n *html.Node) bool {
			tel, is := strings.CutPrefix(attrExactly(n, "href"), "tel:")
			if is = is && n.DataAtom == atom.A; is {
				number = strings.TrimSpace(phoneShape.FindString(tel))
			}
			return !is
		})
		if number != "" {
			return number, "text"
		}
	}
	return "", ""
}

// manyDigits is false for texts in which phoneIn finds nothing.
func manyDigits(s string) bool {
	digits := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if digits++; digits == 8 {
				return true
			}
		case '+':
			return true
		case ' ', '-', '(', ')', '\t', '\n', '\f', '\r':
		default:
			digits = 0
		}
	}
	return false
}

// phoneIn is the first match of phoneShape. One stands within a run of its signs and holds eight digits or a plus, so the
// expression is asked about such runs alone.
func phoneIn(s string) string {
	for i := 0; i < len(s); i++ {
		start, digits, plus := i, 0, false
		for ; i < len(s); i++ {
			if c := s[i]; c >= '0' && c <= '9' {
				digits++
			} else if c == '+' {
				plus = true
			} else if c != ' ' && c != '-' && c != '(' && c != ')' && c != '\t' && c != '\n' && c != '\f' && c != '\r' {
				break
			}
		}
		if digits >= 8 || plus {
			if m := phoneShape.FindString(s[start:i]); m != "" {
				return m
			}
		}
	}
	return ""
}
