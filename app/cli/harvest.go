package cli

import (
	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) harvest() *cobra.Command {
	var site string
	c := &cobra.Command{Use: "harvest", Short: "Routes per 100 fetches, by site and by shape of address", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				if site != "" {
					if _, err := a.Site(site); err != nil {
						return badUse("no site is called %s; xunlu sites list shows them", site)
					}
				}
				rows, err := a.Harvest(p.ctx, site)
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(rows)
				}
				o, last := p.out(), ""
				for _, r := range rows {
					if r.Site != last {
						last = r.Site
						o.f("%s\n", last)
					}
					what := ""
					if r.Listing {
						what = "  lists tours"
					}
					o.f("  %6d fetched  %6d routes  %5.1f per 100  %s%s\n", r.Fetched, r.Routes, r.Per100, r.Shape, what)
				}
				return o.err
			})
		}}
	c.Flags().StringVar(&site, "site", "", "only this site")
	return c
}
