package judge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Bounds of a rule set. They keep a file that somebody mails around from stalling a crawl.
const (
	maxFactors = 2000
	maxTerm    = 1000  // bytes of one word or pattern
	maxTerms   = 50000 // words and patterns of one rule set
	maxProgram = 4000  // instructions of one compiled pattern
	maxName    = 200   // bytes of a name
)

// ParseRules reads a rule set from JSON. A field that it does not know is refused: it is a typing mistake that would
// silently change verdicts. A byte order mark, as Windows editors leave it, is skipped.
func ParseRules(data []byte) (Rules, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var r Rules
	if err := dec.Decode(&r); err != nil {
		return Rules{}, fmt.Errorf("read rules: %s%w", placeOf(err, data), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Rules{}, errors.New("read rules: there is more after the rule set")
	}
	if err := r.Validate(); err != nil {
		return Rules{}, err
	}
	return r, nil
}

// placeOf says where in a file JSON went wrong: the line, and what stands there. "" when the error does not tell.
func placeOf(err error, data []byte) string {
	at := int64(-1)
	var syntaxErr *json.SyntaxError
	var typeErr *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntaxErr):
		at = syntaxErr.Offset
	case errors.As(err, &typeErr):
		at = typeErr.Offset
	}
	if at < 0 || at > int64(len(data)) {
		return ""
	}
	from := bytes.LastIndexByte(data[:at], '\n') + 1
	return fmt.Sprintf("line %d near «%s»: ", bytes.Count(data[:at], []byte{'\n'})+1, bytes.ToValidUTF8(bytes.TrimSpace(data[max(int64(from), at-40):at]), nil))
}

// Ref names the rule set as verdicts do: name@version.
func (r Rules) Ref() string {
	return fmt.Sprintf("%s@%d", r.Name, r.Version)
}

// Validate returns one sentence that names the place of the first mistake, or nil.
func (r Rules) Validate() error {
	if err := r.validateHead(); err != nil {
		return err
	}
	seen := make(map[string]int, len(r.Factors))
	terms := 0
	for i, f := range r.Factors {
		at := fmt.Sprintf("factor %d", i+1)
		if f.Name != "" || f.NameZH != "" {
			at += " «" + firstOf(f.NameZH, f.Name) + "»"
		}
		if err := f.validate(r.Method); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		if j, dup := seen[f.Name]; dup {
			return fmt.Errorf("%s: has the same name %q as factor %d", at, f.Name, j)
		}
		seen[f.Name] = i + 1
		terms += len(f.Words) + len(f.Patterns)
	}
	if terms > maxTerms {
		return fmt.Errorf("rules %s: %d words and patterns, at most %d are allowed", r.Name, terms, maxTerms)
	}
	return nil
}

func (r Rules) validateHead() error {
	if err := validName(r.Name); err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	switch {
	case strings.ContainsRune(r.Name, '@'):
		return fmt.Errorf("rules %s: the name must not contain @", r.Name)
	case r.Version < 0:
		return fmt.Errorf("rules %s: version %d is negative", r.Name, r.Version)
	case r.Method != Sum && r.Method != Density:
		return fmt.Errorf("rules %s: unknown method %q, want %q or %q", r.Name, r.Method, Sum, Density)
	case !finite(r.Threshold):
		return fmt.Errorf("rules %s: the threshold is not a number", r.Name)
	case !finite(r.Unsure) || r.Unsure < 0:
		return fmt.Errorf("rules %s: the unsure band must be 0 or more", r.Name)
	case len(r.Factors) > maxFactors:
		return fmt.Errorf("rules %s: %d factors, at most %d are allowed", r.Name, len(r.Factors), maxFactors)
	}
	return nil
}

func (f Factor) validate(m Method) error {
	if err := validName(f.Name); err != nil {
		return err
	}
	switch {
	case len(f.NameZH) > maxName:
		return fmt.Errorf("the Chinese name is longer than %d bytes", maxName)
	case !finite(f.Weight):
		return errors.New("the weight is not a number")
	case !finite(f.Prior):
		return errors.New("the prior is not a number")
	case f.AtLeast < 0:
		return fmt.Errorf("at_least %d is negative", f.AtLeast)
	case f.RouteHits < 0 || f.OtherHits < 0:
		return errors.New("recorded hits are negative")
	}
	if f.Feature != "" {
		return f.validateFeature(m)
	}
	if f.Min != 0 {
		return errors.New("min needs a feature")
	}
	return f.validateTerms()
}

func (f Factor) validateFeature(m Method) error {
	if _, ok := featureNamed(f.Feature); !ok {
		return fmt.Errorf("unknown feature %q", f.Feature)
	}
	switch {
	case len(f.Words)+len(f.Patterns)+len(f.Where) > 0 || f.AtLeast > 0:
		return errors.New("a feature takes no words, patterns, places or at_least")
	case !finite(f.Min):
		return errors.New("min is not a number")
	case m == Density:
		return errors.New("method density counts words, a feature cannot be counted")
	}
	return nil
}

func (f Factor) validateTerms() error {
	if _, err := parsePlaces(f.Where); err != nil {
		return err
	}
	if len(f.Words)+len(f.Patterns) == 0 {
		return errors.New("has no words, no patterns and no feature")
	}
	for i, w := range f.Words {
		if err := validWord(w); err != nil {
			return fmt.Errorf("word %d: %w", i+1, err)
		}
	}
	for i, p := range f.Patterns {
		if _, err := parsePattern(p); err != nil {
			return fmt.Errorf("pattern %d: %w", i+1, err)
		}
	}
	return nil
}

func validWord(w string) error {
	switch {
	case strings.TrimSpace(w) == "":
		return errors.New("is empty")
	case len(w) > maxTerm:
		return fmt.Errorf("is longer than %d bytes", maxTerm)
	case !utf8.ValidString(w):
		return errors.New("is not valid UTF-8")
	case strings.ContainsAny(w, "\n\r\t"):
		return errors.New("contains a line break or tab, which never stands inside a block of text")
	}
	return nil
}

// parsePattern parses one RE2 expression and refuses what would be slow, huge, or a hit on every page.
func parsePattern(p string) (*syntax.Regexp, error) {
	switch {
	case p == "":
		return nil, errors.New("is empty")
	case len(p) > maxTerm:
		return nil, fmt.Errorf("is longer than %d bytes", maxTerm)
	}
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		var se *syntax.Error
		if errors.As(err, &se) {
			return nil, errors.New(string(se.Code))
		}
		return nil, err
	}
	re = re.Simplify()
	prog, err := syntax.Compile(re)
	if err != nil {
		return nil, err
	}
	if len(prog.Inst) > maxProgram {
		return nil, fmt.Errorf("repeats too much: %d steps, at most %d are allowed", len(prog.Inst), maxProgram)
	}
	if nullable(re) {
		return nil, errors.New("matches the empty text, so it would hit everywhere")
	}
	return re, nil
}

// nullable reports whether re can match the empty text.
func nullable(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) == 0
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpConcat:
		for _, s := range re.Sub {
			if !nullable(s) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, s := range re.Sub {
			if nullable(s) {
				return true
			}
		}
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return nullable(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || nullable(re.Sub[0])
	}
	return true // star, quest, empty and zero-width assertions
}

func validName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("has no name")
	case len(name) > maxName:
		return fmt.Errorf("the name is longer than %d bytes", maxName)
	case !utf8.ValidString(name) || strings.ContainsAny(name, "\n\r\t\x00"):
		return errors.New("the name is not one line of text")
	}
	return nil
}

func finite(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0)
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
