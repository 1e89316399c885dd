package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"xunlu/storage"
)

// tours knows which routes are the same tour. It is held in memory and follows the change log of the store when it is asked:
// the first question reads all routes, later ones what changed since.
//
// Every group has a leader, its first route; a route belongs to the leader it is most alike to. So two groups never grow
// together by a chain of small differences.
type tours struct {
	mu     sync.Mutex
	seq    uint64 // read up to there
	known  map[uint64]*likeness
	leader map[uint64]uint64   // route → leader
	group  map[uint64][]uint64 // leader → routes, itself first
	block  map[uint64][]uint64 // days and one name → leaders
	counts map[uint32]int      // stops → routes
}

func newTours() *tours {
	return &tours{known: map[uint64]*likeness{}, leader: map[uint64]uint64{}, group: map[uint64][]uint64{}, block: map[uint64][]uint64{}, counts: map[uint32]int{}}
}

// follow brings it up to the store. Caller holds mu.
func (t *tours) follow(ctx context.Context, s *storage.Store) error {
	const some = 2000
	for {
		rows, err := s.Changes(t.seq, some)
		if err != nil {
			return err
		}
		var ids []uint64
		for _, c := range rows {
			switch c.Kind {
			case storage.ChangeRoute:
				ids = append(ids, c.ID)
			case storage.ChangeDeleted:
				t.remove(c.ID)
			}
		}
		err = s.SomeRoutes(ids, func(r storage.Route) error {
			t.remove(r.ID)
			if r.State != storage.RouteGone {
				t.add(likenessOf(&r))
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			t.seq = rows[len(rows)-1].Seq
		}
		if len(rows) < some {
			return ctx.Err()
		}
	}
}

// weight makes names that stand in many itineraries (a hotel, 自由活动) count little.
func (t *tours) weight(stop uint32) float64 {
	return math.Log(1+float64(len(t.known)+1)/float64(t.counts[stop]+1)) + 0.05
}

// keys are the blocks a route is looked for in: alike ones share the days, and one of the places or stops.
func (t *tours) keys(l *likeness) []uint64 {
	var keys []uint64
	names := l.stops
	if l.free {
		names = nil
		for _, to := range l.to {
			names = append(names, hash(to))
		}
	}
	for _, n := range names {
		keys = append(keys, uint64(l.days)<<32|uint64(n))
	}
	return keys
}

// maxBlock bounds how many leaders of one block are compared: the names of larger ones tell nothing.
const maxBlock = 400

func (t *tours) add(l likeness) {
	t.known[l.id] = &l
	for _, s := range l.stops {
		t.counts[s]++
	}
	best, most := uint64(0), 0.0
	tried := map[uint64]bool{}
	keys := t.keys(&l)
	for _, k := range keys {
		if len(t.block[k]) > maxBlock {
			continue
		}
		for _, id := range t.block[k] {
			if tried[id] {
				continue
			}
			tried[id] = true
			if s := l.alike(t.known[id], t.weight); s > most || s == most && s > 0 && id < best {
				best, most = id, s
			}
		}
	}
	if best == 0 {
		best = l.id
		for _, k := range keys {
			t.block[k] = append(t.block[k], l.id)
		}
	}
	t.leader[l.id] = best
	t.group[best] = append(t.group[best], l.id)
}

// remove takes a route out. When it led others, the next of them leads.
func (t *tours) remove(id uint64) {
	l := t.known[id]
	if l == nil {
		return
	}
	leader := t.leader[id]
	rest := slices.DeleteFunc(t.group[leader], func(x uint64) bool { return x == id })
	delete(t.known, id)
	delete(t.leader, id)
	for _, s := range l.stops {
		t.counts[s]--
	}
	if leader != id {
		t.group[leader] = rest
		return
	}
	delete(t.group, id)
	for _, k := range t.keys(l) {
		t.block[k] = slices.DeleteFunc(t.block[k], func(x uint64) bool { return x == id })
	}
	for _, x := range rest {
		again := *t.known[x]
		delete(t.known, x)
		for _, s := range again.stops {
			t.counts[s]--
		}
		t.add(again)
	}
}

// Offer is one agency's offer of a tour, and what differs from the cheapest one.
type Offer struct {
	storage.Route
	Mine    bool     `json:"mine,omitempty"`
	Above   float64  `json:"above,omitempty"` // price above the cheapest of the same currency
	Differs []string `json:"differs,omitempty"`
}

// Tour is one tour with all who sell it, cheapest first; offers without a price come last.
type Tour struct {
	Offers   []Offer `json:"offers"`
	Sites    int     `json:"sites"`
	Currency string  `json:"currency,omitempty"`
	Low      float64 `json:"low,omitempty"`  // cheapest
	High     float64 `json:"high,omitempty"` // dearest
}

// SameTour gives the tour a route is an offer of, with itself among the offers. Gone routes are not in it.
func (a *App) SameTour(ctx context.Context, id uint64) (Tour, error) {
	a.tours.mu.Lock()
	err := a.tours.follow(ctx, a.store)
	ids := slices.Clone(a.tours.group[a.tours.leader[id]])
	a.tours.mu.Unlock()
	if err != nil {
		return Tour{}, fmt.Errorf("the same tour elsewhere: %w", err)
	}
	if len(ids) == 0 {
		ids = []uint64{id}
	}
	return a.tourOf(ids)
}

// Tours lists the tours sold on at least two sites, those with the widest spread of prices first, at most limit (0 = all).
func (a *App) Tours(ctx context.Context, limit int) ([]Tour, error) {
	groups, err := a.groups(ctx)
	if err != nil {
		return nil, err
	}
	out := []Tour{}
	for _, ids := range groups {
		t, err := a.tourOf(ids)
		if err != nil {
			return nil, err
		}
		if t.Sites > 1 {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(x, y Tour) int { return cmp.Compare(y.spread(), x.spread()) })
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out, nil
}

func (t *Tour) spread() float64 {
	if t.Low == 0 {
		return 0
	}
	return (t.High - t.Low) / t.Low
}

// groups are the ids of the routes of every tour with more than one, in the order of their leaders.
func (a *App) groups(ctx context.Context) ([][]uint64, error) {
	a.tours.mu.Lock()
	defer a.tours.mu.Unlock()
	if err := a.tours.follow(ctx, a.store); err != nil {
		return nil, fmt.Errorf("group routes: %w", err)
	}
	var out [][]uint64
	for _, ids := range a.tours.group {
		if len(ids) > 1 {
			out = append(out, slices.Clone(ids))
		}
	}
	slices.SortFunc(out, func(x, y []uint64) int { return cmp.Compare(x[0], y[0]) })
	return out, nil
}

// tourOf puts offers side by side.
func (a *App) tourOf(ids []uint64) (Tour, error) {
	mine, err := a.mySites()
	if err != nil {
		return Tour{}, err
	}
	var t Tour
	sites := map[string]bool{}
	for _, id := range ids {
		r, err := a.store.Route(id)
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return t, err
		}
		sites[r.Site] = true
		t.Offers = append(t.Offers, Offer{Route: r, Mine: mine[r.Site]})
	}
	t.Sites = len(sites)
	slices.SortStableFunc(t.Offers, func(x, y Offer) int {
		return cmp.Or(cmp.Compare(b2i(x.Price == 0), b2i(y.Price == 0)), cmp.Compare(x.Price, y.Price), cmp.Compare(x.ID, y.ID))
	})
	if len(t.Offers) == 0 {
		return t, nil
	}
	first := &t.Offers[0]
	t.Currency, t.Low = first.Currency, first.Price
	for i := range t.Offers {
		o := &t.Offers[i]
		o.Differs = storage.Differences(&first.Route, &o.Route)
		if o.Currency == t.Currency && o.Price > 0 {
			o.Above, t.High = o.Price-t.Low, max(t.High, o.Price)
		}
	}
	return t, nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mySites are the ids of the sites marked as mine.
func (a *App) mySites() (map[string]bool, error) {
	sites, err := a.store.Sites()
	if err != nil {
		return nil, err
	}
	mine := map[string]bool{}
	for _, s := range sites {
		if s.Mine {
			mine[s.ID] = true
		}
	}
	return mine, nil
}
