package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/storage"
)

// Why answers in one sentence why a URL was or was not crawled.
type Why struct {
	URL       string        `json:"url"`
	Canonical string        `json:"canonical"`
	State     string        `json:"state"` // unknown, out_of_scope, refused (template, trap), queued, retry, failed, done, redirect, duplicate, gone
	Site      string        `json:"site,omitempty"`
	Sentence  string        `json:"sentence"`
	Removed   []string      `json:"removed,omitempty"` // parameters that are no part of its identity, with the rule
	Differs   []string      `json:"differs,omitempty"` // of a duplicate: what only one of the two says, - here, + there
	Next      time.Time     `json:"next,omitzero"`
	Page      *storage.Page `json:"page,omitempty"`
	Found     string        `json:"found_on,omitempty"`
}

// Why looks the URL up in the store and, when it is not there, in the sites' scopes.
func (a *App) Why(typed string) (Why, error) {
	u, err := page.Canonical(typed)
	if err != nil {
		return Why{}, fmt.Errorf("«%s» is not a web address: %w", typed, err)
	}
	w := Why{URL: typed, Canonical: u, Removed: page.Removed(typed)}
	link, err := a.store.LinkOf(u)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		w.unknown(a, u)
		return w, nil
	case err != nil:
		return w, err
	}
	w.Site = link.Site
	if link.From != 0 {
		if from, err := a.store.Link(link.From); err == nil {
			w.Found = from.URL
		}
	}
	p, err := a.store.Page(link.ID)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		w.State, w.Sentence = string(storage.Queued), a.whyQueued(&link)
		return w, nil
	case err != nil:
		return w, err
	}
	w.Page, w.State, w.Next = &p, string(p.State), p.Due
	w.Sentence = sentence(&p)
	if p.State == storage.Duplicate {
		w.copy(a, &p)
	}
	return w, nil
}

// unknown explains an address that is in no queue: by the site it would belong to and that site's rules, in the order in which
// a crawl applies them.
func (w *Why) unknown(a *App, u string) {
	w.State = "out_of_scope"
	why := ""
	for _, s := range a.coord.Sites() {
		scope, err := engine.NewScope(&s)
		if err != nil {
			continue
		}
		if ok, reason := scope.Allows(u, 0); !ok {
			if why == "" || engine.HostOf(u) == engine.HostOf(s.Seeds[0]) {
				why = reason
			}
			continue
		}
		w.Site = s.ID
		if bad, reason := a.coord.Refuses(s.ID, u); bad {
			w.State, w.Sentence = "refused", "It was not queued: "+reason+"."
			return
		}
		w.State = "unknown"
		w.Sentence = "It was never seen: it belongs to site " + s.ID + " but no page that was read links to it."
		return
	}
	if why == "" {
		w.State, w.Sentence = "unknown", "It was never seen: there are no sites yet."
		return
	}
	w.Sentence = "It is out of scope of every site: " + why + "."
}

func (a *App) whyQueued(l *storage.Link) string {
	st := a.coord.Status().Sites[l.Site]
	site, err := a.store.Site(l.Site)
	switch {
	case l.Deleted:
		return "It was deleted by the user and is not fetched again."
	case err == nil && site.PausedWhy != "":
		return "It waits in the queue: its site was paused because " + site.PausedWhy + "."
	case st.Paused:
		return "It waits in the queue: its site is paused."
	case st.Unreachable:
		return "It waits in the queue: its site could not be reached and is tried again at the next start."
	case st.Cap != "":
		return "It waits in the queue: its site has reached its cap of " + st.Cap + "."
	case st.Hold.After(time.Now()):
		return "It waits until " + local(st.Hold) + ": its host is held."
	}
	return fmt.Sprintf("It waits in the queue of site %s, %d links from a start address, with %d others.", l.Site, l.Depth, max(st.Queued-1, 0))
}

func local(t time.Time) string { return t.Local().Format(time.DateTime) }

