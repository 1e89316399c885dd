package search

import "strings"

// run adds a run of characters: the places in it one by one, and what is between them.
func (p *parser) run(us []unit, not bool) {
	spans := p.gaz.cut(len(us), func(from, to int) string { return joined(us[from:to]) })
	if not {
		c := clause{kind: clauseRun, units: us, text: joined(us), not: true}
		if len(spans) == 1 && spans[0].to-spans[0].from == len(us) {
			c.kind, c.names = clausePlace, spans[0].names
		}
		p.out.clauses = append(p.out.clauses, c)
		return
	}
	at, start := 0, len(p.out.clauses)
	for i, s := range spans {
		p.rest(us[at:s.from], i > 0, true)
		name := us[s.from:s.to]
		p.out.clauses = append(p.out.clauses, clause{
			kind: clausePlace, units: name, text: joined(name), names: s.names,
		})
		at = s.to
	}
	p.rest(us[at:], len(spans) > 0, false)
	if len(p.out.clauses)-start > 1 {
		p.out.clauses = append(p.out.clauses, clause{kind: clausePhrase, units: us, text: joined(us), optional: true})
	}
}

// general words say that tours are looked for, which is all there is here.
var general = []string{
	"旅游线路", "旅游路线", "旅游报价", "旅游价格", "旅游攻略", "旅游团", "旅游", "旅行", "线路", "路线", "报价", "价格",
	"多少钱", "游玩", "之旅", "游", "玩",
}

// rest adds the characters before, between or behind places. afterPlace and beforePlace say what stands next to them.
func (p *parser) rest(us []unit, afterPlace, beforePlace bool) {
	text := joined(us)
	if afterPlace && beforePlace && contains([]string{"到", "至", "去", "往", "飞", "前往"}, text) {
		p.out.clauses[len(p.out.clauses)-1].from = true
		return
	}
	if afterPlace {
		for _, w := range []string{"出发", "起止", "始发", "集合"} {
			if cut, ok := strings.CutPrefix(text, w); ok {
				p.out.clauses[len(p.out.clauses)-1].from = true
				us, text = us[len(us)-len([]rune(cut)):], cut
				break
			}
		}
	}
	us = trimUnits(us, func(t string) bool {
		return contains([]string{"的", "和", "与", "及", "去", "到", "从", "在", "我", "想", "要"}, t)
	},
		afterPlace, beforePlace)
	us, tail := cutGeneral(us, afterPlace)
	if len(us) > 0 {
		p.out.clauses = append(p.out.clauses, clause{kind: clauseRun, units: us, text: joined(us)})
	}
	if len(tail) > 0 {
		p.out.clauses = append(p.out.clauses, clause{kind: clauseRun, units: tail, text: joined(tail), optional: true})
	}
}

// cutGeneral takes general words off the end. What is left is nothing or a word: a single character stays with them,
// and 游 alone is general behind a place only.
func cutGeneral(us []unit, afterPlace bool) (head, tail []unit) {
	cut := len(us)
	for {
		text, before := joined(us[:cut]), cut
		for _, w := range general {
			if rest, ok := strings.CutSuffix(text, w); ok {
				n := len([]rune(rest))
				if n == 1 || n == 0 && !afterPlace && cut == len(us) && len([]rune(w)) == 1 {
					continue
				}
				cut = n
				break
			}
		}
		if cut == before || cut == 0 {
			return us[:cut], us[cut:]
		}
	}
}

// trimUnits takes small words off the ends that touch a place.
func trimUnits(us []unit, small func(string) bool, front, back bool) []unit {
	for front && len(us) > 0 && small(us[0].text) {
		us = us[1:]
	}
	for back && len(us) > 0 && small(us[len(us)-1].text) {
		us = us[:len(us)-1]
	}
	return us
}
