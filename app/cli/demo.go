package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"xunlu/app/demo"
)

func (p *program) demo() *cobra.Command {
	var o demo.Options
	var listen, truth string
	c := &cobra.Command{Use: "demo", Short: "Serve the demo web of invented agencies", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			web, err := demo.New(o)
			if err != nil {
				return wrongUse{err}
			}
			server, err := web.Start(p.ctx, listen)
			if err != nil {
				return fmt.Errorf("the demo web cannot be served: %w", err)
			}
			if truth != "" {
				if err := writeTruth(web, truth); err != nil {
					return errors.Join(err, server.Close())
				}
			}
			out := p.out()
			for _, s := range web.Sites() {
				out.f("%-10s %-8s %s  %s\n", s.Kind, s.Charset, s.Start, s.Name)
			}
			out.f("serving until you press Ctrl+C\n")
			if out.err == nil {
				<-p.ctx.Done()
			}
			return errors.Join(out.err, server.Close())
		}}
	c.Flags().IntVar(&o.Sites, "sites", 0, "sites (default 12)")
	c.Flags().IntVar(&o.Pages, "pages", 0, "pages of all sites (default 1500)")
	c.Flags().Uint64Var(&o.Seed, "seed", 0, "another number makes another web")
	c.Flags().IntVar(&o.Edition, "edition", 1, "edition 2: prices changed, routes vanished, new ones came")
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "address; a port of 0 takes a free one")
	c.Flags().StringVar(&truth, "truth", "", "file for the truth table, a JSON line a page")
	return c
}

func writeTruth(web *demo.Web, name string) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("truth table %s cannot be written: %w", name, err)
	}
	if err := web.WriteTruth(f); err != nil {
		return fmt.Errorf("truth table %s cannot be written: %w", name, err)
	}
	return f.Close()
}
