//go:build !headless

package ui

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// dropped takes files that were dragged into the window to where their kind belongs: a page to Preview, a list to the sites, rules to the
// rules, another crawler's pages into the store.
func (x *window) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) == 0 {
		return
	}
	name := files[0].Path()
	d := x.desk
	switch ending := strings.ToLower(filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz"))); ending {
	case ".html", ".htm", ".xhtml", ".mht", ".php", ".asp", ".jsp", "":
		x.turn(tabPreview)
		x.tabs[tabPreview].(*previewTab).open(app.PreviewSource{File: name})
	case ".csv", ".txt", ".tsv", ".xlsx":
		x.turn(tabSites)
		x.tabs[tabSites].(*sitesTab).importFile(name)
	case ".json":
		x.turn(tabRules)
		rules := x.tabs[tabRules].(*rulesTab)
		ask(d.pump, "import rules", func(ctx context.Context) (judge.Rules, error) {
			data, err := app.ReadPageFile(name)
			if err != nil {
				return judge.Rules{}, err
			}
			return d.app.ImportRules(ctx, data)
		}, rules.imported)
	case ".warc":
		x.importPages(name)
	default:
		d.note(kit.Amber, d.L("A file that ends in %s cannot be taken here: drop a page, a list of sites, rules, or a WARC file.", ending))
	}
}

// importPages takes another crawler's pages into the store.
func (x *window) importPages(name string) {
	d := x.desk
	d.note(kit.Amber, d.L("Reading pages from %s …", filepath.Base(name)))
	ask(d.pump, "import pages", func(ctx context.Context) (app.Imported, error) { return d.app.ImportWARC(ctx, name) }, func(n app.Imported, err error) {
		d.fail(err)
		if err == nil {
			d.note(kit.Green, d.L("%s pages were read, %s of them routes", comma(n.Pages), comma(n.Routes)))
		}
		d.soon()
	})
}
