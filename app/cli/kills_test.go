package cli

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xunlu/app"
)

// killed is a data folder whose processes are killed again and again, and what they promised.
type killed struct {
	t        *testing.T
	dir, url string
	rnd      *rand.Rand
	last     string          // what was killed before
	pages    int             // committed, as the last process said or the last check counted
	routes   map[string]bool // addresses of routes that were there at the last check
	slowest  time.Duration   // of all starts, with a whole check
	counts   map[string]int  // rounds by what was killed
	acked    int             // most pages a process had acknowledged before it was killed
}

// startMost is how long a start after a kill may take, a search included.
const startMost = 10 * time.Second

// round kills one process while it does one thing, then starts, checks and compares.
func (k *killed) round() {
	k.t.Helper()
	doing := [...]string{"crawl", "crawl", "crawl", "crawl", "revisit", "compact", "backup", "rules", "index gone", "index cut", "repair"}[k.rnd.IntN(11)]
	k.counts[doing]++
	switch doing {
	case "crawl":
		k.crawl()
	case "revisit":
		k.crawl("revisit")
	case "compact":
		k.command(150, "compact")
	case "backup":
		k.command(250, "backup", "--out", filepath.Join(k.t.TempDir(), "b.zip"))
	case "rules":
		k.command(400, "rules", "use", []string{"xunlu", "paper", "density"}[k.rnd.IntN(3)])
	case "index gone":
		k.must(os.RemoveAll(filepath.Join(k.dir, "index")))
		k.command(250, "search", "桂林")
	case "index cut":
		k.cutIndex()
		k.command(250, "search", "桂林")
	case "repair":
		k.command(300, "repair", "--from-copies")
		code, _, errs, _ := command(k.t, "repair", "--data", k.dir) // what was begun is done again
		if code != 0 {
			k.t.Fatalf("repair after a repair that was killed: %s", errs)
		}
	}
	k.compare(doing)
	k.last = doing
}

func (k *killed) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

// crawl kills a crawl up to 600 ms after its start or its first commit; it must have got as far as it said.
func (k *killed) crawl(more ...string) {
	c := startAcks(k.t, append([]string{k.dir, k.url}, more...)...)
	early := k.rnd.IntN(4) == 0
	for end := time.Now().Add(startMost / 3); !early && len(more) == 0 && c.pages.Load() <= int64(k.pages) && time.Now().Before(end) && len(c.done) == 0; {
		time.Sleep(5 * time.Millisecond) // one kill in four falls into the start, the others after a commit
	}
	time.Sleep(time.Duration(30+k.rnd.IntN(600)) * time.Millisecond)
	err := c.kill(k.t)
	if err != nil && err.Error() != "signal: killed" {
		k.t.Fatalf("the crawl ended by itself: %v\n%s", err, c.errs.String())
	}
	k.pages, k.acked = max(k.pages, int(c.pages.Load())), max(k.acked, int(c.pages.Load()))
}

// command kills a command after up to so many milliseconds; it may be done before.
func (k *killed) command(most int, args ...string) {
	cmd := start(k.t.Context(), k.t, append(args, "--data", k.dir)...)
	k.must(cmd.Start())
	time.Sleep(time.Duration(20+k.rnd.IntN(most)) * time.Millisecond)
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()         // killed on purpose
}

// cutIndex cuts one file of the index in half.
func (k *killed) cutIndex() {
	files, err := filepath.Glob(filepath.Join(k.dir, "index", "*"))
	k.must(err)
	files = slices.DeleteFunc(files, func(f string) bool { i, err := os.Stat(f); return err != nil || i.IsDir() })
	if len(files) == 0 {
		return
	}
	f := files[k.rnd.IntN(len(files))]
	info, err := os.Stat(f)
	k.must(err)
	k.must(os.Truncate(f, info.Size()/2))
}

// compare starts the program on the folder: it checks everything, has at least the pages that were acknowledged, and every route that
// was there, each once.
func (k *killed) compare(doing string) {
	k.t.Helper()
	code, _, errs, took := command(k.t, "search", "桂林", "--data", k.dir)
	if k.slowest = max(k.slowest, took); took > startMost || code != 0 {
		k.t.Errorf("start after %s took %v, code %d %s", doing, took, code, errs)
	}
	code, out, errs, _ := command(k.t, "check", "--json", "--data", k.dir)
	var r app.CheckReport
	if code != 0 {
		k.t.Fatalf("check after %s: code %d %s %s", doing, code, out, errs)
	}
	k.must(json.Unmarshal([]byte(out), &r))
	if r.Pages < k.pages {
		k.t.Errorf("after %s %d pages, %d were acknowledged", doing, r.Pages, k.pages)
	}
	k.pages = r.Pages
	if doing == "rules" { // other rules, other routes
		code, _, errs, _ := command(k.t, "rules", "use", "xunlu", "--data", k.dir)
		if code != 0 {
			k.t.Fatalf("rules use: %s", errs)
		}
	}
	urls := routesOf(k.t, k.dir)
	for u := range k.routes {
		if !urls[u] {
			k.t.Errorf("route %s is lost after %s, before it %s", u, doing, k.last)
		}
	}
	k.routes = urls
}

// routesOf exports all routes; one that stands twice is an error.
func routesOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	code, out, errs, _ := command(t, "export", "--format", "jsonl", "--out", "-", "--data", dir)
	if code != 0 {
		t.Fatalf("export: %s", errs)
	}
	urls := map[string]bool{}
	for line := range strings.Lines(out) {
		var r struct{ URL string }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if urls[r.URL] {
			t.Errorf("route %s stands twice", r.URL)
		}
		urls[r.URL] = true
	}
	return urls
}

// killRounds kills n times on one data folder, then lets the crawl end: what an undisturbed crawl finds is there.
func killRounds(t *testing.T, ip string, pages, n int) {
	_, url := serveSlow(t, ip, pages)
	seed := uint64(time.Now().UnixNano())
	k := &killed{t: t, dir: t.TempDir(), url: url, rnd: rand.New(rand.NewPCG(seed, 1)), routes: map[string]bool{}, counts: map[string]int{}}
	t.Logf("seed %d", seed)
	k.crawl()
	for range n {
		k.round()
	}
	got := crawlToEnd(t, k.dir, url)
	want := (pages + 1) / 3
	if got.Pages != pages || got.Routes != want || len(routesOf(t, k.dir)) != want {
		t.Errorf("in the end %d pages and %d routes, want %d and %d", got.Pages, got.Routes, pages, want)
	}
	k.compare("the end")
	t.Logf("%d kills %v, at most %d pages acknowledged before one; slowest start with a search %v", n+1, k.counts, k.acked, k.slowest.Round(time.Millisecond))
}

// TestKilledAnywhere is the short form of `make crash`: kills at random moments of crawl, revisit, compaction, backup, rule change,
// index and repair.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	killRounds(t, "127.0.4.5", 200, 3)
}
