//go:build proof && !headless

package ui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"xunlu/app"
)

// What is asked of the window, with stockPages stored.
const (
	stockPages   = 100_000
	mostFirst    = 1500 * time.Millisecond
	mostFollow   = 100 * time.Millisecond
	mostKey      = 80 * time.Millisecond // from a letter in the search field to the list it asks for
	mostIdle     = 2.0                   // per cent of a core
	mostCallback = 50 * time.Millisecond
	leastRate    = 500.0 // pages a second, while the callbacks are measured
	mostMemory   = 400   // MB
)

// TestWindowProof measures the real window under Xvfb, from outside: by what is on the screen and by what the system says of the process.
// All of it is drawn by the processor, as there is no graphics card behind Xvfb.
func TestWindowProof(t *testing.T) {
	s := openScreen(t)
	t.Run("Hello", func(t *testing.T) { s.with(t).hello() })
	makeStock(t, s.data, stockPages)
	t.Run("FirstFrame", func(t *testing.T) { s.with(t).firstFrame() })
	p := s.start()
	t.Run("Idle", func(t *testing.T) { s.with(t).idle(p) })
	t.Run("Follow", func(t *testing.T) { s.with(t).follows() })
	t.Run("Keys", func(t *testing.T) { s.with(t).keys() })
	s.close(p)
	s.data = filepath.Join(t.TempDir(), "crawl")
	t.Run("Crawl", func(t *testing.T) { s.with(t).crawl() })
}

// with makes failures those of a part of the test until that is over.
func (s *screen) with(t *testing.T) *screen {
	whole := s.t
	s.t = t
	t.Cleanup(func() { s.t = whole })
	return s
}

// corner is where every window has something, and where the pointer never is.
var corner = image.Rect(0, 0, 300, 300)

// hello measures a window with one word in it, the base of all others.
func (s *screen) hello() {
	name := filepath.Join(s.t.TempDir(), "hello")
	if out, err := exec.Command("go", "build", "-tags", "x11", "-o", name, "./testdata/hello").CombinedOutput(); err != nil {
		s.t.Fatalf("build: %v\n%s", err, out)
	}
	p := s.launch(name)
	s.until("hello is drawn", func() bool { return s.drawn(corner) })
	cpu := s.idleShare(p, 3*time.Second, 20*time.Second)
	anon, file := memory(s.t, p.Process.Pid)
	s.t.Logf("the toolkit's smallest window: %.2f %% of a core, %d MB (%d its own, %d of files)", cpu, anon+file, anon, file)
	if err := p.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	p.Wait()
	s.until("the screen is empty", func() bool { return !s.drawn(corner) })
}

// drawn tells whether anything is on a part of the screen.
func (s *screen) drawn(part image.Rectangle) bool {
	px := s.pixels(part)
	return !bytes.Equal(px, bytes.Repeat(px[:4], len(px)/4))
}

// firstFrame measures from the start of the process: to the first picture, and to the one with the list of sites in it. The first of the
// starts has a cold cache of the disk's and is only told.
func (s *screen) firstFrame() {
	rows := image.Rect(20, 130, 900, 700)
	for try := range 4 {
		begun := time.Now()
		p := s.launch(s.program, "--data", s.data)
		var first, filled, cpu time.Duration
		for filled == 0 && time.Since(begun) < time.Minute {
			if first == 0 && s.drawn(corner) {
				first, cpu = time.Since(begun), busy(s.t, p.Process.Pid)
			}
			if first != 0 && s.drawn(rows) {
				filled = time.Since(begun)
			}
			time.Sleep(3 * time.Millisecond)
		}
		s.t.Logf("start %d: first picture after %d ms, %d ms of processor time, sites after %d ms", try+1, first.Milliseconds(), cpu.Milliseconds(), filled.Milliseconds())
		if try > 0 && (first > mostFirst || filled == 0) {
			s.t.Errorf("start %d: more than %v", try+1, mostFirst)
		}
		time.Sleep(2 * time.Second)
		s.close(p)
		s.until("the screen is empty", func() bool { return !s.drawn(corner) })
	}
}

