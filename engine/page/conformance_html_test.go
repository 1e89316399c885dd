package page

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xunlu/judge"
)

type treeInput struct {
	data  []byte
	whole bool
}

// treeInputs are the inputs of html5lib's tree-construction files.
// Fragments, and cases for parsers without scripts, are only read, not compared.
func treeInputs(t *testing.T) (inputs []treeInput) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared(t, "cases", "html", "tree-construction"), "*.dat"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		for _, c := range bytes.Split(append([]byte("\n"), mustRead(t, file)...), []byte("\n#data\n"))[1:] {
			data, rest, ok := bytes.Cut(c, []byte("\n#errors"))
			if !ok {
				continue
			}
			whole := !bytes.Contains(rest, []byte("\n#document-fragment")) && !bytes.Contains(rest, []byte("#script-off"))
			inputs = append(inputs, treeInput{data, whole})
		}
	}
	return inputs
}

// letters counts every letter and digit by place: a far finer sieve than words, for small inputs.
func letters(pieces []piece) map[judge.Place]map[rune]int {
	out := map[judge.Place]map[rune]int{}
	for _, p := range pieces {
		for _, r := range p.text {
			if r <= ' ' || r == 0xFFFD {
				continue
			}
			if out[p.place] == nil {
				out[p.place] = map[rune]int{}
			}
			out[p.place][r]++
		}
	}
	return out
}

func sameLetters(a, b map[judge.Place]map[rune]int) bool {
	for _, pair := range [2][2]map[judge.Place]map[rune]int{{a, b}, {b, a}} {
		for place, m := range pair[0] {
			for r, n := range m {
				if pair[1][place][r] != n {
					return false
				}
			}
		}
	}
	return true
}

func scanPieces(p *judge.Page) (out []piece) {
	for _, r := range p.Runs {
		if r.Place&(judge.URL|judge.Meta|judge.Data) == 0 {
			out = append(out, piece{r.Place, string(p.Text[r.Start:r.End])})
		}
	}
	return out
}

// TestSharedTreeConstruction feeds the tree builder's own hard cases to the scan: it may not panic, and it should put
// nearly every letter where the tree has it.
func TestSharedTreeConstruction(t *testing.T) {
	inputs := treeInputs(t)
	equal, compared := 0, 0
	for _, in := range inputs {
		doc, err := Scan(&Response{URL: "http://tree.test/", Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: in.data}, ScanOptions{})
		if err != nil || !in.whole {
			continue
		}
		_, dom, ok := oracleCounts(t, doc.HTML)
		if !ok {
			continue
		}
		compared++
		o := &oracle{counts: placeCounts{}, keep: true}
		o.walk(dom.Nodes[0], judge.Text, false)
		if got, want := letters(scanPieces(&doc.Page)), letters(o.kept); sameLetters(got, want) {
			equal++
		} else {
			t.Logf("%q: scan %v, goquery %v", in.data, got, want)
		}
	}
	t.Logf("%d inputs, %d compared, letters equal on %d", len(inputs), compared, equal)
	if equal*100 < compared*99 {
		t.Errorf("letters equal on %d of %d only", equal, compared)
	}
}

func TestSharedTokenizer(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "cases", "html", "tokenizer"), "*.test"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	n, same, compared := 0, 0, 0
	for _, file := range files {
		var f struct{ Tests []struct{ Input string } }
		if err := json.Unmarshal(mustRead(t, file), &f); err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Tests {
			n++
			doc, err := Scan(&Response{URL: "http://tok.test/", Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(c.Input)}, ScanOptions{Charset: "utf-8"})
			if err != nil {
				continue
			}
			if _, dom, ok := oracleCounts(t, doc.HTML); ok {
				compared++
				o := &oracle{counts: placeCounts{}, keep: true}
				o.walk(dom.Nodes[0], judge.Text, false)
				if sameLetters(letters(scanPieces(&doc.Page)), letters(o.kept)) {
					same++
				} else {
					t.Logf("%q: scan %v, goquery %v", c.Input, scanPieces(&doc.Page), o.kept)
				}
			}
		}
	}
	t.Logf("%d inputs, %d compared, letters equal on %d", n, compared, same)
	if same*100 < compared*99 {
		t.Errorf("letters equal on %d of %d only", same, compared)
	}
}

