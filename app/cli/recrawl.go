package cli

import (
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/app/demo"
)

// goneGap is the time between two looks at a missing page while somebody waits at a terminal. In the window it is an hour.
const goneGap = 15 * time.Second

func (p *program) recrawl() *cobra.Command {
	var site string
	var all bool
	var gap time.Duration
	var edition int
	var names []string
	c := &cobra.Command{
		Use: "recrawl", Short: "Visit stored pages again and report what is new, changed and gone", Args: cobra.NoArgs,
		Long: "Visit the pages that are due, or all of them, and report what is new, cheaper, dearer, otherwise changed, and gone.\n" +
			"A page is gone when three visits, --gone-gap apart, found it missing while its site answered (two when the site says 410).",
		RunE: func(*cobra.Command, []string) error {
			if gap <= 0 || edition < 0 {
				return badUse("--gone-gap and --edition must not be below 0")
			}
			secrets, err := p.readSecrets(names)
			if err != nil {
				return err
			}
			return p.with(app.Options{GoneGap: gap, Secrets: secrets}, func(a *app.App) error {
				if err := p.letIn(a, secrets); err != nil {
					return err
				}
				if edition > 0 {
					if err := a.StartDemo(p.ctx, demo.Options{Edition: edition}); err != nil {
						return err
					}
				}
				return p.recrawlWith(a, site, all)
			})
		},
	}
	crawlSecrets(c, &names)
	c.Flags().StringVar(&site, "site", "", "only this site")
	c.Flags().BoolVar(&all, "all", false, "everything, not only what is due")
	c.Flags().DurationVar(&gap, "gone-gap", goneGap, "time between two looks at a missing page")
	c.Flags().IntVar(&edition, "edition", 0, "serve this edition of the demo web first, where the data folder holds a crawl of it")
	return c
}

func (p *program) recrawlWith(a *app.App, site string, all bool) error {
	start, before := time.Now(), a.Stored()
	if err := a.ResumeDemo(p.ctx); err != nil {
		return err
	}
	fetches, bytes := a.Traffic()
	queued, err := p.queueVisits(a, site, all)
	if err != nil {
		return err
	}
	a.Start()
	line := p.progress(a, start, before)
	err = a.Wait(p.ctx)
	line.stop()
	if err != nil {
		return err
	}
	r, err := a.Changes(p.ctx, start)
	if err != nil {
		return err
	}
	r.Visited = queued
	f, b := a.Traffic()
	r.Fetches, r.Bytes = f-fetches, b-bytes
	if err := a.Indexed(p.ctx); err != nil {
		return err
	}
	return p.changeReport(a, &r)
}

// queueVisits queues the visits of one site or of all.
func (p *program) queueVisits(a *app.App, site string, all bool) (int, error) {
	sites, err := a.Sites()
	if err != nil {
		return 0, err
	}
	queued, found := 0, false
	for _, s := range sites {
		if site != "" && s.ID != site {
			continue
		}
		found = true
		n, err := a.Revisit(p.ctx, s.ID, all)
		if err != nil {
			return 0, err
		}
		queued += n
	}
	if site != "" && !found {
		return 0, badUse("no site is called %s; xunlu sites list shows them", site)
	}
	return queued, nil
}
