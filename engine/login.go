package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
)

// enter sees to it that a task's site is logged in at and gives the session to ask in, with its access. 0: the task cannot be done now;
// it is to be done again when the host's delay is over, or there is an outcome that says why not. The requests of a login keep the
// delay, and the page after it does.
func (n *Node) enter(ctx context.Context, t *Task, d *door, delay time.Duration) (session int, a *fetch.Access, o *Outcome) {
	d.mu.Lock()
	in, session, a := d.in, d.session, d.access
	d.mu.Unlock()
	if in {
		return session, a, nil
	}
	d.turn.Lock()
	defer d.turn.Unlock()
	d.mu.Lock()
	in, why := d.in, d.why
	d.mu.Unlock()
	switch {
	case why != "":
		return 0, nil, &Outcome{Task: *t, Barred: why}
	case in: // by another worker, meanwhile
		return 0, nil, nil
	}
	l := &entry{n: n, t: t, d: d, delay: delay}
	err := l.run(ctx)
	var failed *fetch.Error
	var wrong refusal
	switch {
	case err == nil:
		n.log.Info("logged in", "site", d.site.ID)
		return 0, nil, nil
	case errors.As(err, &wrong):
		n.log.Warn("not logged in", "site", d.site.ID, "err", err)
		d.bar(wrong.Error())
		return 0, nil, &Outcome{Task: *t, Barred: wrong.Error()}
	case errors.As(err, &failed):
		return 0, nil, &Outcome{Task: *t, Failure: failed.Kind, Status: failed.Status, After: failed.RetryAfter, Unreached: failed.Unreached, Error: "log in: " + failed.Error()}
	}
	return 0, nil, &Outcome{Task: *t, Failure: storage.FailTimeout, Error: "log in: " + err.Error()}
}

// refusal is a login that will not go better next time: one sentence.
type refusal struct{ error }

func refused(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

// entry is one login under way: the form's page, the form, and where it leads, at the site's pace and among its hosts. It belongs to
// the worker that holds the door's turn.
type entry struct {
	n     *Node
	t     *Task
	d     *door
	delay time.Duration

	access *fetch.Access
	asked  bool
}

// maxLoginHops bounds the redirects behind the form's page and behind the form.
const maxLoginHops = 6

// run logs in. Errors: refusal, *fetch.Error, or that of ctx.
func (l *entry) run(ctx context.Context) error {
	set := &l.d.site.Access.Login
	l.d.mu.Lock()
	err := l.d.begin(l.d.session + 1)
	l.access = l.d.access
	l.d.mu.Unlock()
	if err != nil {
		return refused("%w", err)
	}
	at, err := l.load(ctx, set.URL, nil, "")
	if err != nil {
		return err
	}
	form, err := page.FindLogin(at, set.Field)
	switch {
	case errors.Is(err, page.ErrNoLogin) && set.LoggedOut != "" && !page.HasMark(at.Body, set.LoggedOut):
		l.entered("") // by a pasted cookie
		return nil
	case err != nil:
		return refused("the login at %s does not work: %w", set.URL, err)
	case !l.d.scope.host(HostOf(form.Action)):
		return refused("the login form at %s sends the password to another site, %s", set.URL, HostOf(form.Action))
	case schemeOf(at.FinalURL) == "https" && schemeOf(form.Action) != "https":
		return refused("the login form at %s sends the password without encryption", set.URL)
	}
	password := l.d.secrets[storage.SecretPassword].Reveal()
	after, err := l.load(ctx, form.Action, form.Fill(set.User, password), at.FinalURL)
	if err != nil {
		return err
	}
	_, err = page.FindLogin(after, set.Field)
	if err == nil || errors.Is(err, page.ErrLoginCaptcha) || page.HasMark(after.Body, set.LoggedOut) {
		return refused("the login at %s was refused: the page asks for it again; check user name and password", set.URL)
	}
	l.entered(form.Action)
	return nil
}

func (l *entry) entered(action string) {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.d.in, l.d.action = true, action
}

// load asks for an address and follows where it leads within the site's hosts; a form's answer is never sent a second time.
func (l *entry) load(ctx context.Context, u string, post []byte, from string) (*page.Response, error) {
	wait := waitOut(l.delay)
	for range maxLoginHops {
		if !l.d.scope.host(HostOf(u)) {
			return nil, refused("the login at %s leads to another site, %s", l.d.site.Access.Login.URL, HostOf(u))
		}
		if l.asked {
			if err := wait(ctx); err != nil {
				return nil, err
			}
		}
		l.asked = true
		r, ferr := l.n.fetch.Fetch(ctx, fetch.Request{URL: u, Access: l.access, Private: l.d.site.Private, AnyType: true, Post: post, Header: formHeader(post, from),
			Allow: func(to string) bool { return to == u }, Wait: wait})
		switch {
		case ferr == nil:
			return r, nil
		case ferr.Location == "":
			return nil, l.fault(ferr)
		case post != nil && (ferr.Status == http.StatusTemporaryRedirect || ferr.Status == http.StatusPermanentRedirect):
			return nil, refused("the login at %s sends the password on", l.d.site.Access.Login.URL)
		}
		to, err := page.Canonical(ferr.Location)
		if err != nil {
			return nil, refused("the login at %s leads nowhere: %w", l.d.site.Access.Login.URL, err)
		}
		u, post, from = to, nil, ""
	}
	return nil, refused("the login at %s leads round and round", l.d.site.Access.Login.URL)
}

// fault says which failures will be the same next time.
func (l *entry) fault(f *fetch.Error) error {
	if f.Kind == storage.FailStatus && f.Status >= 400 && f.Status < 500 && f.Status != http.StatusRequestTimeout && f.Status != http.StatusTooManyRequests {
		return refused("the login at %s was refused: the site answers %d", l.d.site.Access.Login.URL, f.Status)
	}
	return f
}

// formHeader is what a browser sends with a form: many sites check where it comes from.
func formHeader(post []byte, from string) http.Header {
	if post == nil {
		return nil
	}
	h := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	if u, err := url.Parse(from); err == nil && from != "" {
		h.Set("Referer", strings.SplitN(from, "#", 2)[0])
		h.Set("Origin", u.Scheme+"://"+u.Host)
	}
	return h
}
