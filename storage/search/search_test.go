package search

import (
	"testing"

	"xunlu/storage"
)

// open makes an index in a new folder and puts routes with these titles into it, ids from 1.
func open(t testing.TB, places Places, titles ...string) *Index {
	t.Helper()
	x, err := Open(t.TempDir(), places)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	var routes []storage.Route
	for i, title := range titles {
		routes = append(routes, storage.Route{ID: uint64(i + 1), Title: title})
	}
	if len(routes) > 0 {
		if err := x.Apply(routes, nil, 1); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// find gives the ids a query finds, best first.
func find(t testing.TB, x *Index, q Query) []uint64 {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 1000
	}
	res, err := x.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %+v: %v", q, err)
	}
	var ids []uint64
	for _, h := range res.Hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestSmallQueries(t *testing.T) {
	tests := []struct {
		name   string
		titles []string
		query  string
		want   int
	}{
		{"one character", []string{"泸沽湖四日游", "海南五日游"}, "湖", 1},
		{"one character at the start", []string{"泸沽湖四日游", "海南五日游"}, "海", 1},
		{"before punctuation 黄龙", []string{"途经九寨、黄龙。入住成都，游览峨眉、乐山。"}, "黄龙", 1},
		{"before punctuation 成都", []string{"途经九寨、黄龙。入住成都，游览峨眉、乐山。"}, "成都", 1},
		{"before punctuation 峨眉", []string{"途经九寨、黄龙。入住成都，游览峨眉、乐山。"}, "峨眉", 1},
		{"before punctuation 乐山", []string{"途经九寨、黄龙。入住成都，游览峨眉、乐山。"}, "乐山", 1},
		{"inside a word 旅行社", []string{"南山国际旅行社新马泰专线"}, "旅行社", 1},
		{"inside a word 国际", []string{"南山国际旅行社新马泰专线"}, "国际", 1},
		{"inside a word 新马泰", []string{"南山国际旅行社新马泰专线"}, "新马泰", 1},
		{"inside a word 马泰", []string{"南山国际旅行社新马泰专线"}, "马泰", 1},
		{"not the other south", []string{"云南六日游", "海南六日游"}, "云南", 1},
		{"a name across two others", []string{"上海南京双城三日游", "海南环岛游"}, "海南", 1},
		{"stays are one", []string{"桂林六日游", "桂林6日游", "桂林6天", "桂林６日", "桂林7日"}, "桂林6日", 4},
		{"stays in English", []string{"Guilin 6-day tour", "Guilin six days", "Guilin 6D5N", "Guilin day 6"}, "六天", 3},
		{"words without a space", []string{"张家界森林公园、万福温泉三日", "张家界玻璃桥", "从化温泉"}, "张家界温泉", 1},
		{"words without a space, one with", []string{"亲子温泉二日", "温泉酒店亲子三日", "亲子研学", "温泉养生", "温泉美食", "亲子营"}, "亲子温泉", 2},
		{"a name is not taken apart", []string{"玉龙雪山一日", "遇龙河与雪山二日"}, "玉龙雪山", 1},
		{"characters to letters", []string{"Tengchong hot springs", "Dali old town"}, "腾冲", 1},
		{"traditional", []string{"桂林陽朔四日遊", "桂林阳朔四日游"}, "阳朔四日游", 2},
		{"simplified", []string{"桂林陽朔四日遊", "桂林阳朔四日游"}, "陽朔四日遊", 2},
		{"minus", []string{"云南购物团", "云南纯玩团"}, "云南 -购物", 1},
		{"full-width minus", []string{"云南购物团", "云南纯玩团"}, "云南 －购物", 1},
		{"phrase", []string{"great wall tour", "wall of great art"}, `"great wall"`, 1},
		{"typing mistake", []string{"Guilin tour", "Dalian tour"}, "Guilni", 1},
		{"all words", []string{"丽江大理", "丽江", "大理"}, "大理 丽江", 1},
		{"pinyin", []string{"桂林山水", "黄山"}, "guilin", 1},
	}
	for _, test := range tests {
		for _, dict := range []struct {
			name   string
			places Places
		}{{"dictionary", newAtlas()}, {"none", nil}} {
			t.Run(test.name+"/"+dict.name, func(t *testing.T) {
				if dict.places == nil && test.name == "a name across two others" {
					return // this is what the dictionary is for
				}
				x := open(t, dict.places, test.titles...)
				if got := find(t, x, Query{Text: test.query}); len(got) != test.want {
					t.Errorf("%s found %v, want %d", test.query, got, test.want)
				}
			})
		}
	}
}
