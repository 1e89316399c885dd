package page

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// outline writes a tree without comments and doctype, one node a line.
func outline(b *strings.Builder, n *html.Node, depth int) {
	switch n.Type {
	case html.CommentNode, html.DoctypeNode:
		return
	case html.TextNode:
		fmt.Fprintf(b, "%d %q\n", depth, n.Data)
	case html.ElementNode:
		attrs := slices.Clone(n.Attr) // html.Parse sorts those of some elements
		slices.SortFunc(attrs, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
		fmt.Fprintf(b, "%d <%s> %d %q\n", depth, n.Data, n.DataAtom, attrs)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		outline(b, c, depth+1)
	}
}

// samePlain compares the tree of plainTree, when there is one, with that of html.Parse.
func samePlain(t *testing.T, src []byte) (plain bool) {
	t.Helper()
	got, ok := parsePlain(src)
	if !ok {
		return false
	}
	want, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		t.Fatalf("%.300q: read as a plain page, html.Parse says %v", src, err)
	}
	var a, b strings.Builder
	outline(&a, got, 0)
	outline(&b, want, 0)
	if a.String() != b.String() {
		x, y := strings.Split(a.String(), "\n"), strings.Split(b.String(), "\n")
		for i := range x {
			if i >= len(y) || x[i] != y[i] {
				t.Fatalf("line %d of the tree: %s, want %s; page: %.1500q", i, x[i], y[min(i, len(y)-1)], src)
			}
		}
		t.Fatalf("the tree is too short: %.1500q", src)
	}
	return true
}

// TestPlainTreeEqualsParse makes pages of random tags; those that plainTree takes must give the tree of html.Parse.
func TestPlainTreeEqualsParse(t *testing.T) {
	tags := strings.Fields("div p span b a ul li ol dl dt dd table tbody tr td th h1 h2 form select option button br img input hr script style title textarea section em pre noscript iframe label center")
	texts := []string{"团费", " ", "\n", "&amp;", "&nbsp;x", "&copy=1", "1<2", "<!-- c -->", "</p>", "<p>", "<li>", "<td>", "<br/>", "<a href='?a=1&b=2'>", `<img alt="&lt;" src=x>`, "\r\n", "<x-y>", "<b/>", "&ampx", `<i class=a class=b>`, `<option selected>`}
	dice := rand.New(rand.NewPCG(1, 2))
	plain := 0
	var nest func(b *strings.Builder, depth int)
	nest = func(b *strings.Builder, depth int) {
		for range 1 + dice.IntN(3) {
			switch k := dice.IntN(10); {
			case k < 3 || depth > 6:
				b.WriteString(texts[dice.IntN(len(texts)/(1+2*dice.IntN(2)))])
			default:
				tag := tags[dice.IntN(len(tags))]
				fmt.Fprintf(b, "<%s class=x%d>", tag, depth)
				nest(b, depth+1)
				if dice.IntN(12) > 0 {
					fmt.Fprintf(b, "</%s>", tag)
				}
			}
		}
	}
	for range 8000 {
		var b strings.Builder
		b.WriteString("<!DOCTYPE html>\n<html lang=zh><head><title>云山</title><meta name=a content='b'></head>\n<body>")
		nest(&b, 0)
		b.WriteString("</body>\n</html>\n")
		if samePlain(t, []byte(b.String())) {
			plain++
		}
	}
	t.Logf("%d of 8000 pages are plain", plain)
	if plain < 500 {
		t.Errorf("only %d pages are plain", plain)
	}
}

// TestPlainTreeOnPages reads the invented pages, and those of the corpus when it is beside the repository.
func TestPlainTreeOnPages(t *testing.T) {
	for _, glob := range []string{"testdata/extract/*.html", "../../../shared/corpus/pages/*.html", os.Getenv("XUNLU_BENCH_PAGES")} {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		plain := 0
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if samePlain(t, src) {
				plain++
			}
		}
		t.Logf("%d of %d pages are plain", plain, len(files))
	}
	if _, ok := parsePlain(benchPage()); !ok {
		t.Error("the page of the benchmarks is not plain")
	}
}
