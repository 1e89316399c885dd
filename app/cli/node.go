package cli

import (
	"errors"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/storage"
)

func (p *program) node() *cobra.Command {
	j := app.Joining{Config: app.DefaultConfig()}
	var secrets []string
	c := &cobra.Command{Use: "node", Short: "Crawl for a coordinator on another PC; keeps nothing here",
		Long: "Crawl for a coordinator on another PC, as its `xunlu nodes add` printed it. Nothing is kept here. The line is tried again\n" +
			"for ever when it breaks. Stop it with Ctrl+C.",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if p.held != nil {
				return errors.New("this command runs on its own")
			}
			if j.TokenFile == "" {
				return badUse("give the token file that nodes add made: --token-file FILE")
			}
			given, err := p.readSecrets(secrets)
			if err != nil {
				return err
			}
			j.ProxyPassword = given[storage.SecretProxy]
			j.Log = slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
			n, err := app.NewRemoteNode(p.ctx, j)
			if err != nil {
				return err
			}
			o := p.out()
			o.f("node %s, stop it with Ctrl+C\n", n.Name)
			done := make(chan struct{})
			told := make(chan struct{})
			go func() { defer close(told); p.nodeLine(o, n, done) }()
			err = n.Run(p.ctx)
			close(done)
			<-told
			return err
		}}
	p.joinFlags(c, &j)
	c.Flags().StringVar(&j.Config.Browser, "browser", j.Config.Browser, "for pages built by JavaScript: auto, off, or the full path of a browser")
	c.Flags().StringVar(&j.Config.Proxy, "proxy", "", "proxy for the pages, like http://USER@HOST:PORT")
	c.Flags().StringArrayVar(&secrets, "secret", nil, "proxy: the password of the proxy's user is a line of standard input; it is kept nowhere")
	return c
}

// joinFlags are those of everything that works with a coordinator elsewhere.
func (p *program) joinFlags(c *cobra.Command, j *app.Joining) {
	c.Flags().StringVar(&j.Join, "join", "", "the coordinator's HOST:PORT#FINGERPRINT, as nodes add printed it")
	c.Flags().StringVar(&j.TokenFile, "token-file", "", "this PC's token file")
	c.Flags().StringVar(&j.NATS, "nats", "", "a NATS server or cluster of one's own instead: tls://HOST:PORT,…")
	c.Flags().StringVar(&j.Creds, "creds", "", "this PC's credentials file for that server (default: the token's key)")
}

// nodeLine says every half minute how the node is.
func (p *program) nodeLine(o *sink, n *app.RemoteNode, done <-chan struct{}) {
	t := time.NewTicker(30 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			b := n.Beat()
			o.f("pages %d · routes %d · failures %d · tasks held %d\n", b.Pages, b.Routes, b.Failures, b.Leased)
		case <-done:
			return
		}
	}
}