// idle pauses the crawl and looks how much the window does then.
func (s *screen) idle(p *exec.Cmd) {
	s.click(1183, 23) // pause
	s.must("mousemove", "--window", s.window, "640", "790")
	cpu := s.idleShare(p, 8*time.Second, time.Minute)
	anon, file := memory(s.t, p.Process.Pid)
	s.t.Logf("paused crawl, %d pages stored: %.2f %% of a core, %d MB (%d its own, %d of files)", stockPages, cpu, anon+file, anon, file)
	if cpu > mostIdle {
		s.t.Errorf("more than %.1f %%", mostIdle)
	}
}

// idleShare is the share of a core that a process takes over a time, in per cent.
func (s *screen) idleShare(p *exec.Cmd, settle, over time.Duration) float64 {
	time.Sleep(settle)
	before := busy(s.t, p.Process.Pid)
	time.Sleep(over)
	return 100 * float64(busy(s.t, p.Process.Pid)-before) / float64(over)
}

// follows drags the threshold, then a weight, and looks when the right side of the rules tab (histogram, number and table of pages that
// flip) and the table of factors stop changing after each move.
func (s *screen) follows() {
	s.must("key", "--window", s.window, "ctrl+3")
	side := image.Rect(856, 90, 1268, 760)
	s.until("the pages are counted", func() bool {
		before := s.pixels(side)
		time.Sleep(2 * time.Second)
		return bytes.Equal(before, s.pixels(side)) && s.drawn(side)
	})
	s.drag("threshold", 1000, 260, -3, side)
	s.drag("weight", 456, 183, 1, image.Rect(12, 90, 1268, 760))
}

// keys types letter after letter into the search field of the routes tab and looks when the list stops changing after each.
func (s *screen) keys() {
	s.must("key", "--window", s.window, "ctrl+5", "sleep", "2", "key", "ctrl+f", "sleep", "0.5")
	list := image.Rect(236, 98, 700, 760)
	var took []time.Duration
	for _, word := range []string{"guilin", "yunnan", "lijiang", "beijing"} {
		for i := range word {
			if d := s.settled(list, func() { s.must("key", word[i:i+1]) }); d > 0 {
				took = append(took, d)
			}
		}
		s.must("key", "ctrl+a", "key", "BackSpace", "sleep", "1")
	}
	s.judge("a letter", took, 6, mostKey) // many letters change nothing: the list was right before
}

// settled acts and tells when the last change of a part of the screen came that followed, 0 when there was none.
func (s *screen) settled(part image.Rectangle, act func()) (changed time.Duration) {
	before := s.pixels(part)
	begun := time.Now()
	act()
	for last := begun; time.Since(last) < 250*time.Millisecond; time.Sleep(2 * time.Millisecond) {
		if now := s.pixels(part); !bytes.Equal(now, before) {
			last, before = time.Now(), now
			changed = last.Sub(begun)
		}
	}
	return changed
}

// judge tells how long the picture needed and fails when it was too long, or when too few things were seen.
func (s *screen) judge(what string, took []time.Duration, least int, most time.Duration) {
	slices.Sort(took)
	if len(took) < least {
		s.t.Fatalf("%s: the picture changed %d times, expected were %d at least", what, len(took), least)
	}
	p95 := took[len(took)*95/100]
	s.t.Logf("%s: the picture is complete after %d ms (median), %d ms (95 %%), %d ms at most, %d times", what, took[len(took)/2].Milliseconds(), p95.Milliseconds(),
		took[len(took)-1].Milliseconds(), len(took))
	if p95 > most {
		s.t.Errorf("%s: more than %v", what, most)
	}
}

