package search

import (
	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// node is a condition on routes, answered one segment at a time. A bitmap that eval returns belongs to whoever asked
// only until the snapshot is closed and must not be changed: it may lie in the file.
type node interface {
	eval(p *part) (*roaring.Bitmap, error)
}

// term holds for routes with a term in a field.
type term struct{ field, text string }

// startsWith holds for routes with a term that begins so.
type startsWith struct{ field, text string }

// allOf holds where all of its nodes do, anyOf where one does. Empty, allOf holds everywhere and anyOf nowhere.
type (
	allOf []node
	anyOf []node
)

// maxExpansion is how many terms a beginning stands for, in a segment.
const maxExpansion = 2000

func (t term) eval(p *part) (*roaring.Bitmap, error) {
	dict, err := p.dict(t.field)
	if err != nil || dict == nil {
		return roaring.New(), err
	}
	return postings(dict, []byte(t.text), p.deleted)
}

// postings are the live routes with a term.
func postings(dict segment.TermDictionary, text []byte, deleted *roaring.Bitmap) (*roaring.Bitmap, error) {
	list, err := dict.PostingsList(text, deleted, nil)
	if err != nil {
		return nil, err
	}
	it, ok := list.Iterator(false, false, false, nil).(segment.OptimizablePostingsIterator)
	if !ok {
		return walkPostings(list.Iterator(false, false, false, nil))
	}
	if doc, ok := it.DocNum1Hit(); ok {
		if deleted != nil && deleted.Contains(uint32(doc)) {
			return roaring.New(), nil
		}
		return roaring.BitmapOf(uint32(doc)), nil
	}
	if b := it.ActualBitmap(); b != nil {
		return b, nil
	}
	return roaring.New(), nil
}

func walkPostings(it segment.PostingsIterator) (*roaring.Bitmap, error) {
	b := roaring.New()
	for {
		posting, err := it.Next()
		if err != nil || posting == nil {
			return b, err
		}
		b.Add(uint32(posting.Number()))
	}
}

func (s startsWith) eval(p *part) (*roaring.Bitmap, error) {
	dict, err := p.dict(s.field)
	if err != nil || dict == nil {
		return roaring.New(), err
	}
	start := []byte(s.text)
	end := append([]byte(s.text), 0xFF) // terms are UTF-8: none has 0xFF
	it := dict.AutomatonIterator(nil, start, end)
	var all []*roaring.Bitmap
	for len(all) < maxExpansion {
		entry, err := it.Next()
		if err != nil {
			return nil, err
		}
		if entry == nil {
			break
		}
		b, err := postings(dict, []byte(entry.Term), p.deleted)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return roaring.FastOr(all...), nil
}

func (a allOf) eval(p *part) (*roaring.Bitmap, error) {
	if len(a) == 0 {
		return p.live(), nil
	}
	var all []*roaring.Bitmap
	for _, n := range a {
		b, err := n.eval(p)
		if err != nil {
			return nil, err
		}
		if b.IsEmpty() {
			return b, nil
		}
		all = append(all, b)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return roaring.FastAnd(all...), nil
}

func (a anyOf) eval(p *part) (*roaring.Bitmap, error) {
	var all []*roaring.Bitmap
	for _, n := range a {
		b, err := n.eval(p)
		if err != nil {
			return nil, err
		}
		if !b.IsEmpty() {
			all = append(all, b)
		}
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return roaring.FastOr(all...), nil
}

// terms makes one condition of many terms of a field.
func terms(field string, texts []string) allOf {
	all := make(allOf, len(texts))
	for i, t := range texts {
		all[i] = term{field, t}
	}
	return all
}
