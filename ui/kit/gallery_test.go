//go:build !headless

package kit

import (
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// shot renders an object in the given mode; with XUNLU_SHOTS set it also writes a picture there to be looked at.
func shot(t *testing.T, name string, mode Mode, w, h float32, build func() fyne.CanvasObject) {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(NewTheme(mode))
	win := test.NewTempWindow(t, NewGround(build()))
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	if m := win.Content().MinSize(); m.Width > w || m.Height > h {
		t.Errorf("%s wants %v, more than %v × %v", name, m, w, h)
	}
	img := win.Canvas().Capture()
	dir := os.Getenv("XUNLU_SHOTS")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+"-"+string(mode)+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

func gallery() fyne.CanvasObject {
	wave := make([]float64, 60)
	for i := range wave {
		wave[i] = 10 + 4*math.Sin(float64(i)/4) + float64(i%5)
	}
	chart := NewChart(200, 120)
	chart.Set(true, []string{"−30 分", "−20", "−10", "现在"}, Series{wave, Blue}, Series{wave[20:], Green})
	spark := NewPlot(120, 40)
	spark.Set(0, 30, Series{wave, Green})
	hist := NewHistogram()
	hist.Set([]int{3, 40, 90, 120, 70, 50, 20, 9, 12, 30, 44, 20, 9, 2}, -0.5, 3, 1, 0.2)
	hist.Say("阈值 1.00", "其他 41,371", "线路页 6,842")
	conf := NewConfusion("标为线路", "标为其他")
	conf.Set([4]Cell{{"486", "判对", Green}, {"31", "误判", Red}, {"44", "漏判", Red}, {"1,439", "判对", Grey}})
	parts := NewParts()
	parts.Set([]Part{{"费用", "“费用包含” 正文 ×2", 0.52, 2}, {"签证", "“签证” 正文 ×1", -0.06, 2}, {"新闻用语", "“责任编辑” 正文 ×1", -0.22, 2}})
	bar := NewScoreBar()
	bar.Set(Score{1.86, 1, 0.12, 3, Green, "0", "阈值 1.00", "3.0"})
	yes := NewButton(OnGood, "check", "是线路页", nil)
	banner := NewBanner(Grow(bar), yes, NewButton(Outline, "cross", "不是", nil))
	banner.Set(Green, "check", "线路页", "按内容判别 · 规则 paper 第 7 版")
	grey := NewBanner(Space(), NewButton(Outline, "cross", "不是", nil))
	grey.Set(Grey, "cross", "不是线路页", "按内容判别 · 规则 paper 第 7 版")
	page := NewPage()
	page.Set([]Para{{Text: "雪山古镇五日自由行（含往返机票）", Bold: true, Spans: []Span{{18, 27, Amber}}},
		{Text: "第 1 天　桂川 → 云港。下午航班，专车接机，入住古镇客栈。晚间可自行前往四方街，品尝铜锅。價格說明：旅遊行程… · Departures daily from Guilin, with lunch", Spans: []Span{{12, 18, Red}}}})
	search := NewSearch("按名称或网址查找", 120)
	wrong := NewField("", 100)
	wrong.Set("^/ticket/(")
	wrong.Wrong(true)
	weight := NewWeight(1, 0.01)
	weight.Set(-0.3)
	slider := NewSlider(0, 10, 1)
	slider.Set(4)
	on, toggle := NewCheck("遵守 robots", nil), NewToggle("", nil)
	on.Set(true)
	toggle.Set(true)
	rng := NewRange()
	rng.Set([]int{1, 4, 9, 7, 3, 2, 1}, 0, 9000, 1500, 5000)
	states := []fyne.CanvasObject{}
	for s := Crawling; s < Blank; s++ {
		states = append(states, NewShape(s))
	}
	tabs := NewSubTabs([]string{"范围", "模板", "限制"}, true, nil)
	table := NewTable(TableOptions{Columns: []Column{{Title: "站点", Width: 80, Grow: 1}, {Title: "线路", Width: 60, Number: true, Sort: true}},
		RowHeight: 34, SortBy: 1, Descending: true, RoundTop: true,
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{Strong("", SizeBody).Shorten(20), NewText("").Right()}
		},
		Fill: func(i int, c []fyne.CanvasObject) {
			c[0].(*Text).Set("云岭假期 Yunling")
			c[1].(*Text).Set(Comma(int64(1234 * (i + 1))))
		}, Key: func(i int) string { return Comma(int64(i)) }})
	table.SetCount(30)
	table.Select("1")
	marked := NewMarked(14, true)
	marked.Set("云岭古镇 + 蓝月雪山六日纯玩团", []Span{{6, 12, Amber}}, Ink)
	controls := Col(8,
		Row(8, NewButton(Filled, "plus", "主要", nil), NewButton(Outline, "import", "次要", nil), NewButton(Ghost, "undo", "轻", nil), IconButton("refresh", "x", nil), LinkButton("更改", nil)),
		Row(8, NewSegment([]string{"5 分", "30 分", "24 时"}, nil), NewChip("已选", true, nil), NewChip("未选", false, nil), toggle, on),
		Row(8, Grow(search), wrong, NewSelect([]string{"最相关优先"}, 120, nil)),
		Row(8, NewBadge("新", Blue), NewBadge("降 ¥300", Green), NewBadge("涨 ¥200", Amber), NewBadge("已消失", Grey), NewBadge("失败", Red)),
		Row(8, Grow(slider), Grow(weight), Grow(NewMeterAt(0.6))), Row(6, states...), tabs, rng, marked)
	left := Col(CardGap, Card(Pad(controls, 12, 12, 12, 12)), Card(Col(0, CardHead(Strong("每秒页面", 13), Hint("近 5 分")), Pad(Fixed(chart, 0, 140), 12, 0, 12, 10))), Card(Fixed(table, 0, 150)))
	right := Col(CardGap, Card(Pad(Fixed(hist, 0, 150), 12, 12, 12, 8)), Card(Pad(conf, 12, 10, 12, 12)), Card(Pad(parts, 12, 6, 12, 6)), Card(Pad(Fixed(page, 0, 120), 12, 8, 12, 8)))
	cols := Across(CardGap, Grow(left), Grow(right))
	status := NewStatusBar("页面", "线路", "速度")
	status.Set(Crawling, "正在抓取 · 2 个节点", "2 个站点在等抓取间隔", []string{"48,213", "6,842", "12.4"}, true, "可以安全关闭")
	top := TopBar("寻路", NewTabs([]string{"站点", "节点", "规则", "预览", "线路"}, nil), NewButton(Outline, "pause", "暂停抓取", nil), IconButton("settings", "", nil))
	return Col(0, top, Grow(Pad(Col(CardGap, banner, grey, cols), 12, 12, 12, 12)), status.CanvasObject)
}

// NewMeterAt is a meter at a value.
func NewMeterAt(v float64) *Meter {
	m := NewMeter(60, 6, Blue)
	m.Set(v, Blue)
	return m
}

func TestGallery(t *testing.T) {
	for _, mode := range []Mode{Light, Dark} {
		shot(t, "gallery", mode, 1280, 940, gallery)
	}
}
