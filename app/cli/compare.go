package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) compare() *cobra.Command {
	var mine bool
	var days, limit int
	c := &cobra.Command{Use: "compare [URL]", Short: "The same tour at several agencies: one route's, all, or my sites against the others (--mine)", Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if mine && len(args) > 0 || days < 1 || limit < 0 {
				return badUse("compare takes an address or --mine, days from 1, a limit from 0")
			}
			return p.reading(c, args, func(a *app.App) error {
				switch {
				case mine:
					s, err := a.Mine(p.ctx, time.Now().AddDate(0, 0, -days))
					if err != nil {
						return err
					}
					return p.printStanding(s, limit)
				case len(args) == 1:
					s, err := a.Show(args[0])
					if err != nil {
						return err
					}
					if s.Route == nil {
						return fmt.Errorf("%s is no route", args[0])
					}
					t, err := a.SameTour(p.ctx, s.Route.ID)
					if err != nil {
						return err
					}
					return p.printTours("", []app.Tour{t}, 0)
				}
				all, err := a.Tours(p.ctx, limit)
				if err != nil {
					return err
				}
				return p.printTours("", all, 0)
			})
		}}
	c.Flags().BoolVar(&mine, "mine", false, "where my sites (xunlu sites set ID --mine) are dearer, what others sell and I do not, what changed")
	c.Flags().IntVar(&days, "days", 7, "with --mine: changes of so many days")
	c.Flags().IntVar(&limit, "limit", 20, "at most this many tours a list, 0 = all")
	return c
}

func (p *program) printTours(head string, tours []app.Tour, limit int) error {
	if p.json {
		return p.printJSON(tours)
	}
	o := p.out()
	if head != "" {
		o.f("%s: %d\n", head, len(tours))
	}
	for i, t := range tours {
		if limit > 0 && i == limit {
			o.f("  … and %d more\n", len(tours)-limit)
			break
		}
		if len(t.Offers) > 0 {
			o.f("%s\n", t.Offers[0].Title)
		}
		for _, x := range t.Offers {
			price, above, own := "–", "", " "
			if x.Price > 0 {
				price = fmt.Sprintf("%s %g", x.Currency, x.Price)
			}
			if x.Above > 0 {
				above = fmt.Sprintf("+%g", x.Above)
			}
			if x.Mine {
				own = "*"
			}
			o.f("  %s %-12s %-8s %-24s %s  %s\n", own, price, above, dash(x.Agency), x.URL, strings.Join(x.Differs, " "))
		}
	}
	return o.err
}

func (p *program) printStanding(s app.Standing, limit int) error {
	if p.json {
		return p.printJSON(s)
	}
	o := p.out()
	if len(s.Mine) == 0 {
		o.f("no site is marked as mine; mark one with: xunlu sites set ID --mine\n")
		return o.err
	}
	o.f("mine: %s, %d routes, %d of them sold by others too\n", strings.Join(s.Mine, ", "), s.Routes, s.Shared)
	if o.err != nil {
		return o.err
	}
	if err := p.printTours("others are cheaper", s.Dearer, limit); err != nil {
		return err
	}
	if err := p.printTours("others sell and I do not", s.Missing, limit); err != nil {
		return err
	}
	o.f("at the others: %d new routes, %d changes, %d gone\n", len(s.Changed.New), len(s.Changed.Changed), len(s.Changed.Gone))
	return o.err
}
