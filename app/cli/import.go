package cli

import (
	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) importPages() *cobra.Command {
	return &cobra.Command{Use: "import FILE.warc[.gz]…", Short: "Take in the pages of other crawlers: stored, judged, searchable; nothing is fetched", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.with(app.Options{Create: true, Paused: true}, func(a *app.App) error {
				for _, name := range args {
					got, err := a.ImportWARC(p.ctx, name)
					if err != nil {
						return err
					}
					if p.json {
						if err := p.printJSON(got); err != nil {
							return err
						}
						continue
					}
					o := p.out()
					o.f("%s: %d records, %d pages stored, %d of them routes; %d known already, %d not HTML, %d failed\n", name, got.Records, got.Pages, got.Routes, got.Older, got.NotHTML, got.Failed)
					if got.Cut != "" {
						o.f("  stopped: %s\n", got.Cut)
					}
					if o.err != nil {
						return o.err
					}
				}
				return a.Indexed(p.ctx)
			})
		}}
}
