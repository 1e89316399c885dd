package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xunlu/app"
)

// sample is a crawled data folder with a backup of its first half, and what it holds.
type sample struct {
	dir    string
	pages  int
	routes map[string]bool
	export string
}

func sampleFolder(t *testing.T, ip string, n int) sample {
	t.Helper()
	_, url := serveSlow(t, ip, n)
	s := sample{dir: t.TempDir()}
	for _, pages := range []string{fmt.Sprint(n / 2), "0"} { // the second run begins with the backup of the day
		code, _, errs, _ := command(t, "crawl", url, "--delay", "0s", "--pages", pages, "--data", s.dir)
		if code != 0 {
			t.Fatal(errs)
		}
	}
	if kept, err := app.KeptBackups(s.dir); err != nil || len(kept) == 0 {
		t.Fatalf("no backup was made: %v", err)
	}
	s.pages, s.routes = n, routesOf(t, s.dir)
	_, s.export, _, _ = command(t, "export", "--format", "jsonl", "--out", "-", "--data", s.dir)
	return s
}

// spoil damages one thing in a folder and says what.
func spoil(t *testing.T, dir string, rnd *rand.Rand) (what, kind string) {
	t.Helper()
	pick := func(pattern string) (string, []byte) {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("nothing to spoil: %s %v", pattern, err)
		}
		slices.Sort(files)
		f := files[rnd.IntN(len(files))]
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		return f, data
	}
	noise := func(b []byte) {
		for i := range b {
			b[i] = byte(rnd.Uint32())
		}
	}
	kind = [...]string{"store page", "store page", "store page", "store zeroes", "store cut", "store cut", "index gone", "index cut", "index page", "archive torn", "archive page", "backup page and store cut"}[rnd.IntN(12)]
	pattern := map[string]string{"store": "store.db", "index": "index/*", "archive": "archive/*", "backup": "backups/*.zst"}[strings.Fields(kind)[0]]
	if kind == "index gone" {
		if err := os.RemoveAll(filepath.Join(dir, "index")); err != nil {
			t.Fatal(err)
		}
		return kind, kind
	}
	f, data := pick(pattern)
	at := 0
	if len(data) > 4096 {
		at = rnd.IntN(len(data)/4096) * 4096
	}
	part := data[at:min(at+4096, len(data))]
	switch kind {
	case "store zeroes":
		clear(part)
	case "store cut":
		sizes := []int{0, 1, 4095, len(data) / 2, rnd.IntN(len(data))}
		at = sizes[rnd.IntN(len(sizes))]
		data = data[:at]
	case "index cut":
		at = len(data) / 2
		data = data[:at]
	case "archive torn":
		at = len(data) - 1 - rnd.IntN(min(5000, len(data)-1))
		data = data[:at]
	default:
		noise(part)
	}
	if err := os.WriteFile(f, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if kind == "backup page and store cut" {
		if err := os.Truncate(filepath.Join(dir, "store.db"), 4095); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%s: %s at %d", kind, filepath.Base(f), at), kind
}

// damaged spoils a copy of the sample by a seed. The program never panics; an export is the same as before or an error; what check finds
// sound is the same as before; and repair brings all pages and routes back when their copies are there.
func damaged(t *testing.T, s sample, seed uint64) (kind string, noticed bool) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	what, kind := spoil(t, dir, rand.New(rand.NewPCG(seed, 7)))
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("seed %d, %s: %s", seed, what, fmt.Sprintf(format, args...))
	}
	says := func(args ...string) (int, string, string) {
		t.Helper()
		code, out, errs, took := command(t, append(args, "--data", dir)...)
		if took > startMost && args[0] == "export" { // a start; check and repair read everything
			fail("%v took %v", args, took)
		}
		if code > 2 || strings.Contains(errs, "goroutine ") {
			fail("%v: code %d, %s", args, code, errs)
		}
		return code, out, errs
	}
	if code, out, _ := says("export", "--format", "jsonl", "--out", "-"); code == 0 && sorted(out) != sorted(s.export) {
		fail("an export that differs and does not say so")
	}
	code, out, errs := says("check", "--json")
	var r app.CheckReport
	if code == 0 {
		if err := json.Unmarshal([]byte(out), &r); err != nil || r.Pages != s.pages || r.Routes != len(s.routes) {
			fail("check is content with %d pages and %d routes of %d and %d", r.Pages, r.Routes, s.pages, len(s.routes))
		}
	} else if errs == "" {
		fail("check failed without a word")
	}
	noticed = code != 0
	code, out, errs = says("repair")
	if code != 0 {
		fail("repair: %s %s", out, errs)
		return kind, noticed
	}
	if strings.HasPrefix(kind, "archive") { // copies are gone for good; pages and routes are not
		if got := routesOf(t, dir); !maps.Equal(got, s.routes) {
			fail("%d routes of %d", len(got), len(s.routes))
		}
		return kind, noticed
	}
	code, out, errs = says("check", "--json")
	if code != 0 || json.Unmarshal([]byte(out), &r) != nil || r.Pages != s.pages || r.Routes != len(s.routes) || r.Copies < s.pages-1 {
		fail("after repair: code %d, %s %s", code, out, errs)
	}
	if got := routesOf(t, dir); !maps.Equal(got, s.routes) {
		fail("after repair %d routes of %d", len(got), len(s.routes))
	}
	return kind, noticed
}

func sorted(lines string) string {
	all := strings.Split(lines, "\n")
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// damageRounds runs many seeds and counts what was noticed by kind.
func damageRounds(t *testing.T, ip string, pages int, seeds ...uint64) {
	s := sampleFolder(t, ip, pages)
	done, seen := map[string]int{}, map[string]int{}
	for _, seed := range seeds {
		kind, noticed := damaged(t, s, seed)
		if done[kind]++; noticed {
			seen[kind]++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(done)) {
		t.Logf("%-26s %3d seeds, check said so in %3d; the others hit what no row is in, or what is built anew", kind, done[kind], seen[kind])
	}
}

// TestDamaged is the short form of `make crash`.
func TestDamaged(t *testing.T) {
	t.Parallel()
	damageRounds(t, "127.0.4.6", 40, 1, 3)
}
