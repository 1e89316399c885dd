package cli

import (
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) backup() *cobra.Command {
	var out string
	c := &cobra.Command{Use: "backup --out FILE.zip", Short: "Copy all data into one file, also while Xunlu is running", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if out == "" {
				return badUse("backup needs --out FILE.zip")
			}
			return p.reading(c, args, func(a *app.App) error {
				if err := a.Backup(p.ctx, out); err != nil {
					return err
				}
				o := p.out()
				o.f("wrote %s\n", out)
				return o.err
			})
		}}
	c.Flags().StringVar(&out, "out", "", "file to write")
	return c
}

func (p *program) restore() *cobra.Command {
	return &cobra.Command{Use: "restore FILE.zip", Short: "Put a backup into an empty data folder (--data): also the way to move data", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := app.Restore(p.ctx, args[0], p.dir); err != nil {
				return err
			}
			o := p.out()
			o.f("restored; the search index is built again at the next start\n")
			return o.err
		}}
}

func (p *program) compact() *cobra.Command {
	return &cobra.Command{Use: "compact", Short: "Remove what sites keep no longer (sites set --keep-days) and give room back to the disk", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return p.reading(c, args, func(a *app.App) error {
				t, err := a.Tidy(p.ctx, time.Now())
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(t)
				}
				o := p.out()
				o.f("%d pages removed; the store had %.1f MB and has %.1f MB, the copies had %.1f MB and have %.1f MB\n", t.Removed,
					float64(t.Before)/1e6, float64(t.After)/1e6, float64(t.CopiesBefore)/1e6, float64(t.CopiesAfter)/1e6)
				return o.err
			})
		}}
}
