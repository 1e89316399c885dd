package search

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"xunlu/storage"
)

var (
	// ErrLocked is returned by Open when another process holds the index.
	ErrLocked = errors.New("search index is in use by another program")
	// ErrDamaged is returned when the index cannot be read; Reset mends it.
	ErrDamaged = errors.New("search index is damaged")
	// ErrClosed is returned after Close.
	ErrClosed = errors.New("search index is closed")
)

// Internal keys of the index.
var (
	watermarkKey = []byte("watermark")
	schemaKey    = []byte("schema")
)

// schema is the version of the terms and the row. An index of another one is rebuilt.
const schema = "1"

// Index is the open index. Search, Count and Watermark may be called from any goroutine; Apply and Reset belong to one,
// the indexer.
type Index struct {
	dir     string
	analyst analyst
	hurry   chan struct{}   // Hurry → Follow
	anew    chan chan error // Rebuild → Follow

	// mu is held for reading by everything that uses db and for writing while Reset and Close replace it.
	mu     sync.RWMutex
	db     *scorch.Scorch // nil after Close, and after a Reset that failed
	closed bool
	queue  *index.AnalysisQueue
	cache  *rowCache
	mark   atomic.Uint64
}

// Path is the folder of the index.
func (x *Index) Path() string { return x.dir }

// Watermark is the sequence number up to which the store's changes are in the index; 0 for an empty one.
func (x *Index) Watermark() uint64 {
	return x.mark.Load()
}

// Hurry asks Follow not to wait for company: somebody waits for what the store has.
func (x *Index) Hurry() {
	select {
	case x.hurry <- struct{}{}:
	default:
	}
}

// Rebuild empties the index and returns when Follow begins to fill it again from its store. It needs Follow running.
func (x *Index) Rebuild(ctx context.Context) error {
	emptied := make(chan error, 1)
	select {
	case x.anew <- emptied:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-emptied:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Count is the number of routes in the index.
func (x *Index) Count() (uint64, error) {
	var n uint64
	err := x.read(func(s *snapshot) error {
		for _, p := range s.parts {
			n += p.live().GetCardinality()
		}
		return nil
	})
	return n, err
}

// Close waits for running searches and gives the folder free. What Apply returned for is on disk.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	if x.db == nil {
		return nil
	}
	return x.shut()
}

// shut closes the index below; x.mu is held.
func (x *Index) shut() error {
	err := guarded(x.db.Close)
	x.queue.Close()
	x.db = nil
	if err != nil {
		return fmt.Errorf("close search index %s: %w", x.dir, err)
	}
	return nil
}

// Apply writes routes, takes deleted ones out and moves the watermark, all in one commit: after a crash the index is
// at this watermark or at the one before. Deleted ids need not be known. An id in both lists is deleted.
func (x *Index) Apply(routes []storage.Route, deleted []uint64, watermark uint64) error {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.db == nil {
		return ErrClosed
	}
	batch := index.NewBatch()
	changed := make(map[uint64]*row, len(routes)+len(deleted))
	for i := range routes {
		r := &routes[i]
		line := x.analyst.rowOf(r, x.cache.names)
		stored := line.encode(x.cache.names)
		changed[r.ID] = line
		batch.Update(&routeDocument{
			id:   docID(r.ID),
			make: func() []index.Field { return x.analyst.fields(r, stored) },
		})
	}
	for _, id := range deleted {
		changed[id] = nil
		batch.Delete(docID(id))
	}
	batch.SetInternal(watermarkKey, binary.BigEndian.AppendUint64(nil, watermark))
	undo := x.cache.put(changed)
	if err := guarded(func() error { return x.db.Batch(batch) }); err != nil {
		undo()
		return fmt.Errorf("index %d routes: %w", len(routes), err)
	}
	x.mark.Store(watermark)
	return nil
}

// read runs fn on the index as it is now.
func (x *Index) read(fn func(*snapshot) error) (err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.db == nil {
		return ErrClosed
	}
	return guarded(func() error {
		reader, err := x.db.Reader()
		if err != nil {
			return err
		}
		s, ok := reader.(*scorch.IndexSnapshot)
		if !ok || s == nil {
			return ErrClosed
		}
		snap, err := x.cache.snapshot(s)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		return errors.Join(fn(snap), snap.close())
	})
}
