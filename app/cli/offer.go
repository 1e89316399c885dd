package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) offer() *cobra.Command {
	var o app.OfferOptions
	c := &cobra.Command{
		Use:   "offer --out F URL…",
		Short: "A sheet to print of stored routes: one HTML file, A4, no script, no network",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if o.File == "" {
				return badUse("name the file to write with --out")
			}
			return p.with(app.Options{Paused: true}, func(a *app.App) error {
				var ids []uint64
				for _, u := range args {
					s, err := a.Show(u)
					if err != nil {
						return err
					}
					if s.Route == nil {
						return fmt.Errorf("%s is stored, but not as a route", u)
					}
					ids = append(ids, s.Route.ID)
				}
				name, err := a.OfferSheet(p.ctx, ids, o)
				if err != nil {
					return err
				}
				w := p.out()
				w.f("%s\n", name)
				return w.err
			})
		}}
	c.Flags().StringVar(&o.File, "out", "", "file to write")
	c.Flags().StringVar(&o.Agency, "agency", "", "the office's name, at the head of the sheet")
	c.Flags().StringVar(&o.Phone, "phone", "", "the office's phone")
	c.Flags().StringVar(&o.Note, "note", "", "a note to the customer")
	c.Flags().StringVar(&o.Language, "lang", "zh-CN", "language of the words around the tours: zh-CN or en")
	return c
}
