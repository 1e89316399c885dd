package engine

import (
	"container/heap"
	"hash/fnv"
	"math/rand/v2"

	"xunlu/engine/order"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

const (
	// maxRelevance bounds what k adds to a priority: a page of one guide word repeated must not outrun everything.
	maxRelevance = 2
	// exploring is the share of fetches that best-first does not choose by its model: what it never looks at it cannot learn.
	exploring = 0.10
	// maxNotes bounds the links of a site that are scored again as the model learns; the others keep their first score.
	maxNotes = 200_000
	// hubShare is what a page that leads to routes is worth beside one that is a route.
	hubShare = 0.25
	// listingCards is how many priced cards make a page one that lists tours.
	listingCards = 6
	// refreshes: the queue is scored again when the model has learned a sixteenth more, but not for fewer pages than this.
	refreshLeast, refreshPart = 4, 16
)

// bestFirst is the memory of a site crawled best-first: paper B's "predicted relevance", learned while it crawls. The models
// are changed by Coordinator.Run with Coordinator.mu held; notes, cash and dice are guarded by mu. nil for other orders.
type bestFirst struct {
	prior *order.Model // shared by all sites
	model *order.Model
	use   order.Groups

	notes   map[uint64]*note // of queued links, by id
	cash    float64          // held by all notes together
	dice    *rand.Rand
	refresh int // pages to learn before the queue is scored again
	saved   int // Learned when the model was stored last
}

// note is what best-first knows of a queued link, and of a lent one until it is settled.
type note struct {
	features []uint16
	kind     *family // of its address
	parent   *family // of the page it was found on, nil for a seed
	bonus    float32 // what a template or a focus adds
	cash     float32 // OPIC: what the pages that link to it handed on
	silent   bool    // found without words, by a sitemap: the next link with words says more
}

func newBestFirst(prior *order.Model, use order.Groups, site string) *bestFirst {
	h := fnv.New64a()
	h.Write([]byte(site))
	return &bestFirst{prior: prior, model: &order.Model{}, use: use, notes: map[uint64]*note{},
		dice: rand.New(rand.NewPCG(h.Sum64(), 1)), refresh: refreshLeast}
}

// score predicts what fetching a link is worth: its chance to be a route, and what pages of its kind led to.
func (b *bestFirst) score(n *note) float32 {
	if b.use&order.Topology != 0 && len(b.notes) > 0 && b.cash > 0 {
		f := append(n.features, order.TopoFeature(float64(n.cash)*float64(len(b.notes))/b.cash))
		n.features = f[:len(f)-1]
		return b.worth(n, f)
	}
	return b.worth(n, n.features)
}

func (b *bestFirst) worth(n *note, features []uint16) float32 {
	p := float32(order.Chance(b.prior, b.model, features)) + n.bonus
	if b.use&order.Listing != 0 && n.kind != nil {
		p += hubShare * n.kind.hub()
	}
	return p
}

// pick chooses the place in a host's heap to take next: the best, one time in ten any.
func (b *bestFirst) pick(q *hostQueue) int {
	if b == nil || len(q.fresh) < 4 || q.fresh[0].key >= seedPriority || b.dice.Float64() >= exploring {
		return 0
	}
	return b.dice.IntN(len(q.fresh))
}

func (b *bestFirst) keep(id uint64, n *note) {
	if b != nil && n != nil && len(b.notes) < maxNotes {
		b.notes[id] = n
		b.cash += float64(n.cash)
	}
}

func (b *bestFirst) take(id uint64, n *note) {
	if b == nil || n == nil || b.notes[id] != n {
		return
	}
	if b.use&order.Topology != 0 && b.cash > 0 {
		n.features = append(n.features, order.TopoFeature(float64(n.cash)*float64(len(b.notes))/b.cash))
	}
	delete(b.notes, id)
	b.cash -= float64(n.cash)
}

// recall describes a stored link.
func (b *bestFirst) recall(st *siteState, l *storage.Link) *note {
	shape := order.ShapeOf(l.URL)
	link := order.Link{Text: l.Text, Shape: shape, Source: string(page.Anchor)}
	p := order.Page{Depth: l.Depth - 1}
	n := &note{features: order.Features(nil, &p, &link, b.use&^(order.Parent|order.Place)), kind: st.familyFor(shape.Full), silent: l.Text == ""}
	if t, ok := st.templates.Match(l.URL); ok && t.Class != judge.ClassIgnore && t.Class != judge.ClassTicket {
		n.bonus++
	}
	return n
}

// learn takes in what became of a lent link. It says whether the queue should be scored again.
func (b *bestFirst) learn(n *note, route bool) bool {
	want := 0.0
	if route {
		want = 1
		if n.parent != nil {
			n.parent.bred++
		}
	}
	order.Learn(b.prior, b.model, n.features, want)
	if b.refresh--; b.refresh > 0 {
		return false
	}
	b.refresh = max(refreshLeast, b.model.Learned()/refreshPart)
	return true
}

// worth is that of a host's best link: where best-first should go when there are more hosts than workers. A host that is not
// crawled best-first, or has something waiting, is worth as much as any.
func (q *hostQueue) worth() float32 {
	if q.site.best == nil || len(q.fresh) == 0 || len(q.waits) > 0 {
		return seedPriority
	}
	return q.fresh[0].key
}

// promising is the worth from which on a host comes before the others, 0 when none does: half of the best. One time in ten all are
// equal, so that no site is given up.
func (f *frontier) promising() float32 {
	var best float32
	var dice *rand.Rand
	for _, q := range f.ring {
		if b := q.site.best; b != nil && len(q.fresh) > 0 && q.fresh[0].key > best && q.fresh[0].key < seedPriority {
			best, dice = q.fresh[0].key, b.dice
		}
	}
	if dice == nil || dice.Float64() < exploring {
		return 0
	}
	return best / 2
}

// rescore gives the queued links of a site the score that the model would give them now. Caller holds mu.
func (f *frontier) rescore(st *siteState) {
	for _, q := range f.hosts {
		if q.site != st || len(q.fresh) == 0 {
			continue
		}
		for i := range q.fresh {
			if it := &q.fresh[i]; it.note != nil && it.key < seedPriority {
				it.key = st.best.score(it.note)
			}
		}
		heap.Init((*freshHeap)(q))
	}
}

// bestOrder says whether a site is crawled best-first; a soft focus is.
func (st *siteState) bestOrder() bool {
	return st.site.Order == storage.Best || st.site.Focus == storage.FocusSoft
}

// sighting is a link to a page that is known already. If that waits still its cash grows, and words may come to it.
type sighting struct {
	site *siteState
	view *linkView
	at   int
	id   uint64
}

// sighted takes in what a page says of links that wait already. Caller holds mu.
func (s *sighting) sighted(st *siteState) {
	v := s.view
	n := v.best.notes[s.id]
	if n == nil {
		return
	}
	n.cash += v.share
	v.best.cash += float64(v.share)
	if n.silent && v.links[s.at].Text != "" {
		said := v.note(st, s.at)
		n.features, n.parent, n.silent = said.features, said.parent, false
	}
}

// linkView is a page's links as best-first looks at them.
type linkView struct {
	best  *bestFirst
	page  order.Page
	links []page.Link
	kind  *family
	bonus float32
	share float32 // cash for each link
	run   int     // links of one shape in a row, and where the row ends
	until int
	buf   []uint16
}

// orderLinks prepares a page's links; nil when the site is not crawled best-first.
func (st *siteState) orderLinks(o *Outcome, l *lease) *linkView {
	if st.best == nil || len(o.Links) == 0 {
		return nil
	}
	own := order.ShapeOf(o.Task.URL)
	v := &linkView{best: st.best, links: o.Links, kind: st.familyFor(own.Full), share: 1 / float32(len(o.Links)),
		page: order.Page{Shape: own.Full, Route: o.Verdict.Route, Listing: o.Verdict.Class == judge.ClassListing || o.Cards >= listingCards,
			K: o.Relevance, Depth: o.Task.Depth}}
	if l.note != nil {
		v.share = (1 + l.note.cash) / float32(len(o.Links))
	}
	if st.site.Focus == storage.FocusSoft && o.Guided {
		v.bonus = float32(min(o.Relevance, maxRelevance))
	}
	return v
}

// note describes the link at place i of the page.
func (v *linkView) note(st *siteState, i int) *note {
	l := v.describe(i)
	v.buf = order.Features(v.buf[:0], &v.page, &l, v.best.use)
	n := &note{features: append(make([]uint16, 0, len(v.buf)+1), v.buf...), kind: st.familyFor(l.Shape.Full), parent: v.kind,
		bonus: v.bonus, cash: v.share, silent: v.links[i].Text == ""}
	if t, ok := st.templates.Match(v.links[i].URL); ok && t.Class != judge.ClassIgnore && t.Class != judge.ClassTicket {
		n.bonus++
	}
	return n
}

func (v *linkView) describe(i int) order.Link {
	k := &v.links[i]
	shape := order.ShapeOf(k.URL)
	if i >= v.until || i < v.until-v.run {
		v.until = i + 1
		for v.until < len(v.links) && order.ShapeOf(v.links[v.until].URL) == shape {
			v.until++
		}
		from := i
		for from > 0 && i-from < 8 && order.ShapeOf(v.links[from-1].URL) == shape {
			from--
		}
		v.run = v.until - from
	}
	return order.Link{Text: k.Text, Shape: shape, Source: string(k.Kind), At: i, Of: len(v.links), Run: v.run}
}
