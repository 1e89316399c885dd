//go:build !headless

package ui

import (
	"testing"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

const tourPage = `<html><head><title>桂林阳朔四日游</title></head><body><h1>桂林阳朔四日游</h1><p>价格：¥1280起/人</p>
<h2>行程安排</h2><p>第1天 桂林</p><p>第2天 阳朔</p><p>第3天 龙胜</p><p>第4天 返程</p><h2>费用包含</h2><p>住宿、用餐</p><h2>费用不含</h2><p>单房差</p></body></html>`

// TestPresenterBuildsTheSum: the shown sum is that of the factors up to now, and at the end the page's score.
func TestPresenterBuildsTheSum(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "zh", kit.Light, firstWidth, firstHeight)
	x.turn(tabPreview)
	tab := x.tabs[tabPreview].(*previewTab)
	tab.present()
	if x.desk.win.Canvas().Overlays().Top() != nil {
		t.Fatal("there is nothing to present yet")
	}
	tab.open(app.PreviewSource{HTML: tourPage})
	if tab.page == nil || len(tab.page.Verdict.Reasons) < 3 {
		t.Fatalf("judged %+v", tab.page)
	}
	p := newPresenter(tab)
	p.reset()
	if got := p.sum.Value(); got != "W = 0.00" {
		t.Errorf("begins with %q", got)
	}
	sum := 0.0
	for i, part := range p.parts[:len(p.parts)-1] {
		p.step()
		sum += part.Value
		if want := "W = " + kit.Decimal(sum, 2); p.sum.Value() != want {
			t.Fatalf("after %d factors %q, want %q", i+1, p.sum.Value(), want)
		}
		if p.what.Value() != "" {
			t.Error("the verdict is told before the end")
		}
	}
	p.step()
	v := tab.page.Verdict
	if want := "W = " + kit.Decimal(v.Score, 2); p.sum.Value() != want {
		t.Errorf("ends with %q, want %q", p.sum.Value(), want)
	}
	if p.what.Value() == "" || p.next.Enabled() {
		t.Error("the end does not tell the verdict")
	}
	tab.present()
	shot(t, x, "present")
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
