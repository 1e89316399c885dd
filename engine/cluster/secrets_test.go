package cluster_test

import (
	"testing"
	"time"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

// TestSecretsTravel: a node gets a site's secrets with the site, those of its newest version, and none of a site that has none.
func TestSecretsTravel(t *testing.T) {
	now := "geheim-1"
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	o.secret = func(*storage.Site) fetch.Secrets {
		return fetch.Secrets{storage.SecretPassword: fetch.NewSecret(now)}
	}
	n := o.join("a")
	s := storage.Site{ID: "members.example", Name: "云岭", Seeds: []string{"http://members.example/"}, Scope: storage.Scope{Hosts: []string{"members.example"}}, Added: time.Now(),
		Access: storage.Access{Login: storage.Login{URL: "http://members.example/login", User: "li"}}}
	open := storage.Site{ID: "open.example", Name: "漓江", Seeds: []string{"http://open.example/"}, Scope: storage.Scope{Hosts: []string{"open.example"}}, Added: time.Now()}
	for _, site := range []storage.Site{s, open} {
		if _, err := o.coord.AddSite(t.Context(), site); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		task := lease(t, n, "a", 1)
		if len(task) != 1 {
			t.Fatalf("%d tasks", len(task))
		}
		got := n.Secrets(task[0].Site)[storage.SecretPassword].Reveal()
		if want := map[string]string{s.ID: now}[task[0].Site.ID]; got != want {
			t.Errorf("%s: %q, want %q", task[0].Site.ID, got, want)
		}
	}
	now = "geheim-2"
	if _, err := o.coord.AddSite(t.Context(), storage.Site{ID: s.ID, Name: s.Name, Seeds: []string{"http://members.example/2"}, Scope: s.Scope, Added: s.Added, Access: s.Access}); err != nil {
		t.Fatal(err)
	}
	task := lease(t, n, "a", 1)
	if len(task) != 1 || n.Secrets(task[0].Site)[storage.SecretPassword].Reveal() != now {
		t.Errorf("after a change: %d tasks, an old password", len(task))
	}
}
