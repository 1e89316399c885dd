//go:build !headless

package ui

import (
	"time"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// statusLine says what goes on and, when nothing does, why.
func (w *words) statusLine(s *app.Snapshot) (shape kit.State, state, why string) {
	wait := ""
	if d := s.Status.Until.Sub(s.At); !s.Status.Until.IsZero() && d > 0 {
		wait = w.lasting(d)
	}
	switch s.Status.Idle {
	case "":
		return kit.Crawling, w.crawling(s), w.alsoWaiting(s)
	case "paused":
		return kit.Paused, w.L("Paused"), w.L("Paused by you; what is stored can be searched and judged")
	case "nosites":
		return kit.Paused, w.L("Not started"), w.L("No sites yet")
	case "done":
		return kit.Idle, w.L("Idle"), w.L("Everything known is fetched, nothing is due")
	case "delay":
		return kit.Waiting, w.crawling(s), w.until(w.L("Waiting out the delays of the sites"), wait)
	case "retry":
		return kit.Waiting, w.L("Waiting"), w.until(w.L("Failed pages wait for their next try"), wait)
	case "hold":
		return kit.Held, w.L("Waiting"), w.until(w.L("Sites are held: robots.txt cannot be read, or the server asked to wait"), wait)
	case "disk":
		return kit.Failing, w.L("Stopped"), w.L("The disk is full; free some space and the crawl goes on")
	case "store":
		return kit.Failing, w.L("Stopped"), w.L("The data folder cannot be written")
	case "cap":
		return kit.Idle, w.L("Idle"), w.L("The page caps are reached")
	}
	return kit.Waiting, w.L("Waiting"), string(s.Status.Idle)
}

// noWork says in few words why a node has nothing to do.
func (w *words) noWork(idle string) string {
	switch idle {
	case "done", "nosites", "cap":
		return w.L("nothing due")
	case "delay":
		return w.L("waits out delays")
	case "retry":
		return w.L("waits for retries")
	case "hold":
		return w.L("sites are held")
	case "others":
		return w.L("the rest is at other nodes")
	}
	return w.L("stopped")
}

func (w *words) until(why, wait string) string {
	if wait == "" {
		return why
	}
	return why + w.L(", next in %s", wait)
}

func (w *words) crawling(s *app.Snapshot) string {
	busy := 0
	for _, n := range s.Status.Nodes {
		busy += n.Busy
	}
	if len(s.Status.Nodes) == 1 {
		return w.L("Crawling · 1 node · %d workers busy", busy)
	}
	return w.L("Crawling · %d nodes · %d workers busy", len(s.Status.Nodes), busy)
}

// alsoWaiting names what waits beside what runs.
func (w *words) alsoWaiting(s *app.Snapshot) string {
	held, waiting := 0, 0
	for _, site := range s.Status.Sites {
		switch {
		case site.Hold.After(s.At):
			held++
		case site.Queued > 0 && site.Leased == 0 && !site.Paused:
			waiting++
		}
	}
	switch {
	case held > 0:
		return w.count(held, "1 site is held", "%d sites are held")
	case waiting > 0:
		return w.count(waiting, "1 site is waiting out its delay", "%d sites are waiting out their delay")
	}
	return ""
}

// siteState is the shape, the words and the tone of one row: red and amber only where something is wrong.
func (w *words) siteState(r *app.SiteRow, now time.Time) (kit.State, string, kit.Tone) {
	failed := 0
	for _, n := range r.Count.Failures {
		failed += n
	}
	st := r.Status
	switch {
	case st.Vanished > 0:
		return kit.Held, w.count(st.Vanished, "1 route vanished: is it gone?", "%d routes vanished at once: are they gone?"), kit.Amber
	case r.Paused && r.PausedWhy != "":
		return kit.Paused, w.L("Paused by the program: %s", w.pausedBecause(r.PausedWhy)), kit.Red
	case r.Paused:
		return kit.Paused, w.L("Paused by you"), kit.Grey
	case r.Count.Pages == 0 && r.Count.Failures[storage.FailBlocked] > 0:
		return kit.Failing, w.L("This site blocks crawlers"), kit.Red
	case st.Unreachable:
		return kit.Failing, w.L("Cannot be reached; tried again at the next revisit"), kit.Red
	case st.Hold.After(now):
		return kit.Held, w.L("Held: robots.txt or the server asks to wait, again in %s", w.lasting(st.Hold.Sub(now))), kit.Amber
	case r.Count.Pages == 0 && failed > 0:
		return kit.Failing, w.failureWord(mostFailure(r.Count.Failures)), kit.Red
	case st.Capped:
		return kit.Idle, w.L("Page cap of %s reached", comma(r.MaxPages)), kit.Grey
	case st.Leased > 0:
		return kit.Crawling, w.count(st.Leased, "Running · 1 page in work", "Running · %d pages in work"), kit.Grey
	case st.Queued > 0:
		return kit.Waiting, w.L("Waiting out the delay of %s", w.lasting(r.Delay)), kit.Grey
	case failed > 0 && failed*3 > r.Count.Pages:
		return kit.Failing, w.count(failed, "1 page failed: %s", "%d pages failed: %s", w.failureWord(mostFailure(r.Count.Failures))), kit.Red
	case st.Waiting > 0:
		return kit.Idle, w.L("Done, %s pages wait for a revisit", comma(st.Waiting)), kit.Grey
	case r.Count.Pages > 0:
		return kit.Idle, w.L("Done"), kit.Grey
	}
	return kit.Waiting, w.L("Not yet visited"), kit.Grey
}

func mostFailure(f map[storage.Failure]int) storage.Failure {
	var most storage.Failure
	for k, n := range f {
		if most == "" || n > f[most] || n == f[most] && k < most {
			most = k
		}
	}
	return most
}

// failureWord names a kind of failure.
func (w *words) failureWord(f storage.Failure) string {
	switch f {
	case storage.FailRobots:
		return w.L("robots.txt forbids")
	case storage.FailPrivate:
		return w.L("Address on a private network")
	case storage.FailDNS:
		return w.L("Host name does not resolve")
	case storage.FailConnect:
		return w.L("No connection")
	case storage.FailTLS:
		return w.L("No secure connection")
	case storage.FailTimeout:
		return w.L("No answer in time")
	case storage.FailStatus:
		return w.L("Error page (4xx, 5xx)")
	case storage.FailBlocked:
		return w.L("Asks for a captcha")
	case storage.FailTooLarge:
		return w.L("Too large")
	case storage.FailTruncated:
		return w.L("Answer was cut off")
	case storage.FailNotHTML:
		return w.L("Not a web page")
	case storage.FailCharset:
		return w.L("Unreadable charset")
	case storage.FailRedirect:
		return w.L("Redirects nowhere")
	case storage.FailBrowser:
		return w.L("Needs JavaScript, no browser found")
	case storage.FailProtocol:
		return w.L("Not HTTP")
	}
	return string(f)
}
