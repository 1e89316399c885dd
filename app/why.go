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
	State     string        `json:"state"` // unknown, out_of_scope, queued, retry, failed, done, redirect, duplicate, gone
	Site      string        `json:"site,omitempty"`
	Sentence  string        `json:"sentence"`
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
	w := Why{URL: typed, Canonical: u}
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
	return w, nil
}

func (w *Why) unknown(a *App, u string) {
	w.State = "out_of_scope"
	why := ""
	for _, s := range a.coord.Sites() {
		scope, err := engine.NewScope(&s)
		if err != nil {
			continue
		}
		ok, reason := scope.Allows(u, 0)
		if ok {
			w.State, w.Site = "unknown", s.ID
			w.Sentence = "It belongs to site " + s.ID + " but no page that was read links to it."
			return
		}
		if why == "" || engine.HostOf(u) == engine.HostOf(s.Seeds[0]) {
			why = reason
		}
	}
	if why == "" {
		w.State, w.Sentence = "unknown", "It was never seen: there are no sites yet."
		return
	}
	w.Sentence = "It is out of scope of every site: " + why + "."
}

func (a *App) whyQueued(l *storage.Link) string {
	st := a.coord.Status().Sites[l.Site]
	switch {
	case l.Deleted:
		return "It was deleted by the user and is not fetched again."
	case st.Paused:
		return "It waits in the queue: its site is paused."
	case st.Capped:
		return "It waits in the queue: its site has reached its page cap."
	case st.Hold.After(time.Now()):
		return "It waits in the queue: its host is held until " + st.Hold.Format(time.DateTime) + "."
	}
	return fmt.Sprintf("It waits in the queue of site %s, %d links from a start address, with %d others.", l.Site, l.Depth, max(st.Queued-1, 0))
}

func sentence(p *storage.Page) string {
	at := p.Fetched.Local().Format(time.DateTime)
	switch p.State {
	case storage.Done:
		s := fmt.Sprintf("It was fetched at %s and judged %s (%.2f against %.2f by %s).", at, p.Verdict.Label, p.Verdict.Score, p.Verdict.Threshold, p.Verdict.Rules)
		if p.Verdict.Profile > 0 {
			s += fmt.Sprintf(" What stands on nearly every page of the site was left out (profile %d).", p.Verdict.Profile)
		}
		if p.Failure != "" {
			s += " The last visit failed: " + p.Error + "."
		}
		return s
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
		return fmt.Sprintf("Try %d failed (%s: %s); the next is at %s.", p.Attempts, p.Failure, p.Error, p.Due.Local().Format(time.DateTime))
	case storage.Gone:
		return "It is gone: the site said so " + fmt.Sprint(p.GoneCount) + " times, last at " + at + "."
	}
	return fmt.Sprintf("It could not be read (%s): %s.", p.Failure, p.Error)
}

// Show is a stored page with its history.
type Show struct {
	Page  storage.Page   `json:"page"`
	Route *storage.Route `json:"route,omitempty"`
	Terms []Term         `json:"terms"` // paper B's row: what was found on it
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
