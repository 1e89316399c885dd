package demo

import (
	"fmt"
)

// render writes the page of an entry as it goes over the wire.
func (w *Web) render(s *site, e *entry, session string) ([]byte, error) {
	p := &page{w: w, s: s, e: e, session: session, d: throw(s.seed, "page", s.id, int(e.kind), e.n)}
	g := s.design
	switch e.kind {
	case pkHome:
		g.home(p)
	case pkRoute:
		if t := s.tours[e.n]; t.alive() {
			g.route(p, t, s.text(t))
		} else {
			p.missing()
		}
	case pkList:
		g.list(p, s.listing(e.n))
	case pkIndex:
		g.index(p, s.indexPage(p, e.n))
	case pkFrame:
		g.frame(p, e.n)
	case pkMissing:
		p.missing()
	default:
		g.article(p, s.article(e.kind, e.n))
	}
	b, err := g.encode(p.Bytes())
	if err != nil {
		return nil, fmt.Errorf("encode %s%s as %s: %w", s.base, e.path, g.charset, err)
	}
	return b, nil
}

// missing writes the page that says that something is not there; the status is the caller's.
func (p *page) missing() {
	f := p.s.filler(p.d, p.s.loc.region(p.d))
	p.s.design.article(p, &article{
		kind: pkMissing, title: map[string]string{"zh-CN": "提示信息", "zh-TW": "系統訊息", "en": "Page not found"}[p.s.loc.lang],
		date: p.s.today, blocks: []block{{"", []string{f.pick("notfound")}}},
	})
}

// listing gives page n of the lists: of its category what is sold in this edition, new tours on the last page.
func (s *site) listing(n int) *listing {
	lp := s.lists[n]
	c := s.cats[lp.cat]
	l := &listing{title: c.name + tourWord[s.loc.lang], cat: lp.cat, page: lp.page, first: n - lp.page}
	l.pages = (len(c.tours) + s.design.perPage - 1) / s.design.perPage
	for i := lp.page * s.design.perPage; i < min((lp.page+1)*s.design.perPage, len(c.tours)); i++ {
		if t := s.tours[c.tours[i]]; t.alive() {
			l.tours = append(l.tours, t)
		}
	}
	return l
}

func (s *site) indexPage(p *page, n int) *indexPage {
	k, b := pageKind(n/1000), n%1000
	total := len(s.byKind[k])
	x := &indexPage{title: s.kindLabel(k), kind: k, page: b, pages: indexPages(total)}
	for i := b * indexSize; i < min((b+1)*indexSize, total); i++ {
		x.items = append(x.items, indexItem{p.href(k, i), s.article(k, i)})
	}
	return x
}
