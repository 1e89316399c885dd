package cli

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xunlu/app"
)

// filters are the flags that search and export share.
type filters struct {
	from, to, days, price, site, transport, state, sort string
	dates                                               string
	limit, least, most                                  int
}

// flags adds them; limit is the one that holds when none is given, 0 = all that is found.
func (f *filters) flags(fl *pflag.FlagSet, limit int) {
	f.least, f.most = min(limit, 1), 10000
	if limit == 0 {
		f.most = math.MaxInt32
	}
	fl.StringVar(&f.from, "from", "", "departs from this place")
	fl.StringVar(&f.to, "to", "", "goes to this place, or one that lies in it")
	fl.StringVar(&f.days, "days", "", "days, like 5 or 4..7")
	fl.StringVar(&f.price, "price", "", "price, like 1000..3000 or ..2000")
	fl.StringVar(&f.site, "site", "", "only this site")
	fl.StringVar(&f.transport, "transport", "", "flight, train, coach, ship, self_drive")
	fl.StringVar(&f.state, "state", "", "new, unchanged, changed, gone")
	fl.StringVar(&f.dates, "dates", "", "departs between two days, like 2026-05-01..2026-05-07")
	fl.StringVar(&f.sort, "sort", "fit", "fit, price, price_day, days, newest, drop")
	fl.IntVar(&f.limit, "limit", limit, "at most this many")
}

func (f *filters) query(text string) (app.Query, error) {
	q := app.Query{Text: text, From: f.from, To: f.to, Site: f.site, Transport: f.transport, State: f.state, Sort: f.sort, Limit: f.limit}
	if f.limit < f.least || f.limit > f.most {
		return q, badUse("--limit is %d, it must be between %d and %d", f.limit, f.least, f.most)
	}
	low, high, err := span("--days", f.days)
	if err != nil {
		return q, err
	}
	q.DaysMin, q.DaysMax = int(low), int(high)
	if q.PriceMin, q.PriceMax, err = span("--price", f.price); err != nil {
		return q, err
	}
	if f.dates != "" {
		a, b, ok := strings.Cut(f.dates, "..")
		if !ok {
			b = a
		}
		q.DateFrom, q.DateTo = a, b
	}
	switch f.sort {
	case "fit", "price", "price_day", "days", "newest", "drop":
	default:
		return q, badUse("--sort is %q, it must be fit, price, price_day, days, newest or drop", f.sort)
	}
	return q, nil
}

// span reads "5", "4..7", "..7" or "4..".
func span(name, s string) (low, high float64, err error) {
	if s == "" {
		return 0, 0, nil
	}
	a, b, is := strings.Cut(s, "..")
	if !is {
		b = a
	}
	read := func(t string) float64 {
		if t == "" || err != nil {
			return 0
		}
		v, perr := strconv.ParseFloat(t, 64)
		if perr != nil || v < 0 {
			err = badUse("%s is %q, write it like 5 or 4..7", name, s)
		}
		return v
	}
	low, high = read(a), read(b)
	if err == nil && high > 0 && low > high {
		err = badUse("%s is %q: the first number is larger than the second", name, s)
	}
	return low, high, err
}

func (p *program) search() *cobra.Command {
	var f filters
	c := &cobra.Command{Use: "search [QUERY]", Short: "Find routes: Chinese, English, pinyin; words are joined by AND, -word leaves out",
		RunE: func(c *cobra.Command, args []string) error {
			q, err := f.query(strings.Join(args, " "))
			if err != nil {
				return err
			}
			return p.reading(c, args, func(a *app.App) error {
				if err := a.Indexed(p.ctx); err != nil {
					return err
				}
				found, err := a.Search(p.ctx, q)
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(found)
				}
				return p.printFound(found)
			})
		}}
	f.flags(c.Flags(), 20)
	return c
}

func (p *program) printFound(found app.Found) error {
	o := p.out()
	o.f("%d routes\n", found.Total)
	for _, r := range found.Routes {
		price := "–"
		if r.Price > 0 {
			price = fmt.Sprintf("%s %g", r.Currency, r.Price)
		}
		days := "–"
		if r.Days > 0 {
			days = fmt.Sprintf("%d days", r.Days)
		}
		o.f("%s\n    %s → %s · %s · %s · %s\n    %s\n", r.Title, dash(r.From), dash(strings.Join(r.To, ", ")), days, price, dash(r.Agency), r.URL)
	}
	return o.err
}

func (p *program) export() *cobra.Command {
	var f filters
	var format, out string
	c := &cobra.Command{Use: "export --format csv|xlsx|jsonl|warc.gz --out FILE [QUERY]", Short: "Write routes to a file for Excel or another program",
		RunE: func(c *cobra.Command, args []string) error {
			if out == "" {
				return badUse("export needs --out FILE (- for standard output)")
			}
			if format == "" {
				if format = app.FormatOf(out); format == "" {
					format = "csv"
				}
			}
			if !app.ExportFormat(format) {
				return badUse("--format is %q, it must be one of %s", format, strings.Join(app.ExportFormats(), ", "))
			}
			q, err := f.query(strings.Join(args, " "))
			if err != nil {
				return err
			}
			return p.reading(c, args, func(a *app.App) error {
				if err := a.Indexed(p.ctx); err != nil {
					return err
				}
				if out == "-" {
					_, err := a.Export(p.ctx, q, format, p.stdout)
					return err
				}
				n, err := a.ExportFile(p.ctx, q, format, out)
				if err != nil {
					return err
				}
				o := p.out()
				o.f("wrote %d routes to %s\n", n, out)
				return o.err
			})
		}}
	f.flags(c.Flags(), 0)
	c.Flags().StringVar(&format, "format", "", "csv, xlsx, jsonl, or warc.gz for the stored copies of the pages; default: by the ending of --out")
	c.Flags().StringVar(&out, "out", "", "file to write, - for standard output")
	return c
}

// absolute makes a file name one that means the same in another process.
func absolute(name string) string {
	if name == "-" || name == "" {
		return name
	}
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return name
}
