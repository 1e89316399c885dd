package engine

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
)

// door is how a node gets into one version of a site: by its access, and by its login when it has one. Safe for concurrent use.
type door struct {
	// constant after newDoor
	site    *storage.Site
	secrets fetch.Secrets
	scope   *Scope

	turn sync.Mutex // held through a login: one worker logs in, the others of the site wait for it

	mu      sync.Mutex    // guards what follows
	access  *fetch.Access // of the session; nil with why
	session int           // counts the logins, from 1: without a login it stays there
	in      bool          // logged in, or nothing to log in at
	why     string        // nothing may be asked any more: one sentence
	action  string        // where the form sends the password
	shown   map[uint64]bool
	barren  int // tasks in a row that were shown the login right after one
}

// doors are those of a node's sites by id.
type doors struct {
	mu  sync.Mutex
	all map[string]*door
}

// maxDoors bounds the sites remembered; beyond it all are entered anew.
const maxDoors = 10_000

func newDoors() *doors { return &doors{all: map[string]*door{}} }

// door gives the door of a site, and the access to ask it with; nil when it cannot be entered.
func (n *Node) door(s *storage.Site) (*door, *fetch.Access) {
	d := n.doors.of(s, nil)
	if d == nil {
		secrets := n.secretsOf(s) // may take its time: no lock is held
		d = n.doors.of(s, func(old *door) *door { return newDoor(s, secrets, old) })
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.why != "" {
		return d, nil
	}
	return d, d.access
}

// of gives the door of a site's version, or of a later one; where there is none it is made, out of that of the version before.
func (a *doors) of(s *storage.Site, make func(old *door) *door) *door {
	a.mu.Lock()
	defer a.mu.Unlock()
	d := a.all[s.ID]
	if d != nil && d.site.Version >= s.Version {
		return d
	}
	if make == nil {
		return nil
	}
	if len(a.all) >= maxDoors {
		clear(a.all)
	}
	a.all[s.ID] = make(d)
	return a.all[s.ID]
}

// secretsOf asks for a site's secrets only when it has any.
func (n *Node) secretsOf(s *storage.Site) fetch.Secrets {
	if n.secrets == nil || len(s.Access.Secrets()) == 0 {
		return nil
	}
	return n.secrets(s)
}

// newDoor makes the door of a site's new version. Where nothing changed of how it is entered, the session goes on.
func newDoor(s *storage.Site, secrets fetch.Secrets, old *door) *door {
	d := &door{site: s, secrets: secrets, shown: map[uint64]bool{}}
	scope, err := NewScope(s)
	if err != nil {
		d.why = err.Error()
		return d
	}
	d.scope = scope
	session := 1
	if old != nil {
		old.mu.Lock()
		defer old.mu.Unlock()
		session = old.session + 1
		if old.why == "" && old.access != nil && reflect.DeepEqual(old.site.Access, s.Access) && reflect.DeepEqual(old.site.Scope, s.Scope) &&
			maps.EqualFunc(old.secrets, secrets, func(a, b fetch.Secret) bool { return a.Reveal() == b.Reveal() }) {
			d.access, d.session, d.in, d.action = old.access, old.session, old.in, old.action
			return d
		}
	}
	if err := d.begin(session); err != nil {
		d.why = err.Error()
	}
	d.in = s.Access.Login.URL == ""
	return d
}

// begin gives the door a session without cookies. Caller holds mu, or is alone.
func (d *door) begin(session int) error {
	a, err := fetch.NewAccess(d.site, d.secrets, d.scope.host, session)
	if err == nil {
		d.access, d.session = a, session
	}
	return err
}

func (d *door) barred() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.why
}

// bar closes the door for good: until the site has another version.
func (d *door) bar(why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.why = why
}

// maxBarren is how many pages in a row may ask for the login right after one before it is given up.
const maxBarren = 3

// outside takes a page that was asked for in a session, and tells whether the task is to be done again in the next one: the page
// says that nobody is logged in. A page that says so right after a login is one that always does; it is taken as it is.
func (d *door) outside(t *Task, session int, r *page.Response, ferr *fetch.Error) (again bool) {
	if d.site.Access.Login.URL == "" || samePlace(t.URL, d.site.Access.Login.URL) {
		return false
	}
	out := d.loggedOut(r, ferr)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case !out:
		if r != nil {
			d.barren = 0
		}
		delete(d.shown, t.ID)
		return false
	case session != d.session || !d.in:
		return true
	case d.shown[t.ID]:
		delete(d.shown, t.ID)
		if d.barren++; d.barren >= maxBarren {
			d.why = "the login at " + d.site.Access.Login.URL + " went well, but the pages still ask for it; check the text that stands there only while nobody is logged in"
			return true
		}
		return false
	}
	if len(d.shown) >= maxDoors {
		clear(d.shown)
	}
	d.shown[t.ID], d.in = true, false
	return true
}

// loggedOut recognises the answer to a stranger: it leads to the login, says 401, holds the text for strangers or, where no such
// text is known, the very form.
func (d *door) loggedOut(r *page.Response, ferr *fetch.Error) bool {
	l := &d.site.Access.Login
	if ferr != nil && (samePlace(ferr.Location, l.URL) || ferr.Status == http.StatusUnauthorized) {
		return true
	}
	if r == nil || len(r.Body) == 0 {
		return false
	}
	if l.LoggedOut != "" {
		return page.HasMark(r.Body, l.LoggedOut)
	}
	f, err := page.FindLogin(r, l.Field)
	if err != nil {
		return errors.Is(err, page.ErrLoginCaptcha)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return samePlace(f.Action, d.action)
}

// samePlace compares two addresses without their queries.
func samePlace(a, b string) bool {
	a, _, _ = strings.Cut(a, "?")
	b, _, _ = strings.Cut(b, "?")
	return a != "" && a == b
}

// agent is the name by which a site's robots.txt knows us.
func (n *Node) agent(s *storage.Site) string {
	return cmp.Or(s.Access.Agent, n.params.Load().Agent)
}
