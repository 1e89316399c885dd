package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/storage"
)

func (p *program) correct() *cobra.Command {
	var withdraw []string
	c := &cobra.Command{
		Use:   "correct URL [FIELD=VALUE…]",
		Short: "Put fields of a stored route right by hand; without a field lists what was corrected",
		Long: "Put fields of a stored route right by hand. A correction holds when the page is visited, judged or read again, until it is withdrawn.\n" +
			"Fields: " + strings.Join(storage.CorrectableFields(), ", ") + ".\nLists are parted by commas; an empty value says that the tour has none.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 && len(withdraw) == 0 {
				return p.reading(c, args, func(a *app.App) error { return p.printCorrections(a, args[0]) })
			}
			for _, arg := range args[1:] {
				if name, _, ok := strings.Cut(arg, "="); !ok || name == "" {
					return wrongUse{fmt.Errorf("«%s» is not FIELD=VALUE; give for example price=2680", arg)}
				}
			}
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				for _, name := range withdraw {
					if err := a.WithdrawCorrection(p.ctx, args[0], name); err != nil {
						return err
					}
				}
				for _, arg := range args[1:] {
					name, value, _ := strings.Cut(arg, "=")
					if err := a.CorrectRoute(p.ctx, args[0], name, value); err != nil {
						if errors.Is(err, storage.ErrNoField) {
							return wrongUse{err}
						}
						return err
					}
				}
				return p.printCorrections(a, args[0])
			})
		}}
	c.Flags().StringSliceVar(&withdraw, "withdraw", nil, "take the correction of a field back")
	return c
}

func (p *program) printCorrections(a *app.App, url string) error {
	list, err := a.Corrections(url)
	if err != nil {
		return err
	}
	if p.json {
		return p.printJSON(list)
	}
	o := p.out()
	if len(list) == 0 {
		o.f("nothing is corrected by hand\n")
	}
	printByHand(o, list)
	return o.err
}

// printByHand lists corrections with what the page says instead.
func printByHand(o *sink, list []storage.Correction) {
	for _, c := range list {
		o.f("  by hand    %s = %s  (%s; the page says %s)\n", c.Field, dash(c.Value), stamp(c.At), dash(string(c.Page)))
	}
}
