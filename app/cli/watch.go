package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) watch() *cobra.Command {
	c := &cobra.Command{Use: "watch", Short: "Hear of a route or a search: new, cheaper, gone", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				all, err := a.Watches()
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(all)
				}
				o := p.out()
				for _, w := range all {
					o.f("%3d  %s  (tells when %g %% cheaper)\n", w.ID, w.Name, w.Drop)
				}
				return o.err
			})
		}}
	c.AddCommand(p.watchAdd(), p.watchRemove(), p.watchCheck())
	return c
}

func (p *program) watchAdd() *cobra.Command {
	var f filters
	var url, name string
	var drop float64
	c := &cobra.Command{Use: "add [QUERY]", Short: "Watch what a search finds, or one route with --url",
		RunE: func(_ *cobra.Command, args []string) error {
			q, err := f.query(strings.Join(args, " "))
			if err != nil {
				return err
			}
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				w := app.Watch{Name: name, Drop: drop}
				if url == "" {
					w.Query = &q
				} else {
					s, err := a.Show(url)
					if err != nil {
						return err
					}
					w.Route = s.Page.ID
				}
				if err := a.Indexed(p.ctx); err != nil {
					return err
				}
				w, err := a.AddWatch(p.ctx, w)
				if err != nil {
					return err
				}
				o := p.out()
				o.f("watch %d: %s\n", w.ID, w.Name)
				return o.err
			})
		}}
	f.flags(c.Flags(), 0)
	c.Flags().StringVar(&url, "url", "", "watch this route")
	c.Flags().StringVar(&name, "name", "", "what to call it")
	c.Flags().Float64Var(&drop, "drop", 0, "tell when it is cheaper by so many percent")
	return c
}

func (p *program) watchRemove() *cobra.Command {
	return &cobra.Command{Use: "remove ID", Short: "Watch it no more", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			id, err := strconv.Atoi(args[0])
			if err != nil {
				return badUse("%q is no number of a watch", args[0])
			}
			return p.with(app.Options{Paused: true}, func(a *app.App) error { return a.RemoveWatch(p.ctx, id) })
		}}
}

func (p *program) watchCheck() *cobra.Command {
	return &cobra.Command{Use: "check", Short: "Look now, and list what happened so far", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				if err := a.Indexed(p.ctx); err != nil {
					return err
				}
				if _, err := a.CheckWatches(p.ctx); err != nil {
					return err
				}
				all, err := a.Alerts()
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(all)
				}
				o := p.out()
				for _, x := range all {
					price := fmt.Sprintf("%g", x.Price)
					if x.Was > 0 {
						price = fmt.Sprintf("%g → %g", x.Was, x.Price)
					}
					o.f("%s  %-8s %-16s %s  %s  %s\n", stamp(x.At), x.Kind, x.Name, x.Title, price, x.URL)
				}
				return o.err
			})
		}}
}
