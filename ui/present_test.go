//go:build !headless

package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

const tourPage = `<html><head><title>桂林阳朔四日游</title></head><body><h1>桂林阳朔四日游</h1><p>价格：¥1280起/人</p>
<h2>行程安排</h2><p>第1天 桂林</p><p>第2天 阳朔</p><p>第3天 龙胜</p><p>第4天 返程</p><h2>费用包含</h2><p>住宿、用餐</p><h2>费用不含</h2><p>单房差</p></body></html>`

// TestPresenterBuildsTheSum: the shown sum is that of the factors up to now, and at the end the page's score. It needs no network and no
// data, and one click leads back to the start.
func TestPresenterBuildsTheSum(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "zh", kit.Light, firstWidth, firstHeight)
	x.turn(tabPreview)
	x.tabs[tabPreview].(*previewTab).present()
	sheet, ok := x.desk.win.Canvas().Overlays().Top().(*kit.Sheet)
	if !ok {
		t.Fatal("no presenter")
	}
	shot(t, x, "present-start")
	sheet.Close()
	p := newPresenter(x.desk, nil)
	p.sheet = sheet
	p.begin()
	labels := map[judge.Label]int{}
	for i := range p.pages {
		p.show(i)
		s := p.stage
		labels[s.page.Verdict.Label]++
		if got := s.sum.Value(); got != "W = 0.00" {
			t.Errorf("page %d begins with %q", i+1, got)
		}
		sum := 0.0
		for k, part := range s.parts[:max(0, len(s.parts)-1)] {
			p.key(&fyne.KeyEvent{Name: fyne.KeyRight})
			sum += part.Value
			if want := "W = " + kit.Decimal(sum, 2); s.sum.Value() != want {
				t.Fatalf("page %d after %d factors: %q, want %q", i+1, k+1, s.sum.Value(), want)
			}
			if s.what.Value() != "" {
				t.Error("the verdict is told before the end")
			}
		}
		p.key(&fyne.KeyEvent{Name: fyne.KeyEnd})
		if want := "W = " + kit.Decimal(s.page.Verdict.Score, 2); s.sum.Value() != want || s.what.Value() == "" || s.next.Enabled() {
			t.Errorf("page %d ends with %q %q, want %q", i+1, s.sum.Value(), s.what.Value(), want)
		}
	}
	if labels[judge.LabelRoute] != 2 || len(p.pages) != 6 {
		t.Errorf("of %d pages %v", len(p.pages), labels)
	}
	p.key(&fyne.KeyEvent{Name: fyne.KeyHome})
	if p.hold.Objects[0] == p.stage.root {
		t.Error("Home does not lead to the start")
	}
}

func TestPastedPageFillsEveryCard(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "en", kit.Light, firstWidth, firstHeight)
	x.turn(tabPreview)
	tab := x.tabs[tabPreview].(*previewTab)
	tab.open(app.PreviewSource{HTML: tourPage})
	if tab.page.Verdict.Label != judge.LabelRoute {
		t.Errorf("judged %s with %v", tab.page.Verdict.Label, tab.page.Verdict.Score)
	}
	if len(tab.text.starts) < 8 {
		t.Errorf("%d paragraphs", len(tab.text.starts))
	}
	tab.open(app.PreviewSource{HTML: ""})
	if !x.strip.root.Visible() {
		t.Error("an empty page is judged in silence")
	}
}
