package demo

import (
	"fmt"
	"strconv"
	"time"
)

// article is what a page that is neither a route nor a list says, before a design lays it out.
type article struct {
	kind   pageKind
	title  string
	date   time.Time
	author string
	source string
	blocks []block
	table  [][]string // first row is the head; price lists of hotels, tickets, visas and goods
	price  int        // shown large on things that are sold, 0 on others
}

// block is a heading, which may be empty, with its paragraphs.
type block struct {
	head  string
	paras []string
}

// article writes article n of a kind. It does not depend on the edition.
func (s *site) article(k pageKind, n int) *article {
	d := throw(s.seed, "article", s.id, int(k), n)
	f := s.filler(d, s.loc.region(d))
	a := &article{kind: k, date: s.today.AddDate(0, 0, -d.between(1, 700)), author: one(d, s.loc.pool("person")), source: s.name}
	f.fix = map[string]string{"hotel": s.hotelName(d, f.at.town)}
	switch k {
	case pkHotel:
		a.hotel(f)
	case pkTicket:
		a.ticket(f)
	case pkFaq:
		a.faq(f)
	case pkAbout:
		a.about(f, n)
	case pkCart:
		a.title = s.label("cart")
		a.blocks = []block{{"", f.several("cart.p", 3)}}
	case pkVisa:
		a.title = f.pick("visa.title")
		a.prose(f, "visa", 5)
	case pkGoods:
		a.goods(f)
	case pkThread:
		a.title = f.pick("thread.title")
		a.blocks = []block{{"", repeat(f, "thread.p", d.between(5, 14))}}
	case pkRecipe:
		a.title = f.pick("recipe.title")
		a.blocks = []block{{"用料", repeat(f, "recipe.p", 2)}, {"步骤", repeat(f, "recipe.p", 4)}, {"心得", repeat(f, "recipe.p", 2)}}
	default:
		a.story(f, k)
	}
	return a
}

// story writes guides, blogs and news; news sites write mostly of other things than travel.
func (a *article) story(f *filler, k pageKind) {
	key := map[pageKind]string{pkGuide: "guide", pkBlog: "blog", pkNews: "news"}[k]
	if k == pkNews {
		switch f.s.kind {
		case KindNews:
			if f.d.chance(80) {
				key = "gen"
			}
		case KindSport:
			key = "sport"
		}
	}
	a.title = f.pick(key + ".title")
	if key == "guide" {
		a.prose(f, key, f.d.between(5, 9))
		return
	}
	a.blocks = []block{{"", repeat(f, key+".p", f.d.between(6, 12))}}
}

// prose writes a block under each of some headings.
func (a *article) prose(f *filler, key string, heads int) {
	for _, h := range some(f.d, f.s.loc.pool(key+".h"), heads) {
		a.blocks = append(a.blocks, block{f.fill(h), repeat(f, key+".p", f.d.between(1, 4))})
	}
}

// repeat fills n phrases of a pool, going round when it has fewer.
func repeat(f *filler, key string, n int) []string {
	pool := f.s.loc.pool(key)
	order := f.d.Perm(len(pool))
	out := make([]string, n)
	for i := range out {
		out[i] = f.fill(pool[order[i%len(order)]])
	}
	return out
}

func (a *article) hotel(f *filler) {
	s := f.s
	a.title = f.fix["hotel"]
	a.prose(f, "hotel", 5)
	w := map[string][]string{
		"zh-CN": {"房型", "床型", "早餐", "价格（晚）", "标准双人间", "豪华江景房", "亲子家庭房", "双床", "大床", "含双早", "不含"},
		"zh-TW": {"房型", "床型", "早餐", "每晚房價", "標準雙人房", "豪華景觀房", "家庭四人房", "兩小床", "一大床", "含早餐", "不含"},
		"en":    {"Room", "Bed", "Breakfast", "Rate per night", "Standard twin", "River view double", "Family room", "Twin", "King", "Included", "None"},
	}[s.loc.lang]
	a.table = [][]string{w[:4]}
	rate := max(f.r.perDay*f.d.between(50, 130)/100/10*10, 20)
	a.price = rate
	for i := range 3 {
		a.table = append(a.table, []string{w[4+i], w[7+f.d.IntN(2)], w[9+f.d.IntN(2)], s.money(rate + i*rate/4)})
	}
}

func (a *article) ticket(f *filler) {
	s := f.s
	f.at = one(f.d, f.r.spots)
	f.fix["spot"], f.fix["desc"], f.fix["town"] = f.at.name, f.at.desc, f.at.town
	a.title = f.pick("ticket.title")
	a.prose(f, "ticket", 5)
	fee := f.at.ticket
	if fee == 0 {
		fee = max(f.r.perDay/6, 3)
	}
	a.price = max(fee*9/10, 2)
	w := map[string][]string{
		"zh-CN": {"票种", "门市价", "网上价", "成人票", "儿童票", "家庭套票（2大1小）"},
		"zh-TW": {"票種", "原價", "優惠價", "全票", "半票", "家庭票"},
		"en":    {"Ticket", "Gate", "Online", "Adult", "Child", "Family"},
	}[s.loc.lang]
	a.table = [][]string{w[:3]}
	for i, part := range []int{100, 50, 230} {
		a.table = append(a.table, []string{w[3+i], s.money(max(fee*part/100, 1)), s.money(max(a.price*part/100, 1))})
	}
}

func (a *article) faq(f *filler) {
	a.title = f.s.label("faq")
	q, ans := f.s.loc.pool("faq.q"), f.s.loc.pool("faq.a")
	for i := range min(len(q), len(ans)) {
		a.blocks = append(a.blocks, block{f.fill(q[i]), []string{f.fill(ans[i])}})
	}
}

func (a *article) about(f *filler, n int) {
	titles := map[string][]string{
		"zh-CN": {f.s.label("about"), "联系我们", "诚聘英才"}, "zh-TW": {f.s.label("about"), "聯絡我們", "隱私權政策"},
		"en": {f.s.label("about"), "Contact", "Terms and privacy"},
	}[f.s.loc.lang]
	a.title = titles[n%len(titles)]
	switch f.s.kind {
	case KindAgency, KindPlatform:
		a.blocks = []block{{"", f.several("about.p", 6)}, {titles[1], []string{f.s.label("phone") + "：" + f.s.phone}}}
	default:
		a.blocks = []block{{"", []string{
			fmt.Sprintf("%s创办于%d年，立足本地，面向全国，服务读者与用户。", f.s.name, f.d.between(1998, 2016)),
			"联系电话：" + f.s.phone + "，联系人：" + f.s.person + "。",
			"未经授权，任何单位和个人不得转载、摘编本站内容。广告合作请来函洽谈，价格面议。",
		}}}
	}
}

func (a *article) goods(f *filler) {
	a.title = f.pick("good")
	a.price = f.d.between(3, 60)*10 - 1
	a.blocks = []block{{"商品详情", repeat(f, "good.p", 4)}, {"买家评价", repeat(f, "good.p", 3)}}
	a.table = [][]string{{"规格", "市场价", "商城价", "库存"}}
	for _, v := range []string{"藏青", "米白", "墨绿"} {
		a.table = append(a.table, []string{v, f.s.money(a.price * 13 / 10), f.s.money(a.price), strconv.Itoa(f.d.between(2, 300))})
	}
}
