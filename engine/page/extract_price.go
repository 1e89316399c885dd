package page

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"xunlu/engine/field"
)

// money is what a page shows about prices, and where.
type money struct {
	field.Fields
	source string
}

// visiblePrice reads what the page shows: labelled prices first, then elements named as prices, then the text above the
// itinerary, then the rest of the page but for what is optional or refused.
func (v *view) visiblePrice(list []pair, titleLine int) money {
	var m money
	onRequest := false
	for _, p := range list {
		switch p.is {
		case onPrice:
			onRequest = onRequest || askPrice.MatchString(firstLine(p.value))
			m.take(labelledPrice(p), "label")
		case onMarket, onChild:
			f := field.Prices(p.label + "：" + firstLine(p.value))
			f.Price, f.PriceHigh = 0, 0
			m.take(f, "label")
		}
	}
	start := max(titleLine-3, 0)
	for _, l := range v.lines[min(start, len(v.lines)):min(start+12, len(v.lines))] {
		onRequest = onRequest || v.looks.priced(l.node) && askPrice.MatchString(l.text) && utf8.RuneCountInString(l.text) <= 10 || askedLine.MatchString(l.text)
	}
	if onRequest && m.Price == 0 {
		return m // the page says that it does not say
	}
	for i, l := range v.lines {
		if l.aside || i < start || !v.looks.priced(l.node) {
			continue
		}
		m.take(field.Prices(v.withLabel(i)), "label")
	}
	if top := v.topText(start); m.Price == 0 || m.MarketPrice == 0 || m.ChildPrice == 0 {
		m.take(field.Prices(top), "text")
	}
	if m.Price == 0 || m.ChildPrice == 0 {
		list := v.pricedLines(start)
		if m.Price > 0 && m.Currency != "" {
			list = v.around(list, func(text string) bool {
				return m.ChildPrice == 0 && field.NamesChild(text) || m.MarketPrice == 0 && field.NamesListPrice(text)
			})
		}
		m.take(field.Prices(v.pricedText(list)), "text")
	}
	if m.ChildPrice == 0 && m.Price > 0 {
		m.ChildPrice = v.childPrice(m.Price)
	}
	return m
}

// askedLine is a price's label and the wish to be called, in one line: 参考报价 电询.
var askedLine = field.MustPattern(`^\p{Han}{0,6}(?:价格?|报价|价钱|团费|费用)\s*[：:]?\s*(?:电询|面议|来电|致电|请?咨询|洽询|待定|另议).{0,8}$`)

// childPrice looks for a child's price anywhere in the tour's text; one above the adult's is another thing.
func (v *view) childPrice(adult float64) float64 {
	for _, l := range v.lines {
		if l.aside || !namesChild(l.text) {
			continue
		}
		if f := field.Prices(l.text); f.ChildPrice > adult/10 && f.ChildPrice <= adult {
			return f.ChildPrice
		}
	}
	return 0
}

// namesChild is true for lines about a child's price, or a child.
func namesChild(s string) bool {
	return strings.Contains(s, "童") && childSign.MatchString(s) || strings.Contains(s, "小孩") || strings.ContainsAny(s, "hH") && childWord.MatchString(s)
}

var (
	childSign = field.MustPattern(`儿童|兒童|小童`)
	childWord = field.MustPattern(`(?i)\bchild`)
)

// askPrice is the value of a price's label where the agency wants to be called.
var askPrice = field.MustPattern(`(?i)电询|电洽|電洽|電詢|面议|面議|来电|來電|致电|致電|请?咨询|洽询|洽詢|待定|另议|on request|call us|contact us|enquire|tba|poa`)

// take fills what is still missing; the first source of a price counts.
func (m *money) take(f field.Fields, source string) {
	if m.Price == 0 && f.Price > 0 {
		m.Price, m.PriceHigh, m.source = f.Price, f.PriceHigh, source
		if f.Currency != "" {
			m.Currency = f.Currency
		}
	}
	if m.MarketPrice == 0 && f.MarketPrice > m.Price {
		m.MarketPrice = f.MarketPrice
	}
	if m.ChildPrice == 0 {
		m.ChildPrice = f.ChildPrice
	}
	if m.Currency == "" {
		m.Currency = f.Currency
	}
}

// labelledPrice reads the value beside a price's label. A label in front of prose says nothing.
func labelledPrice(p pair) field.Fields {
	value := p.value
	if utf8.RuneCountInString(value) > 400 {
		value = firstLine(value)
	}
	if utf8.RuneCountInString(firstLine(value)) > 60 && !startsMoney.MatchString(value) {
		return field.Fields{}
	}
	if f, ok := column(p.label, value); ok {
		return f
	}
	f := field.Prices(p.label + "：" + value)
	if f.Price == 0 && bareNumber.MatchString(value) {
		f = field.Prices("价格：" + value)
	}
	return f
}

// column reads a column of prices, one a departure: the lowest counts, the highest ends the span.
func column(label, value string) (field.Fields, bool) {
	lines := strings.Split(value, "\n")
	var out field.Fields
	n := 0
	for _, line := range lines {
		f := field.Prices(label + "：" + line)
		if f.Price == 0 || utf8.RuneCountInString(line) > 16 {
			continue
		}
		n++
		if out.Price == 0 || f.Price < out.Price {
			out.Price = f.Price
		}
		out.PriceHigh = max(out.PriceHigh, f.Price)
		out.Currency = f.Currency
	}
	if out.PriceHigh == out.Price {
		out.PriceHigh = 0
	}
	return out, n >= 2 && n == len(lines)
}