func TestSharedBaseHref(t *testing.T) {
	dir := shared(t, "cases", "html", "base-href")
	for _, name := range []string{"base-url", "base-url-base-element", "base-url-base-element-relative"} {
		doc := scanBytes(t, mustRead(t, dir, name+".source.html"), "http://fakehost/test/page.html", "text/html")
		want := scanBytes(t, mustRead(t, dir, name+".expected.html"), "http://fakehost/test/page.html", "text/html")
		if len(doc.Links) != len(want.Links) {
			t.Fatalf("%s: %d links, want %d", name, len(doc.Links), len(want.Links))
		}
		for i, l := range want.Links {
			if strings.Contains(string(want.HTML), `<a href="#foo"`) && i == 3 {
				continue // the expected file leaves "#foo" unresolved
			}
			if doc.Links[i].URL != l.URL {
				t.Errorf("%s: link %d is %s, want %s", name, i, doc.Links[i].URL, l.URL)
			}
		}
	}
}

func TestSharedLinks(t *testing.T) {
	dir := shared(t, "cases", "html", "links")
	urls := func(d *Document) (out []string) {
		for _, l := range d.Links {
			out = append(out, l.URL)
		}
		return out
	}
	doc := scanBytes(t, mustRead(t, dir, "linkextractor.html"), "http://page.test/", "text/html")
	want := "http://example.com/sample1.html http://example.com/sample2.html http://example.com/sample3.html http://example.com/sample3.html " +
		"http://example.com/sample3.html http://example.com/sample3.html http://www.google.com/something http://example.com/innertag.html " +
		"http://example.com/page%204.html"
	if got := strings.Join(urls(doc), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	doc = scanBytes(t, mustRead(t, dir, "linkextractor_latin1.html"), "http://page.test/", "text/html")
	// The file says "latin-1", which is no label of the web, and is UTF-8.
	want = "http://example.com/sample_%C3%B1.html http://example.com/sample_%C3%A1.html http://example.com/sample_%C3%B6.html?price=%C2%A332&%C2%B5=unit"
	if got := strings.Join(urls(doc), " "); got != want {
		t.Errorf("charset %s: got  %s\nwant %s", doc.Charset, got, want)
	}
	doc = scanBytes(t, mustRead(t, dir, "linkextractor_no_href.html"), "http://page.test/", "text/html")
	if len(doc.Links) != 4 {
		t.Errorf("%d links, want 4: %v", len(doc.Links), urls(doc))
	}
}

func TestSharedBugsHTML(t *testing.T) {
	dir := shared(t, "cases", "bugs")
	follow := func(folder, want string) {
		t.Helper()
		doc := scanBytes(t, mustRead(t, dir, folder, "input.html"), "http://site.test/", "text/html")
		if doc.Refresh != want {
			t.Errorf("%s: refresh %q, want %q", folder, doc.Refresh, want)
		}
	}
	follow("27-meta-refresh-unquoted", "http://site.test/cn/")
	follow("29-noscript-refresh", "http://site.test/line/9.html")
	follow("37-unterminated-tag-refresh", "http://site.test/n.html")
	doc := scanBytes(t, mustRead(t, dir, "34-nesting-over-512", "input.html"), "http://site.test/", "text/html")
	if doc.Title != "深层嵌套" || len(doc.Links) != 1 || doc.Links[0].URL != "http://site.test/line/77.html" {
		t.Errorf("34: %q %v", doc.Title, doc.Links)
	}
	start := time.Now()
	scanBytes(t, mustRead(t, dir, "35-svg-select-oom", "input.html"), "http://site.test/", "text/html")
	if took := time.Since(start); took > time.Second {
		t.Errorf("35: took %v", took)
	}
}
