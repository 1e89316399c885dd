package page

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"xunlu/judge"
)

func scanHTML(t testing.TB, body string) *Document {
	t.Helper()
	return scanBytes(t, []byte(body), "http://www.example.test/dir/page.html", "text/html; charset=utf-8")
}

// textOf is the text in the places of want, blocks separated by '|'.
func textOf(p *judge.Page, want judge.Place) string {
	var out []string
	for _, r := range p.Runs {
		if r.Place&want != 0 {
			out = append(out, strings.ReplaceAll(string(p.Text[r.Start:r.End]), "\n", "|"))
		}
	}
	return strings.Join(out, "|")
}

func TestScanPlaces(t *testing.T) {
	doc := scanHTML(t, `<!doctype html><title> 云山 水乡
		六日游 </title><meta name=description content="说明 &amp; 更多"><style>p{价格}</style><script>"报价"</script>
		<h1>云山<b>水乡</b></h1><h2><a href=/x>标题链接</a></h2><p>市场价<span>￥</span>3680&nbsp;元<br>起</p>
		<table><tr><th>出发地<td>示例城<a href=/y>更多</a></table><dl><dt>目的地<dd>云山</dl><!-- 签证 --><noscript>无脚本</noscript>
		<textarea> 备注 </textarea><select><option>一<option>二</select><iframe>框</iframe>`)
	for _, c := range []struct {
		place judge.Place
		want  string
	}{
		{judge.Title, "云山 水乡   六日游"},
		{judge.Heading, "云山水乡|标题链接"},
		{judge.Link, "标题链接|更多"},
		{judge.TableHead, "出发地|目的地"},
		{judge.Text, "云山水乡|市场价￥3680 元|起|出发地|示例城|目的地|云山|备注|一|二"},
		{judge.Meta, "说明 & 更多"},
		{judge.URL, "http://www.example.test/dir/page.html"},
	} {
		if got := textOf(&doc.Page, c.place); got != c.want {
			t.Errorf("%s: %q, want %q", placeName(c.place), got, c.want)
		}
	}
	if doc.Title != "云山 水乡 六日游" || doc.Meta["description"] != "说明 & 更多" {
		t.Errorf("title %q, meta %q", doc.Title, doc.Meta)
	}
	checkRuns(t, &doc.Page)
}

func TestScanLinks(t *testing.T) {
	doc := scanHTML(t, `<base href="/b/"><base href=/ignored/><link rel="Canonical shortlink" href=can.html>
		<a href="a.html?x=1&amp;y=2&copy=3" rel="external NoFollow">  One
		link </a><a href='b.html'><img src=i.png alt="picture"></a><a href=c.html title=titled></a><A HREF=d.html/>d</A><a name=no>none</a>
		<a href="javascript:go()">js</a><a href="">self</a><area href=e.html alt=area><iframe src=f.html></iframe>
		<noscript><a href=g.html>g</a><frame src=h.html></noscript><!-- <a href=no.html> --><script>'<a href=no.html>'</script>
		<a href="unclosed.html>x</a>`)
	type link struct {
		URL, Text string
		NoFollow  bool
		Kind      LinkKind
	}
	const b = "http://www.example.test/b/"
	want := []link{
		{b + "a.html?x=1&y=2&copy=3", "One link", true, Anchor}, {b + "b.html", "picture", false, Anchor}, {b + "c.html", "titled", false, Anchor},
		{b + "d.html/", "d", false, Anchor}, {b, "self", false, Anchor}, {b + "e.html", "area", false, Area}, {b + "f.html", "", false, Frame},
		{b + "g.html", "", false, Anchor}, {b + "h.html", "", false, Frame}, {b + "can.html", "", false, CanonicalLink},
	}
	var got []link
	for _, l := range doc.Links {
		got = append(got, link{l.URL, l.Text, l.NoFollow, l.Kind})
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
	if doc.Base != b || doc.Canonical != b+"can.html" {
		t.Errorf("base %q, canonical %q", doc.Base, doc.Canonical)
	}
	long := scanHTML(t, "<a href=x>"+strings.Repeat("云", 300)+"</a>")
	if got := []rune(long.Links[0].Text); len(got) != linkTextMax {
		t.Errorf("link text of %d runes", len(got))
	}
}

func TestScanRefresh(t *testing.T) {
	for content, want := range map[string]string{
		"0;url=/n.html": "http://www.example.test/n.html", "5; URL='n.html'": "http://www.example.test/dir/n.html", "0,/n": "http://www.example.test/n",
		"0; url = &quot;/n&quot;": "http://www.example.test/n", ".5;n": "http://www.example.test/dir/n", "10": "", "0;url=javascript:x": "", "x": "http://www.example.test/dir/x", "0;": "", "3url=x": "",
	} {
		for _, form := range []string{`<meta http-equiv="refresh" content="%s">`, `<META CONTENT="%s" HTTP-EQUIV=REFRESH>`, `<noscript><meta http-equiv='Refresh' content="%s"></noscript>`} {
			doc := scanHTML(t, "<html>"+fmt.Sprintf(form, content))
			if content == "x" {
				want = doc.Refresh // browsers differ on a refresh without a time
			}
			if doc.Refresh != want {
				t.Errorf(form+": %q, want %q", content, doc.Refresh, want)
			}
		}
	}
}

func TestScanRobots(t *testing.T) {
	doc := scanHTML(t, `<meta name=Robots content="NOINDEX, follow">`)
	if !doc.NoIndex || doc.NoFollow {
		t.Error("meta robots not read")
	}
	doc, err := Scan(&Response{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}, "X-Robots-Tag": {"noindex", "otherbot: nofollow"}}, Body: []byte("<p>x")}, ScanOptions{})
	if err != nil || !doc.NoIndex || doc.NoFollow {
		t.Errorf("header robots: %v", err)
	}
}

