package search

import (
	"slices"
	"strings"
)

// atlas is a small dictionary of places for the tests: name, what it lies in, other spellings.
type atlas struct {
	parent map[string]string
	alias  map[string][]string // folded spelling → names
	most   map[rune]int        // the longest spelling that begins so, in runes
}

const atlasText = `
云南|中国|yunnan
丽江|云南|lijiang
大理|云南|dali
昆明|云南|kunming
香格里拉|云南|shangri-la,shangrila
西双版纳|云南|xishuangbanna
泸沽湖|云南|lugu lake
玉龙雪山|丽江|jade dragon snow mountain
海南|中国|hainan
三亚|海南|sanya
海口|海南|haikou
蜈支洲岛|三亚|
广西|中国|guangxi
桂林|广西|guilin
阳朔|桂林|yangshuo
北海|广西|beihai
涠洲岛|北海|
南宁|广西|nanning
湖南|中国|hunan
张家界|湖南|zhangjiajie
凤凰古城|湖南|fenghuang
长沙|湖南|changsha
四川|中国|sichuan
成都|四川|chengdu
九寨沟|四川|jiuzhaigou
黄龙|四川|
峨眉山|四川|emeishan,mount emei,峨眉
乐山|四川|leshan
稻城亚丁|四川|
西藏|中国|tibet,xizang
拉萨|西藏|lhasa
林芝|西藏|
陕西|中国|shaanxi
西安|陕西|xian
华山|陕西|huashan
北京|中国|beijing
长城|北京|great wall
八达岭长城|北京|badaling
上海|中国|shanghai
江苏|中国|jiangsu
南京|江苏|nanjing
苏州|江苏|suzhou
浙江|中国|zhejiang
杭州|浙江|hangzhou
乌镇|浙江|wuzhen
千岛湖|浙江|
安徽|中国|anhui
黄山|安徽|huangshan
宿州|安徽|suzhou
福建|中国|fujian
厦门|福建|xiamen
鼓浪屿|厦门|gulangyu
武夷山|福建|
台湾|中国|taiwan
台北|台湾|taipei
日月潭|台湾|
香港|中国|hong kong
澳门|中国|macau
贵州|中国|guizhou
黄果树|贵州|
荔波|贵州|
新疆|中国|xinjiang
喀纳斯|新疆|kanas
吐鲁番|新疆|turpan
内蒙古|中国|inner mongolia
呼伦贝尔|内蒙古|
黑龙江|中国|
哈尔滨|黑龙江|harbin
雪乡|黑龙江|
青海|中国|qinghai
海南藏族自治州|青海|
青海湖|青海|qinghai lake
甘肃|中国|gansu
敦煌|甘肃|dunhuang
重庆|中国|chongqing
长江三峡|重庆|three gorges,yangtze
广东|中国|guangdong
广州|广东|guangzhou
深圳|广东|shenzhen
山东|中国|shandong
青岛|山东|qingdao
日本||japan
东京|日本|tokyo
大阪|日本|osaka
北海道|日本|hokkaido
泰国||thailand
曼谷|泰国|bangkok
普吉岛|泰国|phuket
新加坡||singapore
马来西亚||malaysia
马尔代夫||maldives
巴厘岛|印度尼西亚|bali
印度尼西亚||indonesia
中国||china
`

func newAtlas() *atlas {
	a := &atlas{parent: make(map[string]string), alias: make(map[string][]string), most: make(map[rune]int)}
	for line := range strings.SplitSeq(strings.TrimSpace(atlasText), "\n") {
		part := strings.Split(line, "|")
		a.parent[part[0]] = part[1]
		for _, s := range append(strings.Split(part[2], ","), part[0]) {
			if s = foldString(s); s != "" && !slices.Contains(a.alias[s], part[0]) {
				a.alias[s] = append(a.alias[s], part[0])
			}
		}
	}
	for s := range a.alias {
		r := []rune(s)
		a.most[r[0]] = max(a.most[r[0]], len(r))
	}
	return a
}

func (a *atlas) Spells(text, name string) bool {
	return slices.Contains(a.alias[foldString(text)], name)
}

func (a *atlas) Parents(name string) []string {
	if p := a.parent[name]; p != "" {
		return []string{p}
	}
	return nil
}

// Names takes the longest name at each place, Latin ones as whole words.
func (a *atlas) Names(text string) []string {
	r := fold(text).r
	var found []string
	for i := 0; i < len(r); {
		step := 1
		for n := min(a.most[r[i]], len(r)-i); n > 0; n-- {
			names, ok := a.alias[string(r[i:i+n])]
			if !ok || isLetter(r[i]) && (i > 0 && isLetter(r[i-1]) || i+n < len(r) && isLetter(r[i+n])) {
				continue
			}
			for _, name := range names {
				if !slices.Contains(found, name) {
					found = append(found, name)
				}
			}
			step = n
			break
		}
		i += step
	}
	return found
}
