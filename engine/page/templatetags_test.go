package page

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// TestTemplateTagsEqualExpression compares the scanner with the expression that says what it means.
func TestTemplateTagsEqualExpression(t *testing.T) {
	re := regexp.MustCompile(`(?s)<\?.*?\?>|<%.*?%>|\{\{.*?\}\}|\{%.*?%\}|\$\{[^}\n]*\}`)
	parts := []string{"<?", "?>", "<%", "%>", "{{", "}}", "{%", "%}", "${", "}", "\n", "a", "团", "<", "?", "{", "$"}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 50000 {
		var s string
		for range dice.IntN(14) {
			s += parts[dice.IntN(len(parts))]
		}
		if got, want := string(withoutTemplateTags([]byte(s))), re.ReplaceAllString(s, " "); got != want {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
	}
}
