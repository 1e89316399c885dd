package main

import (
	"fmt"
	"regexp"
	"strings"

	"xunlu/app"
)

// counter counts the terms of the rule sets that Xunlu counts on every page, with what the standard library gives for it. It knows no
// places and no blocks: less is asked of it than of Xunlu.
type counter struct {
	words    []string
	patterns []*regexp.Regexp
}

// newCounter takes each term of the shipped sets once.
func newCounter() (*counter, error) {
	c := &counter{}
	had := map[string]bool{}
	for _, name := range []string{"xunlu", "paper", "density"} { // those that a crawl counts
		r, err := app.ShippedRules(name)
		if err != nil {
			return nil, err
		}
		for _, f := range r.Factors {
			for _, w := range f.Words {
				if w = strings.ToLower(w); !had[w] {
					had[w], c.words = true, append(c.words, w)
				}
			}
			for _, p := range f.Patterns {
				if had["~"+p] {
					continue
				}
				re, err := regexp.Compile(p)
				if err != nil {
					return nil, fmt.Errorf("factor %s of %s: %w", f.Name, name, err)
				}
				had["~"+p], c.patterns = true, append(c.patterns, re)
			}
		}
	}
	return c, nil
}

// count is how often the terms stand in a text.
func (c *counter) count(text string) int {
	n, lower := 0, strings.ToLower(text)
	for _, w := range c.words {
		n += strings.Count(lower, w)
	}
	for _, re := range c.patterns {
		n += len(re.FindAllStringIndex(text, -1))
	}
	return n
}
