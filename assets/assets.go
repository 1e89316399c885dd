// Package assets holds the files the program carries inside: rule sets, the place dictionary, the face, icons, translations.
// It refuses to know what is done with them.
package assets

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed rules/*.json
var rules embed.FS

//go:embed places/places.tsv
var places []byte

// Rules gives the shipped rule sets, file name without ending → JSON.
func Rules() map[string][]byte {
	out := map[string][]byte{}
	names, err := fs.Glob(rules, "rules/*.json")
	if err != nil {
		panic("assets: " + err.Error()) // the pattern is constant
	}
	for _, n := range names {
		data, err := rules.ReadFile(n)
		if err != nil {
			panic("assets: " + err.Error()) // an embedded file is always there
		}
		out[strings.TrimSuffix(path.Base(n), ".json")] = data
	}
	return out
}

// RuleNames lists the shipped rule sets in alphabetical order.
func RuleNames() []string {
	var out []string
	for n := range Rules() {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// Places gives the place dictionary as TSV.
func Places() []byte { return places }
