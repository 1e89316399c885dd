package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) show() *cobra.Command {
	var note string
	var remove bool
	c := &cobra.Command{Use: "show URL", Short: "The stored page: state, times, charset, place of the copy, terms found, route, history", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("note") || remove {
				return p.with(app.Options{Paused: true}, func(a *app.App) error { return p.change(a, args[0], note, remove) })
			}
			return p.reading(c, args, func(a *app.App) error {
				s, err := a.Show(args[0])
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(s)
				}
				return p.printShow(s)
			})
		}}
	c.Flags().StringVar(&note, "note", "", "write a note to the page")
	c.Flags().BoolVar(&remove, "delete", false, "delete the page and its route; it is not fetched again")
	return c
}

func (p *program) change(a *app.App, url, note string, remove bool) error {
	o := p.out()
	if remove {
		if err := a.DeletePage(p.ctx, url); err != nil {
			return err
		}
		o.f("deleted %s\n", url)
		return o.err
	}
	if err := a.Note(p.ctx, url, note); err != nil {
		return err
	}
	o.f("noted\n")
	return o.err
}

func (p *program) printShow(s app.Show) error {
	o := p.out()
	g := s.Page
	o.f("url       %s\nsite      %s\nstate     %s\nstatus    %d\n", g.URL, g.Site, g.State, g.Status)
	if g.Failure != "" {
		o.f("failure   %s: %s\n", g.Failure, g.Error)
	}
	o.f("fetched   %s in %s\n", stamp(g.Fetched), g.Took.Round(time.Millisecond))
	o.f("charset   %s (declared %s)\ntype      %s\nsize      %d bytes\ncopy      %s\ntitle     %s\n", g.Charset, dash(g.Declared), g.ContentType, g.Size, dash(g.Archive), g.Title)
	o.f("verdict   %s (%s, %.3f against %.3f by %s)\n", g.Verdict.Label, g.Verdict.By, g.Verdict.Score, g.Verdict.Threshold, g.Verdict.Rules)
	for _, t := range s.Terms {
		o.f("  %-28s «%s» ×%d in %s\n", t.Factor, t.Term, t.Count, t.Where)
	}
	printRoute(o, s.Route)
	printByHand(o, s.Corrections)
	if s.Route != nil {
		for _, h := range s.Route.History {
			o.f("  %s  %s: %s → %s\n", stamp(h.At), h.Field, h.Old, h.New)
		}
	}
	if g.Note != "" {
		o.f("note      %s\n", g.Note)
	}
	return o.err
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	return t.Local().Format(time.DateTime)
}

func (p *program) why() *cobra.Command {
	return &cobra.Command{Use: "why URL", Short: "Why a URL was, or was not, crawled", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				w, err := a.Why(args[0])
				if err != nil {
					return wrongUse{err}
				}
				if p.json {
					return p.printJSON(w)
				}
				o := p.out()
				o.f("%s\n", w.Sentence)
				if w.Canonical != args[0] {
					o.f("canonical form: %s\n", w.Canonical)
				}
				for _, r := range w.Removed {
					o.f("removed %s\n", r)
				}
				for _, d := range w.Differs {
					o.f("  %s\n", d)
				}
				if w.Found != "" {
					o.f("found on: %s\n", w.Found)
				}
				return o.err
			})
		}}
}

func (p *program) check() *cobra.Command {
	var repair bool
	c := &cobra.Command{Use: "check", Short: "Do store, archive and index agree?", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				r, err := a.Check(p.ctx, repair)
				if err != nil {
					return err
				}
				if p.json {
					if err := p.printJSON(r); err != nil {
						return err
					}
				} else {
					o := p.out()
					o.f("%d links, %d pages, %d copies read, %d routes, %d indexed\n", r.Links, r.Pages, r.Copies, r.Routes, r.Indexed)
					for _, s := range r.Problems {
						o.f("problem: %s\n", s)
					}
					for _, s := range r.Repaired {
						o.f("repaired: %s\n", s)
					}
					if o.err != nil {
						return o.err
					}
				}
				if n := len(r.Problems); n > 0 && !repair {
					return fmt.Errorf("%d problems; xunlu check --repair mends what it can", n)
				}
				if !p.json {
					_, err = fmt.Fprintln(p.stdout, "all is well")
				}
				return err
			})
		}}
	c.Flags().BoolVar(&repair, "repair", false, "count again and rebuild what can be rebuilt")
	return c
}
