package demo

import (
	"regexp"
	"testing"
)

// checkTemplates applies a platform's URL rules to its truth: routes match route or agency and nothing else does.
func checkTemplates(t *testing.T, w *Web, s Site) {
	rules := map[string]*regexp.Regexp{}
	for _, r := range s.Templates {
		re, err := regexp.Compile(r.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		if old := rules[r.Class]; old != nil {
			re = regexp.MustCompile(old.String() + "|" + r.Pattern)
		}
		rules[r.Class] = re
	}
	agency := 0
	for _, x := range w.Truth() {
		if x.Site != s.Name {
			continue
		}
		route := rules["route"].MatchString(x.URL) || rules["agency"].MatchString(x.URL)
		if rules["agency"].MatchString(x.URL) {
			agency++
		}
		if route != (x.Label == "route") {
			t.Errorf("%s is %s, a route by the rules: %v", x.URL, x.Label, route)
		}
		if rules["ticket"].MatchString(x.URL) != (x.Label == "ticket") && x.Status == 200 {
			t.Errorf("%s is %s, ticket rule disagrees", x.URL, x.Label)
		}
		if rules["listing"].MatchString(x.URL) && x.Label != "list" {
			t.Errorf("%s is %s, listing rule disagrees", x.URL, x.Label)
		}
	}
	if agency == 0 {
		t.Errorf("%s: no route of an agency", s.Name)
	}
}