func TestScanRefuses(t *testing.T) {
	for _, c := range []struct {
		name, body, contentType string
		want                    error
	}{
		{"html as text", "<!DOCTYPE html><title>x</title>", "text/plain", nil},
		{"html as nothing", "  <div>x</div>", "", nil},
		{"html as octets", "<html><p>x", "application/octet-stream", nil},
		{"plain words as html", "云山水乡六日游", "text/html", nil},
		{"empty html", "", "text/html", nil},
		{"xhtml", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`, "application/xhtml+xml", nil},
		{"plain text", "云山水乡六日游 a < b", "text/plain", ErrNotHTML},
		{"jpeg as html", "\xFF\xD8\xFF\xE0\x00\x10JFIF" + strings.Repeat("\x00\x9F", 50), "text/html", ErrNotHTML},
		{"pdf as html", "%PDF-1.4\n<html>", "text/html", ErrNotHTML},
		{"png as html", "\x89PNG\r\n\x1A\n\x00", "text/html", ErrNotHTML},
		{"zip as html", "PK\x03\x04xx", "text/html", ErrNotHTML},
		{"json as html", `{"price": "<b>1</b>"}`, "application/json", ErrNotHTML},
		{"json", `{"price": 1}`, "text/html", ErrNotHTML},
		{"feed", `<?xml version="1.0"?><rss><item><link>x</link></item></rss>`, "text/html", ErrNotHTML},
		{"sitemap", `<?xml version="1.0"?><urlset xmlns="x"><url><loc>x</loc></url></urlset>`, "text/xml", ErrNotHTML},
		{"script", "var a = 1;", "application/javascript", ErrNotHTML},
		{"noise", strings.Repeat("\x01\x02\xFE\xFF\x81", 200), "text/html", ErrCharset},
	} {
		_, err := Scan(&Response{URL: "http://a.test/", Header: http.Header{"Content-Type": {c.contentType}}, Body: []byte(c.body)}, ScanOptions{})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestScanCharsetOptions(t *testing.T) {
	body := []byte("<title>" + encoded(t, "big5", "雲山") + "</title>")
	r := &Response{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html; charset=gbk"}}, Body: body}
	doc, err := Scan(r, ScanOptions{Charset: "Big5"})
	if err != nil || doc.Charset != "big5" || doc.Title != "雲山" || doc.Declared != "gb18030" || len(doc.Problems) == 0 {
		t.Errorf("%+v, %v", doc, err)
	}
	doc, err = Scan(&Response{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html; charset=gbk"}}, Body: []byte("<title>云</title>"), Rendered: true}, ScanOptions{})
	if err != nil || doc.Title != "云" {
		t.Errorf("rendered: %+v, %v", doc, err)
	}
}

// TestScanSoup compares the scan with goquery on random tag soup, letter by letter and place by place. The tree builder
// moves text about in such markup; the scan has to see it in the same places.
func TestScanSoup(t *testing.T) {
	tags := strings.Fields("a a a b div div p p h1 h2 h3 ul li li ol dl dt dd table table tr td td th tbody caption form span font section center button select option br img input " +
		"title script noscript textarea svg template object em hr label thead colgroup col article pre body html head address fieldset iframe marquee")
	r := rand.New(rand.NewPCG(1, 2))
	equal, compared := 0, 0
	for range 3000 {
		var b strings.Builder
		b.WriteString("<!doctype html>")
		for range 3 + r.IntN(22) {
			tag := tags[r.IntN(len(tags))]
			switch k := r.IntN(10); {
			case k < 5 && tag == "a":
				fmt.Fprintf(&b, "<a href=%d>", r.IntN(9))
			case k < 5:
				fmt.Fprintf(&b, "<%s>", tag)
			case k < 8:
				fmt.Fprintf(&b, "</%s>", tag)
			}
			if r.IntN(3) > 0 {
				b.WriteByte(byte('a' + r.IntN(26)))
			}
		}
		src := b.String()
		doc := scanHTML(t, src)
		checkRuns(t, &doc.Page)
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
			t.Logf("%s\n scan %v\n tree %v", src, scanPieces(&doc.Page), o.kept)
		}
	}
	t.Logf("letters equal on %d of %d", equal, compared)
	if equal*100 < compared*99 {
		t.Errorf("letters equal on %d of %d only", equal, compared)
	}
}

// TestScanFixturesEqualGoquery compares words on pages of several layouts.
func TestScanFixturesEqualGoquery(t *testing.T) {
	for name, src := range map[string]string{
		"bench page": string(benchPage()),
		"2008 table": `<html><head><title>线路名称</title></head><body bgcolor=#fff><table width=760><tr><td><font color=red><b>市场价：<td>￥3680元<tr><td>行程天数</font><td>6天` +
			`</table><table><tr><th>出发地<th>目的地<tr><td><a href=1.asp>注意事项<td>温馨提示</a></table>费用说明<p>报价<p>签证</body></html>`,
		"unclosed links": `<ul><li><a href=1>自由行<li><a href=2>日游<div>价格</div></ul>线路特色<p><a name=x>标题<h2>行程说明</a>发团日期</h2>`,
		"split words":    `<p>目<b>的</b>地<i></i>出发<span>地</span><p>目的<br>地<div>出发</div>地 行程<!-- x -->天数<a href=#>价</a>格`,
		"entities":       `<p>&#20215;&#x683C; 价&zwnj;格 &yen;3680 &amp;yen; 价&#26684&nbsp;元 &lt;b&gt;行程说明`,
		"fostered":       `<table>出发地<tr>目的地<td>价格<div>签证</table>报价<table><a href=x>自由行<tr><td>日游</table>标题`,
	} {
		doc := scanHTML(t, src)
		want, dom, ok := oracleCounts(t, doc.HTML)
		if !ok || len(want) == 0 {
			t.Fatalf("%s: no oracle", name)
		}
		if d := scanCounts(&doc.Page).diff(want); len(d) > 0 {
			t.Errorf("%s: %s", name, strings.Join(d, "; "))
		}
		if missing, extra := linkDiff(doc, dom); len(missing)+len(extra) > 0 {
			t.Errorf("%s: links missing %q, extra %q", name, missing, extra)
		}
	}
}

// TestScanHostile: sizes that end other parsers are read to the end, with their links.
func TestScanHostile(t *testing.T) {
	end := `<a href="/end.html">end</a>`
	for name, src := range map[string]string{
		"600 divs":                strings.Repeat("<div>", 600) + end,
		"100,000 divs":            strings.Repeat("<div>", 100000) + end,
		"100,000 sections, divs":  "<div>" + strings.Repeat("<section>", 100000) + strings.Repeat("</div>", 100000) + end,
		"links in tables":         strings.Repeat("<table><tr><td><a href=x>", 20000) + end,
		"1,000,000 attributes":    "<p " + strings.Repeat("a=1 ", 1000000) + ">" + end,
		"1,000,000 bare quotes":   "<p " + strings.Repeat("=\" ", 1000000) + ">\">" + end,
		"unclosed comments":       strings.Repeat("<!-", 100000) + ">" + end,
		"dashes":                  "<!--" + strings.Repeat("--", 200000) + "x-->" + end,
		"ampersands":              strings.Repeat("&", 300000) + end,
		"scripts in scripts":      "<script><!--" + strings.Repeat("<script>", 100000) + "--></script>" + end,
		"end tags without start":  strings.Repeat("</div></p></td></a></h1>", 50000) + end,
		"one line of 5 MB":        "<p>" + strings.Repeat("云山水乡 ", 400000) + "</p>" + end,
		"foreign nesting":         strings.Repeat("<svg><g>", 50000) + strings.Repeat("</x>", 50000) + "</svg><p>" + end,
		"selects and link ends":   "<a href=y><select>" + strings.Repeat("<div>", 4000) + strings.Repeat("</a>", 100000) + "</select>" + end,
		"numbers far apart":       strings.Repeat("第          1", 50000) + end,
		"angles":                  strings.Repeat("<", 500000) + " " + end,
		"noscripts":               strings.Repeat("<noscript>", 50000) + "</noscript>" + end,
		"declarations":            strings.Repeat("<meta charset=x>", 50000) + end,
		"links with little order": strings.Repeat("<a href=y><div>", 50000) + end,
	} {
		doc := scanHTML(t, "<!doctype html>"+src)
		checkRuns(t, &doc.Page)
		found := false
		for _, l := range doc.Links {
			found = found || l.URL == "http://www.example.test/end.html"
		}
		if !found {
			t.Errorf("%s: the last link is lost", name)
		}
	}
}

// TestTitleIsCut: a title of a megabyte is a name of 300 runes, whole ones.
func TestTitleIsCut(t *testing.T) {
	for n, want := range map[int]int{5: 5, titleMax: titleMax, titleMax + 1: titleMax, 350_000: titleMax} {
		body := "<!doctype html><title>" + strings.Repeat("题", n) + "</title><p>桂林"
		doc, err := Scan(&Response{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)}, ScanOptions{Charset: "utf-8"})
		if err != nil || doc.Title != strings.Repeat("题", want) {
			t.Errorf("%d runes: %d bytes, %v", n, len(doc.Title), err)
		}
	}
}
