package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/storage"
)

func (p *program) labels() *cobra.Command {
	c := &cobra.Command{Use: "labels", Short: "What people said pages are: list, add, export, import, and the queue of pages worth a label"}
	c.AddCommand(p.labelsList(), p.labelsAdd(), p.labelsExport(), p.labelsImport(), p.labelsQueue())
	return c
}

func (p *program) labelsList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: "All labels", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				list, err := a.Labels()
				if err != nil {
					return err
				}
				if p.json {
					if list == nil {
						list = []storage.Label{}
					}
					return p.printJSON(list)
				}
				o := p.out()
				for _, l := range list {
					o.f("%-6s %s  %-6s %s\n", l.Label, l.At.Local().Format("2006-01-02 15:04"), l.By, l.URL)
				}
				return o.err
			})
		}}
}

func (p *program) labelsAdd() *cobra.Command {
	return &cobra.Command{Use: "add route|other|unsure URL…", Short: "Label pages; unsure takes a label back", Args: cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			label, ok := app.LabelOf(args[0])
			if args[0] == string(judge.LabelUnsure) {
				label, ok = judge.LabelUnsure, true
			}
			if !ok {
				return badUse("%q is no label; it must be route, other or unsure", args[0])
			}
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				for _, u := range args[1:] {
					if err := a.Label(p.ctx, u, label); err != nil {
						return err
					}
				}
				o := p.out()
				o.f("%d pages labelled %s\n", len(args)-1, label)
				return o.err
			})
		}}
}

func (p *program) labelsExport() *cobra.Command {
	return &cobra.Command{Use: "export", Short: "Print all labels, tab separated: url, label", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				_, err := a.ExportLabels(p.stdout)
				return err
			})
		}}
}

func (p *program) labelsImport() *cobra.Command {
	return &cobra.Command{Use: "import FILE|-", Short: "Take over labels from lines of address, tab, route or other", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := readInput(p.stdin, args[0])
			if err != nil {
				return err
			}
			return p.with(app.Options{Create: true, Paused: true}, func(a *app.App) error {
				n, bad, err := a.ImportLabels(p.ctx, string(data))
				if err != nil {
					return err
				}
				o := p.out()
				for _, b := range bad {
					o.f("line %d left out, «%s»: %s\n", b.Line, b.Text, b.Why)
				}
				o.f("%d labels taken over, %d lines left out\n", n, len(bad))
				return o.err
			})
		}}
}

func (p *program) labelsQueue() *cobra.Command {
	most := 20
	c := &cobra.Command{Use: "queue", Short: "The pages whose label would teach most, of all sites in turn", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				list, err := a.UnsurePages(p.ctx, most)
				if err != nil {
					return err
				}
				if p.json {
					if list == nil {
						list = []app.UnsurePage{}
					}
					return p.printJSON(list)
				}
				o := p.out()
				for _, u := range list {
					mark := " "
					if u.Unsure {
						mark = "?"
					}
					o.f("%s %+.3f against %.3f  %s  %s\n", mark, u.Score, u.Threshold, u.URL, u.Title)
				}
				return o.err
			})
		}}
	c.Flags().IntVar(&most, "max", most, "how many")
	return c
}

// learnStored learns from the labels in the data folder.
func (p *program) learnStored(out, method string, use bool) error {
	return p.with(app.Options{Paused: true}, func(a *app.App) error {
		l, err := a.Learn(p.ctx, method)
		if err != nil {
			return err
		}
		if out != "" {
			data, err := app.RulesFile(l.Rules)
			if err != nil {
				return err
			}
			if err := os.WriteFile(out, data, 0o600); err != nil {
				return fmt.Errorf("rules file %s cannot be written: %w", out, err)
			}
		}
		if use {
			if l.Rules, err = a.AcceptLearned(p.ctx, l); err != nil {
				return err
			}
			if err := a.Indexed(p.ctx); err != nil {
				return err
			}
		}
		if p.json {
			return p.printJSON(l)
		}
		o := p.out()
		o.f("%s\n", l.Text)
		if use {
			o.f("%s is in force\n", l.Rules.Ref())
		} else {
			o.f("nothing was changed; with --use the learned rules judge from now on\n")
		}
		return o.err
	})
}
