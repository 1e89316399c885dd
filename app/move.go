package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"xunlu/storage"
)

const (
	movedFile  = "moved.json" // in a folder the data left: where it is now
	movingFile = "moving"     // in a folder the data is on its way to
	moveSpare  = 64 << 20     // bytes that must stay free besides
)

// moved is what movedFile holds.
type moved struct {
	To string `json:"to"`
}

// leaving is a move that is prepared; Close brings it to its end. Guarded by App.leavingMu.
type leaving struct {
	to     string
	remove bool
}

// ErrMoveTo is a folder that data cannot be moved to; the sentence says why.
var ErrMoveTo = errors.New("the data cannot be moved there")

// MoveData copies copies, pictures and backups to an empty folder while everything goes on, with progress, and can be stopped. The rest
// follows when the program is closed: then nothing writes any more, the store is copied and looked through, and only when all of it is sound
// a mark in the old folder leads every start to the new one. Until that mark is written the old folder is the truth, whatever happens. With
// remove the old data is then deleted, but for the mark.
func (a *App) MoveData(ctx context.Context, to string, remove bool) error {
	to, err := filepath.Abs(to)
	if err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	if err := a.mayMove(to); err != nil {
		return err
	}
	ctx, work := a.works.begin(ctx, "Moving the data", 0)
	defer work.end()
	a.moving.RLock()
	defer a.moving.RUnlock()
	if err := os.MkdirAll(to, 0o750); err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	if err := os.WriteFile(filepath.Join(to, movingFile), nil, 0o600); err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	for _, folder := range []string{"archive", picturesFolder, keptFolder} {
		if err := mirror(ctx, filepath.Join(a.dir, folder), filepath.Join(to, folder), work.progress); err != nil {
			return fmt.Errorf("move to %s: %w", to, err)
		}
	}
	a.leavingMu.Lock()
	defer a.leavingMu.Unlock()
	a.leave = &leaving{to, remove}
	return nil
}

// Leaving is the folder the data moves to when the program is closed; "" for none.
func (a *App) Leaving() string {
	a.leavingMu.Lock()
	defer a.leavingMu.Unlock()
	if a.leave == nil {
		return ""
	}
	return a.leave.to
}

// mayMove refuses a folder in one sentence.
func (a *App) mayMove(to string) error {
	from, err := filepath.Abs(a.dir)
	if err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	switch {
	case to == from:
		return fmt.Errorf("%w: %s is where it lies now", ErrMoveTo, to)
	case within(from, to):
		return fmt.Errorf("%w: %s lies inside the data folder", ErrMoveTo, to)
	case within(to, from):
		return fmt.Errorf("%w: the data folder lies inside %s", ErrMoveTo, to)
	}
	entries, err := os.ReadDir(to)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %s is no folder that can be read", ErrMoveTo, to)
	case len(entries) > 0:
		if _, err := os.Stat(filepath.Join(to, movingFile)); err != nil {
			return fmt.Errorf("%w: %s is not empty", ErrMoveTo, to)
		}
	}
	size, err := sizeBelow(from)
	if err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	there, err := sizeBelow(to) // of a move that was stopped
	if err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	exists := to
	for exists != filepath.Dir(exists) {
		if _, err := os.Stat(exists); err == nil {
			break
		}
		exists = filepath.Dir(exists)
	}
	free, err := diskFree(exists)
	if err != nil {
		return fmt.Errorf("move to %s: %w", to, err)
	}
	if need := max(0, size-there) + moveSpare; int64(free) < need {
		return fmt.Errorf("%w: it needs %d MB and %s has %d MB free", ErrMoveTo, need>>20, to, free>>20)
	}
	return nil
}

func within(outer, inner string) bool {
	rel, err := filepath.Rel(outer, inner)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// sizeBelow is what lies in a folder, in bytes; 0 when it is not there.
func sizeBelow(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // left meanwhile
		}
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil {
			size += info.Size()
		}
		return nil
	})
	return size, err
}

// finishMove ends a prepared move, once the stores are closed.
func (a *App) finishMove(ctx context.Context) error {
	a.leavingMu.Lock()
	l := a.leave
	a.leave = nil
	a.leavingMu.Unlock()
	if l == nil {
		return nil
	}
	if err := mirror(ctx, a.dir, l.to, func(int, int) {}); err != nil {
		return fmt.Errorf("move to %s: the data stays in %s: %w", l.to, a.dir, err)
	}
	if err := soundStore(ctx, l.to); err != nil {
		return fmt.Errorf("move to %s: the data stays in %s: %w", l.to, a.dir, err)
	}
	if _, err := inOneStep(ctx, filepath.Join(a.dir, movedFile), 0o600, func(w io.Writer) (int, error) {
		return 0, json.NewEncoder(w).Encode(moved{l.to})
	}); err != nil {
		return fmt.Errorf("move to %s: the data stays in %s: %w", l.to, a.dir, err)
	}
	err := os.Remove(filepath.Join(l.to, movingFile))
	if l.remove {
		err = errors.Join(err, removeData(a.dir))
	}
	return err
}

// soundStore looks through the store of a folder.
func soundStore(ctx context.Context, dir string) error {
	s, err := storage.Open(dir)
	if err != nil {
		return err
	}
	r, err := s.Check(ctx)
	if err == nil && !r.Sound {
		err = storage.ErrDamaged
	}
	return errors.Join(err, s.Close())
}

// removeData deletes what a data folder holds, but for the mark that tells where the data is.
func removeData(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != movedFile {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// DataDir is where the data of a folder lies; "" is the default folder.
func DataDir(dir string) (string, error) {
	if dir == "" {
		var err error
		if dir, err = DefaultDir(); err != nil {
			return "", err
		}
	}
	return followed(dir)
}

// followed is where the data of a folder lies now: the folder itself, or where it was moved.
func followed(dir string) (string, error) {
	for range 8 {
		data, err := os.ReadFile(filepath.Join(dir, movedFile))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // a file instead of a folder is said better when it is opened
			return dir, nil
		}
		var m moved
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil {
			return "", fmt.Errorf("data folder %s: where it was moved to cannot be read: %w", dir, err)
		}
		if _, err := os.Stat(filepath.Join(m.To, "store.db")); err != nil {
			return "", fmt.Errorf("data folder %s was moved to %s, which is not there now; is its drive connected?", dir, m.To)
		}
		dir = m.To
	}
	return "", fmt.Errorf("data folder %s was moved round and round", dir)
}
