package demo

import "fmt"

// share is how many of a site's articles are of a kind.
type share struct {
	kind   pageKind
	weight int
}

var shares = map[Kind][]share{
	KindAgency:   {{pkGuide, 26}, {pkNews, 20}, {pkTicket, 16}, {pkHotel, 14}, {pkVisa, 8}, {pkBlog, 16}},
	KindPlatform: {{pkGuide, 22}, {pkTicket, 30}, {pkHotel, 30}, {pkVisa, 6}, {pkBlog, 12}},
	KindNews:     {{pkNews, 100}},
	KindSport:    {{pkNews, 100}},
	KindShop:     {{pkGoods, 92}, {pkNews, 8}},
	KindForum:    {{pkThread, 100}},
	KindRecipes:  {{pkRecipe, 90}, {pkBlog, 10}},
}

// routeShare is how many of 100 pages of a site are routes.
func routeShare(k Kind) int {
	switch k {
	case KindAgency:
		return 33
	case KindPlatform:
		return 42
	}
	return 0
}

const indexSize = 20 // items on a page of an index

// plan lays out a site of exactly the given number of pages in edition 1, and what later editions added.
func (s *site) plan(pages, catalogue int) {
	d := throw(s.seed, "plan", s.id)
	routes := pages * routeShare(s.kind) / 100
	s.sell(d, routes, catalogue)
	s.add(pkHome, 0)
	for n := range 3 {
		s.add(pkAbout, n)
	}
	s.add(pkMissing, 0)
	if s.kind != KindNews && s.kind != KindSport && s.kind != KindForum {
		s.add(pkFaq, 0)
		s.add(pkCart, 0)
	}
	if s.design.frames {
		for n := range 3 {
			s.add(pkFrame, n)
		}
	}
	for _, t := range s.tours {
		s.add(pkRoute, t.n)
	}
	for n := range s.lists {
		s.add(pkList, n)
	}
	s.addArticles(pages - len(s.entries) + len(s.newTours()))
	s.spoil(d)
}

// addArticles fills the plan up to the wanted number of pages; indexes count.
func (s *site) addArticles(want int) {
	kinds, total := shares[s.kind], 0
	for _, k := range kinds {
		total += k.weight
	}
	want = max(want, 2*len(kinds))
	left := want
	for _, k := range kinds {
		part := max(want*k.weight/total, 2)
		items := part * indexSize / (indexSize + 1)
		left -= items + indexPages(items)
		for n := range items {
			s.add(k.kind, n)
		}
	}
	for main := kinds[0].kind; left > 0; left-- {
		n := len(s.byKind[main])
		if indexPages(n+1) > indexPages(n) {
			if left--; left == 0 { // no room for a page and its index
				s.add(pkAbout, len(s.byKind[pkAbout]))
				break
			}
		}
		s.add(main, n)
	}
	for _, k := range kinds {
		for b := range indexPages(len(s.byKind[k.kind])) {
			s.add(pkIndex, int(k.kind)*1000+b)
		}
	}
}

func indexPages(items int) int { return (items + indexSize - 1) / indexSize }

// sell chooses the tours and sorts them into categories; later editions add new ones at the end.
func (s *site) sell(d dice, routes, catalogue int) {
	if routes == 0 {
		return
	}
	groups := d.Perm(max(catalogue, routes*13/10))
	for n := range routes {
		s.tours = append(s.tours, makeTour(s, makeProduct(s.seed, s.loc, groups[n]), n, 1))
	}
	for e := 2; e <= s.edition; e++ {
		for range max(1, routes/20) {
			n := len(s.tours)
			g := len(groups) + n // a product nobody sold before
			s.tours = append(s.tours, makeTour(s, makeProduct(s.seed, s.loc, g), n, e))
		}
	}
	s.categorise()
}

func (s *site) newTours() []*tour {
	for i, t := range s.tours {
		if t.since > 1 {
			return s.tours[i:]
		}
	}
	return nil
}

// categorise makes a category of every region with enough tours and one for the rest. Menus follow edition 1, so that
// other pages stay as they are; new tours stand at the end of their category.
func (s *site) categorise() {
	first := s.tours[:len(s.tours)-len(s.newTours())]
	count := map[*region]int{}
	for _, t := range first {
		count[t.reg]++
	}
	where := map[*region]int{}
	for _, r := range s.loc.regions {
		if count[r]*14 >= len(first) {
			where[r] = len(s.cats)
			s.cats = append(s.cats, category{name: r.name, reg: r, size: count[r]})
		}
	}
	rest := len(s.cats)
	s.cats = append(s.cats, category{name: otherTours[s.loc.lang], size: len(first)})
	for _, t := range s.tours {
		c, ok := where[t.reg]
		if !ok {
			c = rest
		}
		s.cats[c].tours = append(s.cats[c].tours, t.n)
	}
	for c := range s.cats {
		for p := range (len(s.cats[c].tours) + s.design.perPage - 1) / s.design.perPage {
			s.lists = append(s.lists, listPage{cat: c, page: p})
		}
	}
}

var otherTours = map[string]string{"zh-CN": "更多线路", "zh-TW": "其他行程", "en": "More tours"}

func (s *site) add(k pageKind, n int) {
	e := entry{kind: k, n: n, path: s.address(k, n)}
	id := key(splitPath(e.path))
	if _, taken := s.byKey[id]; taken {
		panic(fmt.Sprintf("demo: two pages of site %d at %s", s.id, id))
	}
	s.byKey[id] = len(s.entries)
	s.byKind[k] = append(s.byKind[k], len(s.entries))
	s.entries = append(s.entries, e)
}

// movedRoute is the old address of a site's first route.
const movedRoute = "/old/line.html"

// spoil chooses the pages that fail, are slow or have moved.
func (s *site) spoil(d dice) {
	kinds := shares[s.kind]
	victims := s.byKind[kinds[0].kind]
	for i, f := range []fault{faultOnce, faultAlways, faultSlow} {
		if v := victims[d.IntN(len(victims))]; s.entries[v].fault == faultNone && d.chance(90-10*i) {
			s.entries[v].fault = f
		}
	}
	if r := s.byKind[pkRoute]; len(r) > 3 {
		s.entries[r[d.IntN(len(r))]].fault = faultOnce
		s.moved[movedRoute] = s.entries[r[0]].path
	}
	s.moved["/index_old.html"] = "/"
	s.moved["/loop/a.html"], s.moved["/loop/b.html"] = "/loop/b.html", "/loop/a.html"
}
