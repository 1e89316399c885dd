package search

// runRungs are a run of Chinese characters: as a whole; then taken apart.
func (p planner) runRungs(c clause) ([]rung, error) {
	if len(c.units) == 1 {
		t := c.units[0].text
		return []rung{
			{{term{fieldTitle, t}, worthTitle}, {term{fieldPlace, t}, worthPlace}},
			{{startsWith{fieldText, t}, worthText}, {startsWith{fieldAgency, t}, worthText}},
		}, nil
	}
	pairs := pairsOf(c.units)
	whole := rung{
		{term{fieldPlace, c.text}, worthPlace},
		{terms(fieldTitle, pairs), worthTitle},
		{term{fieldAbove, c.text}, worthAbove},
		{term{fieldStart, c.text}, worthFrom},
		{terms(fieldAgency, pairs), worthAgency},
		{inText(c.units), worthText},
	}
	if c.optional {
		return []rung{whole}, nil
	}
	if len(c.units) <= 4 { // a place that no dictionary knows, in an English title
		eachSpelling(c.units, false, func(w string) {
			whole = append(whole, alternative{term{fieldTitle, w}, worthApart})
		})
	}
	cuts, err := p.loose(pairs)
	if err != nil {
		return nil, err
	}
	if len(cuts) > 0 {
		whole = append(whole, alternative{without(fieldTitle, pairs, cuts), worthApart})
	}
	return []rung{whole, apart(c.units)}, nil
}

// loose are the pairs that are no word but the end of one and the beginning of the next: they are rare where their
// neighbours are not (界温 in 张家界温泉).
func (p planner) loose(pairs []string) (map[int]bool, error) {
	if len(pairs) < 3 {
		return nil, nil
	}
	counts := make([]uint64, len(pairs))
	for i, pair := range pairs {
		n, err := p.look(term{fieldTitle, pair})
		if err != nil {
			return nil, err
		}
		counts[i] = n
	}
	cuts := make(map[int]bool)
	for i := 1; i < len(pairs)-1; i++ {
		if counts[i]*4 <= min(counts[i-1], counts[i+1]) && counts[i-1] > 0 && counts[i+1] > 0 && !cuts[i-1] {
			cuts[i] = true
		}
	}
	return cuts, nil
}

func without(field string, pairs []string, cuts map[int]bool) node {
	var all allOf
	for i, pair := range pairs {
		if !cuts[i] {
			all = append(all, term{field, pair})
		}
	}
	return all
}

// longestApart is the longest run that is taken apart in every way.
const longestApart = 14

// apart takes a run into parts of two and three characters in every way; each part may stand anywhere. Three characters
// that are no word may be the first ones of three (新马泰).
func apart(us []unit) rung {
	if len(us) == 3 {
		return rung{{allOf{term{fieldTitle, us[0].text}, term{fieldTitle, us[1].text}, term{fieldTitle, us[2].text}}, worthBeginning}}
	}
	if len(us) < 4 || len(us) > longestApart {
		return nil
	}
	part := func(from, to int) node {
		pairs := pairsOf(us[from:to])
		return anyOf{terms(fieldTitle, pairs), inText(us[from:to]), term{fieldAbove, joined(us[from:to])}}
	}
	var ways anyOf
	var walk func(at int, sofar allOf)
	walk = func(at int, sofar allOf) {
		if at == len(us) {
			ways = append(ways, append(allOf(nil), sofar...))
			return
		}
		for _, n := range []int{2, 3} {
			if at+n <= len(us) {
				walk(at+n, append(sofar, part(at, at+n)))
			}
		}
	}
	walk(0, nil)
	return rung{{ways, worthBeginning}}
}
