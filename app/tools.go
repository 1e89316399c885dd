package app

import (
	"encoding/json"
	"log/slog"

	"xunlu/assets"
	"xunlu/engine/fetch"
	"xunlu/engine/field"
	"xunlu/engine/page"
	"xunlu/judge"
)

// DefaultRules is the rule set that judges when nothing else is said.
const DefaultRules = defaultRules

// NewExtractor makes the extractor with the shipped place dictionary, for commands without a data folder.
func NewExtractor() (*page.Extractor, error) {
	places, err := field.NewPlaces(assets.Places())
	if err != nil {
		return nil, err
	}
	return &page.Extractor{Places: places}, nil
}

// NewFetcher makes a fetcher with the default config, for commands without a data folder.
func NewFetcher(log *slog.Logger) (*fetch.Plain, error) {
	c := DefaultConfig()
	return fetch.New(fetch.Options{Agent: c.agent(), MaxBytes: c.MaxBytes, Log: log})
}

// AllShippedRules lists the rule sets that come with the program.
func AllShippedRules() ([]judge.Rules, error) {
	var out []judge.Rules
	for _, n := range assets.RuleNames() {
		r, err := ShippedRules(n)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// RulesFile gives a rule set as a file's content, the form ImportRules reads.
func RulesFile(r judge.Rules) ([]byte, error) {
	data, err := json.MarshalIndent(r, "", "  ")
	return append(data, '\n'), err
}
