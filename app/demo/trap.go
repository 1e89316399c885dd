package demo

import (
	"fmt"
	"strings"
	"time"
)

const calendarPath = "/calendar"

// isTrap says whether a path belongs to the site's calendar, which has a page for every month there ever was.
func (s *site) isTrap(path string) bool {
	return s.design.trap && (path == calendarPath || strings.HasPrefix(path, calendarPath+"?"))
}

// calendar writes a month of the calendar: links to the months beside it and to its days, without end.
func (w *Web) calendar(s *site, month string) ([]byte, error) {
	m, err := time.Parse("2006-01", month)
	if err != nil {
		m = time.Date(s.today.Year(), s.today.Month(), 1, 0, 0, 0, 0, time.UTC)
	}
	e := &entry{kind: pkMissing, n: m.Year()*12 + int(m.Month()), path: calendarPath}
	p := &page{w: w, s: s, e: e, d: throw(s.seed, "calendar", s.id, e.n)}
	link := func(t time.Time, text string) string {
		return fmt.Sprintf(`<a href="%s?ym=%s">%s</a>`, calendarPath, t.Format("2006-01"), text)
	}
	p.pf(`<!DOCTYPE html><html lang="%s"><head><meta charset="%s"><title>%s %s - %s</title></head><body>`,
		s.loc.lang, s.design.declared, m.Format("2006-01"), s.label("calendar"), s.name)
	p.pf(`<h1>%s %s</h1><p>%s | %s | %s | %s</p><table border="1">`, m.Format("2006-01"), s.label("calendar"),
		raw(link(m.AddDate(0, -1, 0), "&lt;")), raw(link(m.AddDate(0, 1, 0), "&gt;")),
		raw(link(m.AddDate(-1, 0, 0), "&lt;&lt;")), raw(link(m.AddDate(1, 0, 0), "&gt;&gt;")))
	for day := m; day.Month() == m.Month(); day = day.AddDate(0, 0, 1) {
		p.pf(`<tr><td>%s</td><td>`, iso(day))
		if p.d.chance(20) {
			p.each(1, func(t *tour) { p.link(pkRoute, t.n, t.title) })
		}
		p.put("</td></tr>")
	}
	p.pf(`</table><p><a href="/">%s</a></p></body></html>`, s.label("home"))
	return s.design.encode(p.Bytes())
}
