package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) nodes() *cobra.Command {
	c := &cobra.Command{Use: "nodes", Short: "The PCs that crawl: list, add, remove, set; beside a running Xunlu they act there at once"}
	c.AddCommand(p.nodesList(), p.nodesAdd(), p.nodesRemove(), p.nodesSet())
	return c
}

func (p *program) nodesList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: "All nodes with how they are", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				rows := a.NodeRows()
				if p.json {
					return p.printJSON(rows)
				}
				o := p.out()
				for _, r := range rows {
					o.f("%-16s %-8s up %-9s pages %7d  routes %6d  leases %4d  %6.1f pages/s  cpu %4.0f %%  mem %4d MB  disk %4d GB  %s",
						r.Node, r.State, r.Running.Round(time.Second), r.Pages, r.Routes, r.Leases, r.Rate, 100*r.CPU, r.Memory>>20, r.Disk>>30, r.Version)
					if r.Idle != "" {
						o.f("  no work: %s", idleWords[string(r.Idle)])
					}
					if len(r.Hosts) > 0 {
						o.f("  hosts %s", strings.Join(r.Hosts, " "))
					}
					if r.LastErr != "" {
						o.f("  last error: %s", oneLine(r.LastErr))
					}
					if r.Trouble != "" {
						o.f("  refused: %s", oneLine(r.Trouble))
					}
					o.f("\n")
				}
				return o.err
			})
		}}
}

// idleWords are the reasons for which a node has nothing to do.
var idleWords = map[string]string{
	"paused": "the crawl is paused", "nosites": "there are no sites yet", "done": "everything known is fetched, nothing is due",
	"delay": "the delays of the sites are waited out", "retry": "failed pages wait for their next try",
	"hold": "the sites are held: robots.txt cannot be read, or the server asked to wait", "disk": "the coordinator's disk is full",
	"store": "the coordinator's data folder cannot be written", "cap": "the page caps are reached",
	"others": "other nodes have the sites that are left",
}

func (p *program) nodesAdd() *cobra.Command {
	var out string
	var follow bool
	c := &cobra.Command{Use: "add NAME", Short: "Make a token file for another PC and print the one command to run there", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if out == "" {
				out = app.TokenFile(args[0])
				if err := c.Flags().Set("out", out); err != nil {
					return err
				}
			}
			return p.reading(c, args, func(a *app.App) error {
				t, err := a.AddNode(p.ctx, args[0], follow)
				if err != nil {
					return wrongUse{err}
				}
				file := absolute(out)
				if err := os.WriteFile(file, []byte(t.File), 0o600); err != nil {
					return fmt.Errorf("token file: %w", err)
				}
				if p.json {
					return p.printJSON(t)
				}
				o := p.out()
				o.f("copy %s to the other PC (it is that PC's key: keep it secret), and run there:\n  %s\n", file,
					strings.Replace(t.Command, app.TokenFile(t.Name), filepath.Base(file), 1))
				if t.Join == "" {
					o.f("the NATS server must know the key %s with these permissions:\n  publish %s\n  subscribe %s\n", t.Key,
						strings.Join(t.Rights.Publish, ", "), strings.Join(t.Rights.Subscribe, ", "))
				}
				return o.err
			})
		}}
	c.Flags().StringVar(&out, "out", "", "where to write the token file (default: xunlu-NAME.token here)")
	c.Flags().BoolVar(&follow, "follow", false, "for a PC that keeps a copy to search in, instead of crawling")
	return c
}

func (p *program) nodesRemove() *cobra.Command {
	return &cobra.Command{Use: "remove NAME", Short: "Revoke a PC's token; what it holds comes back", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				if err := a.RemoveNode(args[0]); err != nil {
					return wrongUse{err}
				}
				o := p.out()
				o.f("removed %s\n", args[0])
				return o.err
			})
		}}
}

func (p *program) nodesSet() *cobra.Command {
	var own app.NodeParams
	var pause, resume bool
	c := &cobra.Command{Use: "set NAME|all", Short: "Change parameters of one node or of all while they run (0 = as all)", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				set := c.Flags().Changed
				change := func(n *app.NodeParams) {
					for _, f := range []struct {
						flag     string
						from, to *int
					}{{"workers", &own.Workers, &n.Workers}, {"connections", &own.Connections, &n.Connections},
						{"lease", &own.LeaseSize, &n.LeaseSize}, {"commit", &own.CommitGroup, &n.CommitGroup}} {
						if set(f.flag) {
							*f.to = *f.from
						}
					}
				}
				if err := a.ChangeNode(p.ctx, args[0], change, pause, resume); err != nil {
					return wrongUse{err}
				}
				o := p.out()
				o.f("changed %s\n", args[0])
				return o.err
			})
		}}
	c.Flags().IntVar(&own.Workers, "workers", 0, "pages in work at the same time")
	c.Flags().IntVar(&own.Connections, "connections", 0, "connections a host at most")
	c.Flags().IntVar(&own.LeaseSize, "lease", 0, "addresses of one host lent at a time")
	c.Flags().IntVar(&own.CommitGroup, "commit", 0, "results told at a time at most")
	c.Flags().BoolVar(&pause, "pause", false, "give it no work")
	c.Flags().BoolVar(&resume, "resume", false, "give it work again")
	return c
}
