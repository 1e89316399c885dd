package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/storage"
)

func (p *program) sites() *cobra.Command {
	c := &cobra.Command{Use: "sites", Short: "The site list: add, list, show, set, remove, import, export, templates"}
	c.AddCommand(p.sitesAdd(), p.sitesList(), p.sitesShow(), p.sitesSet(), p.sitesRemove(), p.sitesImport(), p.sitesExport(), p.sitesTemplates())
	return c
}

func (p *program) sitesAdd() *cobra.Command {
	var f accessFlags
	var pictures bool
	c := &cobra.Command{Use: "add URL…", Short: "Add sites by their start addresses", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 1 && len(f.secrets) > 0 {
				return badUse("--secret goes with one address; add the sites one by one")
			}
			var sites []storage.Site
			var secrets map[string]string
			for _, u := range args {
				s, err := app.NewSite(u, app.DefaultConfig().Delay)
				if err != nil {
					return wrongUse{err}
				}
				s.Pictures = pictures
				if secrets, err = f.apply(c, p, &s); err != nil {
					return err
				}
				if err := app.CheckSite(&s); err != nil {
					return wrongUse{err}
				}
				sites = append(sites, s)
			}
			return p.with(app.Options{Create: true, Paused: true}, func(a *app.App) error {
				o := p.out()
				for _, s := range sites {
					added, err := p.store(a, s, secrets)
					if err != nil {
						return err
					}
					o.f("added %s\n", added.ID)
				}
				return o.err
			})
		}}
	f.add(c)
	c.Flags().BoolVar(&pictures, "pictures", false, picturesHelp)
	return c
}

const picturesHelp = "keep the pictures of its route pages, for the offline copies"

func (p *program) sitesList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: "All sites with what was found", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				rows := a.Snapshot().Sites
				if p.json {
					if rows == nil {
						rows = []app.SiteRow{}
					}
					return p.printJSON(rows)
				}
				o := p.out()
				for _, r := range rows {
					kind := "general"
					if len(r.Templates) > 0 {
						kind = "template"
					}
					if r.Paused {
						kind += ", paused"
						if r.PausedWhy != "" {
							kind += " (" + r.PausedWhy + ")"
						}
					}
					o.f("%-28s %-10s pages %6d  routes %6d  queue %6d  %s  %s\n", r.ID, kind, r.Count.Pages, r.Count.Routes, r.Status.Queued+r.Status.Waiting, r.Seeds[0], r.Name)
				}
				return o.err
			})
		}}
}

// siteFlags of `xunlu sites set`.
type siteFlags struct {
	name, order, focus, prefix, charset string
	delay                               time.Duration
	connections, pages, depth, keep     int
	bytes                               int64
	time, visitMin, visitMax            time.Duration
	daily                               string
	subdomains, paused, mine, noRobots  bool
	pictures                            bool
	noSitemaps                          bool
	exclude, templates                  []string
}

func (p *program) sitesSet() *cobra.Command {
	var f siteFlags
	var access accessFlags
	c := &cobra.Command{Use: "set SITE", Short: "Change a site's scope, templates, limits and access", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				s, err := a.Site(args[0])
				if err != nil {
					return badUse("no site is called %s; xunlu sites list shows them", args[0])
				}
				if err := f.apply(c, &s); err != nil {
					return err
				}
				secrets, err := access.apply(c, p, &s)
				if err != nil {
					return err
				}
				if _, err := p.store(a, s, secrets); err != nil {
					return wrongUse{err}
				}
				o := p.out()
				o.f("changed %s\n", s.ID)
				return o.err
			})
		}}
	access.add(c)
	fl := c.Flags()
	fl.StringVar(&f.name, "name", "", "name")
	fl.StringVar(&f.order, "order", "", "bfs, dfs or best")
	fl.StringVar(&f.focus, "focus", "", "soft: links of pages on the topic first, hard: only those, none: all alike")
	fl.StringVar(&f.prefix, "prefix", "", "only paths that begin with this")
	fl.StringVar(&f.charset, "charset", "", "charset of its pages, whatever they say")
	fl.DurationVar(&f.delay, "delay", 0, "gap between two fetches")
	fl.IntVar(&f.connections, "connections", 1, "connections at a time")
	fl.IntVar(&f.pages, "pages", 0, "page cap, 0 = none")
	fl.IntVar(&f.keep, "keep-days", 0, "remove pages that are gone for longer, when compacting; 0 = keep them")
	fl.IntVar(&f.depth, "depth", 0, "links from a start address, 0 = any")
	fl.Int64Var(&f.bytes, "max-bytes", 0, "cap of bytes in one run, 0 = none")
	fl.DurationVar(&f.time, "max-time", 0, "cap of time in one run, 0 = none")
	fl.StringVar(&f.daily, "daily", "", "time of the daily revisit while the program is open, like 03:00; off = never")
	fl.DurationVar(&f.visitMin, "visit-min", 0, "shortest interval between two visits of a page (default 6h)")
	fl.DurationVar(&f.visitMax, "visit-max", 0, "longest interval (default 720h)")
	fl.BoolVar(&f.subdomains, "subdomains", false, "subdomains belong to the site")
	fl.BoolVar(&f.paused, "paused", false, "paused")
	fl.BoolVar(&f.mine, "mine", false, "my own agency")
	fl.BoolVar(&f.pictures, "pictures", false, picturesHelp)
	fl.BoolVar(&f.noRobots, "no-robots", false, "do not read robots.txt: only for a site of your own")
	fl.BoolVar(&f.noSitemaps, "no-sitemaps", false, "do not read the lists of addresses the site publishes")
	fl.StringArrayVar(&f.exclude, "exclude", nil, "expression of addresses not to follow (RE2); repeatable")
	fl.StringArrayVar(&f.templates, "template", nil, "NAME=CLASS:EXPRESSION, class route, agency, ticket, listing or ignore; repeatable")
	return c
}

