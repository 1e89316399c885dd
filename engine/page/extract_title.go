package page

import (
	"strings"
	"unicode/utf8"

	"xunlu/engine/field"
)

var (
	genericTitle = field.MustPattern(`(?i)^(?:首页|首頁|[\d.]*(?:路线|线路)(?:详情|介绍|详细)页?|线路介绍|产品详情|产品介绍|详情|旅游|跟团游|自由行|国内游|出境游|周边游|.{0,6}旅游网.{0,4}|.{0,8}旅行社|.{0,8}旅行网|home|tour details?|tours?|package details?|package title|trip details?|(?:hotel|vehicle|cabin|room|flight|contact|booking) details?|select .{0,20}|details?|.{2,6}出发|cruise ship.{0,10}|destinations?|our tours|welcome.{0,20}|travel (?:website|template)|untitled.*|detail|document|products?|title|logo|menu|contact.{0,4}|about.{0,4}|book.{0,16}|overview|itinerary)$`)
	titleSplit   = field.MustPattern(`\s*[|｜_]\s*|\s+[-–—]+\s+|[-–—]+(?:[^-–—\d_|｜]*(?:旅行社|旅游网|旅行网|旅遊網|旅行網|旅游|旅行|假期|国旅|國旅|中旅|青旅|国际|官网|网)[^-–—_|｜]*)$|\s+[>»]+\s+|\s*»\s*`)
	siteWords    = field.MustPattern(`(?i)旅行社|旅游网|旅行网|旅遊網|旅行網|官网|官方网站|首页|有限公司|travel(?:s| agency|\.com)|tours? (?:&|and) travels?|holidays?$|safaris$|adventures$|\.com`)
	codeTail     = field.MustPattern(`\s*(?:(?:产品|线路)?编号\s*[：:]\s*[\w-]+|\[\d+\]|（编号.{1,12}）)\s*$`)
)

// candidate is a text that may be the tour's name.
type candidate struct {
	text   string
	source string
	score  float64
	line   int
}

// title picks the tour's name: the heading that looks most like one, else the page's title without the site's name.
func (x *Extractor) title(v *view, d *Document, list []pair) candidate {
	pageTitle := cleanTitle(withoutTags(d.Title), true)
	best := candidate{line: -1}
	consider := func(c candidate) {
		if c.score+mostTitleScore <= best.score {
			return
		}
		c.text = cleanTitle(c.text, false)
		n := utf8.RuneCountInString(c.text)
		if n < 3 || n > 110 || c.score+cheapTitleScore(c.text, pageTitle)+dearTitleScore <= best.score {
			return
		}
		if genericTitle.MatchString(c.text) || sectionOf(c.text) != noSection || labelTopic(c.text) != "" {
			return
		}
		if _, _, day := field.DayMark(c.text); day || othersHeading.MatchString(c.text) {
			return
		}
		c.score += x.titleScore(c.text, pageTitle)
		if c.score > best.score {
			best = c
		}
	}
	if p, ok := first(list, onTitle, func(s string) bool { return !strings.Contains(s, "\n") }); ok {
		consider(candidate{text: p.value, source: "label", score: 7, line: p.order})
	}
	begun := false
	for i, l := range v.lines {
		early := max(0, 1.5-float64(i)/80)
		if l.day > 0 && !l.aside || begun {
			begun, early = true, -4 // headings inside the itinerary name days, not the tour
		}
		switch {
		case l.aside:
		case l.heading > 0:
			consider(candidate{text: l.text, source: "heading", score: []float64{0, 6, 4, 2.5, 2, 1, 1}[l.heading] + early, line: i})
		case l.node != nil && v.looks.titled(l.node):
			consider(candidate{text: l.text, source: "heading", score: 3 + early, line: i})
		}
	}
	if og := cleanTitle(d.Meta["og:title"], true); og != "" {
		consider(candidate{text: og, source: "title", score: 3, line: -1})
	}
	if pageTitle != "" {
		consider(candidate{text: pageTitle, source: "title", score: 2.6, line: -1})
	}
	if best.text == "" || best.source == "title" && best.score < 4.5 {
		if c, ok := x.plainTitle(v); ok && (best.text == "" || c.score > best.score) {
			best = c
		}
	}
	return best
}

