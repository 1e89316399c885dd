package engine

import (
	"fmt"
	"sync"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// brain is the compiled form of the rules in Params. A node swaps it whole when the rules change; the contexts made from it
// are shared by all workers.
type brain struct {
	ref       string
	judge     *judge.Judge
	guide     *judge.Judge // the first density rules among those of the parameters; nil when there are none
	terms     *judge.Terms
	extractor *page.Extractor
	contexts  sync.Map // site id → *siteContext
}

type siteContext struct {
	version int
	profile *judge.Profile
	blocks  bool
	hint    string
	ctx     *Context
}

func newBrain(p Params, x *page.Extractor) (*brain, error) {
	terms, err := judge.NewTerms(append([]judge.Rules{p.Rules}, p.Beside...)...)
	if err != nil {
		return nil, fmt.Errorf("rules %s: %w", p.Rules.Ref(), err)
	}
	j, err := judge.Compile(p.Rules, terms)
	if err != nil {
		return nil, fmt.Errorf("rules %s: %w", p.Rules.Ref(), err)
	}
	guide, err := guideOf(&p, terms)
	if err != nil {
		return nil, err
	}
	return &brain{ref: p.rulesRef(), judge: j, guide: guide, terms: terms, extractor: x}, nil
}

// rulesRef names all rule sets the parameters hold.
func (p *Params) rulesRef() string {
	ref := p.Rules.Ref()
	for _, r := range p.Beside {
		ref += " " + r.Ref()
	}
	return ref
}

// context gives what Process goes by for a task's site, made once a version.
func (b *brain) context(t *Task) (*Context, error) {
	if v, ok := b.contexts.Load(t.Site.ID); ok {
		if c := v.(*siteContext); c.version == t.Site.Version && c.profile == t.Profile && c.blocks == t.Blocks && c.hint == t.Hint {
			return c.ctx, nil
		}
	}
	templates, err := judge.CompileTemplates(t.Site.Templates)
	if err != nil {
		return nil, fmt.Errorf("site %s: %w", t.Site.ID, err)
	}
	ctx := &Context{Judge: b.judge, Terms: b.terms, Templates: templates, Profile: t.Profile, Blocks: t.Blocks, Extractor: b.extractor,
		Charset: t.Site.Charset, Hint: t.Hint}
	if t.Site.Focus != storage.FocusNone {
		ctx.Guide = b.guide
	}
	b.contexts.Store(t.Site.ID, &siteContext{t.Site.Version, t.Profile, t.Blocks, t.Hint, ctx})
	return ctx, nil
}