func (f *siteFlags) apply(c *cobra.Command, s *storage.Site) error {
	set := c.Flags().Changed
	for _, x := range []struct {
		flag string
		do   func()
	}{
		{"name", func() { s.Name = f.name }},
		{"order", func() { s.Order = storage.Order(f.order) }},
		{"focus", func() {
			if s.Focus = storage.Focus(f.focus); f.focus == "none" {
				s.Focus = storage.FocusNone
			}
		}},
		{"prefix", func() { s.Scope.Prefix = f.prefix }},
		{"charset", func() { s.Charset = f.charset }},
		{"delay", func() { s.Delay = f.delay }},
		{"connections", func() { s.Connections = f.connections }},
		{"pages", func() { s.MaxPages = f.pages }},
		{"depth", func() { s.MaxDepth = f.depth }},
		{"keep-days", func() { s.KeepDays = f.keep }},
		{"max-bytes", func() { s.MaxBytes = f.bytes }},
		{"max-time", func() { s.MaxTime = f.time }},
		{"daily", func() { s.Daily = f.daily }},
		{"visit-min", func() { s.VisitMin = f.visitMin }},
		{"visit-max", func() { s.VisitMax = f.visitMax }},
		{"subdomains", func() { s.Scope.Subdomains = f.subdomains }},
		{"paused", func() { s.Paused = f.paused }},
		{"mine", func() { s.Mine = f.mine }},
		{"pictures", func() { s.Pictures = f.pictures }},
		{"no-robots", func() { s.NoRobots = f.noRobots }},
		{"no-sitemaps", func() { s.NoSitemaps = f.noSitemaps }},
		{"exclude", func() { s.Scope.Exclude = f.exclude }},
	} {
		if set(x.flag) {
			x.do()
		}
	}
	if !set("template") {
		return nil
	}
	s.Templates = nil
	for _, t := range f.templates {
		name, rest, ok1 := strings.Cut(t, "=")
		class, pattern, ok2 := strings.Cut(rest, ":")
		if !ok1 || !ok2 {
			return badUse("--template %q is not NAME=CLASS:EXPRESSION, like tour=route:/tour/\\d+\\.html$", t)
		}
		s.Templates = append(s.Templates, judge.Template{Name: name, Class: judge.Class(class), Pattern: pattern})
	}
	return nil
}

func (p *program) sitesRemove() *cobra.Command {
	return &cobra.Command{Use: "remove SITE", Short: "Remove a site with all its pages and routes", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				if _, err := a.Site(args[0]); err != nil {
					return badUse("no site is called %s; xunlu sites list shows them", args[0])
				}
				n, err := a.RemoveSite(p.ctx, args[0])
				if err != nil {
					return err
				}
				o := p.out()
				o.f("removed %s with %d pages\n", args[0], n)
				return o.err
			})
		}}
}

func (p *program) sitesImport() *cobra.Command {
	return &cobra.Command{Use: "import FILE|-", Short: "Add sites from lines: an address, or name and address", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			var data []byte
			var err error
			if args[0] == "-" {
				data, err = io.ReadAll(p.stdin)
			} else {
				data, err = os.ReadFile(args[0])
			}
			if err != nil {
				return fmt.Errorf("site list %s cannot be read: %w", args[0], err)
			}
			return p.with(app.Options{Create: true, Paused: true}, func(a *app.App) error {
				sites, bad := a.ReadSites(string(data))
				o := p.out()
				for _, b := range bad {
					o.f("line %d left out, «%s»: %s\n", b.Line, b.Text, b.Why)
				}
				for _, s := range sites {
					if _, err := a.AddSite(p.ctx, s); err != nil {
						return err
					}
				}
				o.f("added %d sites, %d lines left out\n", len(sites), len(bad))
				return o.err
			})
		}}
}

func (p *program) sitesExport() *cobra.Command {
	return &cobra.Command{Use: "export", Short: "Print name and start address of every site, as import reads it", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				list, err := a.Sites()
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(list)
				}
				o := p.out()
				for _, s := range list {
					o.f("%s\t%s\n", strings.ReplaceAll(s.Name, "\t", " "), s.Seeds[0])
				}
				return o.err
			})
		}}
}
