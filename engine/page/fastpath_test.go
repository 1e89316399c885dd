package page

import (
	"math/rand/v2"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// TestFastPathsAgree builds addresses and references out of telling parts and compares the fast paths with the parser.
func TestFastPathsAgree(t *testing.T) {
	parts := strings.Fields(`http:// https:// // / / . .. ./ ../ a b.html www.example.test EXAMPLE.test 1.2.3.4 01.2.3 0x7f [::1] xn--fsqu00a.test :80 :443 :8080 :0 @ u:p@
		? ? & & = # # % %2e %2E %7e %41 %E4%BA%91 %e4 %2 %% %36 \ ; ;jsessionid=1A ;JSESSIONID=2 ;x=1 (S(abcdefghij0123456789klmn)) (S(x)) utm_source=q sid=0123456789abcdef0123 sid=7
		PHPSESSID=a id=1 _=1700000000000 spm=1.2 云 q=云 ' " < > { } | ^ ~ ! $ ( ) * + , [ ] - _ -- javascript: mailto: http: HTTP:// ftp:// x: 9 test. test..`)
	bases := []string{"http://www.example.test/", "http://www.example.test/dir/page.html?x=1", "https://example.test:8443/a/b/", "http://example.test/a;jsessionid=1/b?sid=0123456789abcdef0123",
		"http://u:p@example.test/x/y", "http://1.2.3.4/%7e/x", "http://EXAMPLE.test./a/../b"}
	r := rand.New(rand.NewPCG(3, 4))
	fast := 0
	for range 8000 {
		var b strings.Builder
		if r.IntN(3) == 0 {
			b.WriteString("http://www.example.test/")
		}
		for range 1 + r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		ref := b.String()
		if _, ok := plainURL(ref); ok {
			fast++
		}
		got, err := Canonical(ref)
		want, wantErr := slowCanonical(ref)
		if (err == nil) != (wantErr == nil) || err == nil && got != want {
			t.Fatalf("Canonical(%q) = %q, %v; the parser says %q, %v", ref, got, err, want, wantErr)
		}
		if err == nil {
			stable(t, got)
		}
		base := bases[r.IntN(len(bases))]
		out, err := Resolve(base, ref, "big5")
		on, parseErr := whatwg.Parse(base)
		if parseErr != nil {
			t.Fatal(parseErr)
		}
		on, parseErr = whatwg.Parse(on.Href(true))
		if parseErr != nil {
			t.Fatal(parseErr)
		}
		want = ""
		u, wantErr := parseRef(on, ref, "big5")
		if wantErr == nil {
			want, wantErr = canonicalOf(u, ref)
		}
		if (err == nil) != (wantErr == nil) || err == nil && out != want {
			t.Fatalf("Resolve(%q, %q) = %q, %v; the parser says %q, %v", base, ref, out, err, want, wantErr)
		}
		if err == nil {
			stable(t, out)
		}
	}
	t.Logf("%d addresses went the fast way", fast)
	if fast < 500 {
		t.Error("the fast path was hardly tried")
	}
}
