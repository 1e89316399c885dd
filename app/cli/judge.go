package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// judged is the JSON of `xunlu judge`.
type judged struct {
	URL       string         `json:"url"`
	FinalURL  string         `json:"final_url"`
	Status    int            `json:"status"`
	Charset   string         `json:"charset"`
	Title     string         `json:"title"`
	Canonical string         `json:"canonical"`
	Verdict   judge.Verdict  `json:"verdict"`
	Route     *storage.Route `json:"route"`
	Links     []judgedLink   `json:"links"`
	Problems  []string       `json:"problems"`
	Failure   string         `json:"failure,omitempty"`
}

type judgedLink struct {
	URL      string `json:"url"`
	Text     string `json:"text"`
	NoFollow bool   `json:"nofollow"`
}

func (p *program) judge() *cobra.Command {
	var rules, url, contentType string
	c := &cobra.Command{
		Use:   "judge FILE|URL|-",
		Short: "Judge one page: charset, title, verdict with reasons, route, links",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := p.rulesFor(rules)
			if err != nil {
				return err
			}
			if p.dir != "" && isAddress(args[0]) {
				return p.judgeKnown(args[0], r)
			}
			x, err := app.NewExtractor()
			if err != nil {
				return err
			}
			j, err := app.NewJudge(r, nil, x)
			if err != nil {
				return err
			}
			v, err := p.judgeInput(j, args[0], url, contentType)
			if err != nil {
				return err
			}
			return p.printJudged(v)
		},
	}
	c.Flags().StringVar(&rules, "rules", "", "rule set: a name, name@version, or a JSON file (default: xunlu)")
	c.Flags().StringVar(&url, "url", "", "address the page came from, for its links")
	c.Flags().StringVar(&contentType, "content-type", "", "Content-Type header it came with")
	return c
}

// judgeKnown judges an address by what the data folder knows of its site: templates, and what stands on all of its pages.
func (p *program) judgeKnown(address string, r judge.Rules) error {
	var v app.Preview
	err := p.with(app.Options{Paused: true}, func(a *app.App) (err error) {
		v, err = a.Preview(p.ctx, app.PreviewSource{URL: address}, r)
		return err
	})
	if err != nil {
		return err
	}
	return p.printJudged(v)
}

func isAddress(in string) bool {
	return strings.HasPrefix(in, "http://") || strings.HasPrefix(in, "https://")
}

func (p *program) judgeInput(j *app.Judge, in, url, contentType string) (app.Preview, error) {
	switch {
	case in == "-":
		body, err := io.ReadAll(io.LimitReader(p.stdin, 10<<20))
		if err != nil {
			return app.Preview{}, fmt.Errorf("standard input cannot be read: %w", err)
		}
		return j.Page(url, contentType, body)
	case isAddress(in):
		f, err := app.NewFetcher(p.log())
		if err != nil {
			return app.Preview{}, err
		}
		return j.Fetch(p.ctx, f, in)
	}
	body, err := app.ReadPageFile(in)
	if err != nil {
		return app.Preview{}, err
	}
	return j.Page(url, contentType, body)
}

// printJudged prints a page; one that could not be read is a failure.
func (p *program) printJudged(v app.Preview) error {
	out := judged{URL: v.URL, FinalURL: v.FinalURL, Status: v.Status, Charset: v.Charset, Title: v.Title, Canonical: v.Canonical,
		Verdict: v.Verdict, Route: v.Route, Links: []judgedLink{}, Problems: v.Problems, Failure: string(v.Failure)}
	if out.Canonical == "" {
		out.Canonical = v.FinalURL
	}
	if out.Problems == nil {
		out.Problems = []string{}
	}
	if out.Verdict.Reasons == nil {
		out.Verdict.Reasons = []judge.Reason{}
	}
	for _, l := range v.Links {
		if l.Kind != page.CanonicalLink {
			out.Links = append(out.Links, judgedLink{l.URL, l.Text, l.NoFollow})
		}
	}
	if v.Failure != "" {
		return fmt.Errorf("the page could not be judged (%s): %s", v.Failure, v.Error)
	}
	if p.json {
		return p.printJSON(out)
	}
	o := p.out()
	o.f("url      %s\ncharset  %s\ntitle    %s\n", out.FinalURL, out.Charset, out.Title)
	o.f("verdict  %s (%s, %.3f against %.3f by %s)\n", v.Verdict.Label, v.Verdict.By, v.Verdict.Score, v.Verdict.Threshold, v.Verdict.Rules)
	for _, r := range v.Verdict.Reasons {
		o.f("  %+.3f  %s %s  «%s» ×%d in %s  %s\n", r.Weight, r.Factor, r.FactorZ, r.Term, r.Count, r.Where, r.Snippet)
	}
	for _, x := range v.Verdict.LeftOut {
		o.f("  left out: «%s» stands on %d of %d pages of this site\n", x.Text, x.On, x.Of)
	}
	printRoute(o, v.Route)
	o.f("links    %d\n", len(out.Links))
	for _, s := range v.Problems {
		o.f("problem  %s\n", s)
	}
	return o.err
}

func printRoute(o *sink, r *storage.Route) {
	if r == nil {
		return
	}
	o.f("route    %s\n", r.Title)
	if r.Price > 0 {
		o.f("  price      %g %s\n", r.Price, r.Currency)
	}
	if r.MarketPrice > 0 {
		o.f("  list price %g\n", r.MarketPrice)
	}
	if r.Days > 0 || r.Nights > 0 {
		o.f("  days       %d, nights %d\n", r.Days, r.Nights)
	}
	if r.From != "" || len(r.To) > 0 {
		o.f("  from       %s to %s\n", dash(r.From), dash(strings.Join(r.To, ", ")))
	}
	if len(r.Dates) > 0 {
		o.f("  departs    %s\n", strings.Join(r.Dates, ", "))
	}
	if len(r.Weekly) > 0 {
		o.f("  weekly     %s\n", strings.Join(r.Weekly, ", "))
	}
	if r.Transport != "" {
		o.f("  transport  %s\n", r.Transport)
	}
	if len(r.Itinerary) > 0 {
		o.f("  itinerary  %d days\n", len(r.Itinerary))
	}
	printSureness(o, r)
}

// printSureness says how sure each field is and where it was read, and what else the page says of it.
func printSureness(o *sink, r *storage.Route) {
	for _, field := range slices.Sorted(maps.Keys(r.Sources)) {
		o.f("  %3.0f %%      %s, from %s\n", 100*r.Sure(field), field, r.Sources[field])
	}
	for _, d := range r.Disputes {
		o.f("  but        the %s says %s: %s\n", d.Source, d.Field, d.Value)
	}
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// rulesFor finds rules by a file, a shipped name, or a set in the data folder; "" = the default set.
func (p *program) rulesFor(ref string) (judge.Rules, error) {
	if ref == "" {
		ref = app.DefaultRules
	}
	if strings.HasSuffix(ref, ".json") {
		data, err := os.ReadFile(ref)
		if err != nil {
			return judge.Rules{}, fmt.Errorf("rules file %s cannot be read: %w", ref, err)
		}
		r, err := judge.ParseRules(data)
		if err != nil {
			return r, fmt.Errorf("rules file %s: %w", ref, err)
		}
		return r, nil
	}
	if p.dir == "" {
		r, err := app.ShippedRules(ref)
		if err != nil {
			return r, wrongUse{err}
		}
		return r, nil
	}
	var r judge.Rules
	err := p.with(app.Options{Paused: true}, func(a *app.App) (err error) {
		r, err = a.Rules(ref)
		return err
	})
	return r, err
}
