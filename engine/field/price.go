package field

import (
	"math/bits"
	"regexp"
	"strings"
)

// role is what a sum of money is for.
type role int

const (
	group role = iota - 1 // for two or more people together
	plain
	weak   // 价格, 起, /人: a price, nothing said about which
	strong // 现价, 会员价, 成人价: what one adult pays
	market // 市场价, 原价: the crossed-out one
	child  // 儿童价
	other  // deposit, single room, insurance, optional item, discount, trade price: never the price
)

// labels in front of a sum. The one that ends last wins; of two that end together, the longer one.
var labels = []roleWords{
	{market, regexp.MustCompile(`(?i)市场价|市场价格|市价|门市价?|原价|挂牌价?|面价|标价|定价|刊登价|日常价|平日价|平时价|建议售价|公布价|柜台价|专柜价|划线价|牌价|官方价|list price|\bwas\b|regular price|regular|original(?: price)?|\brrp\b|normally|market price`)},
	{child, regexp.MustCompile(`(?i)儿童|小孩|小童|孩童|婴儿|婴幼儿|幼儿|小朋友|学龄前|占床|\bchild(?:ren)?\b|\bkids?\b|\binfants?\b`)},
	{strong, regexp.MustCompile(`(?i)现价|优惠价格?|会员价|直客价|特价|特惠价?|惊爆价?|促销价|团购价|成人价?|成人票|大人价?|大人|团费|抢购价?|秒杀价?|活动价|网上价|网络价|在线价|预[订定]价|散客价|本站价|销售价|我社价|我们价|折后价?|折扣价|到手价|券后价|惠民价|体验价|尝鲜价|早鸟价|报名价|营费|跟团价|拼团价|全包价?|全含|一口价|\bnow\b|\badults?\b|our price|sale price|special price|offer price|today'?s price|discounted price`)},
	{weak, regexp.MustCompile(`(?i)价格|套餐价?|报价|售价|单价|费用|价钱|价位|起价|参考价|旅游费|人均|每人|每位|全程|总价|团队价|线路价|产品价|旅行社价|售|价|只需|仅需|仅|只要|\bprices?\b|\bfrom\b|\bcosts?\b|\brates?\b|per person|\bpp\b|starting (?:at|from)|only|\bfare\b`)},
	{other, regexp.MustCompile(`(?i)同行价|同行结算|同业价?|(?:^|[^人])同行(?:$|[:：\s])|结算价?|批发价|门市返|定金|订金|押金|预付款?|首付款?|保证金|诚意金|尾款|余款|单房差价?|单间差价?|房差|单人房差价?|补差价?|差价|补足|附加费|单人入住|保险费?|意外险|旅意险|责任险|保额|赔付|自费(?:项目|价)?|自理|另付|另收|加收|收取|门票(?:价格?)?|票价|小费|服务费|手续费|缆车费?|索道费?|电瓶车|环保车|景交|签证费用?|签证|机建|燃油(?:附加费)?|税金?|港务费|餐费|餐标|餐|升级|加价|加床|价值|赠送?|骑马|夜游|表演|退费|退还?|返还|返现|立返|(?:^|[^往])返|立减|直降|优惠(?:券)?|最高减|减免?|立省|节省|省|抵扣?|代金券|现金券|红包|满|积分|罚款|违约金|损失费?|扣|补|车费|接送|导游费|领队费|讲解费|租金|租|工本费|邮费|运费|消费|购物|奖|注册资本|低消|千古情|演出|漂流|滑雪|温泉票|游船|deposit|single supplement|supplement|surcharge|insurance|optional|\btips?\b|gratuit\w+|\bvisa\b|\bfees?\b|entrance|\bsaves?\b|\bdiscount|\bvoucher|\bworth|\bvalued?|balance|extra|\bplus\b|\badd\b|upgrade`)},
}

