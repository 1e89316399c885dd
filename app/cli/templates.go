package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
)

// templatesJSON is the JSON of `xunlu sites templates`.
type templatesJSON struct {
	Templates   []app.TemplateState `json:"templates"`
	Suggestions []app.Suggestion    `json:"suggestions"`
}

func (p *program) sitesTemplates() *cobra.Command {
	var accept []string
	c := &cobra.Command{Use: "templates SITE", Short: "How a site's templates agree with its pages, and what further ones its pages offer", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(accept) > 0 {
				return p.with(app.Options{Paused: true}, func(a *app.App) error { return p.acceptTemplates(a, args[0], accept) })
			}
			return p.reading(c, args, func(a *app.App) error {
				t, err := p.templatesOf(a, args[0])
				if err != nil {
					return err
				}
				if p.json {
					return p.printJSON(t)
				}
				return p.printTemplates(t)
			})
		}}
	c.Flags().StringArrayVar(&accept, "accept", nil, "name of a suggestion to append to the site's templates; repeatable")
	return c
}

func (p *program) templatesOf(a *app.App, site string) (templatesJSON, error) {
	if _, err := a.Site(site); err != nil {
		return templatesJSON{}, badUse("no site is called %s; xunlu sites list shows them", site)
	}
	health, err := a.TemplateHealth(p.ctx, site)
	if err != nil {
		return templatesJSON{}, err
	}
	offers, err := a.SuggestTemplates(p.ctx, site)
	if offers == nil {
		offers = []app.Suggestion{}
	}
	return templatesJSON{health, offers}, err
}

func (p *program) printTemplates(t templatesJSON) error {
	o := p.out()
	if len(t.Templates) == 0 {
		o.f("the site has no templates\n")
	}
	for _, s := range t.Templates {
		state := "agrees"
		switch {
		case s.Flagged:
			state = "STOPPED AGREEING: look at it"
		case s.Pages == 0:
			state = "no pages yet"
		}
		o.f("%-8s %-28s %s\n         %d pages, %s of them judged the same by their content: %s\n", s.Template.Class, s.Template.Name, s.Template.Pattern,
			s.Pages, strings.TrimSpace(share(int(s.Agree*float64(s.Pages)+0.5), s.Pages)), state)
		for _, u := range s.Examples {
			o.f("         not alike: %s\n", u)
		}
	}
	for _, s := range t.Suggestions {
		o.f("\noffered  %s  (%s)  %d pages, %.1f %% agree\n         %s\n", s.Template.Name, s.Template.Class, s.Pages, 100*s.Agree, s.Template.Pattern)
		for _, u := range s.Examples {
			o.f("         like %s\n", u)
		}
		for _, u := range s.Against {
			o.f("         but  %s\n", u)
		}
	}
	if len(t.Suggestions) == 0 {
		o.f("nothing to offer: a kind of address needs 20 judged pages of which 95 %% are alike\n")
	}
	return o.err
}

func (p *program) acceptTemplates(a *app.App, site string, names []string) error {
	t, err := p.templatesOf(a, site)
	if err != nil {
		return err
	}
	byName := map[string]app.Suggestion{}
	for _, s := range t.Suggestions {
		byName[s.Template.Name] = s
	}
	for _, n := range names {
		if _, ok := byName[n]; !ok {
			return badUse("no suggestion is called %q; xunlu sites templates %s shows them", n, site)
		}
	}
	o := p.out()
	for _, n := range names {
		if _, err := a.AcceptTemplate(p.ctx, site, byName[n].Template); err != nil {
			return err
		}
		o.f("accepted %s for %s\n", n, site)
	}
	return o.err
}