// plainTitle is the first line that reads like the name of a tour, for pages that make headings of nothing.
func (x *Extractor) plainTitle(v *view) (candidate, bool) {
	for i, l := range v.lines[:min(len(v.lines), 120)] {
		n := utf8.RuneCountInString(l.text)
		if l.aside || n < 5 || n > 60 || genericTitle.MatchString(l.text) || sectionOf(l.text) != noSection || len(linePairs(l.text)) > 0 {
			continue
		}
		if l.day > 0 {
			break
		}
		score := x.titleScore(l.text, "")
		if x.Places != nil && len(x.Places.Find(l.text)) > 1 {
			score++
		}
		if score >= 2.5 {
			return candidate{text: cleanTitle(l.text, false), source: "text", score: score + 1, line: i}, true
		}
	}
	return candidate{}, false
}

// mostTitleScore is the highest score of titleScore, dearTitleScore what it adds at most to cheapTitleScore: candidates that
// cannot become the best are not looked at further.
const (
	mostTitleScore = 7.5
	dearTitleScore = 4.5
)

// titleScore says how much a text looks like the name of a tour.
func (x *Extractor) titleScore(s, pageTitle string) float64 {
	score := cheapTitleScore(s, pageTitle)
	if days, nights, half := field.Duration(s); days > 0 || nights > 0 || half {
		score += 3
	}
	if x.Places != nil && len(x.Places.Find(s)) > 0 {
		score += 1.5
	}
	if f := field.Prices(s); f.Price > 0 || strings.HasPrefix(s, "【") && labelTopic(s[:strings.Index(s+"】", "】")]) != "" {
		score -= 4
	}
	return score
}

// cheapTitleScore is the part of titleScore that asks no reader.
func cheapTitleScore(s, pageTitle string) float64 {
	score := 0.0
	if pageTitle != "" && s != pageTitle && (strings.Contains(pageTitle, s) || strings.Contains(s, pageTitle)) {
		score += 2
	} else if pageTitle == s {
		score++
	}
	n := utf8.RuneCountInString(s)
	if n < 5 || n > 70 {
		score--
	}
	if strings.ContainsAny(s, "。；") || strings.Count(s, "，") > 2 || strings.HasSuffix(s, ".") && n > 40 || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") {
		score -= 3
	}
	if siteWords.MatchString(s) {
		score -= 2
	}
	if tourWords.MatchString(s) {
		score++
	}
	return score
}

var tourWords = field.MustPattern(`(?i)之旅|日游|日遊|天游|自由行|纯玩|双飞|跟团|夏令营|冬令营|研学|摄影|徒步|穿越|自驾|一地|环线|深度|品质|\btours?\b|\btrek|\bsafari|\btrip\b|\bcruise\b|honeymoon|adventure|\bescape\b|package`)

// cleanTitle folds a title; split takes off the name of the site and other parts of a page title.
func cleanTitle(s string, split bool) string {
	s = squeeze(s)
	s = codeTail.ReplaceAllString(s, "")
	if split {
		best, top := "", -1.0
		for i, part := range titleSplit.Split(s, -1) {
			part = strings.TrimSpace(part)
			n := utf8.RuneCountInString(part)
			if n < 3 {
				continue
			}
			score := 1.0 - float64(i)*0.3
			if siteWords.MatchString(part) && n < 24 {
				score -= 2
			}
			if d, _, half := field.Duration(part); d > 0 || half {
				score += 3
			}
			if genericTitle.MatchString(part) {
				score -= 1.5
			}
			if score > top {
				best, top = part, score
			}
		}
		s = best
	}
	if !strings.Contains(s, "<") {
		s = strings.TrimRight(s, ">»")
	}
	return strings.Trim(s, " \u3000-|_,，。")
}
