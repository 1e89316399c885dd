package judge

import (
	"fmt"
	"strings"
)

// Place says where on a page a run of text stands; a bit set, because a heading may be a link too.
type Place uint16

const (
	Title     Place = 1 << iota // <title>
	Heading                     // h1 … h6
	Text                        // visible text outside links
	Link                        // visible text inside links
	TableHead                   // th, dt: labels of a table or a list of facts
	URL                         // the page's own address, percent-decoded
	Meta                        // meta description and keywords
	Data                        // JSON-LD and microdata values
)

// Body is all visible text; Anywhere is every place.
const (
	Body     = Text | Link
	Anywhere = Title | Heading | Text | Link | TableHead | URL | Meta | Data
)

// shown is where a factor looks that names no place: the page's title and everything a reader sees.
const shown = Title | Heading | Text | Link

// placeNames in the order of the bits; the names of rule files.
var placeNames = []string{"title", "heading", "text", "link", "tablehead", "url", "meta", "data"}

// String lists the place's names, comma separated, in the order of the bits.
func (p Place) String() string {
	var b strings.Builder
	for i, name := range placeNames {
		if p&(1<<i) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name)
	}
	return b.String()
}

// PlaceNames are the names that Factor.Where may hold, "body" and "anywhere" last.
func PlaceNames() []string {
	return append(append([]string(nil), placeNames...), "body", "anywhere")
}

// parsePlaces turns the names of a rule file into a set; no names mean title and all visible text.
func parsePlaces(names []string) (Place, error) {
	if len(names) == 0 {
		return shown, nil
	}
	var set Place
	for _, name := range names {
		p, ok := placeNamed(name)
		if !ok {
			return 0, fmt.Errorf("unknown place %q", name)
		}
		set |= p
	}
	return set, nil
}

func placeNamed(name string) (Place, bool) {
	switch name {
	case "body":
		return Body, true
	case "anywhere":
		return Anywhere, true
	}
	for i, n := range placeNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
