package judge

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// benchWords are 45 words as agencies use them, for the same work on both sides.
var benchWords = strings.Fields(`标题 线路名称 自由行 日游 价格 市场价 报价 ¥ 发团日期 出发日期 游玩日期 发团时间 行程天数 提前报名 出发城市
	出发地 目标城市 目的地 交通方式 往返交通 线路特色 产品特色 行程特色 特色介绍 参考行程 行程描述 行程说明 线路行程 费用包含 费用不包含
	费用说明 注意事项 预定须知 预订须知 温馨提示 重要提示 重要提醒 行程备注 线路备注 签证 双飞 门票 导游 成团 单房差`)

var benchPatterns = []string{`第\s*[一二三四五六七八九十\d]+\s*[天日]`, `[一二三四五六七八九十\d]+\s*[天日]\s*[一二三四五六七八九十\d]+\s*[晚夜]`,
	`(?i)\bD(?:ay)?\s*0?\d{1,2}\b`, `[费費]用(?:包含|包括|不含)`, `[元￥¥$]\s*\d[\d,]*\s*元?起|\d+\s*元?起`, `[¥￥]\s*\d|\d\s*元`, `[团團](?:费|費)`,
	`成[团團]`, `出[发發]日期|班期|[团團]期`, `[预預][订訂定]`, `住宿|宿[:：]|入住`, `用餐|餐[:：]|早餐`, `[导導](?:游|遊)`, `[门門]票`, `保[险險]`, `(?i)per\s+person`,
	`(?i)\bitinerary\b`, `自(?:费|費)|自理`, `[购購]物(?:店|站)`, `[双雙单單](?:飞|飛|卧|臥)`, `小[编編]|[笔筆]者`, `[记記]者`, `[来來]源[:：]`, `[签簽][证證]`,
	`(?:立即|在线)(?:预订|报名)`, `旅行社(?:责任|責任)`, `[单單](?:房|間)差`, `抵[达達]|前往|返回`, `(?i)book (?:now|this)`, `[酒旅]店|[宾賓][馆館]`}

// benchPage is about 44 KB of text like a page's: short labels, menus, paragraphs, few hits among many characters.
func benchPage() *Page {
	rng := rand.New(rand.NewPCG(7, 7))
	var parts []part
	size := 0
	for size < 44<<10 {
		var b strings.Builder
		for range 2 + rng.IntN(60) {
			if rng.IntN(14) == 0 {
				b.WriteString(benchWords[rng.IntN(len(benchWords))])
			}
			if rng.IntN(20) == 0 {
				fmt.Fprintf(&b, " %d ", rng.IntN(5000))
			}
			b.WriteRune(rune(0x4e00 + rng.IntN(3000)))
		}
		place := Text
		if rng.IntN(3) == 0 {
			place = Link
		}
		parts = append(parts, part{place, b.String(), true})
		size += b.Len()
	}
	return buildPage(parts...)
}

func wordRules() Rules {
	r := Rules{Name: "words", Method: Sum, Threshold: 1}
	for _, w := range benchWords {
		r.Factors = append(r.Factors, Factor{Name: w, Weight: 0.1, Words: []string{w}})
	}
	return r
}

func richRules() Rules {
	r := wordRules()
	for _, p := range benchPatterns {
		r.Factors = append(r.Factors, Factor{Name: p, Weight: 0.1, Patterns: []string{p}})
	}
	return r
}

func BenchmarkFind45Words(b *testing.B)       { benchFind(b, wordRules()) }
func BenchmarkFindWordsPatterns(b *testing.B) { benchFind(b, richRules()) }

func benchFind(b *testing.B, r Rules) {
	j := compiled(b, r)
	p := benchPage()
	b.SetBytes(int64(len(p.Text)))
	b.ReportAllocs()
	for b.Loop() {
		j.Terms().Find(p, nil)
	}
}

// The rivals get the finished text, without parsing a page: they only ask whether each term is there.
func BenchmarkRivalContains45(b *testing.B) {
	text := string(benchPage().Text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		hits := 0
		for _, w := range benchWords {
			if strings.Contains(text, w) {
				hits++
			}
		}
	}
}

func BenchmarkRivalContainsRegexp(b *testing.B) {
	text := string(benchPage().Text)
	var res []*regexp.Regexp
	for _, p := range benchPatterns {
		res = append(res, regexp.MustCompile(p))
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		hits := 0
		for _, w := range benchWords {
			hits += strings.Count(text, w)
		}
		for _, re := range res {
			hits += len(re.FindAllStringIndex(text, -1))
		}
	}
}

// BenchmarkVerdict100000 weighs the evidence of 100,000 pages again, what a dragged slider does.
func BenchmarkVerdict100000(b *testing.B) {
	j := compiled(b, richRules())
	rng := rand.New(rand.NewPCG(1, 9))
	full := j.Terms().Find(benchPage(), nil)
	pages := make([]*Evidence, 1000)
	for i := range pages {
		e := &Evidence{Set: full.Set, Features: full.Features}
		for _, c := range full.Counts {
			if rng.IntN(2) == 0 {
				e.Counts = append(e.Counts, c)
			}
		}
		pages[i] = e
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range 100000 {
			j.Verdict(pages[i%len(pages)])
		}
	}
}

func BenchmarkNewTerms(b *testing.B) {
	r := richRules()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewTerms(r); err != nil {
			b.Fatal(err)
		}
	}
}
