package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"xunlu/storage"
)

// TestMoveRefused: each folder that will not do is refused before anything is written there.
func TestMoveRefused(t *testing.T) {
	a := openLibrary(t)
	full, file := t.TempDir(), filepath.Join(t.TempDir(), "f")
	for _, name := range []string{filepath.Join(full, "x"), file} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, to := range []string{a.dir, filepath.Join(a.dir, "inside"), filepath.Dir(a.dir), full, file} {
		if err := a.MoveData(t.Context(), to, false); !errors.Is(err, ErrMoveTo) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if a.Leaving() != "" {
		t.Error("a refused move is prepared")
	}
}

// TestMove: until the program is closed the old folder is the truth, a stopped move goes on where it left off, what is written after the
// copying comes along, and afterwards the old folder leads to the new one, also when nothing but the mark is left of it.
func TestMove(t *testing.T) {
	web := newPictureWeb(t)
	old, to := t.TempDir(), filepath.Join(t.TempDir(), "deep", "new")
	a := openFor(t, old, false)
	crawlPictures(t, a, web.URL)
	id, _ := a.store.Known(web.URL + "/")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := a.MoveData(stopped, to, true); err == nil || a.Leaving() != "" {
		t.Fatalf("a stopped move: %v, leaving %q", err, a.Leaving())
	}
	if dir, err := DataDir(old); err != nil || dir != old {
		t.Fatalf("%s, %v", dir, err)
	}
	if err := a.MoveData(t.Context(), to, true); err != nil || a.Leaving() != to {
		t.Fatalf("%v, leaving %q", err, a.Leaving())
	}
	if dir, err := DataDir(old); err != nil || dir != old {
		t.Fatalf("before it was closed: %s, %v", dir, err)
	}
	if err := a.Note(t.Context(), web.URL+"/", "late"); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(old)
	if err != nil || len(left) != 1 || left[0].Name() != movedFile {
		t.Errorf("in the old folder: %v, %v", left, err)
	}
	b := openFor(t, old, true)
	if b.Dir() != to {
		t.Errorf("opened %s", b.Dir())
	}
	showsPictures(t, b, id)
	if p, err := b.store.Page(id); err != nil || p.Note != "late" {
		t.Errorf("%q, %v", p.Note, err)
	}
	if r, err := b.Check(t.Context(), false); err != nil || r.Sound() != nil || r.Copies != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(to, to+"-away"); err != nil {
		t.Fatal(err)
	}
	if _, err := DataDir(old); err == nil {
		t.Error("a folder that is not there was found")
	}
}

// TestMoveUnsound: a copy that is not sound does not become the truth.
func TestMoveUnsound(t *testing.T) {
	if err := soundStore(t.Context(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "store.db"), make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := soundStore(t.Context(), dir); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("%v", err)
	}
}