// tails behind a sum that say what it is for.
var tails = []roleWords{
	{group, regexp.MustCompile(`^\s?(?:元|/)+\s*[2-9两二三四五六]\s*[人大]|^\s*for (?:2|two|couple)`)},
	{child, regexp.MustCompile(`(?i)^\s?/\s*(?:每)?(?:儿童|小孩|小童|婴儿|child)|^\s?\(\s*(?:儿童|小孩|小童|婴儿|child)\s*价?\)|^\s*per child`)},
	{market, regexp.MustCompile(`(?i)^\s*[(（]\s*(?:市场价|门市价|原价|list price|was)\s*[)）]`)},
	{other, regexp.MustCompile(`(?i)^\s?\(\s*(?:单房差|定金|订金|押金|保险)\)|^\s?/\s*(?:单房差|定金|订金|押金|保险|辆|台|车|间|晚|夜|天|日|餐|桌|次|张|小时|day\b|night\b|room\b|hour\b)|^(?:以下|以内|封顶)|^(?:的?(?:优惠券|代金券|现金券|红包|积分|保险|定金|订金|押金))|^\s*(?:deposit|off\b|discount|(?:single )?supplement|cash ?back)`)},
	{strong, regexp.MustCompile(`(?i)^\s*/\s*(?:成人|大人|adult)|^\s*\(\s*(?:成人|大人|adult)\s*价?\)|^\s*per adult`)},
	{weak, regexp.MustCompile(`(?i)^\s*[/(（]?\s*(?:\d?人|每人|位|起|per person|p\.?p\b|per traveller|/-|each|a person)`)},
}

// labelSieve and tailSieve ask for all of labels and tails at once.
var (
	labelSieve = roleSieve(labels)
	tailSieve  = roleSieve(tails)
)

func roleSieve(list []roleWords) *Sieve {
	var exprs []string
	for _, l := range list {
		exprs = append(exprs, l.re.String())
	}
	return NewSieve(exprs...)
}

// roleWords are the words of a role.
type roleWords struct {
	role role
	re   *regexp.Regexp
}

// NamesChild and NamesListPrice are false for texts in which Prices finds no child's price, or no list price. They look
// for parts of the words of those labels, in either script.
func NamesChild(text string) bool { return childSieve.Candidates(text) != 0 }

// NamesListPrice is described at NamesChild.
func NamesListPrice(text string) bool { return marketSieve.Candidates(text) != 0 }

var (
	childSieve  = NewSieve(`(?i)儿|兒|孩|童|朋友|[龄齡]前|[占佔]床|child|kid|infant`)
	marketSieve = NewSieve(`(?i)[价價]|[门門]市|[挂掛]牌|was|regular|original|rrp|normally`)
)

// directLabel is a price label that stands right before a number without a currency: 市场价 3680.
var directLabel = MustPattern(`(?i)(?:价|价格|报价|团费|售价|费用|price|成人|儿童|大人|小孩|单房差|定金|订金|全含|全包|每[人位])\s*[:：]?\s*(?:约|仅|仅需|只需|from)?\s*$`)

// Prices reads what a text says about money. Fields other than those of money stay zero.
func Prices(text string) Fields {
	return prices(fold(clean(text)))
}

func prices(s string) Fields {
	var f Fields
	if mayDate(s) {
		s = blankDates(s)
	}
	if m := adultChild.FindStringSubmatch(s[adultFrom(s):]); m != nil {
		s = strings.Replace(s, m[0], "成人价:"+m[1]+" 儿童价:"+m[2]+" ", 1)
	}
	list := amounts(s)
	prev := 0
	for i := range list {
		list[i].role, prev = roleOf(s, list[i], prev)
	}
	if a, ok := choose(list); ok {
		f.Price, f.PriceHigh, f.Currency = a.lo, a.hi, a.currency
	}
	for _, a := range list {
		switch {
		case a.role == market && f.MarketPrice == 0:
			f.MarketPrice = max(a.lo, a.hi)
		case a.role == child && f.ChildPrice == 0 && a.lo >= 1:
			f.ChildPrice = a.lo
		default:
			continue
		}
		if f.Currency == "" {
			f.Currency = a.currency
		}
	}
	if f.Currency == "" && (f.Price > 0 || f.MarketPrice > 0 || f.ChildPrice > 0) && hasHan(s) {
		f.Currency = "CNY"
	}
	return f
}

// adultChild is one label over two sums: 成人价/儿童价：2980/1980.
var adultChild = MustPattern(`成人价?\s*/\s*儿童价?\s*:?\s*((?:¥|HK\$|NT\$)?\s*\d[\d,.]*)\s*元?\s*/\s*((?:¥|HK\$|NT\$)?\s*\d[\d,.]*)`)

// adultFrom is a place before which adultChild matches nothing: 成人 or 成人价 before a stroke, the end when there is none.
func adultFrom(s string) int {
	for at := 0; ; {
		i := strings.Index(s[at:], "成人")
		if i < 0 {
			return len(s)
		}
		rest := strings.TrimPrefix(s[at+i+len("成人"):], "价")
		if rest = rest[skipBlank(rest, 0):]; strings.HasPrefix(rest, "/") {
			return at + i
		}
		at += i + len("成人")
	}
}

