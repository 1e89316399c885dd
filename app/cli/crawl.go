package cli

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/storage"
)

// crawlFlags of `xunlu crawl`.
type crawlFlags struct {
	demo        bool
	sites       string
	pages       int
	order       string
	browser     string
	workers     int
	delay       time.Duration
	connections int
	demoSites   int
	demoPages   int
	edition     int
	secrets     []string
}

func (p *program) crawl() *cobra.Command {
	var f crawlFlags
	c := &cobra.Command{
		Use:   "crawl [URL…]",
		Short: "Crawl sites to the end or a cap and print a summary",
		Long: "Crawl the given start addresses, those of a file, the demo web (--demo), or go on with what the data folder holds.\n" +
			"A private or loopback address typed here is permission for that host alone.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			o := app.Options{Create: true, MaxPages: f.pages, Config: func(cfg *app.Config) {
				if f.workers > 0 {
					cfg.Workers = f.workers
				}
				if f.browser != "" {
					cfg.Browser = f.browser
				}
			}}
			sites, err := p.sitesToCrawl(args, f)
			if err != nil {
				return err
			}
			if o.Secrets, err = p.readSecrets(f.secrets); err != nil {
				return err
			}
			return p.with(o, func(a *app.App) error {
				if err := p.letIn(a, o.Secrets); err != nil {
					return err
				}
				return p.crawlWith(a, c, sites, f)
			})
		},
	}
	crawlSecrets(c, &f.secrets)
	c.Flags().BoolVar(&f.demo, "demo", false, "crawl the demo web of invented agencies inside this program; no network needed")
	c.Flags().IntVar(&f.demoSites, "demo-sites", 0, "sites of the demo web (default 12)")
	c.Flags().IntVar(&f.demoPages, "demo-pages", 0, "pages of the demo web (default 1500)")
	c.Flags().IntVar(&f.edition, "edition", 1, "edition of the demo web")
	c.Flags().StringVar(&f.sites, "sites", "", "file with a start address a line")
	c.Flags().IntVar(&f.pages, "pages", 0, "stop after this many pages (0 = no cap)")
	c.Flags().StringVar(&f.order, "order", "", "bfs, dfs or best")
	c.Flags().StringVar(&f.browser, "browser", "", "for pages built by JavaScript: auto, off, or the full path of Edge, Chrome or Chromium")
	c.Flags().IntVar(&f.workers, "workers", 0, "pages in work at the same time")
	c.Flags().DurationVar(&f.delay, "delay", 0, "gap between two fetches of one host, like 500ms")
	c.Flags().IntVar(&f.connections, "connections", 0, "connections a host")
	return c
}

func (f *crawlFlags) check(c *cobra.Command) error {
	switch {
	case f.pages < 0:
		return badUse("--pages is %d, it must not be below 0", f.pages)
	case f.delay < 0:
		return badUse("--delay is %s, it must not be below 0", f.delay)
	case c.Flags().Changed("workers") && f.workers < 1:
		return badUse("--workers is %d, it must be at least 1", f.workers)
	case c.Flags().Changed("connections") && (f.connections < 1 || f.connections > 32):
		return badUse("--connections is %d, it must be between 1 and 32", f.connections)
	case f.order != "" && f.order != "bfs" && f.order != "dfs" && f.order != "best":
		return badUse("--order is %q, it must be bfs, dfs or best", f.order)
	}
	return nil
}

// sitesToCrawl reads the start addresses before anything is opened or written. With none given, the data folder must hold
// a crawl to go on with.
func (p *program) sitesToCrawl(args []string, f crawlFlags) ([]storage.Site, error) {
	delay := app.DefaultConfig().Delay
	var sites []storage.Site
	for _, u := range args {
		s, err := app.NewSite(u, delay)
		if err != nil {
			return nil, wrongUse{err}
		}
		sites = append(sites, s)
	}
	if f.sites != "" {
		data, err := os.ReadFile(f.sites)
		if err != nil {
			return nil, fmt.Errorf("sites file %s cannot be read: %w", f.sites, err)
		}
		more, bad := app.ReadSites(string(data), delay)
		if len(bad) > 0 {
			return nil, badUse("line %d of the sites file, «%s»: %s", bad[0].Line, bad[0].Text, bad[0].Why)
		}
		sites = append(sites, more...)
	}
	if len(sites) == 0 && !f.demo && !app.HasData(p.dir) {
		return nil, badUse("nothing to crawl: give a start address, a file with --sites, or --demo")
	}
	return sites, nil
}

