package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"xunlu/judge"
	"xunlu/judge/learn"
	"xunlu/storage"
)

// learnedSuffix names what was fitted to own labels: a set of its own, which no upgrade of the shipped one replaces.
const learnedSuffix = "-learned"

// Learn fits the rules in force to the labels of stored pages, by what the crawl counted on them; nothing is fetched. Pages of one
// site are never split between fitting and measuring. Nothing changes until AcceptLearned.
func (a *App) Learn(ctx context.Context, method string) (Learned, error) {
	r := a.ActiveRules()
	samples, terms, left, err := a.ownSamples(ctx, r)
	if err != nil {
		return Learned{}, fmt.Errorf("learn: %w", err)
	}
	out, err := learnCounted(samples, terms, r, method)
	out.LeftOut = left
	if err != nil {
		return out, fmt.Errorf("learn: %w", err)
	}
	if !strings.HasSuffix(out.Rules.Name, learnedSuffix) {
		out.Rules.Name += learnedSuffix
		out.Rules.Title = strings.TrimSpace(r.Title + " (fitted to own labels)")
		out.Rules.TitleZH = strings.TrimSpace(r.TitleZH + "（按自己的标注学习）")
	}
	out.Rules.Source = learn.Describe("labels made in this data folder, starting from "+r.Ref(), samples)
	out.Text = out.report(r)
	return out, nil
}

// AcceptLearned stores what was learned and judges by it from now on, all stored pages again.
func (a *App) AcceptLearned(ctx context.Context, l Learned) (judge.Rules, error) {
	r, err := a.SaveRules(ctx, l.Rules)
	if err != nil {
		return r, fmt.Errorf("accept what was learned: %w", err)
	}
	return r, a.UseRules(ctx, r.Name)
}

// ownSamples joins the labels with the stored counts. A page counted with other terms is read from the archive again. left is the
// number of labels without a stored page.
func (a *App) ownSamples(ctx context.Context, r judge.Rules) (samples []learn.Sample, terms *judge.Terms, left int, err error) {
	params := a.coord.Params()
	if terms, err = judge.NewTerms(append([]judge.Rules{params.Rules}, params.Beside...)...); err != nil {
		return nil, nil, 0, err
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		return nil, nil, 0, err
	}
	labels, err := a.store.Labels()
	if err != nil {
		return nil, nil, 0, err
	}
	counted := &relabeller{app: a, judge: j, terms: terms}
	for _, l := range labels {
		if err := ctx.Err(); err != nil {
			return nil, nil, 0, err
		}
		p, err := a.store.PageOf(l.URL)
		var e *judge.Evidence
		if err == nil && p.State == storage.Done {
			e, err = counted.evidence(&p)
		}
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return nil, nil, 0, err
		}
		if e == nil {
			left++
			continue
		}
		samples = append(samples, learn.Sample{ID: l.URL, Site: p.Site, Route: l.Label == judge.LabelRoute, Evidence: e})
	}
	return samples, terms, left, nil
}

// evidence gives what was counted on a page by the relabeller's terms; nil when the stored copy cannot be read as a page any more.
func (l *relabeller) evidence(p *storage.Page) (*judge.Evidence, error) {
	if e, err := l.app.evidence(p.ID); err == nil && l.judge.Fits(e) {
		return e, nil
	}
	o, err := l.again(p)
	if err != nil || o.Failed() {
		return nil, err
	}
	e := new(judge.Evidence)
	if err := e.UnmarshalBinary(o.Evidence); err != nil {
		return nil, fmt.Errorf("page %s: %w", p.URL, err)
	}
	return e, nil
}