// mayDate is false for texts in which blankDates finds nothing: it wants 年, 月, a dash, a stroke or a point behind a
// digit and before another one, white space aside.
func mayDate(s string) bool {
	for i := 0; i+3 < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		j := i + 1
		for j < len(s) && (s[j] == ' ' || s[j] >= '\t' && s[j] <= '\r') {
			j++
		}
		if j < len(s) && (s[j] == '-' || s[j] == '/' || s[j] == '.' && i >= 3 && s[i-1] >= '0' && s[i-1] <= '9' && s[i-2] >= '0' && s[i-2] <= '9' || strings.HasPrefix(s[j:], "年") || strings.HasPrefix(s[j:], "月")) {
			return true
		}
	}
	return false
}

// choose picks what one adult pays: a sum that says so, else one labelled as a price, else the first of the rest. Of
// several that say so the lowest counts, unless it is too small to be the same kind of thing.
func choose(list []amount) (amount, bool) {
	var best amount
	for want := strong; want >= group; want-- {
		top := 0.0
		for _, a := range list {
			if a.role == want {
				top = max(top, a.lo)
			}
		}
		for _, a := range list {
			if a.role != want || a.lo < top/5 && want == strong {
				continue
			}
			if best.lo == 0 || want == strong && a.lo < best.lo && a.currency == best.currency {
				best = a
			}
		}
		if best.lo > 0 {
			return best, true
		}
	}
	return best, false
}

// roleOf looks at the words in front of a sum, back to where those of the sum before it end, and at those right behind
// it. end is where the words of this sum end.
func roleOf(s string, a amount, prev int) (r role, end int) {
	tail := head(s[a.end:], 64)
	behind := tailSieve.Candidates(tail)
	for open := behind; open != 0; open &= open - 1 {
		t := tails[bits.TrailingZeros64(open)]
		if t.role == weak {
			continue
		}
		if loc := t.re.FindStringIndex(tail); loc != nil {
			return t.role, a.end + loc[1]
		}
	}
	ctx, above := contextBefore(s[prev:a.start])
	got, last, length := plain, -1, 0
	for open := labelSieve.Candidates(ctx); open != 0; open &= open - 1 {
		l := labels[bits.TrailingZeros64(open)]
		for _, loc := range l.re.FindAllStringIndex(ctx, -1) {
			if above && labelRest.ReplaceAllString(ctx[loc[1]:], "") != "" {
				continue // a line above is a label only when it ends as one
			}
			if loc[1] > last || loc[1] == last && loc[1]-loc[0] > length {
				got, last, length = l.role, loc[1], loc[1]-loc[0]
			}
		}
	}
	if got == weak && childOrOther(ctx, last) {
		return child, a.end
	}
	if got == plain {
		for open := behind; open != 0; open &= open - 1 {
			t := tails[bits.TrailingZeros64(open)]
			if loc := t.re.FindStringIndex(tail); loc != nil {
				return t.role, a.end + loc[1]
			}
		}
	}
	return got, a.end
}

// labelRest may follow the word of a label: a colon, an age or a height in brackets, an age in English.
var labelRest = MustPattern(`(?i)\([^)]*\)|不?占床|不含床|加床|[ :*]|under \d+|\d+\s*-\s*\d+|years?|yrs|aged?`)

// childOrOther is true for 儿童(1.2米以下)价格: the weak label belongs to a child's word shortly before it.
func childOrOther(ctx string, end int) bool {
	head := lastRunes(ctx[:end], 12)
	if labelSieve.Candidates(head)&(1<<1) == 0 {
		return false
	}
	locs := labels[1].re.FindAllStringIndex(head, -1)
	if locs == nil {
		return false
	}
	rest := head[locs[len(locs)-1][1]:]
	return !labels[2].re.MatchString(rest) && !strings.ContainsAny(rest, ";；。!")
}

// contextBefore cuts the words that can be about a sum: its own clause, or the short line above when the sum begins a
// line (labels and values often stand in cells of their own); above says that it is that line.
func contextBefore(s string) (ctx string, above bool) {
	if i := strings.LastIndexAny(s, ";；。!！?？|"); i >= 0 {
		s = s[i+1:]
	}
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		line := s[i+1:]
		if strings.Trim(line, " :：\n(（") != "" {
			return lastRunes(line, 24), false
		}
		label := strings.TrimRight(s[:i], " \n")
		if j := strings.LastIndexByte(label, '\n'); j >= 0 {
			label = label[j+1:]
		}
		if len([]rune(label)) > 14 {
			return "", true
		}
		return label, true
	}
	return lastRunes(s, 24), false
}

func hasHan(s string) bool {
	for _, r := range s {
		if r >= 0x3400 && r <= 0x9fff {
			return true
		}
	}
	return false
}
