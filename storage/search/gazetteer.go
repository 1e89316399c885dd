package search

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Places is the dictionary of places. Names in it are canonical: one a place, in simplified Chinese.
type Places interface {
	// Names lists the places named in a text as it stands on a page, in any script and spelling it knows. Where names
	// overlap, the one that begins first and is longest counts.
	Names(text string) []string
	// Spells is true when the whole text is one way to write the place: 海南岛 is 海南.
	Spells(text, name string) bool
	// Parents lists what a place lies in: town, province, country.
	Parents(name string) []string
}

// gazetteer is Places with nil allowed, and with the questions that are asked here. It remembers what it was told of
// places, which come again with every route; the dictionary does not change.
type gazetteer struct {
	places Places

	mu    sync.RWMutex
	known map[string]*lore
}

// lore is what is indexed of a place.
type lore struct {
	plain   string   // folded name
	above   []string // names of all that it lies in, however many steps up
	pinyin  []string // terms of fieldPinyin
	letters []string // terms of fieldInitials
}

// maxLore keeps odd destinations, which no dictionary knows, from filling the memory.
const maxLore = 20_000

func newGazetteer(places Places) *gazetteer {
	return &gazetteer{places: places, known: make(map[string]*lore)}
}

// lore of a place, in the dictionary or not. It must not be changed.
func (g *gazetteer) lore(name string) *lore {
	g.mu.RLock()
	l, ok := g.known[name]
	g.mu.RUnlock()
	if ok {
		return l
	}
	l = &lore{plain: foldString(name), above: g.climb(name)}
	us := units(folded{r: []rune(l.plain)})
	pinyin, letters := make(termSet), make(termSet)
	addPinyin(pinyin, us)
	eachSpelling(us, false, pinyin.add)
	eachSpelling(us, true, letters.add)
	l.pinyin, l.letters = slices.Collect(maps.Keys(pinyin)), slices.Collect(maps.Keys(letters))
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) < maxLore {
		g.known[name] = l
	}
	return l
}

// above lists everything a place lies in.
func (g *gazetteer) above(name string) []string { return g.lore(name).above }

// span is a place in a folded text.
type span struct {
	from, to int // runes
	name     string
}

// piece is a place in a query. Several names are several places that are spelled alike: suzhou is 苏州 and 宿州.
type piece struct {
	from, to int
	names    []string
}

func (g *gazetteer) names(text string) []string {
	if g.places == nil || text == "" {
		return nil
	}
	return g.places.Names(text)
}

// typed lists the places of a folded text. People type names without capitals and hyphens; a dictionary may want them,
// so as not to take everyday words for places.
func (g *gazetteer) typed(text string) []string {
	names := g.names(text)
	if len(names) > 0 || text == "" || text[0] >= 0x80 {
		return names
	}
	if len(text) <= 3 {
		return g.names(strings.ToUpper(text))
	}
	capitals := []rune(text)
	for i, r := range capitals {
		if i == 0 || !isLetter(capitals[i-1]) {
			capitals[i] = unicode.ToUpper(r)
		}
	}
	if names = g.names(string(capitals)); len(names) > 0 || !strings.Contains(text, " ") {
		return names
	}
	return g.names(strings.ReplaceAll(string(capitals), " ", "-")) // shangri la
}

// climb lists everything a place lies in, however many steps up.
func (g *gazetteer) climb(name string) []string {
	if g.places == nil {
		return nil
	}
	var all []string
	todo := []string{name}
	for len(todo) > 0 && len(all) < 16 {
		for _, p := range g.places.Parents(todo[0]) {
			if p != name && !slices.Contains(all, p) {
				all = append(all, p)
				todo = append(todo, p)
			}
		}
		todo = todo[1:]
	}
	return all
}

// canonical is the one place a value names, or the value itself.
func (g *gazetteer) canonical(value string) string {
	value = strings.TrimSpace(value)
	if names := g.names(value); len(names) == 1 {
		return names[0]
	}
	if names := g.typed(foldString(value)); len(names) == 1 {
		return names[0]
	}
	return value
}

// locate finds the places of a text by their canonical names in its folded form; where two overlap, the one that starts
// first and then the longer one stands. Aliases keep their name but have no span.
func (g *gazetteer) locate(text string, r []rune) (spans []span, aliases []string) {
	names := g.names(text)
	if len(names) == 0 {
		return nil, nil
	}
	var all []span
	for _, name := range names {
		needle := fold(name).r
		if places := occurrences(r, needle); len(places) > 0 {
			for _, at := range places {
				all = append(all, span{from: at, to: at + len(needle), name: name})
			}
		} else {
			aliases = append(aliases, name)
		}
	}
	slices.SortFunc(all, func(a, b span) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	end := 0
	for _, s := range all {
		if s.from >= end {
			spans = append(spans, s)
			end = s.to
		}
	}
	return spans, aliases
}

// occurrences of needle in r, not overlapping.
func occurrences(r, needle []rune) []int {
	var found []int
	if len(needle) == 0 {
		return nil
	}
	for i := 0; i+len(needle) <= len(r); {
		if slices.Equal(r[i:i+len(needle)], needle) {
			found = append(found, i)
			i += len(needle)
			continue
		}
		i++
	}
	return found
}

// longestName is how many characters (or words) of a query are tried as one place name.
const longestName = 10

// cut finds the places of a short text with their ends, aliases too, by asking for every part: the text is n long and
// join gives a part of it.
func (g *gazetteer) cut(n int, join func(from, to int) string) []piece {
	if g.places == nil {
		return nil
	}
	ask := func(from, to int) []string { return g.typed(join(from, to)) }
	var found []piece
	for i := 0; i < n; {
		var best piece
		var before []string
		for j := i + 1; j <= min(n, i+longestName); j++ {
			var fresh, inside []string
			names := ask(i, j)
			if j > i+1 && len(names) > 0 {
				inside = ask(i+1, j)
			}
			for _, name := range names {
				// new at this end, or written out: 内蒙 is a name already, 内蒙古 and 内蒙古自治区 are the same and longer
				if !contains(before, name) && !contains(inside, name) || foldString(name) == join(i, j) || j > i+1 && g.places.Spells(join(i, j), name) {
					fresh = append(fresh, name)
				}
			}
			if len(fresh) > 0 {
				best = piece{from: i, to: j, names: fresh}
			}
			before = names
		}
		if best.to == 0 {
			i++
			continue
		}
		found = append(found, best)
		i = best.to
	}
	return found
}
