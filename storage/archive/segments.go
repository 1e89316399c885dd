package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// verified is how much of the end of the last segment is unpacked at Open, in bytes: more than one group of pages, so
// that whatever a power cut can have left half written is looked at.
const verified = 8 << 20

const suffix = ".warc.zst"

// segments are the numbers of all segments, ascending.
func (a *Archive) segments() ([]int, error) {
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return nil, fmt.Errorf("read archive: %w", err)
	}
	var all []int
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), suffix)
		if n, err := strconv.Atoi(name); ok && err == nil && n > 0 && len(name) >= 6 {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, nil
}

// resume makes segment n the one that grows. A torn tail (one record that a crash cut off, with nothing whole behind it)
// is cut away. When whole records stand behind the fault it is not a torn tail: the segment is left as it is, its other
// places stay readable, and the next record begins a new segment.
func (a *Archive) resume(n int) error {
	f, err := os.OpenFile(a.path(n), os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("open segment: %w", err)
	}
	a.files[n] = f
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("open segment: %w", err)
	}
	good, err := a.goodEnd(f, info.Size())
	if err != nil {
		return fmt.Errorf("open segment %d: %w", n, err)
	}
	a.last, a.size = n, info.Size()
	if good == info.Size() {
		return nil
	}
	next, _, err := a.findFrame(f, good+1, info.Size())
	if err != nil {
		return fmt.Errorf("open segment %d: %w", n, err)
	}
	if next >= 0 {
		a.size = a.limit
		return nil
	}
	if err := errors.Join(f.Truncate(good), f.Sync()); err != nil {
		return fmt.Errorf("cut segment %d: %w", n, err)
	}
	a.size = good
	return nil
}

// goodEnd walks the frames of a segment and returns the end of the last one in an unbroken row. Those near the end are
// unpacked as well.
func (a *Archive) goodEnd(f *os.File, size int64) (int64, error) {
	s := scanner{r: f, size: size}
	for off := int64(0); ; {
		n := s.frame(off)
		if n == 0 {
			return off, nil
		}
		if off+n > size-verified {
			ok, err := a.whole(f, off, n)
			if err != nil || !ok {
				return off, err
			}
		}
		off += n
	}
}

// whole says whether the frame at off unpacks to what was packed.
func (a *Archive) whole(f *os.File, off, n int64) (bool, error) {
	frame := make([]byte, n)
	if _, err := f.ReadAt(frame, off); err != nil {
		return false, err
	}
	data, err := a.unpack(frame)
	if err == nil {
		_, err = pages(data)
	}
	return err == nil, nil
}

// findFrame looks for the first whole frame at or behind off; -1 when there is none.
func (a *Archive) findFrame(f *os.File, off, size int64) (at, length int64, err error) {
	const step = 1 << 20
	buf := make([]byte, min(step+3, max(0, size-off)))
	s := scanner{r: f, size: size}
	for ; off < size; off += step {
		n, err := f.ReadAt(buf, off)
		if err != nil && err != io.EOF {
			return 0, 0, err
		}
		for i := 0; i+4 <= n; i++ {
			if buf[i] != frameMagic&0xff || binary.LittleEndian.Uint32(buf[i:]) != frameMagic {
				continue
			}
			length := s.frame(off + int64(i))
			if length == 0 {
				continue
			}
			if ok, err := a.whole(f, off+int64(i), length); err != nil {
				return 0, 0, err
			} else if ok {
				return off + int64(i), length, nil
			}
		}
	}
	return -1, 0, nil
}

// Each calls fn for every page in the order of writing, as far as the archive reached when Each began. Damaged stretches
// are stepped over: the pages behind them come too, and the error at the end (ErrDamaged) names what was left out.
func (a *Archive) Each(fn func(place string, r Record) error) error {
	segments, err := a.segments()
	if err != nil {
		return err
	}
	a.mu.RLock()
	last, end := a.last, a.size
	a.mu.RUnlock()
	var bad []error
	for _, n := range segments {
		f, err := a.segment(n)
		if err != nil {
			return fmt.Errorf("segment %d: %w", n, err)
		}
		info, err := f.Stat()
		if err != nil {
			return fmt.Errorf("segment %d: %w", n, err)
		}
		size := info.Size()
		if n == last {
			size = min(size, end)
		}
		lost, err := a.eachOf(n, f, size, fn)
		if err != nil {
			return err
		}
		bad = append(bad, lost...)
	}
	return errors.Join(bad...)
}

func (a *Archive) eachOf(n int, f *os.File, size int64, fn func(string, Record) error) (bad []error, err error) {
	s := scanner{r: f, size: size}
	for off := int64(0); off < size; {
		length := s.frame(off)
		var found []located
		broken := ErrDamaged
		if length > 0 {
			frame := make([]byte, length)
			if _, err := f.ReadAt(frame, off); err != nil {
				return bad, fmt.Errorf("segment %d: %w", n, err)
			}
			var data []byte
			if data, broken = a.unpack(frame); broken == nil {
				found, broken = pages(data)
			}
		}
		if broken != nil {
			next, _, err := a.findFrame(f, off+1, size)
			if err != nil {
				return bad, fmt.Errorf("segment %d: %w", n, err)
			}
			if next < 0 {
				next = size
			}
			bad = append(bad, fmt.Errorf("segment %d, %d bytes at %d: %w", n, next-off, off, ErrDamaged))
			off = next
			continue
		}
		for _, p := range found {
			if err := fn(place{n, off, length, p.skip}.String(), p.r); err != nil {
				return bad, err
			}
		}
		off += length
	}
	return bad, nil
}

// syncDir makes a new file's name durable. Windows has no such call and does not need it.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
