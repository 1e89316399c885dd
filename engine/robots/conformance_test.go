package robots_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"xunlu/engine/robots"
)

// shared finds the folder of cases beside the repository; without it there is nothing to conform to.
func shared(t *testing.T, elem ...string) string {
	t.Helper()
	dir := filepath.Join(append([]string{"..", "..", "..", "shared"}, elem...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared beside the repository: conformance cases are not there")
	}
	return dir
}

type row struct {
	ID         string `json:"id"`
	GoogleOnly bool   `json:"google_only"`
	Agent      string `json:"agent"`
	URL        string `json:"url"`
	Allowed    bool   `json:"allowed"`
	Robots     string `json:"robots"`
}

func rows(t *testing.T, path string) []row {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []row
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func TestConformanceTables(t *testing.T) {
	dir := shared(t, "cases", "robots")
	for _, name := range []string{"google_robotstxt_table.jsonl", "rfc9309_table.jsonl"} {
		right, total, beyond := 0, 0, 0
		for _, r := range rows(t, filepath.Join(dir, name)) {
			got, line, _ := robots.Parse([]byte(r.Robots)).Test(r.Agent, r.URL)
			total++
			switch {
			case got == r.Allowed:
				right++
			case r.GoogleOnly:
				beyond++
				t.Logf("%s (beyond the RFC): allowed %v by line %d", r.ID, got, line)
			default:
				t.Errorf("%s: agent %q url %q: allowed %v by line %d", r.ID, r.Agent, r.URL, got, line)
			}
		}
		t.Logf("%s: %d of %d", name, right, total)
		if beyond > 1 {
			t.Errorf("%s: %d rows beyond the RFC differ, 1 is known", name, beyond)
		}
	}
}

// TestConformanceFiles reads every odd and every real file: each line that plainly is a rule under a User-agent line must
// be able to decide something.
func TestConformanceFiles(t *testing.T) {
	dir := shared(t, "cases", "robots", "files")
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, path := range files {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := robots.Parse(body)
		isPage := bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
		if f.HTML != isPage {
			t.Errorf("%s: HTML = %v, want %v", filepath.Base(path), f.HTML, isPage)
		}
		lower := bytes.ToLower(body)
		if !isPage && bytes.Contains(lower, []byte("\nsitemap:")) && len(f.Sitemaps()) == 0 {
			t.Errorf("%s: sitemaps lost", filepath.Base(path))
		}
		if !isPage && bytes.Contains(lower, []byte("\ndisallow: /\n")) && bytes.Contains(lower, []byte("user-agent: *\ndisallow: /\n")) {
			if ok, _, _ := f.Test("nobody", "/anything-at-all"); ok {
				t.Errorf("%s: a closed site reads as open", filepath.Base(path))
			}
		}
	}
}

func TestConformanceBugs(t *testing.T) {
	dir := shared(t, "cases", "bugs", "16-robots-rule-before-agent")
	body, err := os.ReadFile(filepath.Join(dir, "input.robots.txt"))
	if err != nil {
		t.Fatal(err)
	}
	answers, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]bool
	if err := json.Unmarshal(answers, &want); err != nil {
		t.Fatal(err)
	}
	for path, allowed := range want {
		if got, _, _ := robots.Parse(body).Test("tourbot", path); got != allowed {
			t.Errorf("%s: allowed %v, want %v", path, got, allowed)
		}
	}
}
