package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"xunlu/storage"
)

const (
	batchMost = 300                    // routes in one commit of the index; what is held while it is made grows with it
	batchWait = 500 * time.Millisecond // how long a smaller one waits for company at least
	waitMost  = 5 * time.Second        // and at most
	// idleShare is how much longer than the last batch took the next one waits: each batch makes the words of its routes anew
	// and is merged later, so that few large ones cost a third of many small ones. While a crawl keeps both cores busy a new route
	// is found after some seconds, otherwise after half a second.
	idleShare = 30
)

// Follow keeps the index equal to the store until ctx is done, which is its good end. It owns Apply and Reset; one
// goroutine runs it. An index that is ahead of its store (a store restored from a backup) starts again from nothing,
// and so does one that turns out damaged. When the disk is full it is emptied, which makes room for the store, and built again as
// soon as there is room for it too.
//
// It wakes when the store commits. A batch is written when it is full or when the store has had nothing for it for a
// moment, so that a crawl's small commits become few large ones of the index.
func Follow(ctx context.Context, st *storage.Store, x *Index) error {
	last, err := st.LastSeq()
	if err != nil {
		return fmt.Errorf("follow store: %w", err)
	}
	if x.Watermark() > last {
		if err := x.Reset(); err != nil {
			return err
		}
	}
	timer := time.NewTimer(batchWait)
	defer timer.Stop()
	for {
		changed := st.Changed()
		start := time.Now()
		full, err := catchUp(ctx, st, x)
		wait := min(max(batchWait, idleShare*time.Since(start)), waitMost)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrDamaged):
			if err := x.Reset(); err != nil {
				return err
			}
			continue
		case diskFull(err):
			if err := x.resetWithRoom(ctx); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		case full:
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case emptied := <-x.anew:
			err := x.Reset()
			if emptied <- err; err != nil {
				return err
			}
			continue
		case <-changed:
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		case <-x.hurry:
		}
	}
}

// roomWait is the time between two tries to build the index again on a full disk.
const roomWait = 5 * time.Second

// resetWithRoom empties the index and begins it anew as soon as the disk lets it, or ctx is done.
func (x *Index) resetWithRoom(ctx context.Context) error {
	for {
		err := x.Reset()
		if err != nil && !diskFull(err) {
			return err
		}
		select { // also after a good reset: the first batch would fill the disk again
		case <-ctx.Done():
			return nil
		case <-time.After(roomWait):
		}
		if err == nil {
			return nil
		}
	}
}

// diskFull says whether an error is that of a full disk. The index below writes errors as text, so that their kind is lost on the way.
func diskFull(err error) bool {
	return err != nil && (errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), syscall.ENOSPC.Error()) || strings.Contains(err.Error(), "not enough space on the disk"))
}

// catchUp writes one batch of changes and says whether there may be more.
func catchUp(ctx context.Context, st *storage.Store, x *Index) (more bool, err error) {
	after := x.Watermark()
	const rowsMost = 8 * batchMost // most rows are pages without a route
	rows, err := st.Changes(after, rowsMost)
	if err != nil {
		return false, fmt.Errorf("follow store: %w", err)
	}
	var routes []storage.Route
	var deleted []uint64
	seen := make(map[uint64]bool)
	for i, row := range rows {
		if ctx.Err() != nil {
			return false, nil
		}
		after = row.Seq
		if row.Kind == storage.ChangePage || seen[row.ID] {
			continue
		}
		seen[row.ID] = true
		// What the store has now is the truth, whatever the row said when it was written.
		r, err := st.Route(row.ID)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			deleted = append(deleted, row.ID)
		case err != nil:
			return false, fmt.Errorf("follow store: route %d: %w", row.ID, err)
		default:
			routes = append(routes, r)
		}
		if len(seen) >= batchMost && i+1 < len(rows) {
			more = true
			break
		}
	}
	if after == x.Watermark() {
		return false, nil
	}
	more = more || len(rows) == rowsMost
	if len(seen) == 0 && !more && after-x.Watermark() < batchMost {
		return false, nil // pages only: the watermark can wait for company
	}
	return more, x.Apply(routes, deleted, after)
}
