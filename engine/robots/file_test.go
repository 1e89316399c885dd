package robots_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"

	"xunlu/engine/robots"
)

func TestTest(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("User-agent: *\nDisallow: /签证/\n")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, body, agent, url string
		allowed                bool
		line                   int
	}{
		{"empty file", "", "Xunlu", "/a", true, 0},
		{"longest match", "User-agent: *\nDisallow: /line\nAllow: /line/open\n", "Xunlu", "/line/open/1", true, 3},
		{"allow wins a tie", "User-agent: *\nDisallow: /tour\nAllow: /tour\n", "Xunlu", "/tour", true, 3},
		{"query belongs to the path", "User-agent: *\nDisallow: /*?print=\n", "Xunlu", "http://a.test/x.html?print=1", false, 2},
		{"fragment does not", "User-agent: *\nDisallow: /x#y\nDisallow: /z\n", "Xunlu", "http://a.test/x#y", false, 2},
		{"dollar pins", "User-agent: *\nDisallow: /*.php$\n", "Xunlu", "/a.php5", true, 0},
		{"dollar in the middle", "User-agent: *\nDisallow: /a$b\n", "Xunlu", "/a$bc", false, 2},
		{"pinned piece does not overlap", "User-agent: *\nDisallow: /a*ab$\n", "Xunlu", "/ab", true, 0},
		{"several stars", "User-agent: *\nDisallow: /a*b*c$\n", "Xunlu", "/axbxbc", false, 2},
		{"tilde escaped in the rule", "User-agent: *\nDisallow: /%7Eli/\n", "Xunlu", "/~li/x", false, 2},
		{"tilde escaped in the URL", "User-agent: *\nDisallow: /\nAllow: /~li/\n", "Xunlu", "/%7eli/x", true, 3},
		{"escaped letter forbids too", "User-agent: *\nDisallow: /%62ook\n", "Xunlu", "/book", false, 2},
		{"case of hex digits", "User-agent: *\nDisallow: /%e7%ba%bf/\n", "Xunlu", "/%E7%BA%BF/", false, 2},
		{"Chinese path", "User-agent: *\nDisallow: /线路/\n", "Xunlu", "/%E7%BA%BF%E8%B7%AF/9", false, 2},
		{"Chinese URL unescaped", "User-agent: *\nDisallow: /线路/\n", "Xunlu", "/线路/9", false, 2},
		{"GBK file, GBK URL", gbk, "Xunlu", "/%C7%A9%D6%A4/1", false, 2},
		{"GBK file, UTF-8 URL", gbk, "Xunlu", "/%E7%AD%BE%E8%AF%81/1", false, 2},
		{"escaped star is no wildcard", "User-agent: *\nDisallow: /a%2Ab\n", "Xunlu", "/axb", true, 0},
		{"named group instead of star", "User-agent: *\nDisallow: /\nUser-agent: xunlu\nDisallow: /a\n", "Xunlu/1.0 (+http://x.test)", "/b", true, 0},
		{"empty named group", "User-agent: *\nDisallow: /\n\nUser-agent: Xunlu\n", "Xunlu", "/b", true, 0},
		{"empty Disallow", "User-agent: *\nDisallow:\n", "Xunlu", "/b", true, 0},
		{"groups of one agent merge", "User-agent: xunlu\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: XUNLU\nDisallow: /c\n", "Xunlu", "/c", false, 6},
		{"version in the file", "User-agent: Xunlu/2.1\nDisallow: /\n", "xunlu", "/", false, 2},
		{"longer token is another agent", "User-agent: xunlubot\nDisallow: /\n", "xunlu", "/", true, 0},
		{"sitemap ends no run", "User-agent: xunlu\nSitemap: http://a.test/s.xml\nUser-agent: *\nDisallow: /\n", "xunlu", "/", false, 4},
		{"nameless group keeps its rules", "User-agent: a\nDisallow: /a\nUser-agent: 360\nDisallow: /\n", "a", "/b", true, 0},
		{"no colon", "user-agent *\ndisallow /x:y\n", "xunlu", "/x:y", false, 2},
		{"full-width colon", "User-agent：*\nDisallow：/admin/\n", "xunlu", "/admin/1", false, 2},
		{"only CR", "User-agent: *\rDisallow: /a\r", "xunlu", "/a", false, 2},
		{"lines counted over CR LF", "# 旅行社\r\n\r\nUser-agent: *\r\nDisallow: /a\r\n", "xunlu", "/a", false, 4},
		{"misspelt", "Useragent: *\nDissalow: /a\n", "xunlu", "/a", false, 2},
		{"orphan rule dropped", "Disallow: /\nUser-agent: *\nDisallow: /b\n", "xunlu", "/a", true, 0},
		{"robots.txt itself", "User-agent: *\nDisallow: /\n", "xunlu", "http://a.test/robots.txt", true, 0},
		{"bare host", "User-agent: *\nDisallow: /\n", "xunlu", "http://a.test", false, 2},
		{"query without path", "User-agent: *\nDisallow: /?id=\n", "xunlu", "http://a.test?id=2", false, 2},
		{"odd first line", "<3 robots\nUser-agent: *\nDisallow: /a\n", "xunlu", "/a", false, 3},
		{"index page stands for its directory", "User-agent: *\nDisallow: /\nAllow: /gl/index.html\n", "xunlu", "/gl/", true, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			allowed, line, _ := robots.Parse([]byte(tt.body)).Test(tt.agent, tt.url)
			if allowed != tt.allowed || line != tt.line {
				t.Errorf("Test(%q, %q) = %v by line %d, want %v by line %d", tt.agent, tt.url, allowed, line, tt.allowed, tt.line)
			}
		})
	}
}

