package field

// The means of transport as they are stored.
const (
	Flight    = "flight"
	Train     = "train"
	Coach     = "coach"
	Ship      = "ship"
	SelfDrive = "self_drive"
)

const (
	flightWord = `飞机|航班|直飞|包机|飞|\bby air\b|\bflights?\b|\bairfare\b`
	trainWord  = `高铁|动车|城际|火车|专列|软卧|硬卧|硬座|卧铺|列车|卧|动|高|铁|\btrain\b`
	coachWord  = `大巴|巴士|汽车|客车|旅游车|大客|汽|\bcoach\b|\bbus\b`
	shipWord   = `邮轮|游轮|轮船|客轮|船|\bcruise\b|\bferry\b`
)

// outAndBack reads 卧去飞回, 飞去高铁回, 去程:飞机 回程:火车, and one word each way: 飞卧.
var outAndBack = []*Pattern{
	MustPattern(`(` + flightWord + `|` + trainWord + `|` + coachWord + `|` + shipWord + `)\s*(?:去|往)\s*[、,/]?\s*(` + flightWord + `|` + trainWord + `|` + coachWord + `|` + shipWord + `)\s*(?:回|返)`),
	MustPattern(`(?:去程|往|去)\s*(?:交通)?\s*[:：]?\s*(?:乘坐|坐|乘)?\s*(飞机|航班|高铁|动车|火车|软卧|硬卧|大巴|巴士|汽车|邮轮|游轮|轮船|船|飞|卧)[^\n]{0,12}?(?:回程|返程|返|回)\s*(?:交通)?\s*[:：]?\s*(?:乘坐|坐|乘)?\s*(飞机|航班|高铁|动车|火车|软卧|硬卧|大巴|巴士|汽车|邮轮|游轮|轮船|船|飞|卧)`),
	MustPattern(`[单一](飞|卧|动|高|汽|船)[单一](飞|卧|动|高|汽|船)`),
	MustPattern(`(飞|卧|动|高|汽)(飞|卧|动|高|汽)\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[日天]`),
}

// wholeWay reads words that name one means for the whole tour, the surest first.
var wholeWay = []struct {
	re *Pattern
	is string
}{
	{MustPattern(`双飞|[三四五六3-6]飞|飞飞|往返飞机|飞机往返|往返航班|航班往返|往返机票|机票往返|往返直飞|往返含税机票|直飞|包机|round[\s-]?trip (?:air|flight)|return flights?|flights? included|including flights?`), Flight},
	{MustPattern(`双卧|双高|双动|双铁|卧卧|[双往]返?(?:高铁|动车|火车|软卧|硬卧)|(?:高铁|动车|火车|软卧|硬卧|城际|专列|列车)(?:双程|往返)|夕阳红专列|旅游专列|专列|return train|round[\s-]?trip train`), Train},
	{MustPattern(`邮轮|游轮|双船|邮船|\bcruise\b`), Ship},
	{MustPattern(`自驾|房车|self[\s-]?driv(?:e|ing)|road trip`), SelfDrive},
	{MustPattern(`双汽|双巴|(?:大巴|巴士|汽车|旅游车|空调车)往返|往返(?:大巴|巴士|汽车|旅游车|空调)|by coach|coach tour|bus tour`), Coach},
	{MustPattern(`高铁|动车|火车|软卧|硬卧|by train|\btrain tour`), Train},
	{MustPattern(`飞机|航班|机票|单飞|by air|by plane|\bairfare|\bflights?\b`), Flight},
	{MustPattern(`大巴|巴士|汽车|旅游车|空调车|大客车|客车|\bcoach\b|\bbus\b`), Coach},
	{MustPattern(`轮船|客轮|乘船|船票|\bferry\b|\bby boat\b`), Ship},
}

// meansOf names the means a single word stands for.
var meansOf = map[string]string{"飞": Flight, "飞机": Flight, "航班": Flight, "直飞": Flight, "包机": Flight, "卧": Train,
	"动": Train, "高": Train, "铁": Train, "高铁": Train, "动车": Train, "城际": Train, "火车": Train, "专列": Train, "软卧": Train,
	"硬卧": Train, "硬座": Train, "卧铺": Train, "列车": Train, "train": Train, "汽": Coach, "大巴": Coach, "巴士": Coach, "汽车": Coach,
	"客车": Coach, "旅游车": Coach, "大客": Coach, "coach": Coach, "bus": Coach, "船": Ship, "邮轮": Ship, "游轮": Ship, "轮船": Ship,
	"客轮": Ship, "cruise": Ship, "ferry": Ship}

// notMeans are words that contain a means without being one, and transport that the tour does not bring.
var notMeans = MustPattern(`(?i)(?:不含|不包含?|不包括|未含|自理)[^\n,，;；。]{0,12}(?:机票|飞机|航班|火车票?|高铁票?|大交通|往返交通)|(?:机票|火车票|高铁票|大交通)[^\n,，;；。]{0,4}(?:自理|不含|除外)|高铁站|火车站|汽车站|机票税|飞机场|飞机餐|汽车影院|小火车|火车头|缆车|excluding (?:international )?(?:flights?|airfare)|(?:flights?|airfare) (?:not|is not|are not|extra|excluded)|airport`)

// Transport reads how the travellers get there and back.
func Transport(text string) string { return transport(fold(clean(text))) }

func transport(s string) string {
	s = notMeans.ReplaceAllString(s, " ")
	for _, re := range outAndBack {
		if m := re.FindStringSubmatch(s); m != nil {
			out, back := meansOf[m[1]], meansOf[m[2]]
			if out == "" || back == "" {
				continue
			}
			if out == back {
				return out
			}
			return out + "/" + back
		}
	}
	for _, w := range wholeWay {
		if w.re.MatchString(s) {
			return w.is
		}
	}
	return ""
}
