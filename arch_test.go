package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers is the import table of docs/architecture.md: what a package may import of ours.
var layers = map[string][]string{
	".":               {"ui", "app/cli"},
	"ui":              {"ui/kit", "app", "app/web", "assets", "storage", "judge"},
	"ui/kit":          {"assets"},
	"app/cli":         {"app", "app/demo", "app/web", "storage", "judge", "judge/learn", "engine/page"},
	"app/web":         {"app", "app/demo", "storage", "judge"},
	"app/bench":       {"app", "app/demo", "engine", "engine/page", "engine/fetch", "engine/field", "engine/order", "engine/robots", "storage", "storage/archive", "storage/search", "judge", "judge/learn", "assets"},
	"app":             {"engine", "engine/cluster", "engine/fetch", "engine/field", "engine/order", "engine/page", "engine/robots", "storage", "storage/near", "storage/archive", "storage/search", "judge", "judge/learn", "assets", "app/demo"},
	"app/demo":        {},
	"engine":          {"engine/order", "storage/near", "engine/fetch", "engine/page", "engine/robots", "storage", "storage/archive", "judge"},
	"engine/cluster":  {"engine", "engine/fetch", "engine/page", "storage", "judge"},
	"engine/fetch":    {"engine/page", "storage"},
	"engine/page":     {"engine/field", "storage", "storage/near", "judge"},
	"engine/field":    {},
	"engine/order":    {},
	"engine/robots":   {},
	"storage":         {"judge"},
	"storage/archive": {},
	"storage/near":    {},
	"storage/search":  {"storage/near", "storage"},
	"judge":           {},
	"judge/learn":     {"judge"},
	"assets":          {},
}

// homes are the only places where a library may be imported.
var homes = map[string]string{
	"fyne.io/fyne":                  "ui",
	"github.com/go-gl":              "ui",
	"github.com/gocolly/colly":      "engine/fetch",
	"github.com/chromedp":           "engine/fetch",
	"go.etcd.io/bbolt":              "storage",
	"github.com/blevesearch":        "storage/search",
	"github.com/nats-io":            "engine/cluster",
	"github.com/nlnwa/gowarc":       "storage/archive",
	"github.com/spf13/cobra":        "app/cli",
	"github.com/shirou/gopsutil":    "app",
	"github.com/xuri/excelize":      "app",
	"github.com/zalando/go-keyring": "app",
}

// TestArch checks the layers: an import that points up, or a library outside its home, fails the build.
func TestArch(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "bin" || d.Name() == "dist") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		files++
		checkImports(t, filepath.ToSlash(name))
		checkWindowThread(t, filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Fatalf("only %d Go files seen: the walk is broken", files)
	}
}

func checkImports(t *testing.T, name string) {
	t.Helper()
	pkg := path.Dir(name)
	allowed, known := layers[pkg]
	if !known {
		t.Errorf("%s: package %s is not in the table of docs/architecture.md", name, pkg)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	isTest := strings.HasSuffix(name, "_test.go")
	for _, spec := range f.Imports {
		imp := strings.Trim(spec.Path.Value, `"`)
		if ours, ok := strings.CutPrefix(imp, "xunlu/"); ok {
			if !isTest && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s: the table does not allow it", name, ours)
			}
			continue
		}
		if strings.HasPrefix(pkg, "judge") && strings.Contains(strings.Split(imp, "/")[0], ".") && !isTest {
			t.Errorf("%s imports %s: the judge has nothing third-party below it", name, imp)
		}
		for lib, home := range homes {
			if strings.HasPrefix(imp, lib) && pkg != home && !strings.HasPrefix(pkg, home+"/") && !isTest && pkg != "app/bench" {
				t.Errorf("%s imports %s: its home is %s", name, imp, home)
			}
		}
	}
}

// checkWindowThread: one file alone hands work to the window's goroutine, so that what runs there can be measured and bounded.
func checkWindowThread(t *testing.T, name string) {
	t.Helper()
	if !strings.HasPrefix(name, "ui/") || name == "ui/refresh.go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/testdata/") {
		return
	}
	src, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(src, []byte("fyne.Do")) {
		t.Errorf("%s uses fyne.Do: only ui/refresh.go may", name)
	}
}
