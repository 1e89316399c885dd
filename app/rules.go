package app

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"xunlu/assets"
	"xunlu/judge"
	"xunlu/storage"
)

// defaultRules judge when the user never chose.
const defaultRules = "xunlu"

// beside are the rule sets whose terms are counted whatever judges, so that a switch between them needs no page again.
var besideNames = [...]string{"xunlu", "paper", "density"}

// ruleShelf brings the shipped rule sets into the store and finds the one in force.
type ruleShelf struct {
	store *storage.Store
}

// newRuleShelf stores shipped sets that are new or were changed by an upgrade as their next version; what the user made of
// them stays as an older version.
func newRuleShelf(st *storage.Store) (*ruleShelf, error) {
	s := &ruleShelf{store: st}
	files := assets.Rules()
	for _, name := range assets.RuleNames() {
		r, err := judge.ParseRules(files[name])
		if err != nil {
			return nil, fmt.Errorf("shipped rules %s: %w", name, err)
		}
		key, sum := "shipped rules "+name, fingerprint(files[name])
		var had string
		if ok, err := st.Setting(key, &had); err != nil {
			return nil, err
		} else if ok && had == sum {
			continue
		}
		if _, err := st.PutRules(r); err != nil {
			return nil, err
		}
		if err := st.PutSetting(key, sum); err != nil {
			return nil, err
		}
	}
	if _, err := st.ActiveRules(); errors.Is(err, storage.ErrNotFound) {
		return s, st.UseRules(defaultRules)
	} else if err != nil {
		return nil, err
	}
	return s, nil
}

func fingerprint(data []byte) string {
	h := fnv.New64a()
	h.Write(data) // never fails
	return strconv.FormatUint(h.Sum64(), 16)
}

// active gives the rules in force; the shelf made sure at Open that there are some.
func (s *ruleShelf) active() judge.Rules {
	r, err := s.store.ActiveRules()
	if err != nil {
		panic("app: no active rules after the shelf was filled: " + err.Error())
	}
	return r
}

// beside gives the further sets to count.
func (s *ruleShelf) beside(active judge.Rules) []judge.Rules {
	var out []judge.Rules
	for _, n := range besideNames {
		if n == active.Name {
			continue
		}
		if r, err := s.store.RulesByRef(n, 0); err == nil {
			out = append(out, r)
		}
	}
	return out
}

// ListRules gives every version of every set.
func (a *App) ListRules() ([]judge.Rules, error) { return a.store.ListRules() }

// ActiveRules gives the set in force.
func (a *App) ActiveRules() judge.Rules { return a.coord.Params().Rules }

// Rules finds a set by "name", "name@version", or "" for the one in force.
func (a *App) Rules(ref string) (judge.Rules, error) {
	if ref == "" {
		return a.ActiveRules(), nil
	}
	return rulesByRef(a.store, ref)
}

func rulesByRef(st *storage.Store, ref string) (judge.Rules, error) {
	name, v, has := strings.Cut(ref, "@")
	version := 0
	if has {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return judge.Rules{}, fmt.Errorf("rules %s: the version is not a number; write name@version", ref)
		}
		version = n
	}
	r, err := st.RulesByRef(name, version)
	if errors.Is(err, storage.ErrNotFound) {
		return r, fmt.Errorf("no rule set is called %s; xunlu rules list shows them", ref)
	}
	return r, err
}

// ShippedRules finds a shipped set by name without a store.
func ShippedRules(name string) (judge.Rules, error) {
	data, ok := assets.Rules()[name]
	if !ok {
		return judge.Rules{}, fmt.Errorf("no rule set is called %s; shipped are %s", name, strings.Join(assets.RuleNames(), ", "))
	}
	return judge.ParseRules(data)
}

// SaveRules stores a changed set as the next version of its name.
func (a *App) SaveRules(ctx context.Context, r judge.Rules) (judge.Rules, error) {
	if err := r.Validate(); err != nil {
		return r, err
	}
	var out judge.Rules
	err := a.coord.Edit(ctx, func() (err error) {
		out, err = a.store.PutRules(r)
		return err
	})
	return out, err
}

// UseRules puts the newest version of a set in force and judges all stored pages by it again, with progress.
func (a *App) UseRules(ctx context.Context, name string) error {
	r, err := rulesByRef(a.store, name)
	if err != nil {
		return err
	}
	if err := a.coord.Edit(ctx, func() error { return a.store.UseRules(r.Name) }); err != nil {
		return err
	}
	if err := a.coord.UseRules(r, a.rules.beside(r)); err != nil {
		return err
	}
	return a.relabel(ctx, r)
}

// ExportRules gives a set as a file's content.
func (a *App) ExportRules(ref string) ([]byte, error) {
	r, err := a.Rules(ref)
	if err != nil {
		return nil, err
	}
	return RulesFile(r)
}

// ImportRules reads a set from a file's content and stores it.
func (a *App) ImportRules(ctx context.Context, data []byte) (judge.Rules, error) {
	r, err := judge.ParseRules(data)
	if err != nil {
		return r, err
	}
	return a.SaveRules(ctx, r)
}
