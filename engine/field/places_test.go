package field

import (
	"os"
	"strings"
	"testing"
	"time"
)

// tiny is a dictionary of its own, so that the tests do not depend on the data file.
const tiny = "id\tzh-Hans\tzh-Hant\ten\tpinyin\tkind\tparent\taliases\n" +
	"china\t中国\t中國\tChina\tzhongguo\tcountry\t\t\n" +
	"yunnan\t云南\t雲南\tYunnan\tyunnan\tprovince\tchina\t\n" +
	"kunming\t昆明\t昆明\tKunming\tkunming\tcity\tyunnan\t\n" +
	"dali\t大理\t大理\tDali\tdali\tcity\tyunnan\t\n" +
	"lijiang\t丽江\t麗江\tLijiang\tlijiang\tcity\tyunnan\t\n" +
	"lijiang-old-town\t丽江古城\t麗江古城\tLijiang Old Town\tlijianggucheng\tsight\tlijiang\t\n" +
	"guangxi\t广西\t廣西\tGuangxi\tguangxi\tprovince\tchina\t\n" +
	"guilin\t桂林\t桂林\tGuilin\tguilin\tcity\tguangxi\tKweilin\n" +
	"shanghai\t上海\t上海\tShanghai\tshanghai\tcity\tchina\t\n" +
	"france\t法国\t法國\tFrance\tfaguo\tcountry\t\t\n" +
	"nice\t尼斯\t尼斯\tNice\tnisi\tcity\tfrance\t\n" +
	"paris\t巴黎\t巴黎\tParis\tbali\tcity\tfrance\t\n"

func places(t *testing.T) *Places {
	t.Helper()
	p, err := NewPlaces([]byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlacesFind(t *testing.T) {
	p := places(t)
	for text, want := range map[string]string{
		"云南昆明、大理": "yunnan kunming dali", "雲南麗江古城": "yunnan lijiang-old-town", "大理石加工": "", "Kunming and Lijiang Old Town tour": "kunming lijiang-old-town",
		"a Nice day in Paris": "paris", "KUNMING": "kunming", "Kweilin": "guilin", "kunming": "", "Lijiang's lanes": "lijiang",
	} {
		var ids []string
		for _, f := range p.Find(text) {
			ids = append(ids, f.Place.ID)
			if text[f.Start:f.End] != f.Text {
				t.Errorf("%s: %q at %d…%d is %q", text, f.Text, f.Start, f.End, text[f.Start:f.End])
			}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestPlacesLookupAndWithin(t *testing.T) {
	p := places(t)
	for name, want := range map[string]string{"昆明市": "kunming", "麗江": "lijiang", "kun ming": "kunming", "KWEILIN": "guilin", "Nice": "nice", "云南省": "yunnan", "某地": "", "": ""} {
		got, _ := p.Lookup(name)
		if got.ID != want {
			t.Errorf("%q: %q, want %q", name, got.ID, want)
		}
	}
	if !p.Within("lijiang-old-town", "yunnan") || p.Within("guilin", "yunnan") || p.Within("", "") || p.Within("none", "yunnan") {
		t.Error("within is wrong")
	}
	if up := p.Above("lijiang-old-town"); len(up) != 3 || up[0].ID != "lijiang" || up[2].ID != "china" {
		t.Errorf("above: %v", up)
	}
}

func TestPlacesEnds(t *testing.T) {
	p := places(t)
	for text, want := range map[string]string{
		"【上海出发】云南昆明大理丽江双飞6日游": "上海>昆明 大理 丽江", "上海直飛桂林5日": "上海>桂林", "昆大丽双飞六日": ">昆明 大理 丽江", "雲南雙飛六日": ">雲南",
		"上海国际旅行社 桂林四日游": ">桂林", "5-day Guilin tour from Shanghai": "Shanghai>Guilin",
	} {
		from, to := p.Ends(text)
		if got := from + ">" + strings.Join(to, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestNewPlacesRefuses(t *testing.T) {
	head := "id\tzh-Hans\tzh-Hant\ten\tpinyin\tkind\tparent\taliases\n"
	for name, body := range map[string]string{
		"columns": "a\tb\n", "twice": "a\t甲\t\t\t\tcity\t\t\na\t乙\t\t\t\tcity\t\t\n", "parent": "a\t甲\t\t\t\tcity\tnowhere\t\n",
	} {
		if _, err := NewPlaces([]byte(head + body)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The project's dictionary loads, is large enough, and knows what lies where.
func TestDictionaryFile(t *testing.T) {
	b, err := os.ReadFile("../../assets/places/places.tsv")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlaces(b)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, row := range p.rows {
		if row.Kind == "province" && p.Within(row.ID, "china") {
			kinds["province of China"]++
		}
		kinds[row.Kind]++
	}
	if kinds["province of China"] != 34 || kinds["sight"] < 400 || kinds["country"] < 150 || kinds["city"] < 600 {
		t.Errorf("kinds: %v", kinds)
	}
	for in, of := range map[string]string{"丽江": "云南", "九寨沟": "四川", "巴黎": "法国", "曼谷": "泰国", "Phuket": "Thailand", "麗江": "雲南", "京都": "日本", "阳朔": "广西", "花莲": "台湾"} {
		a, okA := p.Lookup(in)
		b, okB := p.Lookup(of)
		if !okA || !okB || !p.Within(a.ID, b.ID) {
			t.Errorf("%s is not within %s", in, of)
		}
	}
}

// TestOnward reads the start of a way: 上海到法国.
func TestOnward(t *testing.T) {
	b, err := os.ReadFile("../../assets/places/places.tsv")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlaces(b)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"上海到法国-瑞士-意大利9日旅游": "上海 → 法国 瑞士 意大利",
		"上海去桂林4日游":         "上海 → 桂林",
		"昆明大理丽江6日游":        " → 昆明 大理 丽江",
	} {
		from, to := p.Ends(text)
		if got := from + " → " + strings.Join(to, " "); got != want {
			t.Errorf("%s reads %q, want %q", text, got, want)
		}
	}
	if got := strings.Join(Read("Destinations: Kunming, Shangri-La", time.Time{}).To, "|"); got != "Kunming|Shangri-La" {
		t.Errorf("a hyphen within a name parts it: %q", got)
	}
}
