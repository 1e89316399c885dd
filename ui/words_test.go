//go:build !headless

package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// keysInUse finds every literal key that the sources hand to L.
func keysInUse(t *testing.T) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			texts := call.Args[:1]
			switch {
			case sel.Sel.Name == "count" && len(call.Args) > 2:
				texts = call.Args[1:3]
			case sel.Sel.Name != "L":
				return true
			}
			for _, arg := range texts {
				if lit, ok := arg.(*ast.BasicLit); ok {
					key, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					keys[key] = true
				}
			}
			return true
		})
	}
	return keys
}

// workNames are keys that come from package app at run time: the names of long works.
var workNames = map[string]bool{"Judging stored pages": true, "Exporting": true, "Importing pages": true, "Backing up": true, "Tidying up": true, "Moving the data": true}

func TestEveryKeyHasChinese(t *testing.T) {
	w, err := newWords("zh")
	if err != nil {
		t.Fatal(err)
	}
	keys := keysInUse(t)
	if len(keys) < 300 {
		t.Fatalf("only %d keys found: the search for them is broken", len(keys))
	}
	for k := range workNames {
		keys[k] = true
	}
	for k := range keys {
		if _, ok := w.table[k]; !ok {
			t.Errorf("no Chinese text for %q", k)
		}
	}
	for k := range w.table {
		if !keys[k] {
			t.Errorf("the Chinese text for %q is not used", k)
		}
	}
}

var verb = regexp.MustCompile(`%[ds%]`)

func TestTranslationsTakeTheSameValues(t *testing.T) {
	w, err := newWords("zh")
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range w.table {
		a, b := strings.Join(verb.FindAllString(k, -1), ""), strings.Join(verb.FindAllString(v, -1), "")
		if a != b {
			t.Errorf("%q takes %s, its Chinese text %q takes %s", k, a, v, b)
		}
	}
}

func TestUnknownKeyShowsItself(t *testing.T) {
	w, err := newWords("en")
	if err != nil {
		t.Fatal(err)
	}
	if got := w.L("%d of no table", 3); got != "3 of no table" {
		t.Errorf("got %q", got)
	}
}

func TestSystemLanguage(t *testing.T) {
	for _, c := range []struct{ all, lang, want string }{
		{"", "zh_CN.UTF-8", "zh"}, {"", "en_GB.UTF-8", "en"}, {"C", "", "zh"}, {"", "C.UTF-8", "zh"}, {"zh_TW", "en_US", "zh"}, {"de_DE", "zh_CN", "en"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANGUAGE", "")
		t.Setenv("LANG", c.lang)
		if got := systemLanguage(); got != c.want {
			t.Errorf("LC_ALL=%q LANG=%q: got %s, want %s", c.all, c.lang, got, c.want)
		}
	}
}
