package engine

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"xunlu/storage"
)

// The disk guard: below low nothing more is lent, below low ÷ diskFloor nothing more is committed either; above low × 5/4 the
// crawl goes on by itself.
const diskFloor = 8

// freeDisk looks at the disk and notes whether there is room for more. Only Run's goroutine comes here; before each commit, and
// once a second.
func (c *Coordinator) freeDisk() (enough bool) {
	if c.diskFree == nil || c.diskLow == 0 {
		return true
	}
	free, err := c.diskFree()
	if err != nil {
		c.log.Debug("the free space of the disk is not known", "err", err)
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch was := c.scarce; {
	case free < c.diskLow:
		c.scarce = true
		if !was {
			c.log.Warn("the crawl is paused: the disk is nearly full", "task", free>>20)
		}
	case free >= c.diskLow/4*5 && was:
		c.scarce = false
		c.log.Info("there is room on the disk again, the crawl goes on")
		c.wake()
	}
	return free >= c.diskLow/diskFloor
}

// errDisk is a commit that the disk guard refused; it counts as a full disk.
func (c *Coordinator) errDisk() error {
	return fmt.Errorf("less than %d MiB free on the disk: %w", c.diskLow/diskFloor>>20, syscall.ENOSPC)
}

// Auto-pause of a site: of at least tripLeast answers in the last tripWindow, more than tripShare were refusals or faults.
const (
	tripWindow = 5 * time.Minute
	tripLeast  = 20
	tripShare  = 0.5
	tripKept   = 1000
)

// try is one answer of a site, for the auto-pause.
type try struct {
	at  time.Time
	bad string // code or kind; "" for a good one
}

// badCode says what counts against a site. Pages that are not there, that robots.txt forbids or that are no pages do not, and
// neither do failures to reach it: those are waited out.
func badCode(o *Outcome) (code string, counts bool) {
	switch o.Failure {
	case "":
		return "", true
	case storage.FailStatus:
		if o.Status == 404 || o.Status == 410 {
			return "", true
		}
		return fmt.Sprint(o.Status), true
	case storage.FailBlocked:
		return "blocks crawlers", true
	case storage.FailTimeout, storage.FailTruncated, storage.FailProtocol, storage.FailTLS:
		return string(o.Failure), !o.Unreached
	}
	return "", false
}

// judgeTry takes one more answer and says why the site should be paused, "" if it should not. Caller holds mu.
func (st *siteState) judgeTry(o *Outcome, now time.Time) string {
	if o.Failure == storage.FailBlocked {
		st.blocked++
	}
	code, counts := badCode(o)
	if !counts {
		return ""
	}
	st.tries = append(st.tries, try{now, code})
	old := 0
	for old < len(st.tries) && (now.Sub(st.tries[old].at) > tripWindow || len(st.tries)-old > tripKept) {
		old++
	}
	st.tries = st.tries[old:]
	codes, bad := map[string]int{}, 0
	for _, t := range st.tries {
		if t.bad != "" {
			codes[t.bad]++
			bad++
		}
	}
	if len(st.tries) < tripLeast || float64(bad) <= tripShare*float64(len(st.tries)) || code == "" {
		return ""
	}
	names := make([]string, 0, len(codes))
	for k, n := range codes {
		names = append(names, fmt.Sprintf("%s ×%d", k, n))
	}
	slices.Sort(names)
	return fmt.Sprintf("%d of %d answers in 5 minutes failed: %s", bad, len(st.tries), strings.Join(names, ", "))
}

// trip pauses a site by the program's own decision. Only Run's goroutine comes here.
func (c *Coordinator) trip(st *siteState, why string) {
	s := *st.site
	s.Paused, s.PausedWhy = true, why
	stored, err := c.store.PutSite(s)
	if err == nil {
		c.mu.Lock()
		err = st.set(stored)
		st.tries = nil
		c.mu.Unlock()
	}
	if err != nil {
		c.log.Error("a site could not be paused", "site", s.ID, "err", err)
		return
	}
	c.log.Warn("a site was paused: "+why, "site", s.ID)
}

// capOf says which of a site's caps is reached: "pages", "bytes" or "time"; "" for none.
func (st *siteState) capOf() string {
	switch s := st.site; {
	case s.MaxPages > 0 && st.fetched+st.leased >= s.MaxPages:
		return "pages"
	case s.MaxBytes > 0 && st.bytes >= s.MaxBytes:
		return "bytes"
	case st.overtime:
		return "time"
	}
	return ""
}

// clock notes which sites have had their time. Caller holds mu.
func (c *Coordinator) clock() {
	now := c.now()
	for _, st := range c.sites {
		was := st.overtime
		st.overtime = st.site.MaxTime > 0 && !st.began.IsZero() && now.Sub(st.began) >= st.site.MaxTime
		if st.overtime != was {
			c.wake()
		}
	}
}

// judgeTries takes a group's answers and says which sites are to be paused, and why. Caller holds mu.
func (c *Coordinator) judgeTries(all []*settled) map[*siteState]string {
	var out map[*siteState]string
	now := c.now()
	for _, s := range all {
		st := s.lease.queue.site
		st.bytes += int64(s.bodySize())
		if s.Barred != "" && !st.site.Paused && s.Task.Site.Version == st.site.Version { // of another version: the user changed something since
			if out == nil {
				out = map[*siteState]string{}
			}
			out[st] = s.Barred
		}
		if s.held || s.cut {
			continue
		}
		if why := st.judgeTry(s.Outcome, now); why != "" && !st.site.Paused {
			if out == nil {
				out = map[*siteState]string{}
			}
			out[st] = why
		}
	}
	return out
}
