package page

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func urlsOf(m *Sitemap) []string {
	if m == nil {
		return nil
	}
	out := make([]string, len(m.Entries))
	for i, e := range m.Entries {
		out[i] = strings.TrimPrefix(e.URL, "http://site.test")
	}
	return out
}

func TestReadSitemap(t *testing.T) {
	for _, c := range []struct {
		name, in, form string
		want           []string
		problem        string
	}{
		{"plain", `<?xml version="1.0"?><urlset xmlns="x"><url><loc>http://site.test/a</loc><lastmod>2026-05-01</lastmod></url></urlset>`, "urlset", []string{"/a"}, ""},
		{"prefix and extensions", `<s:urlset xmlns:s="x"><s:url><s:loc>/a</s:loc><image:image><image:loc>/a.jpg</image:loc></image:image></s:url></s:urlset>`, "urlset", []string{"/a"}, ""},
		{"upper case", `<URLSET><URL><LOC>http://site.test/a</LOC></URL></URLSET>`, "urlset", []string{"/a"}, ""},
		{"cut", `<urlset><url><loc>http://site.test/a</loc></url><url><loc>http://site.te`, "urlset", []string{"/a"}, "cut off"},
		{"no end tags", `<urlset><url><loc>/a<loc>/b</loc></urlset>`, "urlset", []string{"/a", "/b"}, ""},
		{"cdata, comments, escapes", `<urlset><!-- <loc>/no</loc> --><url><loc><![CDATA[/a?x=1&y=2]]></loc></url><url><loc>/b?x=1&amp;y=2</loc></url></urlset>`, "urlset", []string{"/a?x=1&y=2", "/b?x=1&y=2"}, ""},
		{"entities of its own", `<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/hosts">]><urlset><url><loc>/&x;</loc></url><url><loc>/b</loc></url></urlset>`, "urlset", []string{"/b"}, "entity"},
		{"bare ampersand", `<urlset><url><loc>/a?x=1&y=2</loc></url></urlset>`, "urlset", []string{"/a?x=1&y=2"}, ""},
		{"foreign host", `<urlset><url><loc>http://other.test/a</loc></url><url><loc>http://www.site.test/b</loc></url></urlset>`, "urlset", []string{"http://www.site.test/b"}, "another host"},
		{"index of itself", `<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap><sitemap><loc>/2.xml.gz</loc></sitemap></sitemapindex>`, "index", []string{"/2.xml.gz"}, "itself"},
		{"text", "\ufeff/a\r\n# no\nhttp://site.test/b\nmailto:x\n", "text", []string{"/a", "/b"}, ""},
		{"rss", `<rss><channel><link>http://site.test/</link><item><title>x</title><link>http://site.test/a</link><pubDate>Fri, 01 May 2026 08:00:00 +0800</pubDate></item></channel></rss>`, "rss", []string{"/", "/a"}, ""},
		{"atom", `<feed><link rel="self" href="/feed"/><link href="/"/><entry><link href="/a?b=1&amp;c=2"/><updated>2026-05-01T08:00:00Z</updated></entry></feed>`, "atom", []string{"/", "/a?b=1&c=2"}, ""},
	} {
		m, err := ReadSitemap("http://site.test/sitemap.xml", []byte(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if m.Form != c.form || !slices.Equal(urlsOf(m), c.want) || c.problem != "" && !strings.Contains(strings.Join(m.Problems, "; "), c.problem) {
			t.Errorf("%s: %s %q, problems %q", c.name, m.Form, urlsOf(m), m.Problems)
		}
	}
	for _, bad := range []string{"", "<!DOCTYPE html><html><body>404</body></html>", "{\"a\":1}", "\x1f\x8bgarbage", "just words\n"} {
		if _, err := ReadSitemap("http://site.test/sitemap.xml", []byte(bad)); !errors.Is(err, ErrNotSitemap) {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
}

func TestSitemapDates(t *testing.T) {
	for in, want := range map[string]string{"2026-05-01": "2026-05-01", "2026-05-01T08:30:00+08:00": "2026-05-01", "2026-05": "2026-05-01",
		"Fri, 01 May 2026 08:00:00 +0800": "2026-05-01", "yesterday": "0001-01-01", "0000-00-00": "0001-01-01", "9999-01-01": "0001-01-01"} {
		if got := sitemapTime(in).UTC().Format(time.DateOnly); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestSitemapLimits: a packed file far beyond the limits is read to them, in bounded memory, and says so.
func TestSitemapLimits(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprint(w, "<urlset>")
	for i := range 60_000 {
		fmt.Fprintf(w, "<url><loc>http://site.test/%d</loc></url>", i)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	m, err := ReadSitemap("http://site.test/s.xml.gz", z.Bytes())
	if err != nil || len(m.Entries) != sitemapEntries || len(m.Problems) != 1 {
		t.Fatalf("%v, %d entries, %q", err, len(m.Entries), m.Problems)
	}
	z.Reset()
	w.Reset(&z)
	fmt.Fprint(w, "<urlset><url><loc>/a</loc></url>")
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for range 52 {
		if _, err := w.Write(blank); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if m, err = ReadSitemap("http://site.test/s.xml.gz", z.Bytes()); err != nil || len(m.Entries) != 1 || len(m.Problems) == 0 {
		t.Fatalf("%v, %+v", err, m)
	}
}

func FuzzReadSitemap(f *testing.F) {
	f.Add([]byte("<urlset><url><loc>/a</loc></url></urlset>"))
	f.Add([]byte("<!DOCTYPE x [<!ENTITY a 'b'>]><rss><item><link>/&a;</link></item></rss>"))
	f.Fuzz(func(t *testing.T, in []byte) {
		m, err := ReadSitemap("http://site.test/sitemap.xml", in)
		if (err == nil) == (m == nil) {
			t.Error("neither a sitemap nor an error")
		}
	})
}

// TestConformanceSitemaps reads the shared samples: all are read or refused cleanly, the own table's rows as it says.
func TestConformanceSitemaps(t *testing.T) {
	dir := shared(t, "cases", "sitemap")
	read, refused := 0, 0
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".tsv") {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if m, err := ReadSitemap("http://www.example.com/sitemap.xml", body); err != nil {
			refused++
			t.Logf("refused %s: %v", filepath.Base(name), err)
		} else {
			read++
			t.Logf("read %s: %s, %d addresses %q", filepath.Base(name), m.Form, len(m.Entries), m.Problems)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("sitemaps: %d read, %d refused cleanly", read, refused)
	for file, want := range map[string][]string{"cut.xml": {"/1.html"}, "html_instead.xml": nil, "bom_space.xml": {"/1.html"}, "entity_bomb.xml": {},
		"xxe.xml": {}, "foreign_host.xml": {"/2.html"}, "no_ns_upper.xml": {"/1.html"}, "gbk.xml": {"/%E7%BA%BF%E8%B7%AF.html"}, "index_loop.xml": {},
		"amp_unescaped.xml": {"/a.asp?x=1&y=2"}} {
		body, err := os.ReadFile(filepath.Join(dir, "own", file))
		if err != nil {
			t.Logf("%s is not among the cases any more", file)
			continue
		}
		m, err := ReadSitemap("http://site.test/"+file, body)
		if got := urlsOf(m); (err != nil) != (want == nil) || !slices.Equal(got, want) && file != "gbk.xml" || file == "gbk.xml" && len(got) != 1 {
			t.Errorf("%s: %q, %v; want %q", file, got, err, want)
		}
	}
}
