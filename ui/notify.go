//go:build !headless

package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
)

// notify lets the system tell something while the window may be out of sight.
func (d *desk) notify(text string) {
	fyne.CurrentApp().SendNotification(fyne.NewNotification(d.L("Xunlu"), text))
}

// tell notifies the system when a crawl has come to its end.
func (x *window) tell(s *app.Snapshot) {
	if x.last == nil || x.last.Status.Idle == "done" || s.Status.Idle != "done" || s.Counts.Total.Pages == x.told {
		return
	}
	x.told = s.Counts.Total.Pages
	d := x.desk
	d.notify(d.L("The crawl is done: %s pages, %s routes", comma(s.Counts.Total.Pages), comma(s.Counts.Total.Routes)))
}

// newsEvery is how often the window looks whether there are alerts to tell of.
const newsEvery = 30 * time.Second

// alertsRead keeps the number of the newest alert that was looked at.
const alertsRead = "alerts.read"

// tellAlerts notifies the system of alerts it was not told of yet, in this run or an earlier one.
func (x *window) tellAlerts(now time.Time) {
	if now.Sub(x.newsAt) < newsEvery {
		return
	}
	x.newsAt = now
	d := x.desk
	ask(d.pump, "alerts", func(context.Context) ([]app.Alert, error) { return d.app.Alerts() }, func(all []app.Alert, err error) {
		if err != nil || len(all) == 0 {
			return // the sheet says what is wrong when it is opened
		}
		last, read, n, unread := d.recall("alerts.number", 0), d.recall(alertsRead, 0), 0, 0
		for i := range all {
			if all[i].Number > last {
				n++
			}
			if all[i].Number > read {
				unread++
			}
		}
		if t, ok := x.tabs[tabRoutes].(*routesTab); ok {
			t.unread(unread)
		}
		if n == 0 {
			return
		}
		d.keep("alerts.number", all[0].Number)
		text := d.L("%s: %s", d.alertKind(all[0].Kind), orMissing(all[0].Title))
		if n > 1 {
			text = d.L("%s and %d more alerts", text, n-1)
		}
		d.notify(text)
	})
}

// tellBlocked notifies the system of a site that has begun to keep crawlers out.
func (x *window) tellBlocked(s *app.Snapshot) {
	first := x.blocked == nil
	if first {
		x.blocked = map[string]int{}
	}
	for i := range s.Sites {
		r := &s.Sites[i]
		n := r.Count.Failures[storage.FailBlocked]
		if n > 0 && x.blocked[r.ID] == 0 && !first {
			x.desk.notify(x.desk.L("%s blocks crawlers", r.Name))
		}
		x.blocked[r.ID] = n
	}
}