func (p *program) crawlWith(a *app.App, c *cobra.Command, sites []storage.Site, f crawlFlags) error {
	start, before := time.Now(), a.Stored()
	for _, s := range sites {
		if err := p.addFor(a, c, s, f); err != nil {
			return err
		}
	}
	if f.demo {
		if err := a.StartDemo(p.ctx, demo.Options{Sites: f.demoSites, Pages: f.demoPages, Edition: f.edition}); err != nil {
			return err
		}
		if err := p.adjust(a, c, f); err != nil {
			return err
		}
	} else if err := a.ResumeDemo(p.ctx); err != nil {
		return err
	}
	if list, err := a.Sites(); err != nil {
		return err
	} else if len(list) == 0 {
		return badUse("nothing to crawl: give a start address, a file with --sites, or --demo")
	}
	if err := a.Answer(p.ctx, Answer(a), nil); err != nil {
		return err
	}
	a.Start()
	line := p.progress(a, start, before)
	err := a.Wait(p.ctx)
	if err == nil {
		err = a.FinishPictures(p.ctx)
	}
	line.stop()
	if err != nil {
		if p.ctx.Err() != nil {
			return errors.New("stopped; the same command goes on where it left off")
		}
		return err
	}
	if err := a.Indexed(p.ctx); err != nil {
		return err
	}
	if err := p.summary(a.Summary(start, before), f.demo); err != nil {
		return err
	}
	return p.heldSites(a)
}

// addFor adds a typed site; one that is known keeps its settings but for the flags given.
func (p *program) addFor(a *app.App, c *cobra.Command, s storage.Site, f crawlFlags) error {
	if known, err := a.Site(s.ID); err == nil {
		known.Seeds = union(known.Seeds, s.Seeds)
		known.Scope.Hosts = union(known.Scope.Hosts, s.Scope.Hosts)
		s = known
	}
	f.apply(c, &s)
	_, err := a.AddSite(p.ctx, s)
	return err
}

// adjust puts the flags on the sites of the demo web.
func (p *program) adjust(a *app.App, c *cobra.Command, f crawlFlags) error {
	list, err := a.Sites()
	if err != nil {
		return err
	}
	for _, s := range list {
		was := s
		f.apply(c, &s)
		if s.Delay == was.Delay && s.Connections == was.Connections && s.Order == was.Order {
			continue
		}
		if _, err := a.AddSite(p.ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (f *crawlFlags) apply(c *cobra.Command, s *storage.Site) {
	if c.Flags().Changed("delay") {
		s.Delay = f.delay
	}
	if f.connections > 0 {
		s.Connections = f.connections
	}
	if f.order != "" {
		s.Order = storage.Order(f.order)
	}
}

func union(a, b []string) []string {
	for _, x := range b {
		found := false
		for _, y := range a {
			found = found || x == y
		}
		if !found {
			a = append(a, x)
		}
	}
	return a
}

// summary is what a crawl prints at its end.
func (p *program) summary(s app.Summary, isDemo bool) error {
	if p.json {
		return p.printJSON(s)
	}
	o := p.out()
	o.f("sites         %d\n", s.Sites)
	o.f("pages         %d\n", s.Pages)
	o.f("routes        %d\n", s.Routes)
	o.f("harvest rate  %.1f %%\n", 100*s.Harvest)
	kinds := make([]string, 0, len(s.Failures))
	for k := range s.Failures {
		kinds = append(kinds, string(k))
	}
	sort.Strings(kinds)
	if len(kinds) == 0 {
		o.f("failures      none\n")
	}
	for _, k := range kinds {
		o.f("failures      %s %d\n", k, s.Failures[storage.Failure(k)])
	}
	o.f("time          %.1f s, %.0f pages/s\n", s.Seconds, s.Rate)
	o.f("data          %s\n", s.Data)
	o.f("search them   %s search --data %q 桂林\n", os.Args[0], s.Data)
	if isDemo {
		o.f("(the demo web: generated pages of invented agencies)\n")
	}
	return o.err
}
