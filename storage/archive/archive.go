package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

var (
	// ErrDamaged is returned when the bytes at a place are not those that were written.
	ErrDamaged = errors.New("archive is damaged")
	// ErrClosed is returned after Close.
	ErrClosed = errors.New("archive is closed")
	// ErrPlace is returned for a place that is not in the archive.
	ErrPlace = errors.New("no such place in the archive")
)

// segmentSize is where a new segment begins, in bytes.
const segmentSize = 256 << 20

// window is the largest distance zstd looks back, in bytes. Pages are smaller; a larger one only costs memory.
const window = 1 << 20

// maxRecord bounds what one frame may unpack to, in bytes: far above any page, far below what a bomb needs.
const maxRecord = 256 << 20

// maxKept is the largest buffer that is kept for the next frame, in bytes.
const maxKept = 2 << 20

// Archive is an open folder of segments. One process writes it (storage.Store holds the lock of the data folder); its
// methods may be called from any goroutine.
type Archive struct {
	dir     string
	limit   int64
	single  *zstd.Encoder // of frames with few pages: tries harder, since only a slow crawl has such
	group   *zstd.Encoder // of frames with many, where the pages' likeness does the work
	decoder *zstd.Decoder
	plain   sync.Pool // *[]byte: records before packing
	near    nearby

	mu    sync.RWMutex
	files map[int]*os.File // open segments; guarded by mu
	last  int              // segment that grows; 0 before the first; guarded by mu
	size  int64            // its length; guarded by mu
	dirty bool             // written since the last Sync; guarded by mu
	shut  bool             // guarded by mu
}

// Open opens the archive in dir and creates it when there is none. A last record that was cut off by a crash is cut
// away; see repair for what happens to a segment that is damaged otherwise.
func Open(dir string) (*Archive, error) { return open(dir, segmentSize) }

func open(dir string, limit int64) (*Archive, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("open archive: %w", err)
	}
	single, err := newEncoder(zstd.SpeedDefault)
	if err != nil {
		return nil, fmt.Errorf("open archive: %w", err)
	}
	group, err := newEncoder(zstd.SpeedFastest)
	if err != nil {
		return nil, fmt.Errorf("open archive: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithDecoderMaxMemory(maxRecord))
	if err != nil {
		return nil, fmt.Errorf("open archive: %w", err)
	}
	a := &Archive{dir: dir, limit: limit, single: single, group: group, decoder: dec, files: make(map[int]*os.File)}
	a.plain.New = func() any { return new([]byte) }
	segments, err := a.segments()
	if err != nil {
		return nil, err
	}
	if len(segments) > 0 {
		if err := a.resume(segments[len(segments)-1]); err != nil {
			return nil, errors.Join(err, a.Close())
		}
	}
	return a, nil
}

// newEncoder makes an encoder with one set of tables, made when it is first used: one goroutine packs at a time, and tables
// in turn would only drive each other out of the processor's cache.
func newEncoder(level zstd.EncoderLevel) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true))
}

// write appends to the last segment. What a full disk let through of a frame is cut away again; when even that fails
// the next record begins a new segment. Caller holds mu.
func (a *Archive) write(frame []byte) error {
	f := a.files[a.last]
	if _, err := f.WriteAt(frame, a.size); err != nil {
		if terr := f.Truncate(a.size); terr != nil {
			a.size = a.limit
			return errors.Join(err, terr)
		}
		return err
	}
	a.size += int64(len(frame))
	a.dirty = true
	return nil
}

// begin starts segment n. Caller holds mu.
func (a *Archive) begin(n int) error {
	if err := a.sync(); err != nil {
		return err
	}
	f, err := os.OpenFile(a.path(n), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("begin segment: %w", err)
	}
	a.files[n], a.last, a.size = f, n, 0
	return syncDir(a.dir)
}

// Sync makes everything appended so far durable. It must be called before the commit that names the places.
func (a *Archive) Sync() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return ErrClosed
	}
	return a.sync()
}

// Flush is Sync: Append keeps nothing back.
func (a *Archive) Flush() error { return a.Sync() }

func (a *Archive) sync() error {
	if !a.dirty {
		return nil
	}
	if err := a.files[a.last].Sync(); err != nil {
		return fmt.Errorf("sync segment %d: %w", a.last, err)
	}
	a.dirty = false
	return nil
}

// segment is the open file of a segment.
func (a *Archive) segment(n int) (*os.File, error) {
	a.mu.RLock()
	f, shut := a.files[n], a.shut
	a.mu.RUnlock()
	if shut {
		return nil, ErrClosed
	}
	if f != nil {
		return f, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return nil, ErrClosed
	}
	if f := a.files[n]; f != nil {
		return f, nil
	}
	f, err := os.Open(a.path(n))
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrPlace
	}
	if err != nil {
		return nil, err
	}
	a.files[n] = f
	return f, nil
}

// Size is the length of all segments in bytes.
func (a *Archive) Size() (int64, error) {
	segments, err := a.segments()
	if err != nil {
		return 0, err
	}
	var size int64
	for _, n := range segments {
		info, err := os.Stat(a.path(n))
		if err != nil {
			return 0, fmt.Errorf("archive size: %w", err)
		}
		size += info.Size()
	}
	return size, nil
}

// Close makes everything durable and closes the segments. A second call does nothing.
func (a *Archive) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return nil
	}
	err := a.sync()
	a.shut = true
	for _, f := range a.files {
		err = errors.Join(err, f.Close())
	}
	a.decoder.Close()
	return errors.Join(err, a.single.Close(), a.group.Close())
}

func (a *Archive) path(n int) string { return filepath.Join(a.dir, fmt.Sprintf("%06d.warc.zst", n)) }
