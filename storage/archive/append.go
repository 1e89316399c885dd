package archive

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// frameSize is what one frame holds before packing, in bytes: a frame ends with the page that reaches it. The pages of a
// frame share a window, which makes them smaller and cheaper to pack than apart; a damaged byte costs a frame, and reading a
// page means unpacking one.
const frameSize = 512 << 10

// fewPages is how many pages a frame may have to be packed as thoroughly as a page alone.
const fewPages = 2

// Append writes a record and returns its place. It can be read at once; it survives a power cut after Sync.
func (a *Archive) Append(r Record) (string, error) {
	places, err := a.AppendAll([]Record{r})
	if err != nil {
		return "", err
	}
	return places[0], nil
}

// AppendAll writes records and returns their places in the same order; see Append. Those of a site are packed side by side. After
// an error none of them counts as written.
func (a *Archive) AppendAll(records []Record) ([]string, error) {
	order := make([]int, len(records))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(records[i].Site, records[j].Site) })
	plain := a.plain.Get().(*[]byte)
	defer func() {
		if cap(*plain) <= maxKept {
			a.plain.Put(plain)
		}
	}()
	places := make([]string, len(records))
	*plain = (*plain)[:0]
	var skips []int // where the records of the frame begin in it
	for at, i := range order {
		skips = append(skips, len(*plain))
		*plain = appendRecord(*plain, records[i])
		if len(*plain) < frameSize && at+1 < len(order) {
			continue
		}
		to, err := a.pack(*plain, len(skips))
		if err != nil {
			return nil, fmt.Errorf("archive %s: %w", records[i].URL, err)
		}
		for k, skip := range skips {
			to.skip = int64(skip)
			places[order[at+1-len(skips)+k]] = to.String()
		}
		*plain, skips = (*plain)[:0], skips[:0]
	}
	return places, nil
}

// pack writes n records as one frame and returns its place.
func (a *Archive) pack(plain []byte, n int) (place, error) {
	enc := a.group
	if n <= fewPages {
		enc = a.single
	}
	frame := enc.EncodeAll(plain, make([]byte, 0, len(plain)/3))
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return place{}, ErrClosed
	}
	if a.last == 0 || a.size+int64(len(frame)) > a.limit {
		if err := a.begin(a.last + 1); err != nil {
			return place{}, err
		}
	}
	if a.size == 0 {
		name := filepath.Base(a.path(a.last))
		if err := a.write(a.single.EncodeAll(appendInfo(nil, name, time.Now()), nil)); err != nil {
			return place{}, err
		}
	}
	to := place{segment: a.last, off: a.size, length: int64(len(frame))}
	return to, a.write(frame)
}