var (
	startsMoney = field.MustPattern(`(?i)^\s*(?:约|仅|人民币|RMB|CNY|US\$|USD|HK\$|NT\$|[¥￥$€£]|\d)`)
	bareNumber  = field.MustPattern(`^\s*\d[\d,.]*\s*(?:起|/人)?\s*$`)
)

func firstLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}

// withLabel is a line with the short one above it, which may be its label.
func (v *view) withLabel(i int) string {
	if i > 0 && utf8.RuneCountInString(v.lines[i-1].text) <= 14 {
		return v.lines[i-1].text + "\n" + v.lines[i].text
	}
	return v.lines[i].text
}

// topText is the text from the title to the first part of the page, 60 lines at most.
func (v *view) topText(start int) string {
	var b strings.Builder
	for i := start; i < len(v.lines) && i < start+60; i++ {
		l := &v.lines[i]
		if l.aside {
			continue
		}
		if l.day > 0 {
			break
		}
		if i > start+6 && otherTour(l) {
			continue
		}
		if s := l.section; i > start+6 && (s == excluded || s == notice || s == itinerarySection || s == extras) {
			break
		}
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// otherTour is true for a line that names a tour of its own with a price: an entry of a list.
func otherTour(l *textLine) bool {
	if l.other == 0 {
		l.other = 1
		if l.readOther() {
			l.other = 2
		}
	}
	return l.other == 2
}

func (l *textLine) readOther() bool {
	if l.heading > 0 || l.text == "" || !strings.ContainsAny(l.text, "0123456789") {
		return false
	}
	if days, nights, half := field.Duration(l.text); days == 0 && nights == 0 && !half {
		return false
	}
	return field.Prices(l.text).Price > 0 && len(linePairs(l.text)) == 0
}

// around are the lines of the list that name something, each with the one above and the three below: a sum stands beside
// its label or under it.
func (v *view) around(list []int, names func(string) bool) []int {
	var out []int
	next := 0 // of list, the first that may still be added
	for k, i := range list {
		if names(v.lines[i].text) {
			end := min(k+4, len(list))
			out = append(out, list[min(max(next, k-1), end):end]...)
			next = end
		}
	}
	return out
}

// pricedText joins lines but for entries of lists.
func (v *view) pricedText(list []int) string {
	var b strings.Builder
	for _, i := range list {
		if l := &v.lines[i]; !otherTour(l) {
			b.WriteString(l.text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// pricedLines are the lines outside the parts of the page where sums are no price of the tour.
func (v *view) pricedLines(start int) []int {
	var out []int
	now := noSection
	for i := min(start, len(v.lines)); i < len(v.lines); i++ {
		l := &v.lines[i]
		if l.aside {
			continue
		}
		s, day := l.section, l.day > 0
		switch {
		case s != noSection && (s != itinerarySection || l.heading > 0):
			now = s
		case day:
			now = itinerarySection
		case l.heading > 0 && !day:
			now = noSection
		}
		if now == excluded || now == notice || now == itinerarySection || now == visa || now == included || now == extras {
			continue
		}
		out = append(out, i)
	}
	return out
}

// regional are the currencies that a bare $ or 元 means on pages of a place.
var regional = map[string][2]string{"tw": {"TWD", "TWD"}, "hk": {"HKD", "HKD"}, "mo": {"MOP", "MOP"}, "sg": {"SGD", ""}, "au": {"AUD", ""}, "nz": {"NZD", ""}, "ca": {"CAD", ""}}

// localCurrency reads a bare $ or 元 as the currency of the page's country; a page that names its currency is believed.
func localCurrency(code, pageURL, text string) string {
	u, err := url.Parse(pageURL)
	if err != nil || code == "" {
		return code
	}
	host := u.Hostname()
	local, ok := regional[host[strings.LastIndexByte(host, '.')+1:]]
	if !ok {
		return code
	}
	switch {
	case code == "USD" && !strings.Contains(text, "US$") && !strings.Contains(text, "USD") && !strings.Contains(text, "美"):
		return local[0]
	case code == "CNY" && local[1] != "" && !strings.ContainsAny(text, "¥￥") && !strings.Contains(text, "人民") && !strings.Contains(text, "RMB") && !strings.Contains(text, "CNY"):
		return local[1]
	}
	return code
}

// localMoney reads 元 on a page in traditional characters as the dollars of Taiwan or Hong Kong when the page names them, or
// when the tour starts there; a page that says ¥ or 人民币 anywhere is believed.
func (b *draft) localMoney() {
	r := &b.route
	if r.Lang != "zh-Hant" || r.Currency != "CNY" || r.Sources["price"] == "jsonld" || r.Sources["price"] == "microdata" {
		return
	}
	for _, l := range b.view.lines {
		if !l.aside && yuan.MatchString(l.text) {
			return
		}
	}
	for _, l := range b.view.lines {
		if m := dollars.FindString(l.text); m != "" {
			r.Currency = field.Currency(m)
			return
		}
	}
	if b.x.Places == nil {
		return
	}
	start, ok := b.x.Places.Lookup(r.From)
	for _, land := range []struct{ name, code string }{{"台湾", "TWD"}, {"香港", "HKD"}, {"澳门", "MOP"}} {
		if in, known := b.x.Places.Lookup(land.name); ok && known && b.x.Places.Within(start.ID, in.ID) {
			r.Currency = land.code
		}
	}
}

var (
	yuan    = field.MustPattern(`[¥￥]|人民[币幣]|RMB|CNY`)
	dollars = field.MustPattern(`新[台臺][币幣]|[台臺][币幣]|NT\$|TWD|港[币幣]|HK\$|HKD`)
)
