package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"xunlu/storage"
)

// inventedRoutes makes n routes in the wording of real ones, always the same.
func inventedRoutes(n int) []storage.Route {
	rnd := rand.New(rand.NewPCG(1, 2))
	a := newAtlas()
	var towns []string
	for name, parent := range a.parent {
		if parent != "" && parent != "中国" {
			towns = append(towns, name)
		}
	}
	slices.Sort(towns)
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	routes := make([]storage.Route, n)
	for i := range routes {
		days := 1 + rnd.IntN(12)
		to := []string{pick(towns...), pick(towns...)}
		from := pick("北京", "上海", "广州", "深圳", "成都", "杭州", "武汉", "西安")
		r := storage.Route{
			ID: uint64(i + 1), Site: fmt.Sprintf("site%d", rnd.IntN(60)), From: from, To: to, Days: days, Nights: days - 1,
			Price: float64(200 + rnd.IntN(15000)), State: storage.RouteState(pick("new", "unchanged", "changed", "gone")),
			Transport: pick("flight", "train", "coach", "flight/train", ""), Agency: pick("青松旅行社", "远山国旅", "蓝帆旅游", "四方旅行社"),
			First: time.Unix(1_700_000_000+int64(rnd.IntN(50_000_000)), 0),
			Dates: []string{fmt.Sprintf("2026-%02d-%02d", 1+rnd.IntN(12), 1+rnd.IntN(28))},
		}
		r.Title = fmt.Sprintf("<%s>%s-%s%s%s%d日游 %s %s", pick("臻享", "漫步", "乐游", "醉美", "暑期"), to[0], to[1],
			pick("古镇", "温泉", "雪山", "海岛", "草原", "峡谷"), pick("亲子", "休闲", "摄影", "双飞", "高铁"), days,
			pick("纯玩无购物", "四星住宿", "赠送夜游", "升级一晚五星"), pick("天天发团", "周末出发", "品质小团", ""))
		for d := range days {
			r.Itinerary = append(r.Itinerary, storage.Day{
				N: d + 1, Title: fmt.Sprintf("%s—%s", pick(towns...), pick(towns...)),
				Text: strings.Join([]string{"早餐后乘车前往", pick(towns...), pick("游览", "远观", "漫步"),
					pick("老街，自由品尝当地小吃。", "国家森林公园，含环保车。", "湖边栈道，欣赏日落。", "民俗村，了解当地风情。"),
					"晚餐后入住酒店休息，", pick("可自费观看演出。", "自由活动。", "可前往夜市。")}, ""),
			})
		}
		routes[i] = r
	}
	return routes
}

// BenchmarkIndex prints routes a second and bytes a route.
func BenchmarkIndex(b *testing.B) {
	routes := inventedRoutes(20_000)
	for b.Loop() {
		x, err := Open(b.TempDir(), newAtlas())
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; i < len(routes); i += 500 {
			if err := x.Apply(routes[i:i+500], nil, uint64(i+500)); err != nil {
				b.Fatal(err)
			}
		}
		size, err := x.Size()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(size)/float64(len(routes)), "B/route")
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(routes)*b.N)/b.Elapsed().Seconds(), "routes/s")
}

// BenchmarkSearch prints the times of queries over 100,000 routes.
func BenchmarkSearch(b *testing.B) {
	dir := b.TempDir()
	x, err := Open(dir, newAtlas())
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	routes := inventedRoutes(100_000)
	made := time.Since(start)
	for i := 0; i < len(routes); i += 500 {
		if err := x.Apply(routes[i:i+500], nil, uint64(i+500)); err != nil {
			b.Fatal(err)
		}
	}
	took := time.Since(start) - made
	size, err := x.Size()
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("100,000 routes: %.0f/s, %d MB", 100_000/took.Seconds(), size>>20)
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	start = time.Now()
	if x, err = Open(dir, newAtlas()); err != nil {
		b.Fatal(err)
	}
	b.Logf("opened in %v", time.Since(start).Round(time.Millisecond))
	texts := []string{"云南", "丽江 古镇", "张家界温泉", "桂林6日", "guilin", "三亚亲子", "gl", "温泉 -购物", "湖", "北京出发 云南", "gulin", "\"雪山亲子\""}
	for _, kind := range []string{"plain", "full"} {
		b.Run(kind, func(b *testing.B) {
			var times []time.Duration
			for i := 0; b.Loop(); i++ {
				q := Query{Text: texts[i%len(texts)], Limit: 50}
				if kind == "full" {
					q.DaysMin, q.DaysMax, q.PriceMin, q.PriceMax = 3, 8, 500, 9000
					q.Site, q.Sort, q.Facets = "", SortPrice, true
					if i%3 == 0 {
						q.Text = ""
					}
				}
				res, err := x.Search(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				times = append(times, res.Took)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
}
