package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/judge"
)

func (p *program) rules() *cobra.Command {
	c := &cobra.Command{Use: "rules", Short: "Rule sets: list, show, import, export, use"}
	c.AddCommand(p.rulesList(), p.rulesShow(), p.rulesImport(), p.rulesExport(), p.rulesUse())
	return c
}

func (p *program) rulesList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: "Every version of every rule set", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.readingOrShipped(c, args, func(list []judge.Rules, active string) error {
				if p.json {
					type row struct {
						Name, Ref, Title string
						Factors          int
						Threshold        float64
						Active           bool
					}
					rows := []row{}
					for _, r := range list {
						rows = append(rows, row{r.Name, r.Ref(), r.Title, len(r.Factors), r.Threshold, r.Ref() == active})
					}
					return p.printJSON(rows)
				}
				o := p.out()
				for _, r := range list {
					mark := " "
					if r.Ref() == active {
						mark = "*"
					}
					o.f("%s %-12s %-8s %3d factors  threshold %g  %s\n", mark, r.Ref(), r.Method, len(r.Factors), r.Threshold, r.Title)
				}
				return o.err
			})
		}}
}

// readingOrShipped gives the stored rule sets, or the shipped ones when there is no data folder yet.
func (p *program) readingOrShipped(c *cobra.Command, args []string, do func([]judge.Rules, string) error) error {
	err := p.reading(c, args, func(a *app.App) error {
		list, err := a.ListRules()
		if err != nil {
			return err
		}
		return do(list, a.ActiveRules().Ref())
	})
	if !errors.Is(err, app.ErrNoData) {
		return err
	}
	list, err := app.AllShippedRules()
	if err != nil {
		return err
	}
	return do(list, "")
}

func (p *program) rulesShow() *cobra.Command {
	return &cobra.Command{Use: "show [NAME[@VERSION]]", Short: "The factors of a rule set", Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			ref := strings.Join(args, "")
			return p.readingOrShipped(c, args, func(list []judge.Rules, active string) error {
				r, err := pickRules(list, ref, active)
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(r)
				}
				return p.printRules(r)
			})
		}}
}

// pickRules finds "name" (newest), "name@version", or "" (the active or the default set).
func pickRules(list []judge.Rules, ref, active string) (judge.Rules, error) {
	if ref == "" {
		ref = active
	}
	if ref == "" {
		ref = app.DefaultRules
	}
	for i := len(list) - 1; i >= 0; i-- {
		if r := list[i]; r.Ref() == ref || r.Name == ref {
			return r, nil
		}
	}
	return judge.Rules{}, badUse("no rule set is called %s; xunlu rules list shows them", ref)
}

func (p *program) printRules(r judge.Rules) error {
	o := p.out()
	o.f("%s  %s  threshold %g  unsure ±%g\n", r.Ref(), r.Method, r.Threshold, r.Unsure)
	for _, s := range []string{r.Title, r.TitleZH, r.Formula, r.Source} {
		if s != "" {
			o.f("%s\n", s)
		}
	}
	for i, f := range r.Factors {
		what := strings.Join(append(append([]string(nil), f.Words...), f.Patterns...), " / ")
		if f.Feature != "" {
			what = fmt.Sprintf("%s ≥ %g", f.Feature, f.Min)
		}
		where := strings.Join(f.Where, "+")
		if where == "" {
			where = "anywhere visible"
		}
		o.f("%3d %+.3f  %-28s %-10s [%s] %s  (route pages %d, others %d)\n", i+1, f.Weight, f.Name, f.NameZH, where, what, f.RouteHits, f.OtherHits)
	}
	return o.err
}

func (p *program) rulesImport() *cobra.Command {
	return &cobra.Command{Use: "import FILE", Short: "Store a rule set from a JSON file as its next version", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return fmt.Errorf("rules file %s cannot be read: %w", args[0], err)
			}
			if _, err := judge.ParseRules(data); err != nil {
				return fmt.Errorf("rules file %s: %w", args[0], err)
			}
			return p.with(app.Options{Create: true, Paused: true}, func(a *app.App) error {
				r, err := a.ImportRules(p.ctx, data)
				if err != nil {
					return fmt.Errorf("rules file %s: %w", args[0], err)
				}
				o := p.out()
				o.f("stored as %s; put it in force with: xunlu rules use %s\n", r.Ref(), r.Name)
				return o.err
			})
		}}
}

func (p *program) rulesExport() *cobra.Command {
	return &cobra.Command{Use: "export NAME[@VERSION]", Short: "Print a rule set as JSON", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.readingOrShipped(c, args, func(list []judge.Rules, active string) error {
				r, err := pickRules(list, args[0], active)
				if err != nil {
					return err
				}
				data, err := app.RulesFile(r)
				if err != nil {
					return err
				}
				_, err = p.stdout.Write(data)
				return err
			})
		}}
}

func (p *program) rulesUse() *cobra.Command {
	return &cobra.Command{Use: "use NAME", Short: "Judge by a rule set from now on, and all stored pages again", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.with(app.Options{Create: true, Paused: true}, func(a *app.App) error {
				if err := a.UseRules(p.ctx, args[0]); err != nil {
					return err
				}
				if err := a.Indexed(p.ctx); err != nil {
					return err
				}
				c := a.Summary(a.Opened(), a.Stored())
				o := p.out()
				o.f("%s is in force; %d of %d stored pages are routes\n", a.ActiveRules().Ref(), c.Routes, c.Pages)
				return o.err
			})
		}}
}
