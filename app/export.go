package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"xunlu/storage"
)

// exportWARC is the format that holds pages and not routes.
const exportWARC = "warc.gz"

// ExportFormats are the file formats routes can be written in; warc.gz holds the stored copies of their pages.
func ExportFormats() []string { return []string{"csv", "xlsx", "jsonl", exportWARC} }

// ExportFormat says whether a format is one of them.
func ExportFormat(f string) bool { return slices.Contains(ExportFormats(), f) }

// FormatOf tells the format by the ending of a file's name; "" when it is none of them.
func FormatOf(name string) string {
	for _, f := range ExportFormats() {
		if strings.HasSuffix(strings.ToLower(name), "."+f) {
			return f
		}
	}
	return ""
}

// exportSweep is how many routes are written between two collections: the heap may otherwise grow to a multiple (see
// gcPercent), and an export of everything is no reason for the program to be larger from then on.
const exportSweep = 8192

// exporter writes one file of routes.
type exporter interface {
	put(r *storage.Route) error
	finish() error // what stands behind the last route
}

// Export writes the routes a query finds, all of them up to its Limit (0 = no limit) from its Offset, and returns how many.
// It is a work that can be watched and stopped.
func (a *App) Export(ctx context.Context, q Query, format string, w io.Writer) (int, error) {
	if !ExportFormat(format) {
		return 0, fmt.Errorf("format %q is not one of %s", format, strings.Join(ExportFormats(), ", "))
	}
	ids, err := a.index.All(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	ids = ids[min(max(q.Offset, 0), len(ids)):]
	if q.Limit > 0 {
		ids = ids[:min(q.Limit, len(ids))]
	}
	return a.ExportChosen(ctx, ids, format, w)
}

// ExportChosen writes the routes with these ids in their order; those that left the store meanwhile fall out.
func (a *App) ExportChosen(ctx context.Context, ids []uint64, format string, w io.Writer) (int, error) {
	ctx, work := a.works.begin(ctx, "Exporting", len(ids))
	defer work.end()
	out := bufio.NewWriterSize(w, 64<<10)
	x, err := a.exporter(format, out)
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	n, seen := 0, 0
	err = a.store.SomeRoutes(ids, func(r storage.Route) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if seen++; seen%256 == 0 {
			work.progress(seen, len(ids))
		}
		if seen%exportSweep == 0 {
			runtime.GC()
		}
		err := x.put(&r)
		if errors.Is(err, errNoCopy) {
			return nil
		}
		n++
		return err
	})
	if err != nil {
		return n, fmt.Errorf("export: %w", err)
	}
	return n, errors.Join(x.finish(), out.Flush())
}

func (a *App) exporter(format string, w io.Writer) (exporter, error) {
	switch format {
	case "jsonl":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return jsonLines{enc}, nil
	case "csv":
		return newCSVExport(w)
	case "xlsx":
		return newXLSXExport(w)
	case exportWARC:
		return newWARCExport(a, w)
	}
	return nil, fmt.Errorf("format %q is not one of %s", format, strings.Join(ExportFormats(), ", "))
}

// jsonLines is one storage.Route a line; docs/export.md describes the fields.
type jsonLines struct{ enc *json.Encoder }

func (j jsonLines) put(r *storage.Route) error { return j.enc.Encode(r) }
func (j jsonLines) finish() error              { return nil }

// ExportFile writes to a file in one step: an export that failed or was stopped leaves no half file.
func (a *App) ExportFile(ctx context.Context, q Query, format, name string) (int, error) {
	return inOneStep(ctx, name, 0o600, func(f io.Writer) (int, error) { return a.Export(ctx, q, format, f) })
}

// ExportChosenFile is ExportChosen to a file, in one step.
func (a *App) ExportChosenFile(ctx context.Context, ids []uint64, format, name string) (int, error) {
	return inOneStep(ctx, name, 0o600, func(f io.Writer) (int, error) { return a.ExportChosen(ctx, ids, format, f) })
}
