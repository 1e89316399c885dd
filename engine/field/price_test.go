package field

import "testing"

func TestPrices(t *testing.T) {
	tests := []struct {
		text  string
		price float64
		code  string
		high  float64
		list  float64 // market price
		child float64
	}{
		{text: "１２８０元／人", price: 1280, code: "CNY"},
		{text: "價格：2,980 元/位起", price: 2980, code: "CNY"},
		{text: "團費：NT$25,900起", price: 25900, code: "TWD"},
		{text: "售價新臺幣25900元", price: 25900, code: "TWD"},
		{text: "HK$4,299起", price: 4299, code: "HKD"},
		{text: "港幣3980元/人", price: 3980, code: "HKD"},
		{text: "人民币叁仟陆佰元整", price: 3600, code: "CNY"},
		{text: "两千八百八十元/人", price: 2880, code: "CNY"},
		{text: "三千九百八元", price: 3980, code: "CNY"},
		{text: "2.5万元/人", price: 25000, code: "CNY"},
		{text: "1万2千元", price: 12000, code: "CNY"},
		{text: "￥3680-4280/人", price: 3680, high: 4280, code: "CNY"},
		{text: "3680元至4280元/人", price: 3680, high: 4280, code: "CNY"},
		{text: "3680～4280元", price: 3680, high: 4280, code: "CNY"},
		{text: "US$1,299 - US$1,599", price: 1299, high: 1599, code: "USD"},
		{text: "原价：3980元，特价：2980元", price: 2980, list: 3980, code: "CNY"},
		{text: "門市價 NT$32,000 優惠價 NT$28,900", price: 28900, list: 32000, code: "TWD"},
		{text: "市场价：￥5680  会员价：￥4980  儿童价：￥3280", price: 4980, list: 5680, child: 3280, code: "CNY"},
		{text: "成人2980元 儿童1980元", price: 2980, child: 1980, code: "CNY"},
		{text: "儿童（1.2米以下）980元/人，成人1580元/人", price: 1580, child: 980, code: "CNY"},
		{text: "定金500元，团费4680元", price: 4680, code: "CNY"},
		{text: "含旅行社责任险（保额10万元），报价2380元", price: 2380, code: "CNY"},
		{text: "2380元/人 单房差480元 保险10元", price: 2380, code: "CNY"},
		{text: "自费项目：丽江千古情280元/人，玉龙雪山大索道180元/人"},
		{text: "立减200元"},
		{text: "满3000元减200元"},
		{text: "优惠100元/人"},
		{text: "小费10美元/天"},
		{text: "价格请电询 0871-65550123"},
		{text: "价格：13800138000"},
		{text: "报价：待定"},
		{text: "电话4008001234"},
		{text: "网址 www.example.com/line/128045.html"},
		{text: "海拔4000米"},
		{text: "8折优惠"},
		{text: "from $1,299 per person", price: 1299, code: "USD"},
		{text: "Price: USD 2,450 pp", price: 2450, code: "USD"},
		{text: "was $1,599 now $1,299", price: 1299, list: 1599, code: "USD"},
		{text: "€1.299 p.p.", price: 1299, code: "EUR"},
		{text: "1.299,00 € per person", price: 1299, code: "EUR"},
		{text: "£899pp", price: 899, code: "GBP"},
		{text: "JPY 98,000", price: 98000, code: "JPY"},
		{text: "98000日元/人", price: 98000, code: "JPY"},
		{text: "AUD 3,990 per person twin share", price: 3990, code: "AUD"},
		{text: "Single supplement US$300. Tour price US$1,850", price: 1850, code: "USD"},
		{text: "$200 deposit, $1,450 per person", price: 1450, code: "USD"},
		{text: "Rs. 12,500/- per person", price: 12500, code: "INR"},
		{text: "RM 2,388", price: 2388, code: "MYR"},
		{text: "save $200"},
		{text: "¥ 12 800 起", price: 12800, code: "CNY"},
		{text: "起价1280", price: 1280, code: "CNY"},
		{text: "现价：1980 元", price: 1980, code: "CNY"},
		{text: "特惠价999元起", price: 999, code: "CNY"},
		{text: "两人同行每人1680元", price: 1680, code: "CNY"},
		{text: "¥2699.00起", price: 2699, code: "CNY"},
		{text: "市场价\n￥3680\n优惠价\n￥2980", price: 2980, list: 3680, code: "CNY"},
		{text: "人均消费不到2000"},
		{text: "出發日期 2026/03/05 團費 HKD 5,988", price: 5988, code: "HKD"},
		{text: "3980块钱一个人", price: 3980, code: "CNY"},
		{text: "双飞往返 1680元/人", price: 1680, code: "CNY"},
		{text: "古东瀑布 一天往返\n￥480元 /人", price: 480, code: "CNY"},
		{text: "双人套餐2999元", price: 2999, code: "CNY"},
		{text: "成人价/儿童价：2980/1980", price: 2980, child: 1980, code: "CNY"},
		{text: "2000元以下"},
		{text: "网付立享￥1099/2人起 ￥2000起", price: 2000, code: "CNY"},
		{text: "2 999 €", price: 2999, code: "EUR"},
		{text: "惊爆价 1,99元"},
		{text: "一价全含2580", price: 2580, code: "CNY"},
		{text: "发团日期/价格：2011-06-19￥135", price: 135, code: "CNY"},
		{text: "元旦2日游"},
		{text: "许可证号：L-YN-CJ00001 注册资本100万元"},
		{text: "¥1\u200b280", price: 1280, code: "CNY"},
	}
	for _, tt := range tests {
		f := Prices(tt.text)
		if f.Price != tt.price || f.PriceHigh != tt.high || f.MarketPrice != tt.list || f.ChildPrice != tt.child || f.Currency != tt.code {
			t.Errorf("%s: %v–%v %s, list %v, child %v; want %v–%v %s, list %v, child %v", tt.text,
				f.Price, f.PriceHigh, f.Currency, f.MarketPrice, f.ChildPrice, tt.price, tt.high, tt.code, tt.list, tt.child)
		}
	}
}

