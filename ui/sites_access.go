//go:build !headless

package ui

import (
	"errors"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// kept stands for the value of a secret header that is in the keyring.
const kept = "••••••"

// entryForm: how a site is entered when the usual way does not do: login, cookie, proxy, headers. What is secret is typed and never shown
// again; it is not in the site but apart, see secrets.
type entryForm struct {
	*desk
	site  *storage.Site   // the draft
	old   storage.Access  // as stored
	known map[string]bool // secrets that are known here; nil while that is being asked

	login, user, password, mark, field *input
	inside                             *fyne.Container // what belongs to a login
	cookie                             *kit.Check
	cookieText                         *input
	proxy, proxyPassword               *input
	agent, headers                     *input
	lenient                            *kit.Check
	box                                fyne.CanvasObject
}

func newEntryForm(d *desk, edited func()) *entryForm {
	f := &entryForm{desk: d, site: &storage.Site{}}
	changed := func() { f.arrange(); edited() }
	secret := func(label, hint, name string) *input {
		return newInput(label, hint, kit.NewField("", 80).Secret(), func(s string) string {
			if s == "" && !f.has(name) {
				return d.L("Not known on this PC; type it")
			}
			return ""
		}, edited)
	}
	f.login = newInput(d.L("Address of the login form"), d.L("Empty: no login"), kit.NewField("https://", 80), f.wrongLogin, changed)
	f.user = newInput(d.L("User name"), "", kit.NewField("", 80), func(s string) string {
		if strings.TrimSpace(s) == "" {
			return d.L("The login needs a user name")
		}
		return ""
	}, edited)
	f.password = secret(d.L("Password"), d.L("Kept in the system's keyring, in no file; empty: as it is"), storage.SecretPassword)
	f.mark = newInput(d.L("Text shown only while nobody is logged in"), d.L("Like 请登录; empty: the login form itself tells"), kit.NewField("", 80), nil, edited)
	f.field = newInput(d.L("Name of the form's input for the user"), d.L("Empty: the last one before the password"), kit.NewField("", 80), nil, edited)
	f.inside = kit.Col(10, f.user.box, f.password.box, f.mark.box, f.field.box)
	f.cookie = kit.NewCheck(d.L("Send a cookie from a browser"), func(bool) { changed() })
	f.cookieText = secret(d.L("Cookie, as the browser sends it"), d.L("Kept in the system's keyring, in no file; empty: as it is"), storage.SecretCookie)
	f.proxy = newInput(d.L("Proxy of this site"), d.L("Empty: the program's; direct: none"), kit.NewField("socks5://USER@HOST:PORT", 80), d.wrongProxy, changed)
	f.proxyPassword = secret(d.L("Password of the proxy"), d.L("Kept in the system's keyring, in no file; empty: as it is"), storage.SecretProxy)
	f.agent = newInput(d.L("Name told to this site"), d.L("Empty: the program's; robots.txt is looked up by it"), kit.NewField("", 80), nil, edited)
	f.headers = newInput(d.L("Extra headers"), d.L("NAME: VALUE, one a line; values of keys and tokens go to the keyring"), kit.NewArea("", 80, 2).Mono(), f.wrongHeaders, edited)
	f.lenient = kit.NewCheck(d.L("Accept faulty certificates"), func(bool) { edited() })
	lenientHint := kit.NewProse(d.L("Others on the way could then read and change what is sent, passwords too."), kit.SizeHint, kit.Ink3)
	f.box = kit.Col(10, f.login.box, f.inside, kit.HLine(), f.cookie, f.cookieText.box, kit.HLine(), f.proxy.box, f.proxyPassword.box, kit.HLine(),
		f.agent.box, f.headers.box, kit.Col(2, f.lenient, lenientHint))
	return f
}

// has says whether a secret needs not be typed: the site has it, and as far as is known it is in the keyring.
func (f *entryForm) has(name string) bool {
	for _, s := range f.old.Secrets() {
		if s == name {
			known, asked := f.known[name]
			return known || !asked
		}
	}
	return false
}

// wrongLogin says what is wrong with the address of the form.
func (f *entryForm) wrongLogin(s string) string {
	if s = strings.TrimSpace(s); s == "" {
		return ""
	}
	switch ok, err := app.BelongsTo(f.site, s); {
	case err != nil:
		return f.L("That is not a web address.")
	case !ok:
		return f.L("It must be on one of the site's hosts")
	}
	return ""
}

// wrongProxy says what is wrong with the address of a proxy.
func (w *words) wrongProxy(s string) string {
	switch err := app.CheckProxy(strings.TrimSpace(s)); {
	case errors.Is(err, app.ErrProxyPassword):
		return w.L("Leave the password out of the address and type it below; the keyring keeps it")
	case err != nil:
		return w.L("http, https or socks5, like socks5://USER@HOST:PORT")
	}
	return ""
}

func (f *entryForm) wrongHeaders(s string) string {
	for i, l := range lines(s) {
		h, secret, err := app.ReadHeader(l)
		if err == nil && secret == kept && !f.has(storage.SecretHeader+h.Name) {
			return f.L("Line %d: %s", i+1, f.L("Not known on this PC; type it"))
		}
		if err == nil && h.Secret && secret == "" {
			err = errors.New("empty")
		}
		if err == nil {
			err = app.CheckHeader(h)
		}
		if err != nil {
			return f.L("Line %d: %s", i+1, f.L("Not NAME: VALUE, or a header the program sets itself"))
		}
	}
	return ""
}

// proxyUser says whether an address of a proxy names a user.
func proxyUser(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && u.User != nil
}

// arrange shows what belongs to what was chosen.
func (f *entryForm) arrange() {
	f.inside.Hidden = strings.TrimSpace(f.login.field.Text()) == ""
	f.cookieText.box.Hidden = !f.cookie.On()
	f.proxyPassword.box.Hidden = !proxyUser(f.proxy.field.Text())
}

func (f *entryForm) view() fyne.CanvasObject { return f.box }

func (f *entryForm) load(s *storage.Site) {
	f.site, f.old, f.known = s, s.Access, nil
	a := &s.Access
	f.login.set(a.Login.URL)
	f.user.set(a.Login.User)
	f.mark.set(a.Login.LoggedOut)
	f.field.set(a.Login.Field)
	f.cookie.Set(a.Cookie)
	f.proxy.set(a.Proxy)
	f.agent.set(a.Agent)
	var all []string
	for _, h := range a.Headers {
		v := h.Value
		if h.Secret {
			v = kept
		}
		all = append(all, h.Name+": "+v)
	}
	f.headers.set(strings.Join(all, "\n"))
	f.lenient.Set(a.Lenient)
	for _, in := range []*input{f.password, f.cookieText, f.proxyPassword} {
		in.set("")
	}
	f.arrange()
}

// learn takes which secrets are known on this PC.
func (f *entryForm) learn(known map[string]bool) {
	f.known = known
	for _, in := range []*input{f.password, f.cookieText, f.proxyPassword, f.headers} {
		in.valid()
	}
}

func (f *entryForm) store(s *storage.Site) int {
	text := func(in *input) string { return strings.TrimSpace(in.field.Text()) }
	a := storage.Access{Agent: text(f.agent), Proxy: text(f.proxy), Lenient: f.lenient.On(), Cookie: f.cookie.On()}
	wrong := []*input{f.login, f.proxy, f.headers}
	if a.Login.URL = text(f.login); a.Login.URL != "" {
		a.Login.User, a.Login.LoggedOut, a.Login.Field = text(f.user), text(f.mark), text(f.field)
		wrong = append(wrong, f.user, f.password)
	}
	if a.Cookie {
		wrong = append(wrong, f.cookieText)
	}
	a.ProxyPassword = proxyUser(a.Proxy) && (f.proxyPassword.field.Text() != "" || f.old.ProxyPassword)
	for _, l := range lines(f.headers.field.Text()) {
		if h, _, err := app.ReadHeader(l); err == nil {
			a.Headers = append(a.Headers, h)
		}
	}
	s.Access = a
	return mistakes(wrong...)
}

// secrets are those that were typed, by their names.
func (f *entryForm) secrets(s *storage.Site) map[string]string {
	out := map[string]string{}
	for name, in := range map[string]*input{storage.SecretPassword: f.password, storage.SecretCookie: f.cookieText, storage.SecretProxy: f.proxyPassword} {
		out[name] = in.field.Text()
	}
	for _, l := range lines(f.headers.field.Text()) {
		if h, secret, err := app.ReadHeader(l); err == nil && secret != kept {
			out[storage.SecretHeader+h.Name] = secret
		}
	}
	wanted := map[string]string{}
	for _, name := range s.Access.Secrets() {
		if out[name] != "" {
			wanted[name] = out[name]
		}
	}
	return wanted
}
