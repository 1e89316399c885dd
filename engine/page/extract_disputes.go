package page

import (
	"slices"
	"strconv"
	"strings"

	"xunlu/storage"
)

// mostDisputes is how many second opinions a route keeps.
const mostDisputes = 12

// hear notes what one place of the page says of a field, whether or not it is what the route gets.
func (b *draft) hear(field, value, source string) {
	if value != "" && source != "" {
		b.heard = append(b.heard, storage.Dispute{Field: field, Value: value, Source: source})
	}
}

// hearNumber is hear for numbers; 0 says nothing.
func (b *draft) hearNumber(field string, v float64, source string) {
	if v > 0 {
		b.hear(field, strconv.FormatFloat(v, 'f', -1, 64), source)
	}
}

// settle keeps what was heard and does not agree with what the route got.
func (b *draft) settle() {
	r := &b.route
	for _, h := range b.heard {
		if h.Source == r.Sources[h.Field] || b.agrees(h) || len(r.Disputes) >= mostDisputes {
			continue
		}
		if !slices.ContainsFunc(r.Disputes, func(d storage.Dispute) bool { return d.Field == h.Field && d.Value == h.Value }) {
			r.Disputes = append(r.Disputes, h)
		}
	}
}

// agrees is true when a second opinion says the same in other words: a province for its town, one end of a span of prices.
func (b *draft) agrees(h storage.Dispute) bool {
	r := &b.route
	switch h.Field {
	case "price":
		v, err := strconv.ParseFloat(h.Value, 64)
		return err != nil || v >= r.Price && v <= max(r.Price, r.PriceHigh)
	case "days":
		return h.Value == strconv.Itoa(r.Days)
	case "nights":
		return r.Nights == 0 || h.Value == strconv.Itoa(r.Nights)
	case "from":
		return b.samePlace(h.Value, r.From)
	case "transport":
		return slices.ContainsFunc(strings.Split(h.Value, "/"), func(way string) bool { return strings.Contains(r.Transport, way) })
	case "to":
		return slices.ContainsFunc(strings.Split(h.Value, ","), func(name string) bool {
			return slices.ContainsFunc(r.To, func(to string) bool { return b.samePlace(name, to) || b.sightNear(name, to) })
		})
	}
	return true
}

// samePlace is true for two names of one place, of a place and one within it, and for names that no dictionary knows.
func (b *draft) samePlace(one, other string) bool {
	if one == other || b.x.Places == nil {
		return true
	}
	p, ok := b.x.Places.Lookup(one)
	q, known := b.x.Places.Lookup(other)
	return !ok || !known || p.ID == q.ID || b.x.Places.Within(p.ID, q.ID) || b.x.Places.Within(q.ID, p.ID)
}

// sightNear is true for a sight in the province of a town: the dictionary does not know of each from where it is seen.
func (b *draft) sightNear(sight, town string) bool {
	p, ok := b.x.Places.Lookup(sight)
	q, known := b.x.Places.Lookup(town)
	return ok && known && p.Kind == "sight" && b.x.Places.Within(q.ID, p.Parent)
}
