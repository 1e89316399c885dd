package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
)

// maxLines is how many lines of one kind a report shows on a terminal; --json gives all.
const maxLines = 20

func (p *program) changes() *cobra.Command {
	var days int
	c := &cobra.Command{
		Use: "changes", Short: "What visits of the last days found: new, cheaper, dearer, changed, gone", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if days < 1 {
				return badUse("--days is %d, it must be at least 1", days)
			}
			return p.reading(c, args, func(a *app.App) error {
				r, err := a.Changes(p.ctx, time.Now().AddDate(0, 0, -days))
				if err != nil {
					return err
				}
				return p.changeReport(a, &r)
			})
		},
	}
	c.Flags().IntVar(&days, "days", 1, "how far to look back: 1 = a day, 7 = a week")
	c.AddCommand(p.answerHeld("confirm", "The routes of a site that vanished at once are gone", (*app.App).ConfirmGone),
		p.answerHeld("decline", "They are not: keep them and look again in a day", (*app.App).DeclineGone))
	return c
}

// changeReport prints a report.
func (p *program) changeReport(a *app.App, r *app.ChangeReport) error {
	if p.json {
		return p.printJSON(r)
	}
	o := p.out()
	if r.Fetches > 0 {
		o.f("visited again %d pages, %d requests, %.1f MB\n", r.Visited, r.Fetches, float64(r.Bytes)/(1<<20))
	} else if next, err := a.NextDue(); err == nil && next.After(time.Now()) && r.Since.After(a.Opened()) {
		o.f("nothing is due before %s; --all visits everything now\n", next.Local().Format(time.DateTime))
	}
	o.f("new routes    %d\ncheaper       %d\ndearer        %d\nchanged       %d fields\ngone          %d\nnot checked   %d\n",
		len(r.New), len(r.Cheaper), len(r.Dearer), len(r.Changed), len(r.Gone), len(r.Unchecked))
	if len(r.Sites) > 1 {
		for _, s := range r.Sites {
			o.f("  %-28s new %d  cheaper %d  dearer %d  otherwise changed %d  gone %d\n", s.Site, s.New, s.Cheaper, s.Dearer, s.Changed, s.Gone)
		}
	}
	lines(o, "new", r.New)
	for i, c := range r.Changed {
		if i == maxLines {
			o.f("  … and %d more\n", len(r.Changed)-i)
			break
		}
		o.f("  %s  %s: %s → %s\n", c.Title, c.Field, c.Old, c.New)
	}
	lines(o, "gone", r.Gone)
	lines(o, "not checked", r.Unchecked)
	for _, h := range r.Held {
		o.f("%s: %d of its routes vanished at once and are kept until you say: xunlu changes confirm %s, or decline %s\n", h.Site, h.Routes, h.Site, h.Site)
	}
	return o.err
}

func lines(o *sink, word string, rows []app.RouteLine) {
	for i, r := range rows {
		if i == maxLines {
			o.f("  … and %d more\n", len(rows)-i)
			return
		}
		why := ""
		if r.Why != "" {
			why = "  (" + r.Why + ")"
		}
		o.f("  %s: %s  %s%s\n", word, r.Title, r.URL, why)
	}
}

// answerHeld makes a command that answers what vanished at once.
func (p *program) answerHeld(use, short string, do func(*app.App, context.Context, string) (int, error)) *cobra.Command {
	return &cobra.Command{Use: use + " SITE", Short: short, Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
		return p.with(app.Options{Paused: true}, func(a *app.App) error {
			if _, err := a.Site(args[0]); err != nil {
				return badUse("no site is called %s; xunlu sites list shows them", args[0])
			}
			n, err := do(a, p.ctx, args[0])
			if err != nil {
				return err
			}
			o := p.out()
			o.f("%s: %d routes\n", use, n)
			return o.err
		})
	}}
}
