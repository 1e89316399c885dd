package archive

import (
	"fmt"
	"sync"
)

// nearby is the frame that was unpacked last: who reads pages in the order of the disk unpacks each frame once.
type nearby struct {
	mu   sync.Mutex
	at   place  // skip is 0; guarded by mu
	data []byte // never changed once here; nil: none; guarded by mu
}

func (n *nearby) get(at place) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	if at.skip = 0; n.at != at {
		return nil
	}
	return n.data
}

func (n *nearby) put(at place, data []byte) {
	if at.skip = 0; len(data) > maxKept {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.at, n.data = at, data
}

// Read returns the record at a place. Bytes that are not those written give ErrDamaged.
func (a *Archive) Read(at string) (Record, error) {
	p, err := parsePlace(at)
	if err != nil {
		return Record{}, err
	}
	data, err := a.frameAt(p)
	if err != nil {
		return Record{}, fmt.Errorf("read %s: %w", at, err)
	}
	if p.skip > int64(len(data)) {
		return Record{}, fmt.Errorf("read %s: behind the end of the frame: %w", at, ErrDamaged)
	}
	r, _, ok, err := parseRecord(data[p.skip:])
	if err == nil && !ok {
		err = ErrPlace
	}
	if err != nil {
		return Record{}, fmt.Errorf("read %s: %w", at, err)
	}
	return r, nil
}

// frameAt reads and unpacks a frame. What it returns must not be changed.
func (a *Archive) frameAt(p place) ([]byte, error) {
	f, err := a.segment(p.segment)
	if err != nil {
		return nil, err
	}
	if data := a.near.get(p); data != nil {
		return data, nil
	}
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if p.off+p.length > info.Size() {
		return nil, fmt.Errorf("behind the end of the segment: %w", ErrDamaged)
	}
	frame := make([]byte, p.length)
	if _, err := f.ReadAt(frame, p.off); err != nil {
		return nil, err
	}
	data, err := a.unpack(frame)
	if err == nil {
		a.near.put(p, data)
	}
	return data, err
}

// unpack checks and unpacks one frame.
func (a *Archive) unpack(frame []byte) ([]byte, error) {
	data, err := a.decoder.DecodeAll(frame, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return data, nil
}

// located is a page of a frame with its place in it.
type located struct {
	skip int64
	r    Record
}

// pages reads all pages of an unpacked frame; a frame with anything else in it is damaged.
func pages(data []byte) (all []located, err error) {
	for at := 0; at < len(data); {
		r, n, ok, err := parseRecord(data[at:])
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, located{int64(at), r})
		}
		at += n
	}
	return all, nil
}
