package app

import (
	"context"
	"time"

	"xunlu/storage"
)

// The schedule revisits what is due, daily at a time of day, while the program is open. A run that was missed because the
// program was closed is made up for at its start, once, however many there were.
const (
	scheduleSetting = "schedule" // where the store keeps when each site's last scheduled visit began
	scheduleEvery   = 20 * time.Second
	scheduleOff     = "off" // the Daily of a site that is not revisited by itself
)

func validClock(s string) bool {
	_, err := time.Parse("15:04", s)
	return err == nil
}

// lastSlot is the latest moment at or before now at which it was the given time of day. It goes by the calendar, so that a day
// of 23 or 25 hours has one slot too.
func lastSlot(daily string, now time.Time) time.Time {
	clock, err := time.Parse("15:04", daily)
	if err != nil {
		return time.Time{}
	}
	at := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location())
	if at.After(now) {
		at = time.Date(now.Year(), now.Month(), now.Day()-1, clock.Hour(), clock.Minute(), 0, 0, now.Location())
	}
	return at
}

// visitNow says whether a site's scheduled visit is to begin: its slot has passed since the last one. A last visit in the
// future means that the clock was set back.
func visitNow(daily string, last, now time.Time) bool {
	if daily == "" || daily == scheduleOff || last.After(now) {
		return false
	}
	return lastSlot(daily, now).After(last)
}

// NextVisit is when a site's next scheduled visit begins; zero when it has none.
func (a *App) NextVisit(s *storage.Site) time.Time {
	daily := a.dailyOf(s)
	if daily == "" || daily == scheduleOff {
		return time.Time{}
	}
	slot := lastSlot(daily, time.Now())
	return time.Date(slot.Year(), slot.Month(), slot.Day()+1, slot.Hour(), slot.Minute(), 0, 0, slot.Location())
}

func (a *App) dailyOf(s *storage.Site) string {
	if s.Daily != "" {
		return s.Daily
	}
	return a.Config().Daily
}

// schedule looks at the clock until ctx is done.
func (a *App) schedule(ctx context.Context) {
	t := time.NewTicker(scheduleEvery)
	defer t.Stop()
	for {
		if err := a.visitDue(ctx, time.Now()); err != nil && ctx.Err() == nil {
			a.log.Error("scheduled visits could not be queued", "err", err)
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// visitDue begins the visits whose slot has come.
func (a *App) visitDue(ctx context.Context, now time.Time) error {
	last := map[string]time.Time{}
	if _, err := a.store.Setting(scheduleSetting, &last); err != nil {
		return err
	}
	changed := false
	for _, s := range a.coord.Sites() {
		began, known := last[s.ID]
		if !known {
			began = s.Added
		}
		if began.After(now) { // the clock was set back: count from here
			last[s.ID], changed = now, true
			continue
		}
		if s.Still() || !visitNow(a.dailyOf(&s), began, now) {
			continue
		}
		n, err := a.coord.Revisit(ctx, s.ID, false)
		if err != nil {
			return err
		}
		a.log.Info("scheduled visit", "site", s.ID, "task", n)
		last[s.ID], changed = now, true
	}
	if !changed {
		return nil
	}
	return a.coord.Edit(ctx, func() error { return a.store.PutSetting(scheduleSetting, last) })
}
