package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// Open opens the index in dir, or makes an empty one. A damaged index, and one of another version, is put aside
// (dir.damaged, the last one is kept) or removed and an empty one takes its place: its watermark is 0, so that Follow
// fills it again. One that another process holds is ErrLocked after a second. places may be nil.
func Open(dir string, places Places) (*Index, error) {
	x := &Index{dir: filepath.Clean(dir), analyst: analyst{gaz: newGazetteer(places)}, hurry: make(chan struct{}, 1), anew: make(chan chan error)}
	err := x.start()
	switch {
	case err == nil:
		return x, nil
	case errors.Is(err, ErrLocked), errors.Is(err, fs.ErrPermission):
		return nil, err
	case errors.Is(err, errSchema):
		if err := clear(x.dir); err != nil {
			return nil, err
		}
	default:
		if aside := putAside(x.dir); aside != nil {
			return nil, fmt.Errorf("%w: %w", err, aside)
		}
	}
	if err := x.start(); err != nil {
		return nil, err
	}
	return x, nil
}

var errSchema = errors.New("search index is of another version")

// start opens what is in the folder. x.mu is held, or nobody else has x yet.
func (x *Index) start() error {
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return fmt.Errorf("open search index %s: %w", x.dir, err)
	}
	queue := index.NewAnalysisQueue(min(4, runtime.GOMAXPROCS(0)))
	db, err := openScorch(x.dir, queue)
	if err != nil {
		queue.Close()
		return fmt.Errorf("open search index %s: %w", x.dir, err)
	}
	x.db, x.queue, x.cache = db, queue, newRowCache()
	x.mark.Store(0)
	if err := guarded(x.load); err != nil {
		return errors.Join(fmt.Errorf("open search index %s: %w", x.dir, err), x.shut())
	}
	return nil
}

// openScorch opens the segments. A lock that is not had within a second, and an error half way, leave nothing open.
func openScorch(dir string, queue *index.AnalysisQueue) (db *scorch.Scorch, err error) {
	// Segments below the floor count as being of its size. The default floor of 2,000 rows makes scorch merge a young index
	// into one segment after every batch: quadratic work while a crawl fills it.
	config := map[string]any{"path": dir, "bolt_timeout": "1s", "scorchMergePlanOptions": map[string]any{"FloorSegmentSize": 64}}
	made, err := scorch.NewScorch(scorch.Name, config, queue)
	if err != nil {
		return nil, err
	}
	db, ok := made.(*scorch.Scorch)
	if !ok {
		return nil, fmt.Errorf("scorch made a %T", made)
	}
	err = guarded(db.Open)
	if err == nil {
		return db, nil
	}
	if strings.HasSuffix(err.Error(), "timeout") { // bbolt's ErrTimeout; bbolt itself is storage's
		return nil, ErrLocked
	}
	if errors.Is(err, ErrDamaged) { // it panicked, and may hold the lock
		err = errors.Join(err, guarded(db.Close))
	}
	return nil, err
}

// load checks the version, reads the watermark and all rows.
func (x *Index) load() error {
	reader, err := x.db.Reader()
	if err != nil {
		return err
	}
	s, ok := reader.(*scorch.IndexSnapshot)
	if !ok || s == nil {
		return ErrDamaged
	}
	if err := x.newest(s); err != nil {
		return errors.Join(err, s.Close())
	}
	for _, seg := range s.Segments() {
		if err := checkSums(seg.Segment()); err != nil {
			return errors.Join(err, s.Close())
		}
	}
	snap, err := x.cache.snapshot(s)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	version, err := s.GetInternal(schemaKey)
	mark, err2 := s.GetInternal(watermarkKey)
	if err := errors.Join(err, err2, snap.close()); err != nil {
		return err
	}
	switch {
	case version == nil && len(snap.parts) == 0:
		return x.db.SetInternal(schemaKey, []byte(schema))
	case string(version) != schema:
		return errSchema
	}
	if len(mark) == 8 {
		x.mark.Store(binary.BigEndian.Uint64(mark))
	}
	return nil
}

// newest makes sure that what was opened is the newest state on disk. Scorch steps back to an older state, or to nothing, when a file of
// the newest is damaged, and says so only in a log. Its next state would then take the number of the one that was left out and mix with
// it: routes that stand twice, or a writer that waits for ever. The number of a state has no accessor.
func (x *Index) newest(s *scorch.IndexSnapshot) error {
	onDisk, err := x.db.RootBoltSnapshotEpochs()
	if err != nil {
		return err
	}
	number := reflect.ValueOf(s).Elem().FieldByName("epoch")
	if !number.IsValid() || !number.CanUint() {
		return errors.New("the index below numbers its states in another way")
	}
	if len(onDisk) > 0 && number.Uint() < onDisk[0] {
		return fmt.Errorf("the newest state cannot be read: %w", ErrDamaged)
	}
	return nil
}

// checkSums reads a segment's file and compares it with the sum at its end: scorch itself looks at neither.
func checkSums(seg segment.Segment) (err error) {
	onDisk, ok := seg.(segment.PersistedSegment)
	if !ok {
		return nil
	}
	f, err := os.Open(onDisk.Path())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := info.Size() - crc32.Size
	if size < 0 {
		return fmt.Errorf("segment %s: %w", filepath.Base(onDisk.Path()), ErrDamaged)
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, f, size); err != nil {
		return err
	}
	var want [crc32.Size]byte
	if _, err := io.ReadFull(f, want[:]); err != nil {
		return err
	}
	if sum.Sum32() != binary.BigEndian.Uint32(want[:]) {
		return fmt.Errorf("segment %s: %w", filepath.Base(onDisk.Path()), ErrDamaged)
	}
	return nil
}

// Reset empties the index, whatever state it is in. Searches wait.
func (x *Index) Reset() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return ErrClosed
	}
	if x.db != nil { // not so after a reset that failed
		if err := x.shut(); err != nil && !errors.Is(err, ErrDamaged) && !diskFull(err) {
			return err
		}
	}
	if err := clear(x.dir); err != nil {
		return err
	}
	return x.start()
}

// clear removes the files of the index, and no others.
func clear(dir string) error {
	files, err := indexFiles(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("empty search index: %w", err)
		}
	}
	return nil
}

// indexFiles lists what scorch keeps in a folder.
func indexFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("search index %s: %w", dir, err)
	}
	var files []string
	for _, e := range entries {
		if name := e.Name(); name == "root.bolt" || filepath.Ext(name) == ".zap" {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files, nil
}

// putAside moves a damaged index out of the way. The one of before is removed: it is never needed, only looked at.
func putAside(dir string) error {
	aside := dir + ".damaged"
	if err := os.RemoveAll(aside); err != nil {
		return fmt.Errorf("put damaged search index aside: %w", err)
	}
	if err := os.Rename(dir, aside); err != nil {
		return fmt.Errorf("put damaged search index aside: %w", err)
	}
	return nil
}

// Size is what the index takes on disk, in bytes.
func (x *Index) Size() (int64, error) {
	files, err := indexFiles(x.dir)
	if err != nil {
		return 0, err
	}
	var total int64
	for _, f := range files {
		info, err := os.Stat(f)
		if errors.Is(err, fs.ErrNotExist) {
			continue // merged away meanwhile
		}
		if err != nil {
			return 0, fmt.Errorf("size of search index: %w", err)
		}
		total += info.Size()
	}
	return total, nil
}

// guarded turns a panic of the index's code, and a fault on a mapped file, into ErrDamaged.
func guarded(fn func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	return fn()
}
