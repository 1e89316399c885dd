package page

import (
	"html"
	"strconv"
	"strings"
	"time"

	"xunlu/engine/field"
)

// structured is what JSON-LD or microdata say about the tour of a page.
type structured struct {
	name, currency, agency, phone, image, description string
	price, high                                       float64
	days, nights                                      int
	dates                                             []string
	to                                                []string
	from                                              string
	itinerary                                         []string
}

// tripTypes rank the types that describe a tour, the likelier ones higher.
var tripTypes = map[string]int{"touristtrip": 5, "trip": 5, "boattrip": 5, "bustrip": 4, "traintrip": 4, "flight": 0, "tour": 5, "touristattraction": 1,
	"product": 3, "individualproduct": 3, "productmodel": 3, "service": 2, "vacation": 4, "travelaction": 2, "event": 2, "offer": 1, "aggregateoffer": 1, "course": 1}

// readStructured picks the item that describes a tour best and reads it; ok is false when there is none.
func readStructured(nodes []node, today time.Time) (structured, bool) {
	var best node
	top := 0
	ids := map[string]node{}
	for _, n := range nodes {
		if id := propText(n["@id"]); id != "" {
			ids[id] = n
		}
	}
	var consider func(n node, depth int)
	consider = func(n node, depth int) {
		rank := rankOf(n)
		if rank > 0 && rank*2+boolInt(n["offers"] != nil)+boolInt(n["name"] != nil) > top {
			best, top = n, rank*2+boolInt(n["offers"] != nil)+boolInt(n["name"] != nil)
		}
		if depth < 2 {
			for _, key := range []string{"mainEntity", "about", "subjectOf", "itemOffered"} {
				for _, sub := range nodesOf(n[key]) {
					consider(sub, depth+1)
				}
			}
		}
	}
	for _, n := range nodes {
		consider(n, 0)
	}
	if best == nil {
		return structured{}, false
	}
	var s structured
	s.read(best, ids, today)
	if strings.EqualFold(lastType(best), "offer") || strings.EqualFold(lastType(best), "aggregateoffer") {
		s.offer(best)
	}
	return s, s.name != "" || s.price > 0
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rankOf is the highest rank of an item's types; 0 when it is about something else.
func rankOf(n node) int {
	rank := 0
	for _, t := range typesOf(n) {
		rank = max(rank, tripTypes[t])
	}
	return rank
}

// typesOf are the types of an item without their vocabulary, in lower case.
func typesOf(n node) []string {
	var out []string
	for _, v := range listOf(n["@type"]) {
		t := strings.ToLower(propText(v))
		if i := strings.LastIndexAny(t, "/#:"); i >= 0 {
			t = t[i+1:]
		}
		out = append(out, t)
	}
	return out
}

func lastType(n node) string {
	ts := typesOf(n)
	if len(ts) == 0 {
		return ""
	}
	return ts[len(ts)-1]
}

// listOf makes one value a list of one; @list and @value are opened.
func listOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case node:
		if l, ok := v["@list"]; ok {
			return listOf(l)
		}
		if l, ok := v["itemListElement"]; ok {
			return listOf(l)
		}
	}
	return []any{v}
}

// nodesOf are the items among the values of a property.
func nodesOf(v any) []node {
	var out []node
	for _, e := range listOf(v) {
		if n, ok := e.(node); ok {
			out = append(out, n)
		}
	}
	return out
}

// propText reads a value as text: of an item its name, of a list the first.
func propText(v any) string {
	switch v := v.(type) {
	case string:
		return squeeze(html.UnescapeString(v))
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		for _, e := range v {
			if t := propText(e); t != "" {
				return t
			}
		}
	case node:
		for _, key := range []string{"@value", "name", "url", "contentUrl", "legalName", "@id"} {
			if t := propText(v[key]); t != "" {
				return t
			}
		}
	}
	return ""
}

// read takes the properties of a trip or product.
func (s *structured) read(n node, ids map[string]node, today time.Time) {
	s.name = propText(n["name"])
	s.description = propText(n["description"])
	s.image = imageOf(n["image"])
	for _, key := range []string{"provider", "organizer", "seller", "brand", "offeredBy", "publisher"} {
		if p := propText(resolveID(n[key], ids)); p != "" && !strings.HasPrefix(p, "http") && s.agency == "" {
			s.agency = p
		}
		for _, p := range nodesOf(resolveID(n[key], ids)) {
			if t := propText(p["telephone"]); t != "" && s.phone == "" {
				s.phone = t
			}
		}
	}
	for _, o := range listOf(n["offers"]) {
		if on, ok := resolveID(o, ids).(node); ok {
			s.offer(on)
		}
	}
	if s.price == 0 {
		s.offer(n)
	}
	s.duration(n)
	for _, key := range []string{"startDate", "departureTime", "departureDate"} {
		for _, v := range listOf(n[key]) {
			s.dates = append(s.dates, field.Departures(dateOnly(propText(v)), today).Dates...)
		}
	}
	for _, key := range []string{"departureLocation", "departureStation", "departureAirport", "departurePlace", "fromLocation", "tripOrigin", "departureBoatTerminal", "departureBusStop"} {
		if s.from == "" {
			s.from = propText(n[key])
		}
	}
	for _, key := range []string{"arrivalLocation", "arrivalStation", "arrivalPlace", "toLocation"} {
		for _, v := range listOf(n[key]) {
			if t := propText(v); t != "" {
				s.to = append(s.to, t)
			}
		}
	}
	for _, v := range listOf(n["itinerary"]) {
		if step, ok := v.(node); ok {
			if inner, ok := step["item"].(node); ok {
				step = inner
			}
			s.itinerary = append(s.itinerary, strings.TrimSpace(propText(step["name"])+"\n"+propText(step["description"])))
		} else if t := propText(v); t != "" {
			s.itinerary = append(s.itinerary, t)
		}
	}
}

// resolveID follows {"@id": …} to the item it names.
func resolveID(v any, ids map[string]node) any {
	if n, ok := v.(node); ok && len(n) == 1 {
		if to, ok := ids[propText(n["@id"])]; ok {
			return to
		}
	}
	return v
}

// imageOf is the address of the first image.
func imageOf(v any) string {
	for _, e := range listOf(v) {
		if n, ok := e.(node); ok {
			for _, key := range []string{"url", "contentUrl", "@id"} {
				if t := propText(n[key]); t != "" {
					return t
				}
			}
			continue
		}
		if t := propText(e); t != "" {
			return t
		}
	}
	return ""
}
