package search

import (
	index "github.com/blevesearch/bleve_index_api"
)

// The fields of the index. Their names are short because each is stored with every segment.
const (
	fieldTitle     = "t"  // units and pairs of the title
	fieldAgency    = "a"  // pairs and words of the agency's name
	fieldText      = "w"  // pairs and words of the itinerary, words for the transport
	fieldPlace     = "p"  // where the tour goes: To and the places of the title
	fieldAbove     = "pa" // what those places lie in
	fieldStart     = "f"  // where it starts
	fieldFrom      = "fr" // filter: where it starts, and what that lies in
	fieldTextPlace = "wp" // places of the itinerary, and what they lie in
	fieldPinyin    = "y"  // pairs of syllables of the title and of the places
	fieldInitials  = "i"  // first letters of the places
	fieldStay      = "d"  // 6d, 5n
	fieldTo        = "to" // filter: To, and what it lies in
	fieldSite      = "s"
	fieldTransport = "tr"
	fieldState     = "st"
	fieldDate      = "dt" // departures, see dates.go
	fieldRow       = "r"  // stored only: the row of the filters and facets
)

// termSet collects the terms of one field of one route. How often a term stands there does not matter.
type termSet map[string]*index.TokenFreq

// add keeps term itself: it may be a part of a longer string. scorch reads the keys, never the TokenFreq's own Term when
// fields are not composed, so that one empty TokenFreq serves all.
func (s termSet) add(term string) {
	if term != "" {
		s[term] = noFrequency
	}
}

// noFrequency is what stands for every term: how often, and where, is not kept. Never changed.
var noFrequency = &index.TokenFreq{}

// fieldOf is one field of a document as scorch wants it: already analysed, or stored only.
type fieldOf struct {
	name    string
	terms   termSet
	stored  []byte
	options index.FieldIndexingOptions
}

func (f *fieldOf) Name() string                        { return f.name }
func (f *fieldOf) Value() []byte                       { return f.stored }
func (f *fieldOf) ArrayPositions() []uint64            { return nil }
func (f *fieldOf) EncodedFieldType() byte              { return 't' }
func (f *fieldOf) Analyze()                            {}
func (f *fieldOf) Options() index.FieldIndexingOptions { return f.options }
func (f *fieldOf) AnalyzedLength() int                 { return len(f.terms) }
func (f *fieldOf) AnalyzedTokenFrequencies() index.TokenFrequencies {
	return index.TokenFrequencies(f.terms)
}
func (f *fieldOf) NumPlainTextBytes() uint64 { return uint64(len(f.stored)) }

// routeDocument is a route as scorch wants it. The terms are made when the first field is asked for, which happens on
// one of the index's analysis goroutines, not on the indexer's.
type routeDocument struct {
	id     string
	make   func() []index.Field
	fields []index.Field
}

func (d *routeDocument) ID() string                                 { return d.id }
func (d *routeDocument) Size() int                                  { return 512 }
func (d *routeDocument) HasComposite() bool                         { return false }
func (d *routeDocument) VisitComposite(index.CompositeFieldVisitor) {}
func (d *routeDocument) NumPlainTextBytes() uint64                  { return 0 }
func (d *routeDocument) StoredFieldsBytes() uint64                  { return 0 }
func (d *routeDocument) Indexed() bool                              { return true }

// AddIDField is called by scorch once, before the analysis; fields makes its own.
func (d *routeDocument) AddIDField() {}

func (d *routeDocument) VisitFields(visit index.FieldVisitor) {
	if d.fields == nil {
		set := make(termSet, 1)
		set.add(d.id)
		id := &fieldOf{name: "_id", terms: set, stored: []byte(d.id), options: index.IndexField | index.StoreField}
		d.fields = append([]index.Field{id}, d.make()...)
	}
	for _, f := range d.fields {
		visit(f)
	}
}
