package app_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allowed are the licences under which a library may be linked: they ask for their text and nothing of our source.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "Zlib"}

// signs tell a licence by a sentence that stands in no other; the first that is found counts.
var signs = []struct{ licence, words string }{
	{"Apache-2.0", "apache license"},
	{"Apache-2.0", "www.apache.org/licenses/license-2.0"},
	{"MPL-2.0", "mozilla public license"},
	{"AGPL", "gnu affero general public license"},
	{"LGPL", "gnu lesser general public license"},
	{"GPL", "gnu general public license"},
	{"BSD-3-Clause", "neither the name"},
	{"BSD-3-Clause", "the names of its contributors may not be used"},
	{"BSD-3-Clause", "name of the author may not be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any"},
	{"MIT", "permission is hereby granted, free of charge"},
	{"Zlib", "this software is provided 'as-is', without any express or implied warranty"},
}

// TestLicences reads the licence of every module that is linked into a program of ours (Linux and Windows, with window and without), and
// wants it on the list above and in docs/third-party.md, which names no other.
func TestLicences(t *testing.T) {
	found := map[string]string{}
	for _, env := range []string{"GOOS=linux", "GOOS=windows"} {
		for _, tag := range []string{"migrated_fynedo", "headless"} {
			for module, dir := range linked(t, env, tag) {
				if _, done := found[module]; !done {
					found[module] = licenceIn(t, dir)
				}
			}
		}
	}
	if len(found) < 40 {
		t.Fatalf("only %d modules: the list is broken", len(found))
	}
	listed := listedLicences(t)
	for module, licence := range found {
		if !slices.Contains(allowed, licence) {
			t.Errorf("%s: licence %q is not allowed", module, licence)
		}
		if listed[module] != licence {
			t.Errorf("docs/third-party.md says %q for %s, its licence is %s", listed[module], module, licence)
		}
	}
	for module := range listed {
		if found[module] == "" {
			t.Errorf("docs/third-party.md lists %s, which is not linked any more", module)
		}
	}
}

// linked are the modules of the program as it is built there, with their folders.
func linked(t *testing.T, env, tag string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-tags", tag, "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "xunlu")
	cmd.Env = append(os.Environ(), env, "CGO_ENABLED=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v %s", err, errs.String())
	}
	got := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if module, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			got[module] = dir
		}
	}
	return got
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying)`)

// licenceIn names the licence of a module by the words of its file.
func licenceIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToLower(strings.Join(strings.Fields(string(data)), " "))
		for _, s := range signs {
			if strings.Contains(text, s.words) {
				return s.licence
			}
		}
	}
	return "none found in " + dir
}

var licenceRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S+) \\|")

// listedLicences reads the table of all modules in docs/third-party.md.
func listedLicences(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "docs", "third-party.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range licenceRow.FindAllStringSubmatch(string(data), -1) {
		rows[m[1]] = m[2]
	}
	return rows
}
