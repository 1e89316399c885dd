package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// TestConformanceSchemaOrg reads the examples of schema.org, which are written twice, in JSON-LD and in microdata: both
// must say the same of what is sold. Where the two writings differ by themselves the row is printed.
func TestConformanceSchemaOrg(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "cases", "structured", "schemaorg"), "*.jsonld.html"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	read := func(name string) (structured, bool) {
		body, err := os.ReadFile(name)
		if err != nil {
			return structured{}, false
		}
		dom, err := goquery.NewDocumentFromReader(strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		var nodes []node
		for _, s := range dom.Find(`script[type="application/ld+json"]`).Nodes {
			nodes = append(nodes, readJSONLD([]byte(rawText(s)))...)
		}
		if strings.HasPrefix(strings.TrimSpace(string(body)), "{") { // without its element
			nodes = readJSONLD(body)
		}
		return readStructured(append(nodes, readMicrodata(dom)...), today)
	}
	both, equal, one := 0, 0, 0
	for _, f := range files {
		ld, okLD := read(f)
		md, okMD := read(strings.Replace(f, ".jsonld.", ".microdata.", 1))
		name, _, _ := strings.Cut(filepath.Base(f), ".")
		switch {
		case okLD != okMD:
			one++
			t.Logf("%s: JSON-LD %v %q %v, microdata %v %q %v", name, okLD, ld.name, ld.price, okMD, md.name, md.price)
		case okLD:
			both++
			a, b := fmt.Sprint(ld.name, ld.price, ld.high, ld.currency, ld.days), fmt.Sprint(md.name, md.price, md.high, md.currency, md.days)
			if a == b {
				equal++
			} else {
				t.Logf("%s: JSON-LD %s, microdata %s", name, a, b)
			}
		}
	}
	t.Logf("schema.org: %d examples, %d sell something in both writings, %d of them equal, %d in one only", len(files), both, equal, one)
	if both < 5 || equal*10 < both*8 {
		t.Errorf("%d of %d examples are read alike", equal, both)
	}
}
