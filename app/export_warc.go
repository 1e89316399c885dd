package app

import (
	"errors"
	"fmt"
	"io"

	"xunlu/storage"
	"xunlu/storage/archive"
)

// errNoCopy: a page of which no copy is stored is left out of an export of pages.
var errNoCopy = errors.New("no stored copy")

// warcExport writes the stored copies of routes' pages.
type warcExport struct {
	app *App
	w   *archive.Export
}

func newWARCExport(a *App, w io.Writer) (*warcExport, error) {
	e, err := archive.NewExport(w, "xunlu.warc.gz")
	return &warcExport{a, e}, err
}

func (x *warcExport) put(r *storage.Route) error {
	p, err := x.app.store.Page(r.ID)
	if err != nil {
		return err
	}
	if p.Archive == "" {
		return errNoCopy
	}
	rec, err := x.app.archive.Read(p.Archive)
	if err != nil {
		return fmt.Errorf("page %s: %w", p.URL, err)
	}
	return x.w.Add(rec)
}

func (x *warcExport) finish() error { return nil }
