//go:build !headless

package ui

import (
	"context"
	"encoding/csv"
	"slices"
	"sort"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// maxProblems is how many failed pages are listed.
const maxProblems = 5000

// problemList is the sheet of pages that failed: address, cause, when, when the next try is; by kind, to be tried again or exported.
type problemList struct {
	*desk
	all    []storage.Page
	shown  []int // indexes into all
	kinds  []storage.Failure
	pick   *kit.Select
	table  *kit.Table
	retry  *kit.Button
	chosen *kit.Text
	sheet  *kit.Sheet
}

// showProblems lists the pages that failed, newest first. A double click opens one in Preview.
func showProblems(d *desk) {
	ask(d.pump, "problems", func(ctx context.Context) ([]storage.Page, error) { return d.app.Problems(ctx, maxProblems) },
		func(pages []storage.Page, err error) {
			if err != nil {
				d.fail(err)
				return
			}
			openProblems(d, pages)
		})
}

func openProblems(d *desk, pages []storage.Page) {
	p := &problemList{desk: d, all: pages, chosen: kit.Small("")}
	p.table = kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{{Title: d.L("Address"), Width: 180, Grow: 2}, {Title: d.L("Cause"), Width: 130, Grow: 1.2},
			{Title: d.L("Time"), Width: 84}, {Title: d.L("State"), Width: 84}, {Title: d.L("Tries"), Width: 44, Number: true}, {Title: d.L("Next try"), Width: 84, Lead: 12}},
		RowHeight: 30, SortBy: -1, Many: true, Line: p.line, Words: d.tableWords(), Fill: p.fill,
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{kit.NewText("").Shorten(40), kit.Small("").Shorten(40), kit.Small("").Shorten(40), kit.Small("").Shorten(40), kit.NewText("").Right(), kit.Small("").Shorten(40)}
		},
		Key: func(i int) string { return p.all[p.shown[i]].URL },
	})
	d.remember("problems", p.table)
	p.table.OnOpen = func(i int) { p.open(i) }
	p.table.OnSelect = p.choose
	p.table.OnMenu = func(i int) []*fyne.MenuItem {
		return []*fyne.MenuItem{kit.MenuItem("eye", d.L("Open in Preview"), false, func() { p.open(i) }),
			kit.MenuItem("refresh", d.L("Try again"), false, p.again), kit.MenuItem("copy", d.L("Copy"), false, p.table.Copy)}
	}
	p.pick = kit.NewSelect(p.kindNames(), 200, func(int) { p.filter() })
	p.retry = kit.NewButton(kit.Outline, "refresh", d.L("Try again"), p.again)
	export := kit.NewButton(kit.Outline, "export", d.L("Export…"), p.export)
	size := d.win.Canvas().Size()
	p.sheet = kit.ShowSheet(d.win.Canvas(), p.count(len(pages), "1 failed page", "%d failed pages"), size.Width-120, size.Height-100,
		kit.Col(10, kit.Row(8, p.pick, kit.Space(), p.chosen), kit.Grow(p.table)), kit.Hint(d.L("A double click opens a page in Preview.")), kit.Space(), p.retry, export)
	p.filter()
}

// kindNames lists the kinds there are, the most frequent first.
func (p *problemList) kindNames() []string {
	n := map[storage.Failure]int{}
	for i := range p.all {
		n[p.all[i].Failure]++
	}
	for k := range n {
		p.kinds = append(p.kinds, k)
	}
	sort.Slice(p.kinds, func(i, j int) bool {
		return n[p.kinds[i]] > n[p.kinds[j]] || n[p.kinds[i]] == n[p.kinds[j]] && p.kinds[i] < p.kinds[j]
	})
	names := []string{p.L("All kinds") + " " + comma(len(p.all))}
	for _, k := range p.kinds {
		names = append(names, p.failureWord(k)+" "+comma(n[k]))
	}
	return names
}

func (p *problemList) filter() {
	p.shown = p.shown[:0]
	c := p.pick.Chosen()
	for i := range p.all {
		if c <= 0 || p.all[i].Failure == p.kinds[c-1] {
			p.shown = append(p.shown, i)
		}
	}
	p.table.SetCount(len(p.shown))
	p.table.ScrollTop()
	p.choose()
}

func (p *problemList) choose() {
	n := len(p.table.Selection())
	p.retry.Enable(n > 0)
	p.chosen.Set(p.L("%s selected", comma(n)))
}

// cells are the words of a row.
func (p *problemList) cells(i int) []string {
	x := &p.all[p.shown[i]]
	cause := p.failureWord(x.Failure)
	if x.Error != "" {
		cause += ": " + x.Error
	}
	next := missing
	if !x.Due.IsZero() {
		next = x.Due.Local().Format("01-02 15:04")
	}
	return []string{x.URL, cause, x.Fetched.Local().Format("01-02 15:04"), p.stateName(x.State), comma(x.Attempts), next}
}

func (p *problemList) fill(i int, c []fyne.CanvasObject) {
	for k, s := range p.cells(i) {
		if k == 0 {
			s = shortURL(s)
		}
		c[k].(*kit.Text).Set(s)
	}
}

func (p *problemList) line(i int) string { return strings.Join(p.cells(i), "\t") }

func (p *problemList) open(i int) {
	p.sheet.Close()
	p.page(p.all[p.shown[i]].URL)
}

// again queues the selected pages to be fetched as soon as their hosts allow it.
func (p *problemList) again() {
	urls := p.table.Selection()
	ask(p.pump, "try again", func(ctx context.Context) (int, error) { return p.app.RetryPages(ctx, urls) }, func(n int, err error) {
		p.fail(err)
		if err == nil {
			p.sheet.Close()
			p.note(kit.Green, p.count(n, "1 page is tried again", "%d pages are tried again"))
		}
		p.soon()
	})
}

// export writes what is listed as CSV.
func (p *problemList) export() {
	head := []string{p.L("Address"), p.L("Cause"), p.L("Time"), p.L("State"), p.L("Tries"), p.L("Next try")}
	rows := [][]string{head}
	for i := range p.shown {
		rows = append(rows, p.cells(i))
	}
	rows = slices.Clip(rows)
	p.saveFile("problems.csv", func(context.Context) ([]byte, error) {
		var b strings.Builder
		b.WriteString("\uFEFF")
		w := csv.NewWriter(&b)
		if err := w.WriteAll(rows); err != nil {
			return nil, err
		}
		return []byte(b.String()), nil
	})
}
