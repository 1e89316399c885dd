package app

import "xunlu/engine/field"

// gazetteer shows the place dictionary to the search in the form it asks for: places by their simplified Chinese name.
type gazetteer struct{ places *field.Places }

// Names lists the places named in a text, in any script and spelling.
func (g gazetteer) Names(text string) []string {
	var out []string
	if p, ok := g.places.Lookup(text); ok {
		out = append(out, p.Hans)
	}
	for _, f := range g.places.Find(text) {
		out = appendNew(out, f.Place.Hans)
	}
	return out
}

// Spells is true when the whole text is one way to write the place.
func (g gazetteer) Spells(text, name string) bool {
	p, ok := g.places.Lookup(text)
	return ok && p.Hans == name
}

// Parents lists what a place lies in, the nearest first.
func (g gazetteer) Parents(name string) []string {
	p, ok := g.places.Lookup(name)
	if !ok {
		return nil
	}
	var out []string
	for _, up := range g.places.Above(p.ID) {
		out = append(out, up.Hans)
	}
	return out
}
