package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/app"
	"xunlu/assets"
	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/judge/learn"
)

// TestShippedTemplates: every shipped expression compiles, has a name of its own, and decides as meant.
func TestShippedTemplates(t *testing.T) {
	var sites []struct {
		Hosts     []string
		Templates []judge.Template
	}
	if err := json.Unmarshal(assets.Templates(), &sites); err != nil {
		t.Fatal(err)
	}
	hosts := map[string]bool{}
	for _, s := range sites {
		if _, err := judge.CompileTemplates(s.Templates); err != nil || len(s.Templates) == 0 {
			t.Errorf("%v: %d templates, %v", s.Hosts, len(s.Templates), err)
		}
		names := map[string]bool{}
		for _, x := range s.Templates {
			if names[x.Name] || !strings.HasPrefix(x.Pattern, "^https?://") {
				t.Errorf("%v: template %s is named twice or not anchored", s.Hosts, x.Name)
			}
			names[x.Name] = true
		}
		for _, h := range s.Hosts {
			if hosts[h] {
				t.Errorf("host %s stands twice", h)
			}
			hosts[h] = true
		}
	}
	for _, c := range []struct {
		url  string
		want judge.Class
	}{
		{"http://www.tuniu.com/tour/987654321", judge.ClassRoute},
		{"http://www.tuniu.com/tour/guilin/", judge.ClassListing},
		{"https://vacations.ctrip.com/tour/detail/p7654321s12.html?city=2", judge.ClassRoute},
		{"http://vacations.ctrip.com/grouptravel/", judge.ClassListing},
		{"http://dujia.lvmama.com/group/1234567?x=1", judge.ClassRoute},
		{"http://ticket.lvmama.com/scenic-123", judge.ClassTicket},
		{"https://abcd3.package.qunar.com/user/detail.jsp?abt=b&id=123456", judge.ClassAgency},
		{"https://www.mafengwo.cn/sales/1234567.html", judge.ClassRoute},
		{"https://www.mafengwo.cn/i/1234567.html", judge.ClassIgnore},
		{"https://www.getyourguide.com/paris-l16/louvre-guided-tour-t12345/", judge.ClassRoute},
		{"https://www.getyourguide.com/paris-l16/airport-private-transfer-t12345/", judge.ClassTicket},
		{"https://www.klook.com/activity/1234-seoul-wifi-rental/", judge.ClassTicket},
		{"https://shop.example/tour/1234567", ""},
	} {
		list, err := app.ShippedTemplates(engine.HostOf(c.url))
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := judge.CompileTemplates(list)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := compiled.Match(c.url); got.Class != c.want {
			t.Errorf("%s is %q by %q, want %q", c.url, got.Class, got.Name, c.want)
		}
	}
}

// TestShippedTemplatesConformance measures the shipped templates on labelled addresses of real sites, as far as a site has some: what no
// template matches counts as not a route.
func TestShippedTemplatesConformance(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpus", "url-patterns.tsv"))
	if err != nil {
		t.Skip("the labelled addresses beside the repository are not there: ", err)
	}
	var table learn.Table
	sites := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		u, err := page.Canonical(f[1])
		if err != nil {
			t.Fatal(err)
		}
		list, err := app.ShippedTemplates(engine.HostOf(u))
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			continue
		}
		compiled, err := judge.CompileTemplates(list)
		if err != nil {
			t.Fatal(err)
		}
		x, ok := compiled.Match(u)
		route := ok && (x.Class == judge.ClassRoute || x.Class == judge.ClassAgency)
		table.Add(f[2] == "route", route)
		sites[f[0]] = true
		if route != (f[2] == "route") {
			t.Logf("%s is %s, judged %q by %q", u, f[2], x.Class, x.Name)
		} else if !ok {
			t.Logf("%s (%s): no template", u, f[2])
		}
	}
	p, r := learn.Wilson(table.TP, table.TP+table.FP), learn.Wilson(table.TP, table.TP+table.FN)
	t.Logf("%d addresses of %d sites with templates: precision %.3f (%.3f – %.3f), recall %.3f (%.3f – %.3f)", table.N(), len(sites), p.Value, p.Low, p.High, r.Value, r.Low, r.High)
	if p.Value < 0.99 || r.Value < 0.95 {
		t.Errorf("precision %.3f, recall %.3f; promised 0.99 and 0.95", p.Value, r.Value)
	}
}
