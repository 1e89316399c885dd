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
	c := &cobra.Command{Use: "serve", Short: "The search page for the office, in a browser: read-only, behind a token; --crawl crawls meanwhile", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return p.with(app.Options{Create: true, Paused: !crawl}, func(a *app.App) error {
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
				if crawl {
					a.Start()
				}
				_, err = fmt.Fprintf(p.stdout, "%s\nserving until you press Ctrl+C\n", s.URL())
				if err == nil {
					<-p.ctx.Done()
				}
				return errors.Join(err, s.Close())
			})
		}}
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:0", "address; a port of 0 takes a free one")
	c.Flags().BoolVar(&o.LAN, "lan", false, "allow an address that other computers reach, like :8080")
	c.Flags().StringVar(&o.Token, "token", "", "what a reader must know (default: a new random one)")
	c.Flags().BoolVar(&crawl, "crawl", false, "crawl meanwhile")
	return c
}
