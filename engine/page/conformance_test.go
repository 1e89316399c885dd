package page

import (
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"xunlu/judge"
)

func itoa(n int) string { return strconv.Itoa(n) }

func placeName(p judge.Place) string {
	var out []string
	for _, n := range []struct {
		bit  judge.Place
		name string
	}{{judge.Title, "title"}, {judge.Heading, "heading"}, {judge.Text, "text"}, {judge.Link, "link"}, {judge.TableHead, "tablehead"}} {
		if p&n.bit != 0 {
			out = append(out, n.name)
		}
	}
	return strings.Join(out, "+")
}

// shared finds the folder of cases beside the repository, or skips the test: the cases may be read but not shipped.
func shared(t testing.TB, path ...string) string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(append([]string{dir}, path...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared cases beside the repository: %v", err)
	}
	return dir
}

func scanBytes(t testing.TB, body []byte, url, contentType string) *Document {
	t.Helper()
	doc, err := Scan(&Response{URL: url, FinalURL: url, Header: http.Header{"Content-Type": {contentType}}, Body: body}, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestCorpusEqualsGoquery is the product's promise: on every real page the scan sees each word in the places where a
// walk over goquery's tree sees it, as often.
func TestCorpusEqualsGoquery(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "corpus", "pages"), "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	equal, sameLinks := 0, 0
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		doc, err := Scan(&Response{URL: "http://page.test/dir/page.html", Header: http.Header{"Content-Type": {"text/html"}}, Body: body}, ScanOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, dom, ok := oracleCounts(t, doc.HTML)
		if !ok {
			t.Errorf("%s: goquery refuses the page", name)
			continue
		}
		if d := scanCounts(&doc.Page).diff(want); len(d) > 0 {
			t.Errorf("%s: %d differences: %s", name, len(d), strings.Join(d[:min(len(d), 6)], "; "))
		} else {
			equal++
		}
		if missing, extra := linkDiff(doc, dom); len(missing)+len(extra) > 0 {
			t.Errorf("%s: links missing %q, extra %q", name, missing[:min(3, len(missing))], extra[:min(3, len(extra))])
		} else {
			sameLinks++
		}
	}
	t.Logf("%d pages: words equal on %d, links on %d", len(files), equal, sameLinks)
}

// linkDiff compares the a[href] addresses of the tree with those of the scan.
func linkDiff(doc *Document, dom *goquery.Document) (missing, extra []string) {
	want := map[string]bool{}
	collect := func(_ int, a *goquery.Selection) {
		href, _ := a.Attr("href")
		if u, err := Resolve(doc.Base, href, doc.Charset); err == nil {
			want[u] = true
		}
	}
	dom.Find("a[href]").Each(collect)
	// The content of noscript and noframes is text for a parser that runs scripts.
	dom.Find("noscript, noframes").Each(func(_ int, n *goquery.Selection) {
		if inner, err := goquery.NewDocumentFromReader(strings.NewReader(n.Text())); err == nil {
			inner.Find("a[href]").Each(collect)
		}
	})
	got := map[string]bool{}
	for _, l := range doc.Links {
		if l.Kind == Anchor {
			got[l.URL] = true
		}
	}
	for u := range want {
		if !got[u] {
			missing = append(missing, u)
		}
	}
	for u := range got {
		if !want[u] {
			extra = append(extra, u)
		}
	}
	sort.Strings(missing)
	sort.Strings(extra)
	return missing, extra
}
