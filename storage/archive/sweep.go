package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
)

// sweepShare is which part of a segment's pages may be dead before it is written anew, as 1 in so many bytes.
const sweepShare = 10

// Swept is what Sweep did.
type Swept struct {
	Freed int64 // bytes the archive is smaller
	Moved int   // records that were written anew
}

// Sweep writes segments anew without the records nobody names any more, and removes the old ones. live gives the places that are named,
// asked once, after the segment that grows was closed; moved must make the new places durable, old → new, before it returns: only then
// an old segment goes. A segment that is damaged stays as it is. What is appended meanwhile is not touched. When it ends early,
// nothing is lost, and some records may stand there twice until the next time.
func (a *Archive) Sweep(ctx context.Context, live func() ([]string, error), moved func(map[string]string) error, progress func(done, total int)) (s Swept, err error) {
	last, err := a.seal()
	if err != nil || last == 0 {
		return s, err
	}
	before, err := a.Size()
	if err != nil {
		return s, err
	}
	named, err := live()
	if err != nil {
		return s, err
	}
	bySegment := map[int][]place{}
	for _, at := range named {
		if p, err := parsePlace(at); err == nil {
			bySegment[p.segment] = append(bySegment[p.segment], p)
		}
	}
	segments, err := a.segments()
	if err != nil {
		return s, err
	}
	segments = slices.DeleteFunc(segments, func(n int) bool { return n > last })
	for i, n := range segments {
		progress(i, len(segments))
		if err := ctx.Err(); err != nil {
			return s, err
		}
		k, err := a.sweepSegment(ctx, n, bySegment[n], moved)
		s.Moved += k
		if err != nil && !errors.Is(err, ErrDamaged) {
			return s, fmt.Errorf("sweep segment %d: %w", n, err)
		}
	}
	after, err := a.Size()
	s.Freed = before - after
	return s, err
}

// seal lets the next record begin a new segment and tells the last one that was written; 0 when there is none.
func (a *Archive) seal() (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return 0, ErrClosed
	}
	if err := a.sync(); err != nil {
		return 0, err
	}
	if a.last > 0 {
		a.size = a.limit
	}
	return a.last, nil
}

// sweepSegment rewrites one segment if enough of it is dead; it says how many records it moved.
func (a *Archive) sweepSegment(ctx context.Context, n int, live []place, moved func(map[string]string) error) (int, error) {
	slices.SortFunc(live, func(p, q place) int {
		if p.off != q.off {
			return compareBool(p.off > q.off, p.off < q.off)
		}
		return compareBool(p.skip > q.skip, p.skip < q.skip)
	})
	live = slices.Compact(live)
	alive, all, err := a.weigh(ctx, n, live)
	if err != nil || all > 0 && (all-alive)*sweepShare < all {
		return 0, err
	}
	if len(live) > 0 {
		news, err := a.copyOut(ctx, live)
		if err == nil {
			err = a.Sync()
		}
		if err == nil {
			err = moved(news)
		}
		if err != nil {
			return 0, err
		}
	}
	return len(live), a.drop(n)
}

// weigh sums the unpacked bytes of a segment's live records and of all of them.
func (a *Archive) weigh(ctx context.Context, n int, live []place) (alive, all int64, err error) {
	f, err := a.segment(n)
	if err != nil {
		return 0, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	wanted := map[place]bool{}
	for _, p := range live {
		wanted[p] = true
	}
	s := scanner{r: f, size: info.Size()}
	for off := int64(0); off < info.Size(); {
		length := s.frame(off)
		if length == 0 {
			return 0, 0, ErrDamaged
		}
		data, err := a.frameAt(place{segment: n, off: off, length: length})
		if err != nil {
			return 0, 0, err
		}
		for at := 0; at < len(data); {
			_, size, ok, err := parseRecord(data[at:])
			if err != nil {
				return 0, 0, err
			}
			if ok {
				all += int64(size)
				if wanted[place{n, off, length, int64(at)}] {
					alive += int64(size)
				}
			}
			at += size
		}
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		off += length
	}
	return alive, all, nil
}

// copyOut appends records of a segment as they stand, byte for byte, in the order given, and says where they are now.
func (a *Archive) copyOut(ctx context.Context, live []place) (map[string]string, error) {
	news := make(map[string]string, len(live))
	var plain []byte
	var group []place // the records in plain, with skip of their new place
	var olds []string
	flush := func() error {
		if len(group) == 0 {
			return nil
		}
		to, err := a.pack(plain, len(group))
		if err != nil {
			return err
		}
		for i, g := range group {
			to.skip = g.skip
			news[olds[i]] = to.String()
		}
		plain, group, olds = plain[:0], group[:0], olds[:0]
		return nil
	}
	for _, p := range live {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, err := a.frameAt(p)
		if err != nil {
			return nil, err
		}
		if p.skip > int64(len(data)) {
			return nil, ErrDamaged
		}
		_, size, ok, err := parseRecord(data[p.skip:])
		if err != nil || !ok {
			return nil, errors.Join(ErrDamaged, err)
		}
		group, olds = append(group, place{skip: int64(len(plain))}), append(olds, p.String())
		if plain = append(plain, data[p.skip:p.skip+int64(size)]...); len(plain) >= frameSize {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	return news, flush()
}

// drop removes a segment nobody names a place of.
func (a *Archive) drop(n int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return ErrClosed
	}
	if n == a.last { // nothing was written since it was closed; the number is not used again before the next start
		a.size = a.limit
	}
	if f := a.files[n]; f != nil {
		delete(a.files, n)
		if err := f.Close(); err != nil {
			return err
		}
	}
	if err := os.Remove(a.path(n)); err != nil {
		return err
	}
	return syncDir(a.dir)
}
