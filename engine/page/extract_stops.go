package page

import (
	"slices"
	"strings"

	"xunlu/engine/field"
	"xunlu/storage"
)

// stop is a place where an itinerary goes to.
type stop struct {
	place  field.Place
	text   string // as the page writes it
	nights int    // spent there, as far as the days name it
	move   bool   // a day's head goes there from the stop before
}

// stops are the places of an itinerary in their order. One call of Extract owns them.
type stops struct {
	places *field.Places
	list   []stop
	named  []field.Place // all the heads name
	nights int           // whose place the days name
}

// stopsOf reads where the days go: the towns their heads name, and the places where the nights are spent. from is where the
// tour starts: it is no stop unless a night is spent there.
func stopsOf(p *field.Places, days []storage.Day, from string) *stops {
	s := &stops{places: p}
	last := ""
	if home, ok := p.Lookup(from); ok {
		last = home.ID
	}
	for _, d := range days {
		before := last
		night, stays := nightAt(p, d.Hotel)
		for i, f := range p.Find(d.Title) {
			s.named = append(s.named, f.Place)
			move := i == 1 && last == before
			if !townLike(f.Place) && f.Place.Kind != "country" {
				continue
			}
			e := s.add(f)
			e.move = e.move || move
			if i > 0 || f.Place.ID == before {
				last = f.Place.ID
			}
		}
		if stays {
			s.add(night).nights++
			s.nights++
			last = night.Place.ID
		}
	}
	s.list = slices.DeleteFunc(s.list, func(e stop) bool { return e.text == from && e.nights == 0 })
	s.settle(len(days))
	return s
}

// add finds or makes the stop at a place.
func (s *stops) add(f field.Found) *stop {
	for i := range s.list {
		if s.list[i].place.ID == f.Place.ID {
			return &s.list[i]
		}
	}
	s.list = append(s.list, stop{place: f.Place, text: f.Text})
	return &s.list[len(s.list)-1]
}

// settle leaves out what the days only pass: when they name the place of most nights, a place without a night or a way there
// of its own; and of a place and one within it (意大利, 威尼斯) the one that no night is spent in, or else the wider one.
func (s *stops) settle(days int) {
	if s.known(days) {
		s.list = slices.DeleteFunc(s.list, func(e stop) bool { return e.nights == 0 && !e.move })
	}
	all := slices.Clone(s.list)
	s.list = slices.DeleteFunc(s.list, func(e stop) bool {
		return slices.ContainsFunc(all, func(o stop) bool {
			switch {
			case o.place.ID == e.place.ID:
				return false
			case s.places.Within(o.place.ID, e.place.ID): // e is the wider one
				return e.nights == 0 || o.nights > 0
			case s.places.Within(e.place.ID, o.place.ID):
				return e.nights == 0 && o.nights > 0
			}
			return false
		})
	})
}

// known is true when the days name the place of most nights.
func (s *stops) known(days int) bool { return s.nights > 0 && s.nights*4 >= (days-1)*3 }

// names are the stops as the page writes them.
func (s *stops) names() []string {
	out := make([]string, 0, len(s.list))
	for _, e := range s.list {
		out = append(out, e.text)
	}
	return out
}

// near is true when a stop lies in the province or country that a place lies in, or in the place.
func (s *stops) near(pl field.Place) bool {
	return slices.ContainsFunc(s.list, func(e stop) bool {
		return s.places.Within(e.place.ID, pl.Parent) || s.places.Within(e.place.ID, pl.ID) || s.places.Within(pl.ID, e.place.ID)
	})
}

// goesTo is true when the itinerary names a place, one in it, or one that it is a part of.
func (s *stops) goesTo(pl field.Place) bool {
	return slices.ContainsFunc(s.named, func(e field.Place) bool { return s.places.Within(e.ID, pl.ID) || s.places.Within(pl.ID, e.ID) })
}

// nightAt is the place of a hotel: 大理特色客栈, Guilin hotel.
func nightAt(p *field.Places, hotel string) (field.Found, bool) {
	const near = 12 // bytes before the name
	for _, f := range p.Find(hotel) {
		if f.Start > near {
			break
		}
		if f.Place.Kind != "region" && (f.Place.Kind != "province" || townLike(f.Place)) {
			return f, true
		}
	}
	return field.Found{}, false
}

// townLike is true for places where one stays: sights are visited from them. Cities that are a province of their own are
// towns too.
func townLike(p field.Place) bool {
	switch p.Kind {
	case "city", "county", "town":
		return true
	case "province", "country":
		return strings.Contains(cityStates, " "+p.English+" ")
	}
	return false
}

const cityStates = " Beijing Shanghai Tianjin Chongqing Hong Kong Macau Singapore Monaco "