// drag moves something forty times and measures how long the screen needs each time.
func (s *screen) drag(what string, x, y, by int, part image.Rectangle) {
	s.must("mousemove", "--window", s.window, fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.3", "mousedown", "1")
	var took []time.Duration
	for range 40 {
		changed := s.settled(part, func() { s.must("mousemove_relative", "--", fmt.Sprint(by), "0") })
		if changed > 0 {
			took = append(took, changed)
		}
	}
	s.must("mouseup", "1", "sleep", "0.5", "key", "ctrl+z")
	s.judge(what, took, 20, mostFollow)
}

// crawl lets the window crawl a web of plain pages as fast as it can while the list of sites is scrolled.
func (s *screen) crawl() {
	starts := s.plainWeb(25, 12_500)
	withApp(s.t, s.data, func(a *app.App) {
		for _, u := range starts {
			site, err := a.NewSite(u)
			if err != nil {
				s.t.Fatal(err)
			}
			site.Delay, site.Connections = 0, 4
			if _, err := a.AddSite(s.t.Context(), site); err != nil {
				s.t.Fatal(err)
			}
		}
	})
	p := s.start()
	begun, best, peak := time.Now(), 0.0, int64(0)
	from, at := max(0, s.pages()), time.Now()
	for over := false; !over && time.Since(begun) < 4*time.Minute; {
		for _, button := range []string{"5", "4"} { // the wheel: down, up
			s.must("mousemove", "--window", s.window, "400", "400", "click", "--repeat", "25", "--delay", "40", button)
		}
		anon, file := memory(s.t, p.Process.Pid)
		peak = max(peak, anon+file)
		n := s.pages()
		rate := float64(n-from) / time.Since(at).Seconds()
		best, from, at = max(best, rate), n, time.Now()
		over = n > 0 && s.queued() == 0
	}
	wall := time.Since(begun)
	anon, file := memory(s.t, p.Process.Pid)
	s.t.Logf("crawled %d pages in %v, %.0f pages/s, %.0f in the best seconds; memory at most %d MB, in the end %d MB (%d its own, %d of files)", from, wall.Round(time.Second),
		float64(from)/wall.Seconds(), best, peak, anon+file, anon, file)
	time.Sleep(30 * time.Second)
	anon, file = memory(s.t, p.Process.Pid)
	s.t.Logf("half a minute later %d MB (%d its own, %d of files)", anon+file, anon, file)
	s.close(p)
	log, err := os.ReadFile(filepath.Join(s.data, "xunlu.log"))
	if err != nil {
		s.t.Fatal(err)
	}
	line := regexp.MustCompile(`.*window closed.*`).FindString(string(log))
	s.t.Log(line)
	m := regexp.MustCompile(` p99=(\S+)`).FindStringSubmatch(line)
	if m == nil {
		s.t.Fatal("the window told no callbacks")
	}
	if p99, err := time.ParseDuration(m[1]); err != nil || p99 > mostCallback {
		s.t.Errorf("callbacks take %v (%v)", p99, err)
	}
	if best < leastRate {
		s.t.Errorf("the crawl reached %.0f pages/s only: nothing is shown by that", best)
	}
	if anon+file > mostMemory {
		s.t.Errorf("%d MB after the crawl", anon+file)
	}
}

// plainWeb serves the bench's web of plain pages from a process of its own.
func (s *screen) plainWeb(sites, pages int) (starts []string) {
	name := filepath.Join(s.t.TempDir(), "bench")
	if out, err := exec.Command("go", "build", "-tags", "headless", "-o", name, "../app/bench").CombinedOutput(); err != nil {
		s.t.Fatalf("build: %v\n%s", err, out)
	}
	web := exec.Command(name, "-role", "serve-plain", "-sites", fmt.Sprint(sites), "-pages", fmt.Sprint(pages))
	out, err := web.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := web.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		web.Process.Kill()
		web.Wait()
	})
	if err := json.NewDecoder(out).Decode(&starts); err != nil {
		s.t.Fatal(err)
	}
	return starts
}

// busy is what a process took of the processors so far.
func busy(t *testing.T, pid int) time.Duration {
	t.Helper()
	var sum time.Duration
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("process %d is gone: %v", pid, err)
	}
	for _, name := range threads {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // the thread ended
		}
		ns, err := strconv.ParseInt(strings.Fields(string(data))[0], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += time.Duration(ns)
	}
	return sum
}

// memory is what a process holds in MB: its own, and parts of files that the system may drop and read again, shared memory among them.
func memory(t *testing.T, pid int) (anon, file int64) {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	of := func(name string) int64 {
		m := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(data)
		if m == nil {
			t.Fatalf("no %s", name)
		}
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return of("RssAnon") >> 10, (of("RssFile") + of("RssShmem")) >> 10
}
