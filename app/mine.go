package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xunlu/storage"
)

// Standing is how the sites marked as mine stand against the others.
type Standing struct {
	Mine    []string     `json:"mine"`    // ids of my sites; with none of them the rest is empty
	Routes  int          `json:"routes"`  // mine
	Shared  int          `json:"shared"`  // of them, tours that others sell too
	Dearer  []Tour       `json:"dearer"`  // tours where another is cheaper than me, largest difference first
	Missing []Tour       `json:"missing"` // tours at least two others sell and I do not, most sellers first
	Changed ChangeReport `json:"changed"` // at the others, since the moment asked for
}

// Mine compares my sites with the others. What changed is since the moment given; a week back is what an owner wants.
func (a *App) Mine(ctx context.Context, since time.Time) (Standing, error) {
	s := Standing{Mine: []string{}, Dearer: []Tour{}, Missing: []Tour{}}
	mine, err := a.mySites()
	if err != nil {
		return s, err
	}
	for id := range mine {
		s.Mine = append(s.Mine, id)
		s.Routes += a.store.Count(id).Routes
	}
	slices.Sort(s.Mine)
	if len(mine) == 0 {
		return s, nil
	}
	groups, err := a.groups(ctx)
	if err != nil {
		return s, err
	}
	for _, ids := range groups {
		t, err := a.tourOf(ids)
		if err != nil {
			return s, err
		}
		s.place(t)
	}
	slices.SortStableFunc(s.Dearer, func(x, y Tour) int { return cmp.Compare(y.myShare(), x.myShare()) })
	slices.SortStableFunc(s.Missing, func(x, y Tour) int { return cmp.Compare(y.Sites, x.Sites) })
	s.Changed, err = a.changesOf(ctx, since, func(r *storage.Route) bool { return !mine[r.Site] })
	return s, err
}

// place puts a tour into the lists it belongs to.
func (s *Standing) place(t Tour) {
	ours := 0
	for i := range t.Offers {
		ours += b2i(t.Offers[i].Mine)
	}
	switch {
	case t.Sites < 2:
	case ours == 0:
		s.Missing = append(s.Missing, t)
	case ours < len(t.Offers):
		s.Shared += ours
		if t.myShare() > 0 {
			s.Dearer = append(s.Dearer, t)
		}
	}
}

// myShare is how far my cheapest offer is above the cheapest one, as a share of that; 0 when mine is the cheapest, or has no
// price in that currency.
func (t *Tour) myShare() float64 {
	for i := range t.Offers {
		if o := &t.Offers[i]; o.Mine && o.Price > 0 && o.Currency == t.Currency && t.Low > 0 {
			return o.Above / t.Low
		}
	}
	return 0
}
