package field

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// Place is a row of the dictionary.
type Place struct {
	ID      string
	Hans    string // simplified Chinese
	Hant    string // traditional Chinese
	English string
	Pinyin  string // no tones, no spaces
	Kind    string // region, country, province, city, county, town, sight
	Parent  string // ID, "" at the top
	Aliases []string
}

// Places is a dictionary of places. It does not change after NewPlaces and may be shared between goroutines.
type Places struct {
	rows   []Place
	byID   map[string]int
	han    map[string]int  // folded Chinese name → row
	latin  map[string]int  // lower-case name, words parted by one space → row
	heads  map[[2]rune]int // first two runes of a Chinese name → runes of the longest name that begins so
	caps   map[string]bool // Latin names that are written in capitals only: UK, EBC
	maxLat int             // words of the longest Latin name
}

// columns of the dictionary file.
const columns = 8

// NewPlaces reads the dictionary: tab-separated rows of id, zh-Hans, zh-Hant, en, pinyin, kind, parent, aliases (parted
// by |), with one row of heads. It fails on a row of another shape, a repeated id and an unknown parent.
func NewPlaces(tsv []byte) (*Places, error) {
	p := &Places{byID: map[string]int{}, han: map[string]int{}, latin: map[string]int{}, heads: map[[2]rune]int{}, caps: map[string]bool{}}
	n := 0
	for raw := range bytes.Lines(bytes.TrimPrefix(tsv, []byte("\xef\xbb\xbf"))) {
		n++
		text := strings.TrimRight(string(raw), "\r\n")
		if n == 1 || strings.TrimSpace(text) == "" {
			continue
		}
		c := strings.Split(text, "\t")
		if len(c) != columns || c[0] == "" || c[1] == "" {
			return nil, fmt.Errorf("place dictionary line %d: want %d columns with id and name, got %q", n, columns, text)
		}
		row := Place{ID: c[0], Hans: c[1], Hant: c[2], English: c[3], Pinyin: c[4], Kind: c[5], Parent: c[6]}
		if c[7] != "" {
			row.Aliases = strings.Split(c[7], "|")
		}
		if _, twice := p.byID[row.ID]; twice {
			return nil, fmt.Errorf("place dictionary line %d: id %q twice", n, row.ID)
		}
		p.byID[row.ID] = len(p.rows)
		p.rows = append(p.rows, row)
	}
	for i, row := range p.rows {
		if _, ok := p.byID[row.Parent]; row.Parent != "" && !ok {
			return nil, fmt.Errorf("place dictionary: parent %q of %q is unknown", row.Parent, row.ID)
		}
		for _, name := range append([]string{row.Hans, row.Hant, row.English}, row.Aliases...) {
			p.add(name, i)
		}
	}
	for i, row := range p.rows { // after all names: a pinyin never hides a name
		if p.inChina(i) && len(row.Pinyin) >= 4 {
			p.add(row.Pinyin, i)
		}
	}
	return p, nil
}

// add registers a name; the first place that has it keeps it.
func (p *Places) add(name string, row int) {
	if name == "" {
		return
	}
	key := fold(clean(name))
	if hasHan(key) {
		if _, taken := p.han[key]; !taken {
			p.han[key] = row
			if rs := []rune(key); len(rs) >= 2 {
				head := [2]rune{rs[0], rs[1]}
				p.heads[head] = max(p.heads[head], len(rs))
			}
		}
		return
	}
	words := latinWords(key)
	key = joinWords(key, words)
	if _, taken := p.latin[key]; !taken && key != "" {
		p.latin[key] = row
		p.caps[key] = len(name) <= 3 && name == strings.ToUpper(name)
		p.maxLat = max(p.maxLat, len(words))
	}
}

// inChina is true for China and all within.
func (p *Places) inChina(i int) bool {
	for range 8 {
		row := p.rows[i]
		if row.English == "China" {
			return true
		}
		if row.Parent == "" {
			return false
		}
		i = p.byID[row.Parent]
	}
	return false
}

// Len is the number of places.
func (p *Places) Len() int { return len(p.rows) }

// ByID returns the place with an id.
func (p *Places) ByID(id string) (Place, bool) {
	i, ok := p.byID[id]
	if !ok {
		return Place{}, false
	}
	return p.rows[i], true
}

// suffixes that a written name may carry beyond the dictionary's.
var suffixes = []string{"市", "省", "自治区", "特别行政区", "自治州", "地区", "景区", "风景区", "州", "县", "古城", "岛"}

// Lookup returns the place that s is a name of, in either script, English or pinyin: 昆明, 昆明市, Kunming, kun ming.
func (p *Places) Lookup(s string) (Place, bool) {
	key := strings.TrimSpace(fold(clean(s)))
	if hasHan(key) {
		if i, ok := p.han[key]; ok {
			return p.rows[i], true
		}
		for _, suffix := range suffixes {
			if i, ok := p.han[strings.TrimSuffix(key, suffix)]; ok {
				return p.rows[i], true
			}
		}
		return Place{}, false
	}
	key = joinWords(key, latinWords(key))
	i, ok := p.latin[key]
	if !ok {
		i, ok = p.latin[strings.ReplaceAll(key, " ", "")]
	}
	if !ok {
		return Place{}, false
	}
	return p.rows[i], true
}

// Within is true when the place with id lies in the one with id of, or is it.
func (p *Places) Within(id, of string) bool {
	for range 16 {
		if id == of {
			return id != ""
		}
		i, ok := p.byID[id]
		if !ok {
			return false
		}
		id = p.rows[i].Parent
	}
	return false
}

// Above lists the places that contain the one with id, the nearest first.
func (p *Places) Above(id string) []Place {
	var out []Place
	for i, ok := p.byID[id]; ok && len(out) < 16; i, ok = p.byID[p.rows[i].Parent] {
		if p.rows[i].ID != id {
			out = append(out, p.rows[i])
		}
	}
	return out
}

// Names are all the ways a place is written: both scripts, English, pinyin, aliases.
func (pl Place) Names() []string {
	out := []string{pl.Hans}
	for _, n := range append([]string{pl.Hant, pl.English, pl.Pinyin}, pl.Aliases...) {
		if n != "" && n != pl.Hans {
			out = append(out, n)
		}
	}
	return out
}

// span of bytes.
type bytesSpan struct{ start, end int }

// latinWords finds the words of a folded text: letters with inner ' . and digits.
func latinWords(s string) []bytesSpan {
	var out []bytesSpan
	start := -1
	for i, r := range s {
		in := unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) || unicode.IsDigit(r) || start >= 0 && (r == '\'' || r == '’')
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, bytesSpan{start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, bytesSpan{start, len(s)})
	}
	return out
}

// joinWords is the key of some words.
func joinWords(s string, words []bytesSpan) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ReplaceAll(strings.ToLower(s[w.start:w.end]), "’", "'"))
	}
	return b.String()
}
