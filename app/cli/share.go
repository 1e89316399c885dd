package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"xunlu/app"
)

// shareFlags let other PCs in, or make this one follow another.
type shareFlags struct {
	nodes  string
	nats   string
	creds  string
	follow bool
	join   app.Joining
}

// shareFlags of `xunlu serve`.
func (p *program) shareFlags(c *cobra.Command, f *shareFlags) {
	c.Flags().StringVar(&f.nodes, "nodes", "", "let other PCs join at this address, like :4333 (kept for the next start; off turns it off)")
	c.Flags().BoolVar(&f.follow, "follow", false, "keep a copy of another PC's pages and routes, to search in; needs --join and --token-file")
	p.joinFlags(c, &f.join)
}

// share acts on the flags and says where other PCs may join.
func (p *program) share(a *app.App, f *shareFlags) error {
	o := p.out()
	f.nats, f.creds = f.join.NATS, f.join.Creds
	switch {
	case f.follow:
		if f.join.TokenFile == "" {
			return badUse("--follow needs the token file that nodes add --follow made: --token-file FILE")
		}
		f.join.Log = p.log()
		if _, err := a.Follow(f.join); err != nil {
			return err
		}
		o.f("following the coordinator\n")
		return o.err
	case f.nodes == "off":
		return a.ForbidOthers(p.ctx)
	case f.nodes != "" || f.nats != "":
		if err := a.AllowOthers(p.ctx, f.nodes, f.nats, f.creds); err != nil {
			return err
		}
	default:
		if err := a.ResumeOthers(); err != nil {
			return err
		}
	}
	_, at, err := a.Others()
	if err != nil {
		return err
	}
	if at != "" {
		a.PauseAll(false)
		o.f("other PCs may join at %s; give each a token with: xunlu nodes add NAME\n", at)
	} else {
		o.f("other PCs may not join; allow them with --nodes :4333\n")
	}
	if o.err != nil {
		return fmt.Errorf("say where: %w", o.err)
	}
	return nil
}
