//go:build proof && linux

package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"xunlu/app"
)

// TestDiskFullProof fills the disk at random bytes: a tmpfs of a random size holds the data folder. The crawl pauses and says why, goes on
// by itself when there is room again, and ends with everything. In one round of five the guard stops it before the disk is full.
// Mounting needs root.
func TestDiskFullProof(t *testing.T) {
	const rounds, pages = 50, 400
	_, url := serveSlow(t, "127.0.4.17", pages)
	rnd := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 3))
	held := map[string]int{}
	for i := range rounds {
		dir := filepath.Join(t.TempDir(), "small")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		size := 100<<10 + rnd.IntN(700<<10)
		mount(t, dir, size, 0)
		low := 0
		if i%5 == 4 {
			low = 500 << 10
			size = 2 << 20
		}
		why := diskRound(t, dir, url, pages, size, low)
		held[why]++
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d rounds, held by %v", rounds, held)
}

func mount(t *testing.T, dir string, size int, flags uintptr) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, fmt.Sprintf("size=%d", size)); err != nil {
		t.Fatalf("mount a small disk (needs root): %v", err)
	}
}

func diskRound(t *testing.T, dir, url string, pages, size, low int) (why string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "config.json"), fmt.Appendf(nil, `{"disk_low":%d}`, low), 0o600); err != nil {
		t.Fatal(err)
	}
	mount(t, dir, size, syscall.MS_REMOUNT)
	c := startAcks(t, dir, url)
	wait := func(what string, most time.Duration, yes func() bool) bool {
		for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if yes() {
				return true
			}
		}
		return false
	}
	stopped := wait("a hold", 30*time.Second, func() bool {
		h := c.held.Load().(string)
		return h == "disk" || h == "store" || len(c.done) > 0
	})
	why = c.held.Load().(string)
	switch {
	case !stopped:
		t.Errorf("%d bytes: the crawl neither ended nor paused (%q), %d pages", size, why, c.pages.Load())
	case len(c.done) > 0:
		err := <-c.done
		if c.errs.Len() > 0 && !strings.Contains(c.errs.String(), "no space left") || strings.Contains(c.errs.String(), "goroutine ") {
			t.Errorf("%d bytes: ended with %v: %s", size, err, c.errs.String())
		}
		if err == nil {
			return "nothing: it had room"
		}
		why = "refused at the start, with a message"
		if c.pages.Load() > 0 {
			t.Errorf("%d bytes: the crawl ended instead of pausing: %s", size, c.errs.String())
		}
		mount(t, dir, 64<<20, syscall.MS_REMOUNT)
		c = startAcks(t, dir, url)
	default:
		acked := c.pages.Load()
		time.Sleep(300 * time.Millisecond) // it stays as it is
		if len(c.done) > 0 {
			t.Errorf("%d bytes: the crawl ended while it was paused: %s", size, c.errs.String())
		}
		if c.pages.Load() < acked {
			t.Errorf("%d bytes: %d pages became %d", size, acked, c.pages.Load())
		}
		mount(t, dir, 64<<20, syscall.MS_REMOUNT)
	}
	select {
	case err := <-c.done:
		if err != nil {
			t.Errorf("%d bytes, %s: with room again it ended with %v after %d pages: %s", size, why, err, c.pages.Load(), c.errs.String())
		}
	case <-time.After(90 * time.Second):
		t.Errorf("%d bytes, %s: with room again it did not go on: %d pages", size, why, c.pages.Load())
		_ = c.kill(t)
	}
	var r app.CheckReport
	if code, out, errs, _ := command(t, "check", "--json", "--data", dir); code != 0 || json.Unmarshal([]byte(out), &r) != nil || r.Pages != pages || r.Routes != (pages+1)/3 {
		t.Errorf("%d bytes, %s: in the end %d of %d pages, %d routes; check: %s %s", size, why, r.Pages, pages, r.Routes, out, errs)
	}
	return why
}
