package page

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"xunlu/judge"
)

// FuzzDecode: whatever the bytes, the text is UTF-8, the label is known, and the answer is the same again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "<title>a</title>", "\xEF\xBB\xBFa", "\xFF\xFEa\x00", "\xC0\xF6\xBD\xAD", "<meta charset=gbk>\xC0\xF6\xBD\xAD\xCB\xAB",
		"<meta charset=utf-8>\xC0\xF6", "\xA4\xA4\xA4\xE5 Big5", "\x81\x30\x81\x30", "<?xml version='1.0' encoding='big5'?>\xA4\xA4", "\x00\x01\x02", "<meta http-equiv=content-type content='text/html; charset="} {
		f.Add([]byte(s), "text/html; charset=gb2312", "big5")
	}
	f.Fuzz(func(t *testing.T, body []byte, contentType, hint string) {
		text, charset, _, err := Decode(body, contentType, hint)
		if err != nil {
			return
		}
		if !utf8.Valid(text) {
			t.Fatalf("%q: text is not UTF-8", charset)
		}
		if name, _, ok := lookup(charset); !ok || name != charset {
			t.Fatalf("label %q is not a WHATWG label", charset)
		}
		again, charset2, _, err := Decode(body, contentType, hint)
		if err != nil || charset2 != charset || !bytes.Equal(again, text) {
			t.Fatalf("not the same again: %s then %s, %v", charset, charset2, err)
		}
	})
}

// slowCanonical is Canonical without its fast path.
func slowCanonical(ref string) (string, error) {
	u, err := whatwg.Parse(ref)
	if err != nil {
		return "", err
	}
	return canonicalOf(u, ref)
}

// FuzzCanonical: the canonical form is stable, and the fast paths of Canonical and Resolve agree with the parser.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"http://a.test/", "https://A.test:443/b/../c?x=1&utm_source=2#d", "http://a.test/%7e%2e/%%36%36?&&a=%", "http://1.2.3/", "/x/./y/../z?a",
		"../..", "?q=云", "//h.test/p", "javascript:void(0)", "http://a.test./;jsessionid=AB?x", "http://a.test/(S(abcdefghij0123456789klmn))/x", "a:b", "\\\\x", "http://[::1]:80/", "12:30.html", "#", "http:x", " x\ty "} {
		f.Add("http://www.example.test/dir/page.html?x=1", s)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		if !utf8.ValidString(base) || !utf8.ValidString(ref) {
			return
		}
		got, err := Canonical(ref)
		slow, slowErr := slowCanonical(ref)
		if (err == nil) != (slowErr == nil) || got != slow && err == nil {
			t.Fatalf("Canonical(%q) = %q, %v; the parser says %q, %v", ref, got, err, slow, slowErr)
		}
		if err == nil {
			stable(t, got)
		}
		r, err := newResolver(base, "gb18030")
		if err != nil {
			return
		}
		out, err := r.appendURL(nil, []byte(ref))
		on, baseErr := whatwg.Parse(r.base)
		if baseErr != nil {
			t.Fatalf("base %q: %v", r.base, baseErr)
		}
		want := ""
		u, slowErr := parseRef(on, ref, "gb18030")
		if slowErr == nil {
			want, slowErr = canonicalOf(u, ref)
		}
		if (err == nil) != (slowErr == nil) || err == nil && string(out) != want {
			t.Fatalf("%q on %q = %q, %v; the parser says %q, %v", ref, base, out, err, want, slowErr)
		}
		if err == nil {
			stable(t, string(out))
		}
	})
}

func stable(t *testing.T, url string) {
	t.Helper()
	if again, err := Canonical(url); err != nil || again != url {
		t.Fatalf("Canonical(%q) = %q, %v: not stable", url, again, err)
	}
}

// FuzzScan: no panic, sound runs, and the letters where goquery's tree has them.
func FuzzScan(f *testing.F) {
	for _, s := range []string{"<p>a<b>c</p>d", "<a href=x>1<div>2</a>3", "<table><tr><td><a href=/>x<td>y</table>z", "<h1>a<h2>b</h1>c", "<li>a<li>b</ul>", "<svg><title>x</title><a href=y>z</svg>",
		"<script><!--<script></script>--></script>t", "<!--a--!>b", "<title>&amp;&copy</title>", "<select><option>a<option>b</select>", "<noscript><a href=n></noscript>", "<form><form><input>", "<base href=//h/><a href=p>"} {
		f.Add([]byte("<!doctype html>" + s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 4096 {
			return
		}
		doc, err := Scan(&Response{URL: "http://fuzz.test/a/b", Header: http.Header{"Content-Type": {"text/html"}}, Body: body}, ScanOptions{Charset: "utf-8"})
		if err != nil {
			return
		}
		checkRuns(t, &doc.Page)
		for _, l := range doc.Links {
			if !strings.HasPrefix(l.URL, "http") || utf8.RuneCountInString(l.Text) > linkTextMax || !utf8.ValidString(l.Text) {
				t.Fatalf("link %+v", l)
			}
		}
	})
}

// checkRuns checks what judge.Page promises of its runs.
func checkRuns(t *testing.T, p *judge.Page) {
	t.Helper()
	if !utf8.Valid(p.Text) {
		t.Fatalf("text is not UTF-8: %q", p.Text)
	}
	end := int32(0)
	for i, r := range p.Runs {
		if r.Start < end || r.End <= r.Start || int(r.End) > len(p.Text) || r.Place == 0 {
			t.Fatalf("run %d of %v in %d bytes", i, p.Runs, len(p.Text))
		}
		end = r.End
	}
	f := p.Features
	if f.LinkShare < 0 || f.LinkShare > 1 || f.LongText < 0 || f.LongText > 1 || f.TextLen < 0 {
		t.Fatalf("features %+v", f)
	}
}
