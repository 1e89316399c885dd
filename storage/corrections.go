package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// SourceUser is the source of a field that a person corrected.
const SourceUser = "user"

// Correction is a field of a route that a person put right. It is kept under the page's URL, apart from the route, so that it
// holds when the page is fetched, judged or read again, and when the route goes and comes back.
type Correction struct {
	Field string    `json:"field"`
	Value string    `json:"value"` // as typed
	At    time.Time `json:"at"`
	// Page is what the page says, as JSON, and Source where it says so: shown beside the correction, and what comes back when
	// it is withdrawn.
	Page   json.RawMessage `json:"page,omitempty"`
	Source string          `json:"source,omitempty"`
}

// ErrNoField is returned for a field that routes do not have.
var ErrNoField = errors.New("no such field")

// CorrectableFields are the names of the fields a person can correct.
func CorrectableFields() []string {
	var out []string
	for _, f := range routeFields() {
		out = append(out, f.name)
	}
	return out
}

func fieldNamed(name string) (routeField, error) {
	for _, f := range routeFields() {
		if f.name == name {
			return f, nil
		}
	}
	return routeField{}, fmt.Errorf("«%s»: %w; there are %s", name, ErrNoField, strings.Join(CorrectableFields(), ", "))
}

func correctionKey(url string) []byte { return []byte("corrections of " + url) }

// Corrections are those of a page, in the order of their fields; none is no error.
func (s *Store) Corrections(url string) ([]Correction, error) {
	var list []Correction
	_, err := s.Setting(string(correctionKey(url)), &list)
	return list, err
}

// Correct puts a field of a stored route right. ErrNotFound when the URL has no route, ErrNoField for a field there is none of.
func (s *Store) Correct(url, name, value string, at time.Time) error {
	f, err := fieldNamed(name)
	if err != nil {
		return fmt.Errorf("correct %s: %w", url, err)
	}
	return s.rewriteRoute(url, func(r *Route, list []Correction) ([]Correction, error) {
		i := slices.IndexFunc(list, func(c Correction) bool { return c.Field == name })
		if i < 0 {
			list, i = append(list, Correction{Field: name}), len(list)
			if list[i].Page, err = f.raw(r); err != nil {
				return nil, err
			}
			list[i].Source = r.Sources[name]
		}
		list[i].Value, list[i].At = value, at
		return list, list[i].apply(r)
	})
}

// WithdrawCorrection takes a correction back: the field says again what the page says. ErrNotFound when there is none.
func (s *Store) WithdrawCorrection(url, name string) error {
	f, err := fieldNamed(name)
	if err != nil {
		return fmt.Errorf("withdraw the correction of %s: %w", url, err)
	}
	return s.rewriteRoute(url, func(r *Route, list []Correction) ([]Correction, error) {
		i := slices.IndexFunc(list, func(c Correction) bool { return c.Field == name })
		if i < 0 {
			return nil, fmt.Errorf("a correction of %s: %w", name, ErrNotFound)
		}
		if err := f.back(r, list[i].Page); err != nil {
			return nil, err
		}
		r.Sources = copied(r.Sources)
		if r.Sources[name] = list[i].Source; list[i].Source == "" {
			delete(r.Sources, name)
		}
		return slices.Delete(list, i, i+1), nil
	})
}

// rewriteRoute changes a stored route and its corrections in one transaction. It is no visit: state, times and history stay.
func (s *Store) rewriteRoute(url string, change func(*Route, []Correction) ([]Correction, error)) error {
	l, err := s.LinkOf(url)
	if err != nil {
		return fmt.Errorf("correct %s: %w", url, err)
	}
	err = s.rewrite(func(w *writer) error {
		old, has, err := w.stored(l.ID)
		if err != nil {
			return err
		}
		if !has {
			return fmt.Errorf("its route is %w", ErrNotFound)
		}
		list, err := w.corrections(url)
		if err != nil {
			return err
		}
		r := old
		if list, err = change(&r, list); err != nil {
			return err
		}
		if err := w.putCorrections(url, list); err != nil {
			return err
		}
		return w.putRoute(&r, &old)
	})
	if err != nil {
		return fmt.Errorf("correct %s: %w", url, err)
	}
	return nil
}

// correct lays a page's corrections over a route just read from it, and keeps what the page says beside them.
func (w *writer) correct(r *Route) error {
	list, err := w.corrections(r.URL)
	if err != nil || len(list) == 0 {
		return err
	}
	for i := range list {
		c := &list[i]
		f, err := fieldNamed(c.Field)
		if err != nil {
			return fmt.Errorf("route %s: %w", r.URL, err)
		}
		if c.Page, err = f.raw(r); err != nil {
			return fmt.Errorf("route %s: %w", r.URL, err)
		}
		c.Source = r.Sources[c.Field]
		if err := c.apply(r); err != nil {
			return fmt.Errorf("route %s: %w", r.URL, err)
		}
	}
	return w.putCorrections(r.URL, list)
}

// apply writes the correction into a route.
func (c *Correction) apply(r *Route) error {
	f, err := fieldNamed(c.Field)
	if err != nil {
		return err
	}
	if err := f.write(r, c.Value); err != nil {
		return fmt.Errorf("%s: %w", c.Field, err)
	}
	r.Sources = copied(r.Sources)
	r.Sources[c.Field] = SourceUser
	return nil
}

func copied(m map[string]string) map[string]string {
	out := make(map[string]string, len(m)+1)
	maps.Copy(out, m)
	return out
}

func (w *writer) corrections(url string) ([]Correction, error) {
	v := w.tx.Bucket(settingsBucket).Get(correctionKey(url))
	if v == nil {
		return nil, nil
	}
	var list []Correction
	if err := unsealJSON(v, &list); err != nil {
		return nil, fmt.Errorf("corrections of %s: %w", url, err)
	}
	return list, nil
}

func (w *writer) putCorrections(url string, list []Correction) error {
	b := w.tx.Bucket(settingsBucket)
	if len(list) == 0 {
		return b.Delete(correctionKey(url))
	}
	slices.SortFunc(list, func(a, b Correction) int { return strings.Compare(a.Field, b.Field) })
	v, err := sealJSON(list)
	if err != nil {
		return err
	}
	return b.Put(correctionKey(url), v)
}
