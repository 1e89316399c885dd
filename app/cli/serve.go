package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/app/web"
)

func (p *program) serve() *cobra.Command {
	var o web.Options
	var crawl bool
	var f shareFlags
	c := &cobra.Command{Use: "serve", Short: "Without a window: the search page for the office (read-only, behind a token), the coordinator of other PCs (--nodes), or a copy of one (--follow)", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return p.with(app.Options{Create: true, Paused: !crawl || f.follow}, func(a *app.App) error {
				o.Log = p.log()
				s, err := web.Serve(p.ctx, a, o)
				if errors.Is(err, web.ErrLAN) {
					return badUse("%w with --lan", err)
				}
				if err != nil {
					return err
				}
				if err := a.Answer(p.ctx, Answer(a), nil); err != nil {
					return errors.Join(err, s.Close())
				}
				if err := p.share(a, &f); err != nil {
					return errors.Join(err, s.Close())
				}
				if crawl && !f.follow {
					a.Start()
				}
				_, err = fmt.Fprintf(p.stdout, "%s\nserving until you press Ctrl+C\n", s.URL())
				if err == nil {
					err = a.Failed(p.ctx)
				}
				return errors.Join(err, s.Close())
			})
		}}
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:0", "address; a port of 0 takes a free one")
	c.Flags().BoolVar(&o.LAN, "lan", false, "allow an address that other computers reach, like :8080")
	c.Flags().StringVar(&o.Token, "token", "", "what a reader must know (default: a new random one)")
	c.Flags().BoolVar(&crawl, "crawl", false, "crawl meanwhile, on this PC")
	p.shareFlags(c, &f)
	return c
}
