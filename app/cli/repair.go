package cli

import (
	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) repair() *cobra.Command {
	var fromCopies bool
	c := &cobra.Command{Use: "repair", Short: "Put damaged data right: set the store aside, take the last good backup, read later pages from their copies", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			m, err := app.Mend(p.ctx, p.dir, fromCopies, p.log())
			if err != nil {
				return err
			}
			if p.json {
				return p.printJSON(m)
			}
			o := p.out()
			switch {
			case m.Sound && m.Aside == "":
				o.f("the store is sound; nothing was done\n")
			case m.Counted && m.Aside == "":
				o.f("only counters were wrong; they were counted again\n")
			}
			if m.Aside != "" {
				o.f("the old store is now %s\n", m.Aside)
			}
			for _, s := range m.Unusable {
				o.f("backup not usable: %s\n", s)
			}
			if m.Backup != nil {
				o.f("took the backup of %s\n", m.Backup.Made.Local().Format("2006-01-02 15:04"))
			}
			for _, s := range m.Regained.Sites {
				o.f("site made again, paused: %s\n", s)
			}
			if m.Regained.Lost != "" {
				o.f("copies lost: %s\n", oneLine(m.Regained.Lost))
			}
			o.f("%d pages read from their copies; %d pages and %d routes now\n", m.Regained.Pages, m.Pages, m.Routes)
			return o.err
		}}
	c.Flags().BoolVar(&fromCopies, "from-copies", false, "take no backup: build pages and routes from the copies alone (settings of sites, labels and notes are in backups only)")
	return c
}
