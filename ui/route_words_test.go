//go:build !headless

package ui

import (
	"slices"
	"testing"
	"time"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

func spoken(t *testing.T, lang string) *words {
	t.Helper()
	w, err := newWords(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestRouteWords(t *testing.T) {
	r := &storage.Route{From: "桂林", To: []string{"昆明", "大理", "丽江", "香格里拉"}, Days: 6, Nights: 5, Transport: "flight/train",
		Dates: []string{"2026-12-05", "2026-12-12", "2026-12-19"}, Weekly: []string{"MO", "FR"}}
	zh, en := spoken(t, "zh"), spoken(t, "en")
	for got, want := range map[string]string{
		zh.way(r):           "桂林 → 昆明、大理、丽江 · 6 天 5 晚 · 飞机 / 火车",
		en.way(r):           "桂林 → 昆明, 大理, 丽江 · 6 days 5 nights · flight / train",
		zh.departures(r, 2): "每周一、周五、12-05、12-12、另 1 个",
		en.departures(&storage.Route{Daily: true}, 2): "daily",
		zh.way(&storage.Route{Days: 1}):               "1 天",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestPricesAndBadges(t *testing.T) {
	w := spoken(t, "zh")
	change := func(old string) storage.Change { return storage.Change{Field: "price", Old: old} }
	r := &storage.Route{Price: 2680, History: []storage.Change{change("3180"), {Field: "title", Old: "x"}, change("2980")}}
	if got := prices(r); !slices.Equal(got, []float64{3180, 2980, 2680}) {
		t.Errorf("prices %v", got)
	}
	for _, c := range []struct {
		r    storage.Route
		want string
		tone kit.Tone
	}{
		{*r, "降 ¥300", kit.Green},
		{storage.Route{Price: 4260, History: []storage.Change{change("4060")}}, "涨 ¥200", kit.Amber},
		{storage.Route{Price: 1, State: storage.RouteGone}, "已消失", kit.Grey},
		{storage.Route{Price: 1, State: storage.RouteChanged}, "已变更", kit.Amber},
		{storage.Route{Price: 1, State: storage.RouteNew}, "", kit.Grey},
	} {
		if got, tone := w.routeBadge(&c.r); got != c.want || tone != c.tone {
			t.Errorf("badge %q %v, want %q %v", got, tone, c.want, c.tone)
		}
	}
}

func TestPriceLineFollowsTime(t *testing.T) {
	first := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return first.AddDate(0, 0, n) }
	r := &storage.Route{Price: 100, First: first, History: []storage.Change{{At: day(2), Field: "price", Old: "300"}, {At: day(3), Field: "price", Old: "200"}}}
	if got := priceLine(r, day(4), 5); !slices.Equal(got, []float64{300, 300, 200, 100, 100}) {
		t.Errorf("line %v", got)
	}
}

func TestFormats(t *testing.T) {
	w := spoken(t, "en")
	now := time.Date(2026, 11, 30, 15, 4, 0, 0, time.Local)
	for got, want := range map[string]string{
		comma(48213): "48,213", comma(-1500): "−1,500", signedCount(7): "+7", percent(0.1419, 1): "14.2%", rate(12.44): "12.4", rate(312.6): "313",
		bytesText(612 << 20): "612 MB", bytesText(3 << 29): "1.5 GB", money(2680, "CNY"): "¥2,680", money(0, "CNY"): missing,
		money(99.5, "USD"): "$99.50", money(41800, "TWD"): "NT$41,800", shortURL("http://a.example/"): "a.example",
		w.ago(time.Time{}, now): "never", w.ago(now.Add(-8*time.Second), now): "8 s ago", w.ago(now.Add(-3*time.Hour), now): "today 12:04",
		w.ago(now.Add(-20*time.Hour), now): "yesterday 19:04", w.ago(now.Add(-72*time.Hour), now): "3 days ago",
		w.lasting(20 * time.Millisecond): "0.02 s", w.lasting(200 * time.Minute): "3 h 20 min",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestMarksInRunesBecomeBytes(t *testing.T) {
	title := "雪山古镇5日游"
	spans := spansOf(title, []app.Span{{Start: 2, End: 4}, {Start: 4, End: 6}, {Start: 5, End: 99}})
	if len(spans) != 2 || title[spans[0].Start:spans[0].End] != "古镇" || title[spans[1].Start:spans[1].End] != "5日" {
		t.Errorf("spans %v", spans)
	}
}
