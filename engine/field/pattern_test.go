package field

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// expressions are the arguments of MustPattern in the Go files of some folders.
func expressions(t *testing.T, dirs ...string) []string {
	t.Helper()
	var out []string
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		consts := map[string]ast.Expr{}
		var calls []ast.Expr
		for _, name := range files {
			f, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ValueSpec:
					for i, v := range n.Values {
						consts[n.Names[i].Name] = v
					}
				case *ast.CallExpr:
					id, plain := n.Fun.(*ast.Ident)
					sel, other := n.Fun.(*ast.SelectorExpr)
					if plain && id.Name == "MustPattern" || other && sel.Sel.Name == "MustPattern" {
						calls = append(calls, n.Args[0])
					}
				}
				return true
			})
		}
		for _, c := range calls {
			if s, ok := constant(c, consts); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// constant is the value of a string expression of literals, names of constants and +.
func constant(e ast.Expr, consts map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.Ident:
		v, ok := consts[e.Name]
		if !ok {
			return "", false
		}
		return constant(v, consts)
	case *ast.ParenExpr:
		return constant(e.X, consts)
	case *ast.BinaryExpr:
		a, okA := constant(e.X, consts)
		b, okB := constant(e.Y, consts)
		return a + b, okA && okB
	}
	return "", false
}

// TestSieveLosesNothing asks every expression of the readers about texts made of the words of all of them: none that
// matches may be sieved out.
func TestSieveLosesNothing(t *testing.T) {
	exprs := expressions(t, ".", "../page")
	if len(exprs) < 150 {
		t.Fatalf("only %d expressions found", len(exprs))
	}
	words := []string{" ", "\n", "1", "12", "2026", "：", ":", "-", "K", "ſ", "天", "月", "日", "(", "¥", "a", "\xff", ",", "/", "第", "五"}
	var patterns []*Pattern
	loose, plain := 0, 0
	for _, e := range exprs {
		patterns = append(patterns, MustPattern(e))
		set, heads, tails := literals(e)
		if onlyLiterals(e) {
			plain++
		}
		if set == nil {
			loose++
		}
		words = append(append(append(words, set...), heads...), tails...)
	}
	dice := rand.New(rand.NewPCG(3, 4))
	matches := 0
	for range 300 {
		var b strings.Builder
		for range 1 + dice.IntN(7) {
			w := words[dice.IntN(len(words))]
			if dice.IntN(4) == 0 {
				w = strings.ToUpper(w)
			}
			b.WriteString(w)
		}
		text := b.String()
		for _, p := range patterns {
			if p.plain && p.MatchString(text) != p.re.MatchString(text) {
				t.Fatalf("%s in %q: %v", p, text, p.MatchString(text))
			}
			if p.re.MatchString(text) {
				matches++
				if !p.May(text) {
					t.Fatalf("%s matches %q", p, text)
				}
			}
		}
	}
	t.Logf("%d expressions, %d without literals, %d of literals only, %d matches", len(exprs), loose, plain, matches)
	if plain < 10 {
		t.Errorf("only %d expressions of literals only", plain)
	}
	if matches < 1000 {
		t.Errorf("only %d matches", matches)
	}
}

// TestSieveOfMany gives one walk for several expressions the answers of a walk each.
func TestSieveOfMany(t *testing.T) {
	exprs := expressions(t, ".")[:60]
	many := NewSieve(exprs...)
	var words []string
	var alone []*Sieve
	for _, e := range exprs {
		need, _, _ := literals(e)
		words = append(words, need...)
		alone = append(alone, NewSieve(e))
	}
	dice := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		text := words[dice.IntN(len(words))] + words[dice.IntN(len(words))][:1] + words[dice.IntN(len(words))]
		got := many.Candidates(text)
		for i, e := range exprs {
			if one := alone[i].Candidates(text) != 0; one != (got&(1<<i) != 0) {
				t.Fatalf("%s in %q: alone %v, among many %v", e, text, one, !one)
			}
		}
	}
}
