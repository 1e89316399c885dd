package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
)

func TestReadJSONLD(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"plain", `{"@type":"Trip","name":"a"}`, "a"},
		{"list", `[{"name":"a"},{"name":"b"}]`, "a b"},
		{"graph", `{"@context":"x","@graph":[{"name":"a"},{"name":"b"}]}`, "a b"},
		{"trailing comma and semicolon", `{"name":"a","offers":{"price":"1,980",},};`, "a"},
		{"two objects", `{"name":"a"}{"name":"b"}`, "a b"},
		{"line comment", "{\"name\":\"a\", // the name\n \"url\":\"http://x/\"}", "a"},
		{"block comment", `/* seo */ {"name":"a"} /* end */`, "a"},
		{"html comment", "<!--\n{\"name\":\"a\"}\n-->", "a"},
		{"cdata", "//<![CDATA[\n{\"name\":\"a\"}\n//]]>", "a"},
		{"escaped", `{&quot;name&quot;:&quot;a&quot;}`, "a"},
		{"raw newline in a string", "{\"name\":\"a\nb\"}", "a b"},
		{"control character", "{\"name\":\"a\x01b\"}", "a b"},
		{"cut off", `{"name":"a","offers":{"price":1`, "a"},
		{"bad escape", `{"name":"a\'s"}`, "a's"},
		{"byte order mark", "\ufeff{\"name\":\"a\"}", "a"},
		{"double comma", `{"name":"a",,"x":1}`, "a"},
		{"nothing", "", ""},
		{"words", "hello", ""},
		{"null", "null", ""},
	}
	for _, tt := range tests {
		var names []string
		for _, n := range readJSONLD([]byte(tt.body)) {
			names = append(names, propText(n["name"]))
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzReadJSONLD(f *testing.F) {
	for _, s := range []string{`{"a":1,};`, "/*", "//", `"\`, "[[[[", "{}}}", `{"@graph":{"@graph":[]}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { readJSONLD([]byte(s)) })
}

func TestReadMicrodata(t *testing.T) {
	const src = `<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">桂林四日游</h1>
<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price" content="1680">￥1,680</span><meta itemprop="priceCurrency" content="CNY"></div>
<a itemprop="url" href="/g4">more</a><img itemprop="image" src="a.jpg"><time itemprop="startDate" datetime="2026-05-01">5月1日</time></div>`
	dom, err := goquery.NewDocumentFromReader(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	s, ok := readStructured(readMicrodata(dom), today)
	if !ok || s.name != "桂林四日游" || s.price != 1680 || s.currency != "CNY" || s.image != "a.jpg" || len(s.dates) != 1 || s.dates[0] != "2026-05-01" {
		t.Errorf("%v %+v", ok, s)
	}
}

func TestReadStructured(t *testing.T) {
	tests := []struct {
		name, body string
		want       structured
	}{
		{"trip with span of prices", `{"@type":"TouristTrip","name":"n","provider":{"@type":"TravelAgency","name":"p","telephone":"0771-5550100"},
			"offers":{"@type":"AggregateOffer","lowPrice":"1,980","highPrice":2980,"priceCurrency":"CNY"},"duration":"P5D","itinerary":{"@type":"ItemList","itemListElement":[
			{"@type":"ListItem","item":{"name":"one","description":"x"}},{"@type":"ListItem","item":{"name":"two"}}]}}`,
			structured{name: "n", agency: "p", phone: "0771-5550100", price: 1980, high: 2980, currency: "CNY", days: 5, itinerary: []string{"one\nx", "two"}}},
		{"lowest of several offers", `{"@type":["Product","TouristTrip"],"name":"n","offers":[{"price":300,"priceCurrency":"EUR"},{"price":"250.50","priceCurrency":"EUR"}]}`,
			structured{name: "n", price: 250.5, currency: "EUR"}},
		{"price with a sign", `{"@type":"Product","name":"n","offers":{"price":"¥2,680起"}}`, structured{name: "n", price: 2680, currency: "CNY"}},
		{"trip beside organisation", `{"@graph":[{"@type":"Organization","name":"o"},{"@type":"WebPage","name":"w"},{"@type":"Trip","name":"n","offers":{"price":9}}]}`, structured{name: "n", price: 9}},
		{"main entity", `{"@type":"WebPage","name":"w","mainEntity":{"@type":"TouristTrip","name":"n","offers":{"price":9}}}`, structured{name: "n", price: 9}},
		{"list price is not the price", `{"@type":"Product","name":"n","offers":{"priceSpecification":[{"priceType":"https://schema.org/ListPrice","price":900},{"price":700,"priceCurrency":"USD"}]}}`,
			structured{name: "n", price: 700, currency: "USD"}},
		{"offer by reference", `{"@graph":[{"@type":"Product","name":"n","offers":{"@id":"#o"}},{"@type":"Offer","@id":"#o","price":"88","priceCurrency":"HKD"}]}`,
			structured{name: "n", price: 88, currency: "HKD"}},
		{"negative price", `{"@type":"Product","name":"n","offers":{"price":"-5"}}`, structured{name: "n"}},
	}
	for _, tt := range tests {
		got, ok := readStructured(readJSONLD([]byte(tt.body)), today)
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(structured{})); !ok || diff != "" {
			t.Errorf("%s: ok %v\n%s", tt.name, ok, diff)
		}
	}
	if s, ok := readStructured(readJSONLD([]byte(`{"@type":"Article","headline":"x","name":"n"}`)), today); ok {
		t.Errorf("an article gave %+v", s)
	}
}

// The samples of extruct: what it reads from JSON-LD we read too.
func TestConformanceExtructJSONLD(t *testing.T) {
	dir := shared(t, "cases", "structured", "extruct")
	n := 0
	for _, group := range []string{"custom.invalid", "schema.org.invalid", "schema.org", "misc"} {
		files, err := filepath.Glob(filepath.Join(dir, group, "*.jsonld"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			var want []node
			body, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(body, &want); err != nil {
				continue // a file of another shape
			}
			src, err := os.ReadFile(strings.TrimSuffix(f, ".jsonld") + ".html")
			if err != nil {
				t.Fatal(err)
			}
			dom, err := goquery.NewDocumentFromReader(strings.NewReader(string(src)))
			if err != nil {
				t.Fatal(err)
			}
			var got []node
			for _, s := range dom.Find(`script[type="application/ld+json"]`).Nodes {
				got = append(got, readJSONLD([]byte(rawText(s)))...)
			}
			n++
			if len(got) != len(want) {
				t.Errorf("%s: %d items, want %d", filepath.Base(f), len(got), len(want))
				continue
			}
			for i := range want {
				if propText(got[i]["name"]) != propText(want[i]["name"]) || lastType(got[i]) != lastType(want[i]) {
					t.Errorf("%s: item %d is %q of %v, want %q", filepath.Base(f), i, propText(got[i]["name"]), got[i]["@type"], propText(want[i]["name"]))
				}
			}
		}
	}
	t.Logf("JSON-LD samples of extruct: %d read", n)
	if n < 4 {
		t.Errorf("only %d samples read", n)
	}
}
