package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/app"
)

// TestMain lets a test start this binary as the program itself: real processes, real kills.
func TestMain(m *testing.M) {
	switch os.Getenv("XUNLU_TEST_PROGRAM") {
	case "1":
		os.Exit(Main(os.Args[1:], nil))
	case acksMode:
		os.Exit(saysAcks(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// run runs one command line in this process.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := &program{ctx: t.Context(), stdin: strings.NewReader(""), stdout: &out, stderr: &errs}
	code = p.run(args)
	return code, out.String(), errs.String()
}

// TestDemoCrawl: the main job from a terminal, on the demo web: crawl, search, judge, show, why, export, check.
func TestDemoCrawl(t *testing.T) {
	t.Parallel() // mostly waits for slow answers of the demo web
	dir := t.TempDir()
	code, out, errs := run(t, "crawl", "--demo", "--demo-sites", "9", "--demo-pages", "540", "--delay", "0s", "--json", "--data", dir)
	if code != 0 {
		t.Fatalf("crawl: code %d, %s", code, errs)
	}
	var s app.Summary
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatalf("summary %q: %v", out, err)
	}
	if s.Sites != 9 || s.Pages < 300 || s.Routes < 60 || s.Harvest <= 0 || s.Data != dir {
		t.Errorf("summary %+v", s)
	}
	code, out, errs = run(t, "search", "--json", "--data", dir, "桂林")
	var found app.Found
	if err := json.Unmarshal([]byte(out), &found); code != 0 || err != nil || found.Total == 0 {
		t.Fatalf("search: code %d, %v, %s %s", code, err, out, errs)
	}
	u := found.Routes[0].URL
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"show", u}, "verdict"},
		{[]string{"why", u}, "judged route"},
		{[]string{"why", "https://elsewhere.example/"}, "out of scope"},
		{[]string{"sites", "list"}, "routes"},
		{[]string{"rules", "list"}, "paper@"},
		{[]string{"rules", "show", "paper"}, "threshold 1"},
		{[]string{"check"}, "all is well"},
	} {
		code, out, errs := run(t, append(c.args, "--data", dir)...)
		if code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%v: code %d, %s %s", c.args, code, out, errs)
		}
	}
	csv := filepath.Join(dir, "out.csv")
	if code, _, errs := run(t, "export", "--format", "csv", "--out", csv, "--data", dir); code != 0 {
		t.Errorf("export: %s", errs)
	}
	data, err := os.ReadFile(csv)
	if err != nil || !bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) || bytes.Count(data, []byte("\r\n")) < s.Routes {
		t.Errorf("export wrote %d bytes, %v", len(data), err)
	}
}

// TestBadInput: one sentence, the right exit code, nothing written.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty.html")
	binary := filepath.Join(dir, "binary.html")
	rules := filepath.Join(dir, "bad.json")
	for name, data := range map[string]string{empty: "", binary: "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", rules: `{"name":"r","method":"sum","threshold":1,"factors":[{"name":"f","weight":1,"patterns":["("]}]}`} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fresh := filepath.Join(dir, "fresh")
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no folder", []string{"search", "x", "--data", fresh}, 1, "no Xunlu data"},
		{"a file as folder", []string{"crawl", "http://127.0.0.1:1/", "--data", file}, 1, "is a file"},
		{"bad address", []string{"crawl", "http://", "--data", fresh}, 2, "not a web address"},
		{"unknown scheme", []string{"crawl", "ftp://agency.example/", "--data", fresh}, 2, "not a web address"},
		{"nothing to crawl", []string{"crawl", "--data", fresh}, 2, "nothing to crawl"},
		{"unknown rules", []string{"judge", "--rules", "nope", file}, 2, "no rule set is called nope"},
		{"bad expression", []string{"rules", "import", rules, "--data", fresh}, 1, "missing closing"},
		{"empty file", []string{"judge", empty}, 1, "is empty"},
		{"binary file", []string{"judge", binary}, 1, "could not be judged"},
		{"a folder as file", []string{"judge", dir}, 1, "is a folder"},
		{"no such file", []string{"judge", filepath.Join(dir, "none.html")}, 1, "does not exist"},
		{"no labels", []string{"eval", "--labels", filepath.Join(dir, "none.tsv")}, 1, "no such file"},
		{"unknown command", []string{"fly"}, 2, "unknown command"},
		{"unknown flag", []string{"crawl", "--fly"}, 2, "unknown flag"},
		{"bad number", []string{"search", "--days", "x..y", "--data", dir}, 2, "--days"},
		{"bad order", []string{"crawl", "--order", "odd", "--data", fresh}, 2, "--order"},
		{"no display", []string{}, 2, "xunlu crawl"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := run(t, c.args...)
			if code != c.code || !strings.Contains(errs, c.want) {
				t.Errorf("code %d, want %d; stderr %q, want «%s»", code, c.code, errs, c.want)
			}
			if strings.Count(strings.TrimSpace(errs), "\n") > 0 || out != "" {
				t.Errorf("more than one sentence: %q %q", errs, out)
			}
			if _, err := os.Stat(fresh); err == nil {
				t.Errorf("%s was written", fresh)
			}
		})
	}
}
