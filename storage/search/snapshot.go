package search

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// snapshot is the index as it was at one moment. Close it.
type snapshot struct {
	reader *scorch.IndexSnapshot
	parts  []*part
}

// part is one segment of a snapshot. Owned by the goroutine that asked for the snapshot.
type part struct {
	segment segment.Segment
	deleted *roaring.Bitmap // nil: none
	rows    []*row          // by number in the segment; nil for what was deleted when it was read
	dicts   map[string]segment.TermDictionary
	alive   *roaring.Bitmap
}

func (s *snapshot) close() error { return s.reader.Close() }

// dict is the dictionary of a field; nil when no route of the segment has it.
func (p *part) dict(field string) (segment.TermDictionary, error) {
	if d, ok := p.dicts[field]; ok {
		return d, nil
	}
	d, err := p.segment.Dictionary(field)
	if err != nil {
		return nil, fmt.Errorf("dictionary of field %s: %w", field, err)
	}
	p.dicts[field] = d
	return d, nil
}

// live are all routes that are not deleted.
func (p *part) live() *roaring.Bitmap {
	if p.alive == nil {
		p.alive = roaring.New()
		p.alive.AddRange(0, p.segment.Count())
		if p.deleted != nil {
			p.alive.AndNot(p.deleted)
		}
	}
	return p.alive
}

// rowCache keeps the rows of all routes, and which of them stand in which segment. Segments never change, so that a
// change of the index costs the reading of the new segments only.
type rowCache struct {
	mu       sync.Mutex
	names    *names
	rows     map[uint64]*row   // by route
	segments map[uint64][]*row // by segment
}

func newRowCache() *rowCache {
	return &rowCache{names: newNames(), rows: make(map[uint64]*row), segments: make(map[uint64][]*row)}
}

// put replaces rows and returns what undoes it. nil rows are taken out.
func (c *rowCache) put(changed map[uint64]*row) (undo func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := make(map[uint64]*row, len(changed))
	for id, r := range changed {
		before[id] = c.rows[id]
		c.set(id, r)
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for id, r := range before {
			c.set(id, r)
		}
	}
}

func (c *rowCache) set(id uint64, r *row) {
	if r == nil {
		delete(c.rows, id)
		return
	}
	c.rows[id] = r
}

// snapshot reads what is new since the last one and forgets what is no more.
func (c *rowCache) snapshot(reader *scorch.IndexSnapshot) (*snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &snapshot{reader: reader}
	now := make(map[uint64]bool)
	for _, seg := range reader.Segments() {
		rows, ok := c.segments[seg.Id()]
		if !ok || uint64(len(rows)) != seg.Segment().Count() {
			var err error
			if rows, err = c.read(seg); err != nil {
				return nil, err
			}
			c.segments[seg.Id()] = rows
		}
		now[seg.Id()] = true
		s.parts = append(s.parts, &part{
			segment: seg.Segment(), deleted: seg.Deleted(), rows: rows, dicts: make(map[string]segment.TermDictionary, 8),
		})
	}
	for id := range c.segments {
		if !now[id] {
			delete(c.segments, id)
		}
	}
	return s, nil
}

// read finds the rows of a segment: those known by the routes' ids, the others from what is stored.
func (c *rowCache) read(seg *scorch.SegmentSnapshot) ([]*row, error) {
	rows := make([]*row, seg.Segment().Count())
	for n := range rows {
		if seg.Deleted() != nil && seg.Deleted().Contains(uint32(n)) {
			continue
		}
		text, err := seg.DocID(uint64(n))
		if err != nil {
			return nil, fmt.Errorf("read index: id of document %d: %w", n, err)
		}
		id, err := strconv.ParseUint(string(text), 36, 64)
		if err != nil {
			return nil, fmt.Errorf("read index: id of document %d: %w", n, err)
		}
		r, ok := c.rows[id]
		if !ok {
			if r, err = c.stored(seg, uint64(n)); err != nil {
				return nil, fmt.Errorf("read index: route %d: %w", id, err)
			}
			c.rows[id] = r
		}
		rows[n] = r
	}
	return rows, nil
}

func (c *rowCache) stored(seg *scorch.SegmentSnapshot, n uint64) (r *row, err error) {
	err2 := seg.VisitDocument(n, func(field string, _ byte, value []byte, _ []uint64) bool {
		if field != fieldRow {
			return true
		}
		r, err = decodeRow(value, c.names)
		return false
	})
	if err2 != nil {
		return nil, err2
	}
	if r == nil && err == nil {
		err = errRow
	}
	return r, err
}

// docID is how a route is named in the index.
func docID(id uint64) string { return strconv.FormatUint(id, 36) }
