package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/app"
	"xunlu/storage"
)

// TestTuning: from a terminal, after a crawl: templates, focus, labels out and in, the queue, learning from labels.
func TestTuning(t *testing.T) {
	t.Parallel() // mostly waits for slow answers of the demo web
	dir := t.TempDir()
	if code, _, errs := run(t, "crawl", "--demo", "--demo-sites", "4", "--demo-pages", "400", "--delay", "0s", "--data", dir); code != 0 {
		t.Fatal(errs)
	}
	ok := func(args ...string) string {
		t.Helper()
		code, out, errs := run(t, append(args, "--data", dir)...)
		if code != 0 {
			t.Fatalf("%v: code %d, %s", args, code, errs)
		}
		return out
	}
	var sites []app.SiteRow
	if err := json.Unmarshal([]byte(ok("sites", "list", "--json")), &sites); err != nil {
		t.Fatal(err)
	}
	agency := sites[0].ID
	var before, after templatesJSON
	if err := json.Unmarshal([]byte(ok("sites", "templates", agency, "--json")), &before); err != nil || len(before.Suggestions) == 0 {
		t.Fatalf("%+v, %v", before, err)
	}
	name := before.Suggestions[0].Template.Name
	if out := ok("sites", "templates", agency); !strings.Contains(out, name) {
		t.Errorf("the list does not name %s: %s", name, out)
	}
	ok("sites", "templates", agency, "--accept", name)
	if err := json.Unmarshal([]byte(ok("sites", "templates", agency, "--json")), &after); err != nil || len(after.Templates) != 1 || after.Templates[0].Flagged {
		t.Errorf("%+v, %v", after, err)
	}
	if code, _, errs := run(t, "sites", "templates", agency, "--accept", "nothing", "--data", dir); code != 2 || !strings.Contains(errs, "no suggestion") {
		t.Errorf("code %d, %s", code, errs)
	}
	ok("sites", "set", agency, "--focus", "soft")
	var list []storage.Site
	if err := json.Unmarshal([]byte(ok("sites", "export", "--json")), &list); err != nil || list[0].Focus != storage.FocusSoft {
		t.Errorf("focus is %q, %v", list[0].Focus, err)
	}
	if code, _, errs := run(t, "sites", "set", agency, "--focus", "odd", "--data", dir); code != 2 || !strings.Contains(errs, "focus") {
		t.Errorf("code %d, %s", code, errs)
	}
	labelAndLearn(t, ok, dir)
}

// labelAndLearn labels the stored routes and some other pages by a file, and learns from them.
func labelAndLearn(t *testing.T, ok func(...string) string, dir string) {
	var queue []app.UnsurePage
	if err := json.Unmarshal([]byte(ok("labels", "queue", "--max", "12", "--json")), &queue); err != nil || len(queue) != 12 {
		t.Fatalf("queue %v, %v", queue, err)
	}
	ok("labels", "add", "other", queue[0].URL)
	var found app.Found
	if err := json.Unmarshal([]byte(ok("search", "--json", "")), &found); err != nil || len(found.Routes) < 6 {
		t.Fatalf("%d routes, %v", len(found.Routes), err)
	}
	file := filepath.Join(dir, "labels.tsv")
	lines := "url\tlabel\n"
	routes := map[string]bool{}
	for _, r := range found.Routes {
		routes[r.URL] = true
		lines += r.URL + "\troute\n"
	}
	for _, u := range queue {
		if !routes[u.URL] { // what is unsure may be a stored route
			lines += u.URL + "\tother\n"
		}
	}
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	ok("labels", "import", file)
	if out := ok("labels", "export"); strings.Count(out, "\troute\n") != len(found.Routes) {
		t.Errorf("exported %s", out)
	}
	if out := ok("labels", "list"); !strings.Contains(out, queue[0].URL) {
		t.Errorf("labels %s", out)
	}
	rules := filepath.Join(dir, "learned.json")
	if out := ok("learn", "--stored", "--out", rules); !strings.Contains(out, "nothing was changed") {
		t.Errorf("learned: %s", out)
	}
	if out := ok("rules", "list"); strings.Contains(out, "learned") {
		t.Errorf("rules were stored unasked: %s", out)
	}
	if out := ok("learn", "--stored", "--use"); !strings.Contains(out, "xunlu-learned@1 is in force") {
		t.Errorf("learned: %s", out)
	}
	for _, args := range [][]string{{"learn", "--stored", "--labels", file}, {"learn", "--use"}, {"labels", "add", "perhaps", "http://agency.example/"}} {
		if code, _, errs := run(t, append(args, "--data", dir)...); code != 2 {
			t.Errorf("%v: code %d, %s", args, code, errs)
		}
	}
	if code, _, errs := run(t, "eval", "--paper", "--labels", file); code != 2 || !strings.Contains(errs, "--paper") {
		t.Errorf("code %d, %s", code, errs)
	}
}
