package search

import (
	"regexp"
	"strconv"
)

// limits are conditions on figures that were typed as text.
type limits struct {
	daysMin, daysMax   int
	priceMin, priceMax float64
}

// amountForm is a number in a query: digits, or one or two Chinese numerals.
const amountForm = `(\d{1,6}|[一二三四五六七八九十两]{1,2})`

// The forms of a limit. They are matched against the folded text.
var (
	daysUnder  = regexp.MustCompile(amountForm + ` ?[天日](?:以内|之内|以下|内)`)
	daysOver   = regexp.MustCompile(amountForm + ` ?[天日](?:以上|起)`)
	priceUnder = regexp.MustCompile(`(\d{2,6}) ?(?:元|块|rmb|yuan)?钱?(?:以内|之内|以下|内)`)
	priceOver  = regexp.MustCompile(`(\d{2,6}) ?(?:(?:元|块|rmb|yuan)(?:以上|起)|以上)`)
	priceSpan  = regexp.MustCompile(`(\d{2,6}) ?[-到至] ?(\d{2,6}) ?(?:元|块|rmb|yuan)`)
	daysMost   = regexp.MustCompile(`(?:under|within|up to|max|less than|at most) (\d{1,2}) days?`)
	daysLeast  = regexp.MustCompile(`(?:over|at least|min|more than) (\d{1,2}) days?`)
	priceMost  = regexp.MustCompile(`(?:under|below|up to|max|less than|cheaper than) ?[¥$]?(\d{2,6})(?: ?(?:yuan|rmb|cny|usd))?`)
)

// takeLimits reads the limits of a text and blanks them out in it.
func takeLimits(text []rune) limits {
	var l limits
	take := func(form *regexp.Regexp, use func(a, b int)) {
		s := string(text)
		for _, m := range form.FindAllStringSubmatchIndex(s, -1) {
			var found [2]int
			n := 0
			for g := 2; g+1 < len(m) && n < 2; g += 2 {
				if m[g] >= 0 {
					found[n] = plainNumber(s[m[g]:m[g+1]])
					n++
				}
			}
			use(found[0], found[1])
			from := len([]rune(s[:m[0]]))
			for i := range len([]rune(s[m[0]:m[1]])) {
				text[from+i] = ' '
			}
		}
	}
	take(daysUnder, func(a, _ int) { l.daysMax = a })
	take(daysOver, func(a, _ int) { l.daysMin = a })
	take(daysMost, func(a, _ int) { l.daysMax = a })
	take(daysLeast, func(a, _ int) { l.daysMin = a })
	take(priceSpan, func(a, b int) { l.priceMin, l.priceMax = float64(a), float64(b) })
	take(priceUnder, func(a, _ int) { l.priceMax = float64(a) })
	take(priceOver, func(a, _ int) { l.priceMin = float64(a) })
	take(priceMost, func(a, _ int) { l.priceMax = float64(a) })
	return l
}

func plainNumber(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	n, _ := hanNumber(units(folded{r: []rune(s)}), 0)
	return n
}
