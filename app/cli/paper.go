package cli

import (
	"fmt"

	"xunlu/app"
)

// paper runs paper A's two experiments and prints their tables.
func (p *program) paper() error {
	r, err := app.Paper(p.ctx, app.DefaultPaper(), p.log(), func(what string) { fmt.Fprintln(p.stderr, what) })
	if err != nil {
		return err
	}
	if p.json {
		return p.printJSON(r)
	}
	return p.printPaper(r)
}

func (p *program) printPaper(r app.PaperResult) error {
	o := p.out()
	o.f("GENERATED PAGES. %s\n", r.Note)
	o.f("\nTable 4.2  template judging (模板类): URL rules of the platforms; tickets count as routes, as in the paper\n")
	for _, t := range r.Templates {
		switch t.Judge {
		case "templates":
			o.f("\nURL rules alone, as in the paper\n")
		default:
			o.f("\nURL rules, then the content by rule set %s for what no rule matches\n", t.Judge)
		}
		o.paperTable("platform", t)
	}
	o.f("\nTable 4.3  content judging (通用类): no URL rule of any site is known\n")
	for _, t := range r.Content {
		o.f("\nrule set %s\n", t.Judge)
		o.paperTable("group", t)
	}
	o.f("\nSuccess rate: judged rightly ÷ pages, with its 95 %% Wilson interval. Pages of one site are alike, so the interval of F1 is\n" +
		"drawn over whole sites. Script: pages whose content only a browser shows; they were judged without one and count like all others; wrong: how many of these failed.\n")
	return o.err
}

func (s *sink) paperTable(first string, t app.PaperTable) {
	s.f("  %-24s %7s %7s %11s %9s   %-19s %7s %6s\n", first, "pages", "routes", "non-routes", "success", "95 % interval", "script", "wrong")
	for _, r := range append(append([]app.PaperRow(nil), t.Rows...), t.Total) {
		s.f("  %s %7d %7d %11d %7.2f %%   %6.2f – %6.2f %%   %7d %6d\n", padded(r.Name, 24), r.Pages, r.Routes, r.NonRoutes, 100*r.Success.Value,
			100*r.Success.Low, 100*r.Success.High, r.Script, r.Blind)
	}
	m := t.Sites
	s.f("  n %d of %d sites: precision %.2f %%, recall %.2f %%, F1 %.2f %% (%.2f – %.2f %%)\n", m.Table.N(), m.Sites, 100*m.Precision.Value,
		100*m.Recall.Value, 100*m.F1.Value, 100*m.F1.Low, 100*m.F1.High)
}

// padded gives a name the room %-24s would, counting a Chinese character as two columns.
func padded(s string, columns int) string {
	wide := 0
	for _, r := range s {
		if r >= 0x2E80 {
			wide++
		}
	}
	for range max(0, columns-len([]rune(s))-wide) {
		s += " "
	}
	return s
}
