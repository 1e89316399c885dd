package page

import (
	"slices"
	"strings"
	"testing"
)

// TestPictures: what is of the tour and what is of the site around it.
func TestPictures(t *testing.T) {
	const at = "http://a.example/tour/1.html"
	for _, c := range []struct{ name, in, want string }{
		{"itinerary", `<h1>x</h1><h3>D1</h3><img src="d1.jpg"><h3>D2</h3><img src="/p/d2.png?x=1#y">`, "http://a.example/tour/d1.jpg http://a.example/p/d2.png?x=1"},
		{"lazy", `<img src="/blank.gif" data-original="/real.jpg">`, "http://a.example/real.jpg"},
		{"the lazy blank is no picture", `<img src="/img/loading.gif">`, ""},
		{"of another page", `<a href="/tour/2.html"><img src="/2.jpg"></a><a href="/big/1.jpg"><img src="/1.jpg"></a><a href="#"><img src="/3.jpg"></a>`, "http://a.example/1.jpg http://a.example/3.jpg"},
		{"of the site", `<nav><img src="/n.jpg"></nav><div class="footer"><img src="/f.jpg"></div><img src="/logo.png"><img src="/hotel.jpg"><img src="/s.svg"><img width=16 height=16 src="/s.jpg">`, "http://a.example/hotel.jpg"},
		{"base", `<base href="//cdn.example/i/"><img src="a.jpg"><img src="a.jpg">`, "http://cdn.example/i/a.jpg"},
		{"no address", `<img src="data:image/png;base64,AA=="><img src="javascript:x()"><img src="ftp://a.example/a.jpg"><img>`, ""},
		{"too deep", strings.Repeat("<div>", 600) + `<img src="/a.jpg">`, ""},
	} {
		got, _ := Pictures([]byte(c.in), at, "")
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got, _ := Pictures([]byte(`<img src="/a.jpg"><img src="/m.jpg">`), at, "http://a.example/m.jpg"); !slices.Equal(got, []string{"http://a.example/m.jpg", "http://a.example/a.jpg"}) {
		t.Errorf("main first: %q", got)
	}
}
