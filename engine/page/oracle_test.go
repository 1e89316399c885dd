package page

import (
	"bytes"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"xunlu/judge"
)

// oracleWords are the words of paper A's table and more of the kind, in both scripts and English.
var oracleWords = []string{
	"标题", "线路名称", "自由行", "日游", "价格", "市场价", "报价", "¥", "发团日期", "出发日期", "游玩日期", "发团时间", "行程天数",
	"提前报名", "出发城市", "出发地", "目标城市", "目的地", "交通方式", "往返交通", "线路特色", "产品特色", "行程特色", "特色介绍",
	"参考行程", "行程描述", "行程说明", "线路行程", "费用包含", "费用不包含", "费用说明", "注意事项", "预定须知", "预订须知",
	"温馨提示", "重要提示", "重要提醒", "行程备注", "线路备注", "签证", "元", "酒店", "天", "旅", "第", "价", "行程", "團", "線",
	"price", "Price", "day", "Day", "tour", "Tour", "from", "itinerary", "Itinerary", "include", "hotel", "book", "a", "e", "the",
}

type placeCounts map[judge.Place]map[string]int

// piece is a stretch of text in one place; pieces of a block lie in a row.
type piece struct {
	place judge.Place
	text  string
}

// count attributes each word of a block to the piece it starts in.
func (c placeCounts) count(block []piece) {
	var b strings.Builder
	var starts []int
	for _, p := range block {
		starts = append(starts, b.Len())
		b.WriteString(p.text)
	}
	text := b.String()
	for _, w := range oracleWords {
		for from := 0; ; {
			at := strings.Index(text[from:], w)
			if at < 0 {
				break
			}
			at += from
			k := len(starts) - 1
			for starts[k] > at {
				k--
			}
			if c[block[k].place] == nil {
				c[block[k].place] = map[string]int{}
			}
			c[block[k].place][w]++
			from = at + len(w)
		}
	}
}

// scanCounts counts the words in what Scan found.
func scanCounts(p *judge.Page) placeCounts {
	c := placeCounts{}
	var block []piece
	end := int32(0)
	for _, r := range p.Runs {
		if r.Place&(judge.URL|judge.Meta|judge.Data) != 0 {
			break
		}
		if r.Start != end {
			c.count(block)
			block = block[:0]
		}
		for k, line := range strings.Split(string(p.Text[r.Start:r.End]), "\n") {
			if k > 0 {
				c.count(block)
				block = block[:0]
			}
			block = append(block, piece{r.Place, line})
		}
		end = r.End
	}
	c.count(block)
	return c
}

// oracle walks a goquery document with the same rules.
type oracle struct {
	counts placeCounts
	block  []piece
	keep   bool // keep all pieces
	kept   []piece
}

func (o *oracle) flush() {
	if len(o.block) > 0 {
		o.counts.count(o.block)
		o.block = nil
	}
}

// foldOracle does to text what a scan does.
var foldOracle = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ", "\f", " ", "\u00A0", " ", "\x00", "")

func (o *oracle) walk(n *html.Node, place judge.Place, foreign bool) {
	if n.Type == html.TextNode {
		p := piece{place, foldOracle.Replace(n.Data)}
		o.block = append(o.block, p)
		if o.keep {
			o.kept = append(o.kept, p)
		}
		return
	}
	block := false
	if n.Type == html.ElementNode {
		tg := lookupTag([]byte(strings.ToLower(n.Data)))
		if n.Namespace == "" {
			switch tg {
			case tagScript, tagStyle, tagNoscript, tagNoframes, tagNoembed, tagIframe:
				return
			case tagFrameset:
				return
			case tagTitle:
				place = judge.Title
			}
			block = tg.is(isBlock) || tg == tagP
			if tg.is(isHeading) {
				place |= judge.Heading
			}
			if tg.is(isLabel) {
				place |= judge.TableHead
			}
		} else if hiddenForeign(tg) {
			return
		}
		if tg == tagA && hasHref(n) {
			place = place&^judge.Text | judge.Link
		}
	}
	if block {
		o.flush()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		o.walk(c, place, foreign)
	}
	if block {
		o.flush()
	}
}

func hasHref(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "href" {
			return true
		}
	}
	return false
}

// oracleCounts parses with goquery; ok is false when the parser refuses the page.
func oracleCounts(t testing.TB, src []byte) (c placeCounts, doc *goquery.Document, ok bool) {
	t.Helper()
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(src))
	if err != nil {
		return nil, nil, false
	}
	o := &oracle{counts: placeCounts{}}
	o.walk(doc.Nodes[0], judge.Text, false)
	o.flush()
	return o.counts, doc, true
}

// diff lists where two counts differ.
func (c placeCounts) diff(want placeCounts) []string {
	var out []string
	for _, place := range []judge.Place{judge.Title, judge.Text, judge.Link, judge.Heading | judge.Text, judge.Heading | judge.Link,
		judge.TableHead | judge.Text, judge.TableHead | judge.Link, judge.Heading | judge.TableHead | judge.Text,
		judge.Heading | judge.TableHead | judge.Link} {
		for _, w := range oracleWords {
			if got, want := c[place][w], want[place][w]; got != want {
				out = append(out, placeName(place)+" "+w+": scan "+itoa(got)+", goquery "+itoa(want))
			}
		}
	}
	return out
}
