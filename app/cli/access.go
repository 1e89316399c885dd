package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"xunlu/app"
	"xunlu/storage"
)

// accessFlags of `xunlu sites add` and `sites set`: how a site is entered. Secrets are read from standard input, since a command line is
// seen by everyone on the computer.
type accessFlags struct {
	agent, proxy                  string
	headers, secrets, forget      []string
	lenient                       bool
	login, user, field, loggedOut string
}

func (f *accessFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.StringVar(&f.agent, "agent", "", "User-Agent in place of the program's, also looked up in robots.txt")
	fl.StringArrayVar(&f.headers, "header", nil, "NAME: VALUE, sent to the site's own hosts; repeatable, replaces those before; secret ones by --secret header:NAME")
	fl.StringVar(&f.proxy, "proxy", "", "http, https or socks5 URL for this site, like socks5://USER@HOST:PORT; direct = none; empty = the program's")
	fl.BoolVar(&f.lenient, "lenient-tls", false, "do not check the certificates of the site's own hosts")
	fl.StringVar(&f.login, "login", "", "address of the page with the login form; empty = no login")
	fl.StringVar(&f.user, "login-user", "", "user name of the login")
	fl.StringVar(&f.field, "login-field", "", "name of the form's input for the user (default: the last before the password)")
	fl.StringVar(&f.loggedOut, "logged-out", "", "text that stands on pages only while nobody is logged in")
	fl.StringArrayVar(&f.secrets, "secret", nil, "password, cookie, proxy or header:NAME: its text is a line of standard input, in the order given; kept in the system's keyring")
	fl.StringArrayVar(&f.forget, "forget", nil, "cookie, proxy or header:NAME: forget this secret")
}

// apply changes a site's access by the flags that were given and returns the secrets read.
func (f *accessFlags) apply(c *cobra.Command, p *program, s *storage.Site) (map[string]string, error) {
	set, a := c.Flags().Changed, &s.Access
	for _, x := range []struct {
		flag string
		to   *string
		v    string
	}{{"agent", &a.Agent, f.agent}, {"proxy", &a.Proxy, f.proxy}, {"login", &a.Login.URL, f.login}, {"login-user", &a.Login.User, f.user},
		{"login-field", &a.Login.Field, f.field}, {"logged-out", &a.Login.LoggedOut, f.loggedOut}} {
		if set(x.flag) {
			*x.to = x.v
		}
	}
	if set("lenient-tls") {
		a.Lenient = f.lenient
	}
	a.Headers = slices.Clone(a.Headers)
	if set("header") {
		a.Headers = slices.DeleteFunc(a.Headers, func(h storage.Header) bool { return !h.Secret })
		for _, line := range f.headers {
			h, secret, err := app.ReadHeader(line)
			switch {
			case err != nil:
				return nil, wrongUse{err}
			case h.Secret || secret != "":
				return nil, badUse("the value of the header %s is a secret and would be seen in the command line; give --secret header:%s and the value on standard input", h.Name, h.Name)
			}
			a.Headers = append(a.Headers, h)
		}
	}
	for _, name := range f.forget {
		if !forget(a, name) {
			return nil, badUse("--forget %s is not cookie, proxy or header:NAME", name)
		}
	}
	secrets, err := p.readSecrets(f.secrets)
	for name := range secrets {
		want(a, name)
	}
	return secrets, err
}

// forget takes the mark of a secret off a site's access; the secret goes with the next change of the site.
func forget(a *storage.Access, name string) bool {
	header, isHeader := strings.CutPrefix(name, storage.SecretHeader)
	switch {
	case name == storage.SecretCookie:
		a.Cookie = false
	case name == storage.SecretProxy:
		a.ProxyPassword = false
	case isHeader:
		a.Headers = slices.DeleteFunc(a.Headers, func(h storage.Header) bool { return h.Secret && strings.EqualFold(h.Name, header) })
	default:
		return false
	}
	return true
}

// want marks that a site has a secret.
func want(a *storage.Access, name string) {
	header, isHeader := strings.CutPrefix(name, storage.SecretHeader)
	switch {
	case name == storage.SecretCookie:
		a.Cookie = true
	case name == storage.SecretProxy:
		a.ProxyPassword = true
	case isHeader:
		a.Headers = slices.DeleteFunc(a.Headers, func(h storage.Header) bool { return strings.EqualFold(h.Name, header) })
		a.Headers = append(a.Headers, storage.Header{Name: header, Secret: true})
	}
}

// readSecrets reads one line of standard input for each name; a person is asked, and does not see what is typed. Names of headers are
// brought into their usual spelling.
func (p *program) readSecrets(names []string) (map[string]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	ask := p.secretLines()
	out := map[string]string{}
	for _, name := range names {
		text, err := ask(name)
		if err != nil {
			return nil, fmt.Errorf("the secret %s cannot be read: %w", name, err)
		}
		if i := strings.LastIndex(name, storage.SecretHeader); i >= 0 {
			name = name[:i] + storage.SecretHeader + app.HeaderName(name[i+len(storage.SecretHeader):])
		}
		out[name] = text
	}
	return out, nil
}

func (p *program) secretLines() func(name string) (string, error) {
	if f, ok := p.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return func(name string) (string, error) {
			fmt.Fprintf(p.stderr, "%s: ", name)
			text, err := term.ReadPassword(int(f.Fd()))
			fmt.Fprintln(p.stderr)
			return string(text), err
		}
	}
	in := bufio.NewReader(p.stdin)
	return func(string) (string, error) {
		line, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) && line != "" {
			err = nil
		}
		return strings.TrimRight(line, "\r\n"), err
	}
}

// store puts a site with its secrets into the data folder and says where they are.
func (p *program) store(a *app.App, s storage.Site, secrets map[string]string) (storage.Site, error) {
	if len(secrets) == 0 {
		return a.EditSite(p.ctx, s)
	}
	out, forRun, err := a.EnterSite(p.ctx, s, secrets)
	if err == nil && forRun {
		fmt.Fprintf(p.stderr, "xunlu: this computer has no keyring that takes the secrets of %s, and they are not kept; give them to each crawl with --secret %s/NAME\n", out.ID, out.ID)
	}
	return out, err
}

// crawlSecrets is the flag of commands that crawl: for computers without a keyring.
func crawlSecrets(c *cobra.Command, names *[]string) {
	c.Flags().StringArrayVar(names, "secret", nil, "SITE/NAME, or proxy for the program's: its text is a line of standard input, in the order given; known for this run only")
}

// letIn lets sites go on that were held for want of a secret which was given now.
func (p *program) letIn(a *app.App, secrets map[string]string) error {
	for name := range secrets {
		id, _, ok := strings.Cut(name, "/")
		if !ok {
			continue
		}
		s, err := a.Site(id)
		if err != nil {
			return badUse("no site is called %s; xunlu sites list shows them", id)
		}
		if s.PausedWhy != "" {
			if err := a.PauseSite(p.ctx, id, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// heldSites says which sites the program paused by itself, and why.
func (p *program) heldSites(a *app.App) error {
	list, err := a.Sites()
	if err != nil || p.json {
		return err
	}
	o := p.out()
	for _, s := range list {
		if s.Paused && s.PausedWhy != "" {
			o.f("paused        %s: %s\n", s.ID, s.PausedWhy)
		}
	}
	return o.err
}
