package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
)

// Values of Config.Browser besides a path.
const (
	browserAuto = "auto"
	browserOff  = "off"
)

// renderer is the browser as the crawl sees it. That there is none is said once: in the log, and in the list of problems
// beside the first page that would have needed it.
type renderer struct {
	browser *fetch.Browser
	plain   *fetch.Plain
	log     *slog.Logger
	missing atomic.Pointer[storage.Page]
}

// newRenderer makes the browser that the config names; nil when it is off. No process runs before a page needs it.
func newRenderer(ctx context.Context, cfg Config, f *fetch.Plain, log *slog.Logger) *renderer {
	if cfg.Browser == browserOff {
		return nil
	}
	o := fetch.BrowserOptions{MaxBytes: cfg.MaxBytes, Memory: treeMemory, Log: log.With("part", "browser")}
	if cfg.Browser != browserAuto {
		o.Path = cfg.Browser
	}
	return &renderer{browser: fetch.NewBrowser(ctx, f, o), plain: f, log: log}
}

// Render implements engine.Renderer.
func (r *renderer) Render(ctx context.Context, req fetch.Request, got *page.Response) (*page.Response, *fetch.Error) {
	out, failed := r.browser.Render(ctx, req, got)
	switch {
	case failed == nil:
		r.missing.Store(nil)
	case errors.Is(failed, fetch.ErrNoBrowser):
		cause, _, _ := strings.Cut(failed.Error(), "\n")
		note := &storage.Page{URL: req.URL, Status: got.Status, State: storage.Done, Failure: storage.FailBrowser, Fetched: got.Fetched,
			Error: cause + "; install Edge, Chrome or Chromium, or name one in the settings; pages that need JavaScript are judged without it"}
		if r.missing.CompareAndSwap(nil, note) {
			r.log.Warn("pages that need JavaScript are judged without it", "url", req.URL, "err", cause)
		}
	}
	return out, failed
}

// close ends the browser.
func (r *renderer) close() {
	if r != nil {
		r.browser.Close()
	}
}

// notes are problems that are no page's own.
func (r *renderer) notes() []storage.Page {
	if r == nil {
		return nil
	}
	if p := r.missing.Load(); p != nil {
		return []storage.Page{*p}
	}
	return nil
}

// Fetch gets a single page for a person, built when it needs that. It implements engine.Fetcher.
func (r *renderer) Fetch(ctx context.Context, req fetch.Request) (*page.Response, *fetch.Error) {
	got, failed := r.plain.Fetch(ctx, req)
	if failed != nil {
		return got, failed
	}
	return engine.Built(ctx, r, req, got)
}

// fetcher is what gets single pages.
func (a *App) fetcher() engine.Fetcher {
	if a.render == nil {
		return a.fetch
	}
	return a.render
}
