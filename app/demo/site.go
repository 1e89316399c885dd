package demo

import (
	"fmt"
	"strings"
	"time"
)

// Kind is what a site is.
type Kind string

const (
	KindAgency   Kind = "agency"
	KindPlatform Kind = "platform"
	KindNews     Kind = "news"
	KindSport    Kind = "sport"
	KindShop     Kind = "shop"
	KindForum    Kind = "forum"
	KindRecipes  Kind = "recipes"
)

// Template is a named URL rule of a platform; Class is route, agency, ticket, listing or ignore, Pattern is RE2.
type Template struct {
	Name    string `json:"name"`
	Class   string `json:"class"`
	Pattern string `json:"pattern"`
}

// Site is a site of the demo web as its visitors may know it.
type Site struct {
	Name      string     `json:"name"`
	Start     string     `json:"start"` // URL; without a port until the web is served
	Kind      Kind       `json:"kind"`
	Charset   string     `json:"charset"` // WHATWG label
	Design    string     `json:"design"`
	Script    bool       `json:"script,omitempty"`  // its content appears only when its JavaScript runs
	Session   string     `json:"session,omitempty"` // query parameter that carries its session id
	Templates []Template `json:"templates,omitempty"`
}

// site is a planned site. Constant after New, except base, which Start sets before anything is served.
type site struct {
	id      int
	seed    uint64
	edition int
	today   time.Time
	kind    Kind
	design  *design
	loc     *locale
	urls    urls

	name, city, phone, person, slogan string
	labels                            map[string]string
	colour                            palette
	titleSep                          string
	dayStyle, headStyle, moneyStyle   int
	idBase, idStep                    int

	tours   []*tour
	entries []entry
	byKey   map[string]int
	byKind  map[pageKind][]int // entries in order of n
	lists   []listPage
	cats    []category
	moved   map[string]string // old path → new path, or to itself in a loop
	base    string            // http://127.0.1.2:7000, no slash
}

// palette is a site's colours.
type palette struct{ main, dark, pale, price string }

var palettes = []palette{
	{"#0a7abf", "#06507e", "#eef6fb", "#e4393c"}, {"#e8590c", "#a63c04", "#fff4ec", "#d6001c"},
	{"#2b8a3e", "#1a5a28", "#eff8f1", "#e8590c"}, {"#9c36b5", "#68237a", "#f8f0fb", "#c2255c"},
	{"#c92a2a", "#8a1c1c", "#fff1f1", "#c92a2a"}, {"#1098ad", "#0a6675", "#ecf9fb", "#f76707"},
	{"#5f3dc4", "#3f2786", "#f3f0ff", "#e03131"}, {"#846358", "#574139", "#f8f4f2", "#b02a37"},
}

// newSite invents a site's identity; its pages come with plan.
func newSite(o Options, id int, kind Kind, dsg *design, loc *locale) *site {
	s := &site{id: id, seed: o.Seed, edition: o.Edition, today: o.Today, kind: kind, design: dsg, loc: loc}
	d := throw(o.Seed, "site", id)
	s.city = one(d, loc.pool("hub"))
	s.phone = fmt.Sprintf("%s-%08d", one(d, []string{"000", "0000", "400-000"}), d.IntN(9999)+5550000)
	s.person = one(d, loc.pool("person"))
	s.slogan = strings.ReplaceAll(one(d, loc.pool("slogan")), "{region}", loc.regions[0].name)
	s.colour = one(d, palettes)
	s.titleSep = one(d, separators[loc.lang])
	s.dayStyle, s.headStyle, s.moneyStyle = d.IntN(3), d.IntN(5), d.IntN(4)
	s.idBase, s.idStep = d.between(101, 9000), d.between(1, 7)
	s.labels = map[string]string{}
	for key, of := range loc.pools {
		if name, ok := strings.CutPrefix(key, "label."); ok {
			s.labels[name] = one(throw(o.Seed, "label", id, key), of)
		}
	}
	s.urls = dsg.urls.choose(d, id)
	s.byKey, s.byKind, s.moved = map[string]int{}, map[pageKind][]int{}, map[string]string{}
	return s
}

func (s *site) label(name string) string {
	v, ok := s.labels[name]
	if !ok {
		panic("demo: no label " + name)
	}
	return v
}
