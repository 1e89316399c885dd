package page

import (
	"strings"
	"unicode/utf8"

	"xunlu/engine/field"
	"xunlu/storage"
)

// maxDayText is the longest text kept of an itinerary day, in bytes.
const maxDayText = 3000

// dayHead says whether a line begins an itinerary day.
func dayHead(l textLine) (first, last int, ok bool) {
	if utf8.RuneCountInString(l.text) > 120 && l.heading == 0 {
		return 0, 0, false
	}
	return field.DayMark(l.text)
}

// dayRun is one itinerary of a page; a page may hold a short and a detailed one.
type dayRun struct {
	days  []storage.Day
	last  int // highest day
	bytes int
}

// itinerary reads the tour day by day: the most detailed run of days counted from the first.
func (v *view) itinerary() (days []storage.Day, last int) {
	var best, run dayRun
	close := func() {
		if run.better(best) {
			best = run
		}
		run = dayRun{}
	}
	open := false
	for i, l := range v.lines {
		if l.aside {
			continue
		}
		n, to, ok := l.day, l.dayUntil, l.day > 0
		switch {
		case ok && n == run.last+1:
			run.days = append(run.days, storage.Day{N: n, Title: dayTitle(l.text)})
			run.last, open = max(n, to), true
		case ok && n == 1:
			close()
			run.days = []storage.Day{{N: 1, Title: dayTitle(l.text)}}
			run.last, open = max(1, to), true
		case ok && n <= run.last && len(run.days) > 0: // the same day again: a tab above, or page sources with sample text
			open = false
		case open && (endsItinerary(l) || footerLine.MatchString(l.text)):
			open = false
		case open:
			run.add(v.lines, i)
		}
	}
	close()
	for i := range best.days {
		finishDay(&best.days[i])
	}
	return best.days, best.last
}

// better prefers detail, then length.
func (r dayRun) better(o dayRun) bool {
	if len(r.days) == 0 {
		return false
	}
	if (r.bytes > 40*len(r.days)) != (o.bytes > 40*max(len(o.days), 1)) {
		return r.bytes > o.bytes
	}
	return r.last > o.last || r.last == o.last && r.bytes > o.bytes
}

// add puts a line into the day that is open.
func (r *dayRun) add(lines []textLine, i int) {
	d := &r.days[len(r.days)-1]
	r.bytes += len(lines[i].text)
	if d.Title == "" && d.Text == "" && utf8.RuneCountInString(lines[i].text) <= 60 && mealsLine(lines[i].text) == "" {
		d.Title = lines[i].text
		return
	}
	if len(d.Text) < maxDayText {
		if d.Text != "" {
			d.Text += "\n"
		}
		d.Text += lines[i].text
	}
}

// endsItinerary is true for the heading of another part of the page.
func endsItinerary(l textLine) bool {
	s := l.section
	if s == noSection || s == itinerarySection {
		return false
	}
	return s != notice || l.heading > 0
}

var dayHeadText = field.MustPattern(`(?i)^[\s*·●◆■□★☆>【\[(（]*(?:第\s*[\d一二三四五六七八九十、,，\-~至到\s]{1,12}\s*[天日]|days?\s*[-.:]?\s*\d{1,2}(?:\s*[-~&–]\s*(?:day\s*)?\d{1,2})?|d\s*\d{1,2}(?:\s*[-~–]\s*d?\s*\d{1,2})?)[】\])）]*[\s:：.\-–—|/、,，>]*`)

// dayTitle is what stands behind 第1天.
func dayTitle(line string) string {
	return strings.TrimSpace(dayHeadText.ReplaceAllString(line, ""))
}

var (
	mealsRE    = field.MustPattern(`(?i)(?:用餐|餐饮|餐食|含餐|膳食|meals?(?: included)?|meal plan)\s*[：:]\s*([^\n]{1,60})`)
	mealParts  = field.MustPattern(`(早餐|中餐|午餐|晚餐|早|中|晚|breakfast|lunch|dinner)\s*[：:]\s*([^\s：:，,；;早中午晚]{1,20})`)
	hotelRE    = field.MustPattern(`(?i)(?:^|[\s；;，,。.｜|/（(])(?:住宿|酒店|参考酒店|入住酒店|宿|入住|住宿安排|hotel|accommodation|overnight)\s*[：:]\s*([^\n；;｜|]{1,80})`)
	hotelLine  = field.MustPattern(`(?:^|\s)(?:住宿|宿|入住)\s+([^\n：:；;｜|]{2,60})(?:$|\n)`)
	mealsInRow = field.MustPattern(`(?:餐|用餐)\s*[：:]\s*((?:早|中|晚|无|無|自理|含|、|/|\s){1,12})`)
)

// mealsLine reads the meals a line or a day's text names; what follows about the hotel is cut off.
func mealsLine(s string) string {
	m := meals(s)
	if m == "" {
		return ""
	}
	if loc := hotelWord.FindStringIndex(m); loc != nil {
		m = m[:loc[0]]
	}
	return strings.TrimSpace(m)
}

// mealWords and hotelWords are what the expressions of meals and hotels want before a colon, or the end of it.
var (
	mealWords  = []string{"餐", "餐饮", "餐食", "膳食", "早", "中", "晚", "breakfast", "lunch", "dinner", "meal", "meals", "included", "plan"}
	hotelWords = []string{"住宿", "酒店", "宿", "入住", "安排", "hotel", "accommodation", "overnight"}
)

// beforeColon is true when one of the words, ASCII letters in either case, stands before a colon, white space aside.
func beforeColon(s string, words []string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != ':' && !strings.HasPrefix(s[i:], "：") {
			continue
		}
		head := strings.TrimRight(s[:i], " \t\n\f\r")
		for _, w := range words {
			if len(head) >= len(w) && strings.EqualFold(head[len(head)-len(w):], w) {
				return true
			}
		}
	}
	return false
}

var hotelWord = field.MustPattern(`(?i)\s*(?:住宿|酒店|入住|交通|hotel|accommodation|overnight)\s*[：:]`)

func meals(s string) string {
	if !beforeColon(s, mealWords) {
		return ""
	}
	if parts := mealParts.FindAllString(s, 3); len(parts) >= 2 {
		return strings.Join(parts, " ")
	}
	if m := mealsRE.FindStringSubmatch(s); m != nil {
		return strings.TrimSpace(m[1])
	}
	if m := mealsInRow.FindStringSubmatch(s); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// finishDay reads meals and hotel out of a day's text.
func finishDay(d *storage.Day) {
	all := d.Title + "\n" + d.Text
	d.Meals = mealsLine(all)
	if beforeColon(all, hotelWords) {
		if m := hotelRE.FindStringSubmatch(all); m != nil {
			d.Hotel = strings.TrimSpace(m[1])
			if !strings.ContainsAny(d.Hotel, "（(") {
				d.Hotel = strings.TrimRight(d.Hotel, "）)")
			}
		}
	}
	if m := hotelLine.FindStringSubmatch(d.Text); d.Hotel == "" && m != nil {
		d.Hotel = strings.TrimSpace(m[1])
	}
	if utf8.RuneCountInString(d.Title) > 120 {
		if d.Text != "" {
			d.Text = "\n" + d.Text
		}
		d.Text, d.Title = d.Title+d.Text, ""
	}
}
