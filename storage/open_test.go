package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// filled is the bytes of a closed store with 400 pages.
func filled(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if _, err := s.PutSite(Site{ID: "qingwu", Seeds: []string{"http://qingwu.example/"}}); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 400; n += 40 {
		commit(t, s, batchOf(n, n+40))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func storeOf(t *testing.T, data []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCutFile(t *testing.T) {
	whole := filled(t)
	noise := make([]byte, 20000)
	for i := range noise {
		noise[i] = byte(i * 7)
	}
	for _, tt := range []struct {
		name string
		data []byte
	}{
		{"empty", nil},
		{"one byte", whole[:1]},
		{"almost a page", whole[:4095]},
		{"two pages", whole[:8192]},
		{"four pages", whole[:16384]},
		{"half", whole[:len(whole)/2]},
		{"another format", noise},
		{"text", []byte("not a store\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := storeOf(t, tt.data)
			s, err := Open(dir)
			if !errors.Is(err, ErrDamaged) {
				if err == nil {
					s.Close()
				}
				t.Fatalf("Open: %v, want ErrDamaged", err)
			}
			if _, err := Open(dir); !errors.Is(err, ErrDamaged) {
				t.Errorf("Open again: %v; the first one kept the lock", err)
			}
			kept, err := SetAside(dir, day)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(kept); err != nil || len(got) < len(tt.data) || string(got[:len(tt.data)]) != string(tt.data) {
				t.Errorf("the file set aside has %d bytes, %v; want %d", len(got), err, len(tt.data))
			}
			fresh := mustOpen(t, dir)
			commit(t, fresh, batchOf(0, 2))
		})
	}
}

// TestOverwrittenPage writes four KiB of noise over one place after another: the store may refuse or find damage, but it
// neither panics nor shows a row that was not written.
func TestOverwrittenPage(t *testing.T) {
	whole := filled(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	refused, found := 0, 0
	for at := 0; at+4096 <= len(whole); at += 4096 {
		data := append([]byte{}, whole...)
		for i := at; i < at+4096; i++ {
			data[i] = byte(rnd.Uint32())
		}
		s, err := Open(storeOf(t, data))
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("noise at %d: Open: %v", at, err)
			}
			refused++
			continue
		}
		if readAll(t, s) {
			found++
		}
		if err := s.Close(); err != nil {
			t.Errorf("noise at %d: Close: %v", at, err)
		}
	}
	if refused == 0 || found == 0 {
		t.Errorf("%d refused, %d found: the noise hit nothing", refused, found)
	}
}

// readAll reads and writes what it can and says whether damage was found.
func readAll(t *testing.T, s *Store) (damaged bool) {
	t.Helper()
	note := func(err error) {
		if err == nil || errors.Is(err, ErrNotFound) {
			return
		}
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) {
			t.Errorf("error of another kind: %v", err)
		}
		damaged = true
	}
	note(s.EachLink(0, func(l Link) error {
		if l.URL != urlOf(int(l.ID)-1) {
			t.Errorf("link %d is %q", l.ID, l.URL)
		}
		return nil
	}))
	note(s.EachPage(0, func(p Page) error {
		want := donePage(int(p.ID) - 1)
		if p.URL != want.URL || p.Hash != want.Hash || p.Verdict.Score != want.Verdict.Score {
			t.Errorf("page %d is %+v", p.ID, p)
		}
		return nil
	}))
	note(s.EachRoute(0, func(r Route) error {
		if want := goodRoute(int(r.ID) - 1); r.Price != want.Price || r.Title != want.Title {
			t.Errorf("route %d is %+v", r.ID, r)
		}
		return nil
	}))
	note(s.EachEvidence(func(uint64, []byte) error { return nil }))
	_, err := s.Changes(0, 10000)
	note(err)
	_, err = s.Sites()
	note(err)
	report, err := s.Check(t.Context())
	note(err)
	damaged = damaged || !report.Sound
	_, err = s.Commit(batchOf(390, 410))
	note(err)
	return damaged
}

func TestNewerSchema(t *testing.T) {
	dir := t.TempDir()
	if err := mustOpen(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	poke(t, dir, func(tx *bolt.Tx) error {
		return tx.Bucket(metaBucket).Put(schemaKey, binary.AppendUvarint(nil, schema+1))
	})
	if _, err := Open(dir); !errors.Is(err, ErrNewer) {
		t.Errorf("Open: %v, want ErrNewer", err)
	}
}

// poke changes the file of a closed store behind its back.
func poke(t *testing.T, dir string, fn func(*bolt.Tx) error) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, fileName), 0o644, &bolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(fn), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenError(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want error
	}{
		{"no right to write", &fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, ErrReadOnly},
		{"read-only file system", &fs.PathError{Op: "mkdir", Path: "x", Err: syscall.EROFS}, ErrReadOnly},
		{"disk full", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, syscall.ENOSPC},
		{"row", fmt.Errorf("link 7: %w", ErrDamaged), ErrDamaged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := openError("folder", tt.err); !errors.Is(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("Open of a file as folder worked")
	}
}

// TestCutFirstStart leaves what a first start leaves when it is killed before the store has its name.
func TestCutFirstStart(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "store-123.new"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	commit(t, mustOpen(t, dir), batchOf(0, 1))
}