func TestDelay(t *testing.T) {
	tests := []struct {
		name, body, agent string
		want              time.Duration
	}{
		{"none", "User-agent: *\nDisallow: /\n", "xunlu", 0},
		{"whole", "User-agent: *\nCrawl-delay: 10\n", "xunlu", 10 * time.Second},
		{"fraction", "User-agent: *\nCrawl-delay: 0.5\n", "xunlu", 500 * time.Millisecond},
		{"not a number", "User-agent: *\nCrawl-delay: abc\nDisallow: /b\n", "xunlu", 0},
		{"negative", "User-agent: *\nCrawl-delay: -3\n", "xunlu", 0},
		{"endless", "User-agent: *\nCrawl-delay: 1e300\n", "xunlu", 365 * 24 * time.Hour},
		{"infinite", "User-agent: *\nCrawl-delay: NaN\n", "xunlu", 0},
		{"longest of two", "User-agent: *\nCrawl-delay: 2\nCrawl-delay: 1\n", "xunlu", 2 * time.Second},
		{"of the named group only", "User-agent: *\nCrawl-delay: 9\nDisallow: /x\nUser-agent: xunlu\nDisallow: /a\n", "xunlu", 0},
		{"not of agents named later", "User-agent: a\nCrawl-delay: 9\nUser-agent: b\nDisallow: /a\n", "b", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := robots.Parse([]byte(tt.body)).Group(tt.agent).Delay(); got != tt.want {
				t.Errorf("Delay() = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestParseEncodings(t *testing.T) {
	const text = "User-agent: *\nDisallow: /线路/\n"
	wide := func(order binary.AppendByteOrder, mark bool) []byte {
		var b []byte
		if mark {
			b = order.AppendUint16(b, 0xFEFF)
		}
		for _, u := range utf16.Encode([]rune(text)) {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	bodies := map[string][]byte{
		"UTF-8 mark":            []byte("\uFEFF" + text),
		"UTF-16 LE":             wide(binary.LittleEndian, true),
		"UTF-16 BE":             wide(binary.BigEndian, true),
		"UTF-16 LE, no mark":    wide(binary.LittleEndian, false),
		"UTF-16 BE, no mark":    wide(binary.BigEndian, false),
		"mark on a later line":  []byte("# x\n\uFEFF" + text),
		"zero bytes in between": []byte("\x00" + strings.ReplaceAll(text, "\n", "\x00\n")),
	}
	for name, body := range bodies {
		if ok, _, _ := robots.Parse(body).Test("xunlu", "/%E7%BA%BF%E8%B7%AF/1"); ok {
			t.Errorf("%s: rule lost", name)
		}
	}
}

func TestParseCutsAtLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: /first\n")
	for i := 0; b.Len() < robots.MaxSize-20; i++ {
		fmt.Fprintf(&b, "Disallow: /gone/%06d\n", i)
	}
	b.WriteString("Disallow: /" + strings.Repeat("x", 100) + "\nDisallow: /last\n")
	for name, body := range map[string]string{"whole": b.String(), "cut by the fetch": b.String()[:robots.MaxSize]} {
		f := robots.Parse([]byte(body))
		for url, want := range map[string]bool{"/first": false, "/last": true, "/x": true, "/xx": true} {
			if got, line, _ := f.Test("xunlu", url); got != want {
				t.Errorf("%s: %s: allowed %v by line %d", name, url, got, line)
			}
		}
	}
}

func TestParseHTML(t *testing.T) {
	f := robots.Parse([]byte("\r\n<!DOCTYPE html><html><body>User-agent: *\nDisallow: /\n</body></html>"))
	if ok, _, _ := f.Test("xunlu", "/a"); !ok || !f.HTML {
		t.Errorf("page served as robots.txt: allowed %v, HTML %v", ok, f.HTML)
	}
}

func TestSitemaps(t *testing.T) {
	f := robots.Parse([]byte("Sitemap: http://a.test/s.xml\nUser-agent: *\nsitemap : /rel.xml\nSITEMAP: http://a.test/s.xml\nSitemap:\n"))
	if got, want := f.Sitemaps(), []string{"http://a.test/s.xml", "/rel.xml"}; !slices.Equal(got, want) {
		t.Errorf("Sitemaps() = %q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /a*b$\n"), "/a%2ab")
	f.Add([]byte("\xFF\xFEU\x00"), "//x?y=%")
	f.Fuzz(func(t *testing.T, body []byte, url string) {
		file := robots.Parse(body)
		first, line, _ := file.Test("xunlu", url)
		again, line2, _ := file.Test("xunlu", url)
		if first != again || line != line2 {
			t.Fatalf("two answers for %q", url)
		}
		if !first && line == 0 {
			t.Fatalf("%q forbidden by no line", url)
		}
	})
}
