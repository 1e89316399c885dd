package learn_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xunlu/judge"
	"xunlu/judge/learn"
)

// excerptMark stands in every text that was made from counts. Its own factor takes up what sets these texts apart from
// whole pages, and is not shipped.
const excerptMark = "\u2063excerpt"

// excerptWeight is what a text made from counts weighs against a whole page.
const excerptWeight = 0.15

func withExcerpts(r judge.Rules) judge.Rules {
	r.Factors = append(append([]judge.Factor(nil), r.Factors...), judge.Factor{Name: "excerpt", Words: []string{excerptMark}})
	return r
}

// spellings are texts that the patterns of the columns of counts stand for; %d is counted upwards.
var spellings = map[string]string{
	"paper:价格": "价格", "paper:行程天数": "行程天数：|天数：", "paper:提前报名": "提前报名", "paper:目的地": "目的地", "paper:交通": "交通方式|往返交通",
	"paper:特色": "线路特色|行程特色", "paper:参考行程": "参考行程", "paper:注意事项": "注意事项", "paper:温馨提示": "温馨提示", "paper:备注": "行程备注",
	"T_N日游": "三日游", "N天M晚": "5天4晚", "双飞/卧": "双飞|双卧", "第N天": "第%d天", "DN/DayN": "D%d ", "行程安排/介绍/特色": "行程安排|行程特色|行程介绍",
	"费用(包含/包括/含)": "费用包含|费用包括|报价含", "费用不含": "费用不含|报价不含", "自理": "自理", "自费": "自费", "元/人": "元/人|每人300元|280元/人",
	"起价": "￥880起|580元起", "货币数": "￥300|80元", "团费": "团费", "成团": "成团", "出发": "出发", "出发日期/班期": "出发日期|班期|团期",
	"出发地": "出发地|出发城市", "报名": "报名", "预订": "预订", "集合": "集合", "航班": "航班", "住宿/宿": "入住|住宿|宿：", "用餐": "用餐|早餐",
	"导游": "导游", "门票": "门票", "保险": "保险", "单房差": "单房差", "购物店": "购物店", "景点": "景点", "旅行社责任险": "旅行社责任险",
	"签证": "签证", "客服电话": "咨询电话", "攻略": "攻略", "游记": "游记", "门票价格": "门票价格", "最佳": "最佳", "小编": "小编", "记者": "记者",
	"来源": "来源：", "办理": "办理", "材料": "材料", "怎么/如何": "怎么|如何",
}

// excerpts makes one text a row of the shared term counts: each counted pattern as often as it was counted.
func excerpts(t *testing.T, terms *judge.Terms) []learn.Sample {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), "..", "shared", "corpus", "zh-text-term-counts.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	head := strings.Split(lines[0], "\t")
	var out []learn.Sample
	for _, line := range lines[1:] {
		row := strings.Split(line, "\t")
		p := &judge.Page{Features: judge.Features{TextLen: 1000}}
		for i := 5; i < len(row); i++ {
			n, err := strconv.Atoi(row[i])
			if err != nil {
				t.Fatal(err)
			}
			spell(p, head[i], n)
		}
		write(p, excerptMark, judge.Text)
		out = append(out, learn.Sample{ID: row[0], Site: row[1], Route: row[2] == "route", Evidence: terms.Find(p, nil), Weight: excerptWeight})
	}
	return out
}

// spell writes n occurrences of a column's pattern into the page.
func spell(p *judge.Page, column string, n int) {
	texts := strings.Split(spellings[column], "|")
	place := judge.Text
	switch column {
	case "T_N日游":
		place = judge.Title
	case "第N天", "DN/DayN":
		p.Features.DaySequence = max(p.Features.DaySequence, n)
	case "货币数":
		p.Features.PriceCount = n
	}
	for k := range n {
		text := texts[k%len(texts)]
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, k+1)
		}
		if text != "" {
			write(p, text, place)
		}
	}
}

func write(p *judge.Page, text string, place judge.Place) {
	if len(p.Text) > 0 {
		p.Text = append(p.Text, '\n')
	}
	start := int32(len(p.Text))
	p.Text = append(p.Text, text...)
	p.Runs = append(p.Runs, judge.Run{Start: start, End: int32(len(p.Text)), Place: place})
}
