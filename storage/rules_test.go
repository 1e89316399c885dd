package storage

import (
	"errors"
	"reflect"
	"testing"

	"xunlu/judge"
)

func TestRules(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if _, err := s.ActiveRules(); !errors.Is(err, ErrNotFound) {
		t.Errorf("active rules of an empty store: %v", err)
	}
	put := func(name string, threshold float64) judge.Rules {
		t.Helper()
		r, err := s.PutRules(judge.Rules{Name: name, Version: 99, Method: judge.Sum, Threshold: threshold,
			Factors: []judge.Factor{{Name: "fees", NameZH: "费用", Weight: 0.4, Words: []string{"费用包含"}}}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	// Names that stand close together as keys.
	a1, ab1, a2, b1 := put("a", 1), put("ab", 2), put("a", 3), put("b", 4)
	for _, tt := range []struct {
		name    string
		version int
		want    judge.Rules
	}{{"a", 0, a2}, {"a", 1, a1}, {"a", 2, a2}, {"ab", 0, ab1}, {"b", 0, b1}, {"b", 1, b1}} {
		if got, err := s.RulesByRef(tt.name, tt.version); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s@%d is %+v, %v", tt.name, tt.version, got, err)
		}
	}
	if a1.Version != 1 || a2.Version != 2 || ab1.Version != 1 {
		t.Errorf("versions %d %d %d", a1.Version, a2.Version, ab1.Version)
	}
	for _, tt := range []struct {
		name    string
		version int
	}{{"a", 3}, {"c", 0}, {"", 0}, {"aa", 0}} {
		if _, err := s.RulesByRef(tt.name, tt.version); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q@%d: %v", tt.name, tt.version, err)
		}
	}
	if err := s.UseRules("c"); !errors.Is(err, ErrNotFound) {
		t.Errorf("UseRules of nothing: %v", err)
	}
	if err := s.UseRules("a"); err != nil {
		t.Fatal(err)
	}
	a3 := put("a", 5)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	if got, err := s.ActiveRules(); err != nil || !reflect.DeepEqual(got, a3) {
		t.Errorf("active rules %+v, %v; want the newest a", got, err)
	}
	all, err := s.ListRules()
	if err != nil || !reflect.DeepEqual(all, []judge.Rules{a1, a2, a3, ab1, b1}) {
		t.Errorf("list %+v, %v", all, err)
	}
	if _, err := s.PutRules(judge.Rules{}); err == nil {
		t.Error("a rule set without a name was stored")
	}
}

func TestLabelsSettingsProfilesHosts(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	b := Label{URL: urlOf(2), Label: judge.LabelRoute, At: day, By: "li"}
	a := Label{URL: urlOf(1), Label: judge.LabelOther, At: day, By: "li"}
	type look struct {
		Width int
		Dark  bool
	}
	host := Host{Host: "qingwu.example:8080", Site: "qingwu", Delay: 5e9, NextAt: day, Failures: 2, HoldUntil: day, RobotsStatus: 200,
		RobotsAt: day, Robots: []byte("User-agent: *\nDisallow: /x\n")}
	if err := errors.Join(s.PutLabel(Label{URL: urlOf(1), Label: judge.LabelRoute, At: day}), s.PutLabel(b), s.PutLabel(a),
		s.PutSetting("look", look{1024, true}), s.PutProfile("qingwu", []byte("shell"))); err != nil {
		t.Fatal(err)
	}
	commit(t, s, &Batch{Hosts: []Host{host}})
	later := host
	later.Robots, later.Failures = nil, 3
	commit(t, s, &Batch{Hosts: []Host{later}})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	if labels, err := s.Labels(); err != nil || !reflect.DeepEqual(labels, []Label{a, b}) {
		t.Errorf("labels %+v, %v", labels, err)
	}
	if err := errors.Join(s.RemoveLabel(a.URL), s.RemoveLabel(b.URL)); err != nil {
		t.Fatal(err)
	}
	if err := s.RemoveLabel(a.URL); !errors.Is(err, ErrNotFound) {
		t.Errorf("label removed twice: %v", err)
	}
	var got look
	if ok, err := s.Setting("look", &got); !ok || err != nil || got != (look{1024, true}) {
		t.Errorf("setting %+v, %v, %v", got, ok, err)
	}
	if ok, err := s.Setting("other", &got); ok || err != nil {
		t.Errorf("setting that was never put: %v, %v", ok, err)
	}
	if ok, err := s.Setting("look", new(int)); ok || err == nil {
		t.Errorf("setting of another type: %v, %v", ok, err)
	}
	if data, err := s.Profile("qingwu"); err != nil || string(data) != "shell" {
		t.Errorf("profile %q, %v", data, err)
	}
	later.Robots = host.Robots
	if h, err := s.Host(host.Host); err != nil || !reflect.DeepEqual(h, later) {
		t.Errorf("host %+v, %v; want %+v", h, err, later)
	}
	if hosts, err := s.Hosts(); err != nil || len(hosts) != 1 || hosts[0].Failures != 3 {
		t.Errorf("hosts %+v, %v", hosts, err)
	}
}
