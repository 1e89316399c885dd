package judge

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
)

// Templates are the compiled URL expressions of one site. Immutable; nil matches nothing.
type Templates struct {
	list []Template
	res  []*regexp.Regexp
}

// CompileTemplates compiles a site's templates in their order. The error names the template.
func CompileTemplates(list []Template) (*Templates, error) {
	t := &Templates{}
	for i, tpl := range list {
		re, err := compileTemplate(tpl)
		if err != nil {
			return nil, fmt.Errorf("template %d «%s»: %w", i+1, tpl.Name, err)
		}
		t.list = append(t.list, tpl)
		t.res = append(t.res, re)
	}
	return t, nil
}

func compileTemplate(tpl Template) (*regexp.Regexp, error) {
	if err := validName(tpl.Name); err != nil {
		return nil, err
	}
	switch tpl.Class {
	case ClassRoute, ClassAgency, ClassTicket, ClassListing, ClassIgnore:
	default:
		return nil, fmt.Errorf("unknown class %q", tpl.Class)
	}
	switch {
	case tpl.Pattern == "":
		return nil, errors.New("the pattern is empty")
	case len(tpl.Pattern) > maxTerm:
		return nil, fmt.Errorf("the pattern is longer than %d bytes", maxTerm)
	}
	re, err := regexp.Compile(tpl.Pattern)
	if err != nil {
		var se *syntax.Error
		if errors.As(err, &se) {
			return nil, errors.New(string(se.Code))
		}
		return nil, err
	}
	return re, nil
}

// Match returns the first template that matches the canonical URL (paper A, template sites).
func (t *Templates) Match(url string) (Template, bool) {
	if t == nil {
		return Template{}, false
	}
	for i, re := range t.res {
		if re.MatchString(url) {
			return t.list[i], true
		}
	}
	return Template{}, false
}

// Len is the number of templates.
func (t *Templates) Len() int {
	if t == nil {
		return 0
	}
	return len(t.list)
}
