package cli

import (
	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) move() *cobra.Command {
	var remove bool
	c := &cobra.Command{Use: "move FOLDER", Short: "Move all data to an empty folder; every start finds it there", Args: cobra.ExactArgs(1),
		Long: "Copies all data to an empty folder, looks through the copy, and only then leaves a mark in the old folder that leads every start\n" +
			"to the new one. Stopped or killed before, the old folder stays in use; the same command goes on where it left off.",
		RunE: func(_ *cobra.Command, args []string) error {
			to := absolute(args[0])
			err := p.with(app.Options{Paused: true}, func(a *app.App) error {
				if p.json {
					return a.MoveData(p.ctx, to, remove)
				}
				line := p.watchWork(a)
				err := a.MoveData(p.ctx, to, remove)
				line.stop()
				return err
			})
			if err != nil {
				return err
			}
			o := p.out()
			o.f("the data lies in %s now\n", to)
			return o.err
		}}
	c.Flags().BoolVar(&remove, "remove-old", false, "delete what lies in the old folder afterwards")
	return c
}
