package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/storage"
)

// siteShown is what `xunlu sites show --json` prints.
type siteShown struct {
	storage.Site
	Count    storage.SiteCount `json:"count"`
	Kept     app.PictureCount  `json:"kept"`
	NextSite string            `json:"next_visit,omitempty"`
}

func (p *program) sitesShow() *cobra.Command {
	return &cobra.Command{Use: "show SITE", Short: "A site's settings, what was found and the pictures kept", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				s, err := a.Site(args[0])
				if err != nil {
					return badUse("no site is called %s; xunlu sites list shows them", args[0])
				}
				shown := siteShown{Site: s}
				for _, row := range a.Snapshot().Sites {
					if row.ID == s.ID {
						shown.Count = row.Count
					}
				}
				if shown.Kept, err = a.PictureCount(s.ID); err != nil {
					return err
				}
				if next := a.NextVisit(&s); !next.IsZero() {
					shown.NextSite = next.Format("2006-01-02 15:04")
				}
				if p.json {
					return p.printJSON(shown)
				}
				return p.printSite(&shown)
			})
		}}
}

func (p *program) printSite(s *siteShown) error {
	o := p.out()
	onOff := map[bool]string{true: "on", false: "off"}
	o.f("site         %s  %s\nstart        %s\nhosts        %s\n", s.ID, s.Name, strings.Join(s.Seeds, " "), strings.Join(s.Scope.Hosts, " "))
	o.f("pace         %s between two pages, %d connections, robots.txt %s\n", s.Delay, max(1, s.Connections), onOff[!s.NoRobots])
	o.f("next visit   %s\n", dash(s.NextSite))
	if s.KeepDays > 0 {
		o.f("retention    pages leave %d days after they were gone (xunlu compact)\n", s.KeepDays)
	} else {
		o.f("retention    pages stay\n")
	}
	o.f("found        %d pages, %d routes, %d gone\n", s.Count.Pages, s.Count.Routes, s.Count.Gone)
	o.f("pictures     %s; %d kept (%.1f MB) of %d pages, %d to fetch, %d not to be had\n", onOff[s.Pictures], s.Kept.Kept, float64(s.Kept.Bytes)/1e6, s.Kept.Pages, s.Kept.Open, s.Kept.Failed)
	return o.err
}
