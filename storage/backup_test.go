package storage

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestBackupAndRestore(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 50))
	var copyOf bytes.Buffer
	if err := s.Backup(t.Context(), &copyOf); err != nil {
		t.Fatal(err)
	}
	commit(t, s, batchOf(50, 60))

	dir := t.TempDir()
	if err := Restore(t.Context(), dir, bytes.NewReader(copyOf.Bytes())); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 1 {
		t.Errorf("the folder has %v, %v; want the store alone", names, err)
	}
	r := mustOpen(t, dir)
	if rep := sound(t, r); rep.Pages != 50 || rep.Routes != 10 {
		t.Errorf("restored %+v", rep)
	}
	if err := Restore(t.Context(), dir, bytes.NewReader(copyOf.Bytes())); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Restore over a store: %v", err)
	}
	broken := copyOf.Bytes()
	for _, tt := range []struct {
		name string
		data []byte
	}{{"cut", broken[:len(broken)/2]}, {"text", []byte("hello")}, {"nothing", nil}} {
		dir := t.TempDir()
		if err := Restore(t.Context(), dir, bytes.NewReader(tt.data)); !errors.Is(err, ErrDamaged) {
			t.Errorf("Restore of %s: %v, want ErrDamaged", tt.name, err)
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) != 0 {
			t.Errorf("Restore of %s left %v, %v", tt.name, names, err)
		}
	}
}

func TestCompact(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if _, err := s.PutSite(Site{ID: "qingwu", Seeds: []string{"http://qingwu.example/"}}); err != nil {
		t.Fatal(err)
	}
	commit(t, s, batchOf(0, 6000))
	if _, err := s.PutSite(Site{ID: "baihu", Seeds: []string{"http://baihu.example/"}}); err != nil {
		t.Fatal(err)
	}
	commit(t, s, otherSite(50))
	if _, err := s.RemoveSite("qingwu"); err != nil {
		t.Fatal(err)
	}
	before, err := s.Size()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() { // readers go on
		for {
			select {
			case <-stop:
				return
			default:
			}
			if p, err := s.PageOf("http://baihu.example/7"); err != nil || p.ID != 6008 {
				t.Errorf("page %+v, %v", p, err)
				return
			}
		}
	})
	err = s.Compact(t.Context())
	close(stop)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	after, err := s.Size()
	if err != nil || after*2 > before {
		t.Errorf("size %d before, %d after, %v", before, after, err)
	}
	b := batchOf(0, 3)
	for i := range b.Links {
		b.Links[i].Site, b.Pages[i].Site = "baihu", "baihu"
	}
	b.Routes = nil
	commit(t, s, b)
	if b.Links[0].ID != 6051 {
		t.Errorf("numbers did not go on: %d", b.Links[0].ID)
	}
	sound(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	sound(t, s)
	if names, err := filepath.Glob(filepath.Join(dir, "*.new")); err != nil || len(names) != 0 {
		t.Errorf("left over: %v", names)
	}
}

func TestCompactStops(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 10))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Compact(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Compact: %v, want Canceled", err)
	}
	var b bytes.Buffer
	if err := s.Backup(ctx, &b); !errors.Is(err, context.Canceled) {
		t.Errorf("Backup: %v, want Canceled", err)
	}
	commit(t, s, batchOf(10, 12))
	sound(t, s)
}
