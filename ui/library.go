//go:build !headless

package ui

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/app/web"
	"xunlu/ui/kit"
)

// library is what the window gives to browsers: stored pages, for this PC only and from the first one that is asked for; and the
// office's search page while it is switched on. Its methods may be called from any goroutine.
type library struct {
	app *app.App
	log *slog.Logger

	mu     sync.Mutex
	copies *web.Server
	office *web.Server
}

func newLibrary(a *app.App, log *slog.Logger) *library { return &library{app: a, log: log} }

// copyURL is where the stored page of a route can be read.
func (l *library) copyURL(ctx context.Context, id uint64) (string, error) {
	if _, err := l.app.Copy(id); err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.copies == nil {
		s, err := web.Serve(ctx, l.app, web.Options{Log: l.log})
		if err != nil {
			return "", err
		}
		l.copies = s
	}
	return l.copies.CopyURL(id), nil
}

// openOffice shows the search page to the office on an address, to whoever has the token; an empty address ends it.
func (l *library) openOffice(ctx context.Context, listen, token string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.office != nil {
		if err := l.office.Close(); err != nil {
			return err
		}
		l.office = nil
	}
	if listen == "" {
		return nil
	}
	s, err := web.Serve(ctx, l.app, web.Options{Listen: listen, LAN: true, Token: token, Log: l.log})
	if err != nil {
		return err
	}
	l.office = s
	return nil
}

// officeURL is what colleagues open, with the token; "" while there is no page.
func (l *library) officeURL() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.office == nil {
		return ""
	}
	return l.office.URL()
}

// close ends both.
func (l *library) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	for _, s := range []*web.Server{l.copies, l.office} {
		if s != nil {
			err = errors.Join(err, s.Close())
		}
	}
	l.copies, l.office = nil, nil
	return err
}

// openCopy shows the stored page of a route in the system's browser, as it was and without the net.
func (d *desk) openCopy(id uint64) {
	ask(d.pump, "copy", func(context.Context) (string, error) { return d.library.copyURL(d.pump.ctx, id) }, func(address string, err error) {
		d.fail(err)
		if err == nil {
			d.open(address)
		}
	})
}

// open shows an address in the system's browser. Without one a sentence says where the page is, to be opened elsewhere.
func (d *desk) open(address string) {
	act(d.pump, func(ctx context.Context) error { return showInBrowser(ctx, address) }, func(err error) {
		if err != nil {
			d.offer(kit.Amber, d.L("No browser opened here. The page is at %s", address), err.Error(), "copy", d.L("Copy the address"),
				func() { fyne.CurrentApp().Clipboard().SetContent(address) })
		}
	})
}
