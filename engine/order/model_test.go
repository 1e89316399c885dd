package order_test

import (
	"fmt"
	"testing"

	"xunlu/engine/order"
)

func features(text, url string, use order.Groups) []uint16 {
	p := order.Page{Shape: "/list.html", Depth: 1}
	l := order.Link{Text: text, Shape: order.ShapeOf(url), Source: "a", At: 3, Of: 40, Run: 6}
	return order.Features(nil, &p, &l, use)
}

// TestLearn: from a few pages the model tells links by their words, and by their addresses when the words say nothing; what one
// site taught helps at the next through the prior.
func TestLearn(t *testing.T) {
	prior, site := order.NewPrior(), &order.Model{}
	for i := range 40 {
		order.Learn(prior, site, features(fmt.Sprintf("桂林漓江纯玩团%d", i), fmt.Sprintf("http://a.test/x/%d.html", i), order.All), 1)
		order.Learn(prior, site, features(fmt.Sprintf("公司新闻公告%d", i), fmt.Sprintf("http://a.test/y/%d.html", i), order.All), 0)
	}
	good := order.Chance(prior, site, features("漓江纯玩团", "http://a.test/x/900.html", order.All))
	bad := order.Chance(prior, site, features("新闻公告", "http://a.test/y/900.html", order.All))
	if good < 0.8 || bad > 0.2 {
		t.Errorf("chances %.2f and %.2f after 80 pages", good, bad)
	}
	silent := order.Chance(prior, site, features("", "http://a.test/x/901.html", order.All))
	if silent <= order.Chance(prior, site, features("", "http://a.test/y/901.html", order.All)) {
		t.Error("the address alone says nothing")
	}
	fresh := &order.Model{}
	if a, b := order.Chance(prior, fresh, features("阳朔纯玩团", "http://b.test/1", order.All)), order.Chance(prior, fresh, features("内部公告", "http://b.test/2", order.All)); a <= b+0.1 {
		t.Errorf("another site starts with %.2f and %.2f", a, b)
	}
	if got := order.Chance(order.NewPrior(), fresh, features("九寨沟5日游", "http://c.test/1", order.All)); got < 0.5 {
		t.Errorf("a number of days is worth %.2f before anything was read", got)
	}
}

// TestGroups: a group that is left out takes no part.
func TestGroups(t *testing.T) {
	for i, name := range order.GroupNames() {
		g := order.Groups(1 << i)
		all, less := features("桂林5日游", "http://a.test/t/1.html", order.All), features("桂林5日游", "http://a.test/t/1.html", order.All&^g)
		static := g != order.Topology && g != order.Listing // those two are not in the features
		if static != (len(less) < len(all)) {
			t.Errorf("without %s: %d features of %d", name, len(less), len(all))
		}
	}
}

func TestModelStored(t *testing.T) {
	prior, m := order.NewPrior(), &order.Model{}
	for i := range 10 {
		order.Learn(prior, m, features(fmt.Sprint("团", i), "http://a.test/1", order.All), 1)
	}
	data, err := m.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back order.Model
	if err := back.UnmarshalBinary(data); err != nil || back != *m {
		t.Fatalf("read back: %v, equal %v", err, back == *m)
	}
	for _, bad := range [][]byte{nil, {9, 9, 9}, data[:len(data)-3]} {
		if err := back.UnmarshalBinary(bad); err == nil || back.Learned() != 0 {
			t.Errorf("%d bytes of no model: %v", len(bad), err)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	prior, site := order.NewPrior(), &order.Model{}
	p := order.Page{Shape: "/list/*.html", Depth: 2}
	var buf []uint16
	for i := 0; b.Loop(); i++ {
		l := order.Link{Text: "【纯玩】桂林+阳朔+龙脊双飞5日游", Shape: order.ShapeOf("http://a.test/tour/12345.html"), Source: "a", At: i % 60, Of: 60, Run: 8}
		buf = order.Features(buf[:0], &p, &l, order.All)
		order.Chance(prior, site, buf)
	}
}