func sentence(p *storage.Page) string {
	at := local(p.Fetched)
	switch p.State {
	case storage.Done:
		s := fmt.Sprintf("It was fetched at %s and judged %s (%.2f against %.2f by %s)", at, p.Verdict.Label, p.Verdict.Score, p.Verdict.Threshold, p.Verdict.Rules)
		switch {
		case p.GoneCount > 0:
			s += fmt.Sprintf(", but was found missing %d times, last at %s: %s", p.GoneCount, local(p.Checked), p.Error)
		case p.Failure != "":
			s += "; the last visit failed: " + p.Error
		case p.Due.After(time.Now()):
			s += "; the next visit is due at " + local(p.Due)
		}
		if p.Verdict.Profile > 0 {
			s += fmt.Sprintf("; what stands on nearly every page of the site was left out (profile %d)", p.Verdict.Profile)
		}
		return s + "."
	case storage.Listed:
		s := fmt.Sprintf("It is a list of addresses that the site publishes (a sitemap), read at %s: %d addresses.", at, p.Links)
		if p.Fetched.IsZero() {
			s = "It was looked for as a list of addresses (a sitemap) and is not there."
		}
		if p.Error != "" {
			s += " " + p.Error + "."
		}
		return s
	case storage.Redirect:
		return "It redirects to " + p.Of + "."
	case storage.Duplicate:
		return "It is a duplicate of " + p.Of + "."
	case storage.Retry:
		return fmt.Sprintf("It waits until %s: try %d failed (%s: %s).", local(p.Due), p.Attempts, p.Failure, p.Error)
	case storage.Gone:
		return fmt.Sprintf("It is gone since %s: %d visits found it missing, the last said: %s; it was last read at %s.", local(p.Checked), p.GoneCount, p.Error, at)
	}
	if p.Failure == storage.FailRobots {
		return "It may not be fetched: " + p.Error + "."
	}
	return fmt.Sprintf("It could not be read (%s): %s.", p.Failure, p.Error)
}

// Show is a stored page with its history.
type Show struct {
	Page  storage.Page   `json:"page"`
	Route *storage.Route `json:"route,omitempty"`
	Terms []Term         `json:"terms"` // paper B's row: what was found on it
	// Corrections are the fields of the route that a person put right.
	Corrections []storage.Correction `json:"corrections,omitempty"`
}

// Term is a factor that was found, how often and where.
type Term struct {
	Factor string `json:"factor"`
	Term   string `json:"term"`
	Where  string `json:"where"`
	Count  int    `json:"count"`
}

// Show reads the row a page that paper B asks for.
func (a *App) Show(typed string) (Show, error) {
	u, err := page.Canonical(typed)
	if err != nil {
		return Show{}, fmt.Errorf("«%s» is not a web address: %w", typed, err)
	}
	p, err := a.store.PageOf(u)
	if err != nil {
		return Show{}, fmt.Errorf("page %s: %w; xunlu why says more", u, err)
	}
	s := Show{Page: p}
	if r, err := a.store.Route(p.ID); err == nil {
		s.Route = &r
	}
	if s.Corrections, err = a.store.Corrections(u); err != nil {
		return s, err
	}
	if p.Archive != "" {
		pre, err := a.previewStored(u, a.ActiveRules())
		if err != nil {
			return s, err
		}
		for _, r := range pre.Verdict.Reasons {
			s.Terms = append(s.Terms, Term{r.Factor, r.Term, r.Where, r.Count})
		}
	}
	return s, nil
}

// Note changes what the user wrote to a page (paper B's database interface: change).
func (a *App) Note(ctx context.Context, url, note string) error {
	return a.onPage(ctx, url, func(u string) error { return a.store.EditPage(u, note) })
}

// DeletePage removes a page with its route (paper B's database interface: delete); it is not fetched again.
func (a *App) DeletePage(ctx context.Context, url string) error {
	return a.onPage(ctx, url, a.store.DeletePage)
}

func (a *App) onPage(ctx context.Context, typed string, do func(url string) error) error {
	u, err := page.Canonical(typed)
	if err != nil {
		return fmt.Errorf("«%s» is not a web address: %w", typed, err)
	}
	return a.coord.Edit(ctx, func() error { return do(u) })
}
