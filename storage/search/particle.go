package search

import "strings"

// particles are characters of grammar that stand in hardly a word people search for: not 和, 都, 后, 由, 把, 等, which are
// in 呼和浩特, 古都, 皇后镇, 自由, 火把节, 二等座. In the text of an itinerary pairs with one of them are many and cost as much
// as the others: they are not kept there, and not asked for there. Titles keep all.
const particles = "的了在是与您我们于也就而或这被让给着并以其再还很则且"

// isParticle is true for a unit that is one.
func isParticle(u unit) bool { return u.kind == han && strings.Contains(particles, u.text) }

// keptInText is true for two neighbouring units that are kept as a pair of the itinerary's text.
func keptInText(a, b unit) bool { return !isParticle(a) && !isParticle(b) }

// inText wants the pairs of a run of characters in the text of the itinerary. Nothing but particles is nowhere.
func inText(us []unit) node {
	var all allOf
	for i := 1; i < len(us); i++ {
		if us[i].gap == touching && keptInText(us[i-1], us[i]) {
			all = append(all, term{fieldText, us[i-1].text + us[i].text})
		}
	}
	if len(all) == 0 {
		return anyOf{}
	}
	return all
}