func TestCurrency(t *testing.T) {
	for in, want := range map[string]string{"CNY": "CNY", "rmb": "CNY", "￥": "CNY", "港幣": "HKD", "US$": "USD", "$": "USD", "SEK": "SEK", "": "", "free": ""} {
		if got := Currency(in); got != want {
			t.Errorf("Currency(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNumeral(t *testing.T) {
	tests := []struct {
		in string
		v  float64
		ok bool
	}{
		{"1280", 1280, true}, {"1,280.50", 1280.5, true}, {"１２８０", 1280, true}, {"1.28万", 12800, true}, {"3千", 3000, true},
		{"壹仟贰佰捌拾", 1280, true}, {"一千二", 1200, true}, {"一千零二", 1002, true}, {"两万三", 23000, true}, {"十二", 12, true},
		{"二十一", 21, true}, {"二〇一五", 2015, true}, {"廿八", 28, true}, {"一万零五百", 10500, true}, {"三亿", 3e8, true},
		{"十", 10, true}, {"1万2", 12000, true}, {"abc", 0, false}, {"", 0, false}, {"万", 0, false}, {"百", 0, false}, {"一二千", 0, false},
	}
	for _, tt := range tests {
		if v, ok := Numeral(tt.in); v != tt.v || ok != tt.ok {
			t.Errorf("Numeral(%q) = %v, %v; want %v, %v", tt.in, v, ok, tt.v, tt.ok)
		}
	}
}

// FuzzPrices: an amount is no more than a line of digits can say, the span is in order, and the answer is the same again.
func FuzzPrices(f *testing.F) {
	for _, s := range []string{"¥1280-1680元/人起", "门市价3680 优惠价2980起 儿童1980", "壹仟贰佰捌拾元整", "1万2千元", "USD 1,299.50 pp", "RM 4,500", "-1元", "1e9元", "0.5.5元", "￥￥９９９", "\xff元"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Prices(s)
		for _, v := range []float64{got.Price, got.PriceHigh, got.MarketPrice, got.ChildPrice} {
			if !(v >= 0 && v < 1e15) {
				t.Errorf("%q: amount %v", s, v)
			}
		}
		if got.PriceHigh != 0 && got.PriceHigh < got.Price {
			t.Errorf("%q: %v to %v", s, got.Price, got.PriceHigh)
		}
		if again := Prices(s); again.Price != got.Price || again.Currency != got.Currency {
			t.Errorf("%q: two answers", s)
		}
	})
}
