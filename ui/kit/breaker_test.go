//go:build !headless

package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func broken(b *breaker, s string, width float32) []string {
	var out []string
	for _, l := range b.lines(s, width) {
		out = append(out, s[l.start:l.end])
	}
	return out
}

func TestBreaker(t *testing.T) {
	themed(t)
	b := newBreaker(10, false)
	for _, c := range []struct{ name, text, want string }{
		{"hanzi break anywhere", "一二三四五六七八", "一二三四五|六七八"},
		{"a closing mark hangs", "一二三四五，六七", "一二三四五，|六七"},
		{"an opening mark goes with what follows", "一二三四（五六七", "一二三四|（五六七"},
		{"a short text stays", "一二", "一二"},
		{"nothing is one empty line", "", ""},
	} {
		if got := strings.Join(broken(b, c.text, 60), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestBreakerLosesNothing(t *testing.T) {
	themed(t)
	b := newBreaker(13, false)
	text := "第 1 天　桂林 → Yangshuo, by coach (2 hours); 含早餐、午餐。价格￥1,280起／人 https://agency.example/a/very/long/address/without/any/blank/at/all.html 完"
	for width := float32(30); width < 700; width += 37 {
		joined := strings.Join(broken(b, text, width), "")
		if strings.ReplaceAll(joined, " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Fatalf("at %v the lines are %q", width, joined)
		}
	}
}

func TestLatinWordsStayWhole(t *testing.T) {
	themed(t)
	b := newBreaker(13, false)
	for _, l := range broken(b, "Departures daily from Guilin with lunch and a guide", 150) {
		for _, w := range strings.Fields(l) {
			if !strings.Contains(" Departures daily from Guilin with lunch and a guide ", " "+w+" ") {
				t.Errorf("the word %q was cut", w)
			}
		}
	}
}

// TestLongPageKeepsFewObjects: 50 KB of text scroll with the objects of one screen.
func TestLongPageKeepsFewObjects(t *testing.T) {
	themed(t)
	page := NewPage()
	var paras []Para
	for range 400 {
		paras = append(paras, Para{Text: strings.Repeat("早餐后乘车前往漓江码头，", 4), Spans: []Span{{0, 6, Amber}}})
	}
	win := test.NewTempWindow(t, page)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(500, 600))
	page.Set(paras)
	if n := len(page.sheet.draw()); n > 300 {
		t.Errorf("%d objects for one screen", n)
	}
	if page.height < 400*20 {
		t.Errorf("the page is only %v high", page.height)
	}
	page.Reveal(300, 0)
	if page.scroll.Offset.Y < 1000 {
		t.Errorf("paragraph 300 was not scrolled to: %v", page.scroll.Offset)
	}
}

func TestPieces(t *testing.T) {
	p := Para{Text: "0123456789", Spans: []Span{{2, 4, Amber}, {3, 6, Red}, {8, 20, Red}}}
	var got []string
	for _, s := range pieces(p, 1, 9) {
		got = append(got, p.Text[s.Start:s.End])
	}
	if want := "1|23|45|67|8"; strings.Join(got, "|") != want {
		t.Errorf("pieces %v, want %s", got, want)
	}
}

func TestProseHeightFollowsItsWidth(t *testing.T) {
	themed(t)
	p := NewProse("一二三四五六七八九十一二三四五六七八九十", 10, Ink)
	wide, narrow := p.HeightFor(220), p.HeightFor(60)
	if wide != 15 || narrow < 4*15 {
		t.Errorf("heights %v and %v", wide, narrow)
	}
	p.MaxRows = 2
	p.width = 0
	if h := p.HeightFor(60); h != 30 {
		t.Errorf("two rows are %v high", h)
	}
}
