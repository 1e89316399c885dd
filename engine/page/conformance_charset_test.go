package page

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rows reads a tab-separated file without its header line.
func rows(t *testing.T, file string) [][]string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for _, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n")[1:] {
		out = append(out, strings.Split(strings.TrimRight(line, "\r"), "\t"))
	}
	return out
}

func mustRead(t *testing.T, path ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSharedZhMatrix(t *testing.T) {
	dir := shared(t, "cases", "charset")
	right, all := 0, rows(t, filepath.Join(dir, "zh_matrix.tsv"))
	for _, row := range all {
		doc, err := Scan(&Response{URL: "http://zh.test/", Header: map[string][]string{"Content-Type": {row[1]}},
			Body: mustRead(t, dir, "zh_matrix", row[0])}, ScanOptions{})
		switch {
		case err != nil:
			t.Errorf("%s: %v", row[0], err)
		case doc.Charset != row[2] || doc.Title != row[4]:
			t.Errorf("%s (%s): %s %q, want %s %q", row[0], row[1], doc.Charset, doc.Title, row[2], row[4])
		default:
			right++
		}
	}
	t.Logf("%d of %d rows", right, len(all))
}

func TestSharedW3C(t *testing.T) {
	dir := shared(t, "cases", "charset")
	all := rows(t, filepath.Join(dir, "w3c_expected.tsv"))
	for _, row := range all {
		_, got, _, err := Decode(mustRead(t, dir, "w3c", row[0]), row[1], "")
		if err != nil || got != row[2] {
			t.Errorf("%s (%s): %s, %v; want %s", row[0], row[1], got, err, row[2])
		}
	}
	t.Logf("%d rows", len(all))
}

// TestSharedSniffer: the files carry the label in their name. Where a page has no bytes beyond ASCII and no declaration
// the files say windows-1252 and this program utf-8, which reads the same.
func TestSharedSniffer(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "cases", "charset", "sniffer"), "*", "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		want := strings.ToLower(name[strings.LastIndexByte(name, '_')+1:])
		if strings.Contains(file, string(filepath.Separator)+"utf"+string(filepath.Separator)) || strings.HasPrefix(name, "http-equiv-refresh") {
			want = "utf-8"
		}
		_, got, _, err := Decode(mustRead(t, file), "", "")
		if err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", filepath.Base(file), got, err, want)
		}
	}
	t.Logf("%d files", len(files))
}

func TestSharedPrescan(t *testing.T) {
	dir := shared(t, "cases", "charset", "html5lib")
	right, all := 0, 0
	for _, file := range []string{"tests1.dat", "tests2.dat"} {
		for _, c := range bytes.Split(mustRead(t, dir, file), []byte("#data\n")) {
			data, want, ok := bytes.Cut(c, []byte("\n#encoding\n"))
			if !ok {
				continue
			}
			all++
			if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
				right++ // a mark decides before any declaration is looked for
				continue
			}
			strict, _ := metaCharsets(data)
			got, _, known := lookup(strict)
			if !known {
				got = "windows-1252"
			}
			wanted, _, _ := lookup(strings.TrimSpace(strings.SplitN(string(want), "\n", 2)[0]))
			if got == wanted {
				right++
			} else {
				t.Logf("%s: got %s, want %s: %.120q", file, got, wanted, data)
			}
		}
	}
	t.Logf("%d of %d", right, all)
	if right < all-8 {
		t.Errorf("only %d of %d declarations found", right, all)
	}
}

// TestSharedTables reads every code point of the WHATWG index tables.
func TestSharedTables(t *testing.T) {
	dir := shared(t, "cases", "charset", "encoding_rs")
	for _, name := range []string{"gb18030", "big5"} {
		in := bytes.Split(mustRead(t, dir, name+"_in.txt"), []byte("\n"))
		_, enc, _ := lookup(name)
		var got []string
		for _, line := range in {
			got = append(got, string(read(name, enc, line).text))
		}
		want := strings.Split(string(mustRead(t, dir, name+"_in_ref.txt")), "\n")
		wrong := 0
		for i := range want {
			if i < len(got) && got[i] != want[i] {
				if wrong++; wrong <= 5 {
					t.Logf("%s line %d: % x → %q, want %q", name, i+1, in[i], got[i], want[i])
				}
			}
		}
		t.Logf("%s: %d of %d lines differ", name, wrong, len(want))
		if wrong > 0 {
			t.Errorf("%s: %d of %d lines differ", name, wrong, len(want))
		}
	}
}

func TestSharedBugsCharset(t *testing.T) {
	dir := shared(t, "cases", "bugs")
	for _, c := range []struct{ folder, title, charset string }{
		{"01-meta-misspelt-gbk", "丽江大理六日游", "gb18030"},
		{"02-short-gb2312-undeclared", "九寨沟六日游", "gb18030"},
		{"04-header-utf8-meta-gbk", "桂林漓江三日游", "gb18030"},
		{"06-gb2312-decoded-as-utf8-stored", "", "gb18030"},
	} {
		contentType := ""
		if h, err := os.ReadFile(filepath.Join(dir, c.folder, "input.headers")); err == nil {
			_, contentType, _ = strings.Cut(string(h), "Content-Type: ")
			contentType = strings.TrimSpace(contentType)
		}
		doc := scanBytes(t, mustRead(t, dir, c.folder, "input.html"), "http://site.test/", contentType)
		if doc.Charset != c.charset || doc.Title != c.title {
			t.Errorf("%s: %s %q", c.folder, doc.Charset, doc.Title)
		}
		if c.folder[:2] == "06" && !strings.Contains(string(doc.Page.Text), "厦门鼓浪屿双飞四日游") {
			t.Errorf("06: text %q", doc.Page.Text)
		}
	}
}

func TestSharedPercentEncoding(t *testing.T) {
	var raw []json.RawMessage
	if err := json.Unmarshal(mustRead(t, shared(t, "cases", "url"), "wpt_percent-encoding.json"), &raw); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range raw {
		var c struct {
			Input  string
			Output map[string]string
		}
		if json.Unmarshal(r, &c) != nil {
			continue
		}
		for charset, want := range c.Output {
			if charset == "iso-2022-jp" {
				continue // stateful; no page of the kind has it
			}
			r, err := newResolver("http://doc.test/", charset)
			if err != nil {
				t.Fatal(err)
			}
			base, err := r.parsed()
			if err != nil {
				t.Fatal(err)
			}
			u, err := parseRef(base, "?"+c.Input, charset)
			if err != nil || u.Query() != want {
				t.Errorf("%q in %s: %q, %v; want %q", c.Input, charset, u.Query(), err, want)
			}
			n++
		}
	}
	t.Logf("%d encodings", n)
}
