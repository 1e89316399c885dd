package field

import (
	"regexp"
	"strings"
)

// Pattern is a regular expression behind a sieve of its own: texts without its literals cost no run of the expression.
// The methods mean what those of regexp.Regexp mean.
type Pattern struct {
	re    *regexp.Regexp
	sieve *Sieve
	plain bool // the expression matches where one of its literals stands, so that the sieve alone answers
}

// MustPattern compiles an expression and panics when it is none.
func MustPattern(expr string) *Pattern {
	return &Pattern{re: regexp.MustCompile(expr), sieve: NewSieve(expr), plain: onlyLiterals(expr)}
}

// String is the expression.
func (p *Pattern) String() string { return p.re.String() }

// May is false when the expression matches nowhere in s.
func (p *Pattern) May(s string) bool { return p.sieve.Candidates(s) != 0 }

func (p *Pattern) MatchString(s string) bool {
	return p.May(s) && (p.plain && !oddCase(s) || p.re.MatchString(s))
}

// oddCase is true for texts with signs outside ASCII that are cases of ASCII letters: the sieve lets them all through.
func oddCase(s string) bool { return strings.Contains(s, "\u212a") || strings.Contains(s, "\u017f") }

func (p *Pattern) FindString(s string) string {
	if !p.May(s) {
		return ""
	}
	return p.re.FindString(s)
}

func (p *Pattern) FindStringIndex(s string) []int {
	if !p.May(s) {
		return nil
	}
	return p.re.FindStringIndex(s)
}

func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.May(s) {
		return nil
	}
	return p.re.FindStringSubmatch(s)
}

func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.May(s) {
		return nil
	}
	return p.re.FindStringSubmatchIndex(s)
}

func (p *Pattern) FindAllString(s string, n int) []string {
	if !p.May(s) {
		return nil
	}
	return p.re.FindAllString(s, n)
}

func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.May(s) {
		return nil
	}
	return p.re.FindAllStringIndex(s, n)
}

func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.May(s) {
		return nil
	}
	return p.re.FindAllStringSubmatch(s, n)
}

func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.May(s) {
		return nil
	}
	return p.re.FindAllStringSubmatchIndex(s, n)
}

func (p *Pattern) ReplaceAllString(s, by string) string {
	if !p.May(s) {
		return s
	}
	return p.re.ReplaceAllString(s, by)
}

func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	if !p.May(s) {
		return s
	}
	return p.re.ReplaceAllStringFunc(s, by)
}

func (p *Pattern) Split(s string, n int) []string {
	if n < 0 && !p.May(s) {
		return []string{s}
	}
	return p.re.Split(s, n)
}
