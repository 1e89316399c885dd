package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// openLibrary opens an app that crawls nothing, on a fresh folder.
func openLibrary(t testing.TB) *App {
	t.Helper()
	a, err := Open(context.Background(), Options{Dir: t.TempDir(), Create: true, Paused: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// shelve stores routes as if their pages had been crawled, each with a copy in the archive.
func shelve(t testing.TB, a *App, routes ...storage.Route) []storage.Route {
	t.Helper()
	b := &storage.Batch{}
	for i := range routes {
		r := &routes[i]
		if r.Site == "" {
			r.Site = "agency.example"
		}
		if r.URL == "" {
			r.URL = fmt.Sprintf("http://%s/route/%d", r.Site, i)
		}
		if _, err := a.store.Site(r.Site); err != nil {
			s := storage.Site{ID: r.Site, Name: r.Site, Seeds: []string{"http://" + r.Site + "/"}, Scope: storage.Scope{Hosts: []string{r.Site}}, Paused: true}
			if _, err := a.AddSite(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
		if r.Seen.IsZero() {
			r.Seen = time.Now()
		}
		html := "<!doctype html><meta charset=utf-8><title>" + r.Title + "</title><h1>" + r.Title + "</h1>"
		place := ""
		if len(routes) < 1000 {
			var err error
			place, err = a.archive.Append(archive.Record{URL: r.URL, Site: r.Site, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(html), Fetched: r.Seen})
			if err != nil {
				t.Fatal(err)
			}
		}
		b.Links = append(b.Links, storage.Link{URL: r.URL, Host: strings.Split(r.URL, "/")[2], Site: r.Site, Found: r.Seen})
		b.Pages = append(b.Pages, storage.Page{URL: r.URL, Site: r.Site, State: storage.Done, Status: 200, Fetched: r.Seen, First: r.Seen, Title: r.Title,
			Charset: "utf-8", ContentType: "text/html", Archive: place, Size: len(html), Hash: storage.HashBody([]byte(html)), Verdict: judge.Verdict{Route: true, Label: judge.LabelRoute}})
		b.Routes = append(b.Routes, *r)
		if len(b.Routes) == 2000 || i == len(routes)-1 {
			if err := a.coord.Edit(t.Context(), func() error { _, err := a.store.Commit(b); return err }); err != nil {
				t.Fatal(err)
			}
			copy(routes[i+1-len(b.Routes):], b.Routes)
			b = &storage.Batch{}
		}
	}
	if err := a.Indexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return routes
}
