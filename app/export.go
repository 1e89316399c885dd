package app

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"xunlu/storage"
)

// ExportFormats are the file formats routes can be written in.
func ExportFormats() []string { return []string{"csv", "jsonl"} }

// ExportFormat says whether a format is one of them.
func ExportFormat(f string) bool { return slices.Contains(ExportFormats(), f) }

// Export writes the routes a query finds, all of them, and returns how many.
func (a *App) Export(ctx context.Context, q Query, format string, w io.Writer) (int, error) {
	out := bufio.NewWriterSize(w, 64<<10)
	var put func(*storage.Route) error
	finish := out.Flush
	switch format {
	case "jsonl":
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		put = func(r *storage.Route) error { return enc.Encode(r) }
	case "csv":
		if _, err := out.WriteString("\uFEFF"); err != nil { // tells Excel that it is UTF-8
			return 0, err
		}
		cw := csv.NewWriter(out)
		cw.UseCRLF = true
		if err := cw.Write(csvHead()); err != nil {
			return 0, err
		}
		put = func(r *storage.Route) error { return cw.Write(csvRow(r)) }
		finish = func() error {
			cw.Flush()
			return errors.Join(cw.Error(), out.Flush())
		}
	default:
		return 0, fmt.Errorf("format %q is not one of %s", format, strings.Join(ExportFormats(), ", "))
	}
	n := 0
	limit := q.Limit
	q.Offset, q.Limit = 0, exportPage
	for limit == 0 || n < limit {
		if limit > 0 {
			q.Limit = min(exportPage, limit-n)
		}
		found, err := a.Search(ctx, q)
		if err != nil {
			return n, err
		}
		for i := range found.Routes {
			if err := put(&found.Routes[i].Route); err != nil {
				return n, fmt.Errorf("export: %w", err)
			}
			n++
		}
		q.Offset += q.Limit
		if uint64(q.Offset) >= found.Total {
			break
		}
	}
	return n, finish()
}

// exportPage is how many routes are read at a time.
const exportPage = 1000

// ExportFile writes to a file in one step: an export that failed or was stopped leaves no half file.
func (a *App) ExportFile(ctx context.Context, q Query, format, name string) (n int, err error) {
	tmp := name + ".part"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, fmt.Errorf("export: %s cannot be written: %w", name, err)
	}
	n, err = a.Export(ctx, q, format, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return 0, errors.Join(err, os.Remove(tmp))
	}
	return n, os.Rename(tmp, name)
}

func csvHead() []string {
	return []string{"title", "price", "price_high", "market_price", "currency", "days", "nights", "from", "to", "dates", "transport", "agency", "phone", "state", "site", "url"}
}

func csvRow(r *storage.Route) []string {
	cells := []string{r.Title, amount(r.Price), amount(r.PriceHigh), amount(r.MarketPrice), r.Currency, whole(r.Days), whole(r.Nights),
		r.From, strings.Join(r.To, "、"), strings.Join(departures(r), " "), r.Transport, r.Agency, r.Phone, string(r.State), r.Site, r.URL}
	for i, c := range cells {
		cells[i] = inert(c)
	}
	return cells
}

// departures puts all kinds of departure dates into one list.
func departures(r *storage.Route) []string {
	out := slices.Clone(r.Dates)
	for _, x := range r.Ranges {
		out = append(out, x.Start+".."+x.End)
	}
	out = append(out, r.Weekly...)
	for _, d := range r.Monthly {
		out = append(out, "*-*-"+strconv.Itoa(d))
	}
	if r.Daily {
		out = append(out, "daily")
	}
	return out
}

func amount(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func whole(v int) string {
	if v == 0 {
		return ""
	}
	return strconv.Itoa(v)
}

// inert makes a text that a spreadsheet would run as a formula into plain text.
func inert(s string) string {
	t := strings.TrimLeft(s, " \u3000\u00a0\t\r\n\v\f\ufeff")
	if t == "" {
		return s
	}
	if strings.ContainsRune("=+-@＝＋－＠", []rune(t)[0]) || strings.ContainsAny(s[:1], "\t\r\n") {
		return "'" + s
	}
	return s
}
