package storage

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// route writes a route, merged with what is stored of it. A merge that finds nothing new keeps the sequence number, so
// that a revisit of an unchanged site does not index it all again.
func (w *writer) route(r *Route) error {
	r.Seq = 0
	ok, err := w.alive(r.ID, r.URL)
	if err != nil || !ok {
		return err
	}
	if err := w.correct(r); err != nil {
		return err
	}
	old, has, err := w.stored(r.ID)
	if err != nil {
		return err
	}
	if !has {
		if r.State == "" {
			r.State = RouteNew
		}
		if r.First.IsZero() {
			r.First = r.Seen
		}
		return w.putRoute(r, nil)
	}
	r.merge(&old)
	return w.putRoute(r, &old)
}

// follow does for the stored route of a page what the page's new row says.
func (w *writer) follow(p *Page) error {
	if w.routes.Get(idKey(p.ID)) == nil {
		return nil
	}
	old, _, err := w.stored(p.ID)
	if err != nil {
		return err
	}
	r := old
	switch {
	case p.State == Gone:
		if old.State == RouteGone {
			return nil
		}
		r.State = RouteGone
		at := p.Checked
		if at.IsZero() {
			at = old.Seen
		}
		r.note(Change{At: at, Field: FieldState, Old: string(old.State), New: string(RouteGone)})
	case p.State == Redirect, p.State == Duplicate, p.State == Done && !p.Verdict.Route:
		return w.dropRoute(&old)
	case p.State == Done && p.Failure == "" && p.Fetched.After(old.Seen):
		r.back(&old, p.Fetched)
		r.State, r.Seen = RouteUnchanged, p.Fetched
	default:
		return nil
	}
	return w.putRoute(&r, &old)
}

func (w *writer) stored(id uint64) (Route, bool, error) {
	v := w.routes.Get(idKey(id))
	if v == nil {
		return Route{}, false, nil
	}
	r, err := decodeRoute(id, v)
	return r, err == nil, err
}

func (w *writer) putRoute(r, old *Route) error {
	if old != nil {
		w.count(old.Site).route(old, -1)
	}
	w.count(r.Site).route(r, 1)
	r.Seq = 0
	if old != nil && old.sameFor(r) {
		r.Seq = old.Seq
	} else {
		if old != nil {
			if err := w.forget(old.Seq); err != nil {
				return err
			}
		}
		var err error
		if r.Seq, err = w.log(ChangeRoute, r.ID); err != nil {
			return err
		}
	}
	v, err := sealJSON(r)
	if err != nil {
		return fmt.Errorf("route %s: %w", r.URL, err)
	}
	w.routes.FillPercent = 0.9
	return w.routes.Put(idKey(r.ID), v)
}

func (w *writer) dropRoute(r *Route) error {
	w.count(r.Site).route(r, -1)
	if err := w.forget(r.Seq); err != nil {
		return err
	}
	if _, err := w.log(ChangeDeleted, r.ID); err != nil {
		return err
	}
	return w.routes.Delete(idKey(r.ID))
}

func decodeRoute(id uint64, v []byte) (Route, error) {
	var r Route
	if err := unsealJSON(v, &r); err != nil {
		return Route{}, fmt.Errorf("route %d: %w", id, err)
	}
	return r, nil
}

// Route reads the route of a page.
func (s *Store) Route(id uint64) (Route, error) {
	var r Route
	err := s.view(func(tx *bolt.Tx) error {
		v := tx.Bucket(routesBucket).Get(idKey(id))
		if v == nil {
			return fmt.Errorf("route %d: %w", id, ErrNotFound)
		}
		var err error
		r, err = decodeRoute(id, v)
		return err
	})
	return r, err
}

// RouteOf reads the route of a URL.
func (s *Store) RouteOf(url string) (Route, error) {
	l, err := s.LinkOf(url)
	if err != nil {
		return Route{}, err
	}
	return s.Route(l.ID)
}

// EachRoute calls fn for every route with a higher id than after, in order; fn may take its time and use the store.
func (s *Store) EachRoute(after uint64, fn func(Route) error) error {
	return each(s, routesBucket, after, func(id uint64, v []byte, _ *words) (Route, bool, error) {
		r, err := decodeRoute(id, v)
		return r, true, err
	}, fn)
}

// SomeRoutes calls fn for the routes with these ids, in their order; those that are not there are left out. It reads many in
// one transaction and calls fn outside of it.
func (s *Store) SomeRoutes(ids []uint64, fn func(Route) error) error {
	const some = 128
	rows := make([]Route, 0, some)
	for len(ids) > 0 {
		part := ids[:min(some, len(ids))]
		ids, rows = ids[len(part):], rows[:0]
		err := s.view(func(tx *bolt.Tx) error {
			for _, id := range part {
				v := tx.Bucket(routesBucket).Get(idKey(id))
				if v == nil {
					continue
				}
				r, err := decodeRoute(id, v)
				if err != nil {
					return err
				}
				rows = append(rows, r)
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := fn(r); err != nil {
				return err
			}
		}
	}
	return nil
}
