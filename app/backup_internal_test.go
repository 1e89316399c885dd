package app

import (
	"archive/zip"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xunlu/storage"
)

// TestBackup: what was taken while the program runs opens elsewhere with all routes and copies.
func TestBackup(t *testing.T) {
	a := openLibrary(t)
	rs := shelve(t, a, storage.Route{Title: "桂林5日", Price: 2000}, storage.Route{Title: "丽江6日"})
	name := filepath.Join(t.TempDir(), "b.zip")
	if err := a.Backup(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "moved")
	if err := Restore(t.Context(), name, dir); err != nil {
		t.Fatal(err)
	}
	b, err := Open(t.Context(), Options{Dir: dir, Paused: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := b.Check(t.Context(), false); err != nil || r.Sound() != nil || r.Routes != 2 || r.Copies != 2 || r.Indexed != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if c, err := b.Copy(rs[0].ID); err != nil || !strings.Contains(string(c.HTML), "桂林5日") {
		t.Errorf("%+v, %v", c, err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), name, dir); err == nil || !strings.Contains(err.Error(), "holds data already") {
		t.Errorf("over data: %v", err)
	}
}

// TestRestoreRefused: a file that is no backup writes nothing outside, and no store.
func TestRestoreRefused(t *testing.T) {
	for _, entry := range []string{"../evil", "archive/../../evil.warc.zst", `archive\evil.warc.zst`, "other", "archive/000001.warc.zst"} {
		name, dir := filepath.Join(t.TempDir(), "b.zip"), filepath.Join(t.TempDir(), "d")
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(f)
		if _, err := z.Create(entry); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if err := Restore(t.Context(), name, dir); err == nil || !strings.Contains(err.Error(), "no backup") {
			t.Errorf("%s: %v", entry, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: something was written", entry)
		}
	}
}

// TestTidy: gone pages leave when their site keeps them no longer; the others stay.
func TestTidy(t *testing.T) {
	a := openLibrary(t)
	rs := shelve(t, a, storage.Route{Title: "桂林5日"}, storage.Route{Title: "丽江6日"})
	visit(t, a, rs[0], func(p *storage.Page, _ *storage.Route) { p.State = storage.Gone })
	for _, step := range []struct{ keep, after, removed int }{{0, 100, 0}, {30, 10, 0}, {30, 31, 1}} {
		s, err := a.Site(rs[0].Site)
		if err != nil {
			t.Fatal(err)
		}
		s.KeepDays = step.keep
		if _, err := a.EditSite(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		got, err := a.Tidy(t.Context(), time.Now().AddDate(0, 0, step.after))
		if err != nil || got.Removed != step.removed || got.After > got.Before {
			t.Errorf("%+v: %+v, %v", step, got, err)
		}
	}
	if r, err := a.Check(t.Context(), false); err != nil || r.Sound() != nil || r.Routes != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
