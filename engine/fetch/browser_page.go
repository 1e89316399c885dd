package fetch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	devpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// When a page counts as built.
const (
	lookEvery  = 100 * time.Millisecond
	stableFor  = 300 * time.Millisecond  // nothing under way, nothing changed
	stableThin = 1500 * time.Millisecond // the same while there is hardly any text: a timer may still bring it
	thinText   = 200                     // UTF-16 units of text below which that holds, scripts' own source left out
	weighEvery = 2 * time.Second
)

// build loads the page in the tab, waits until it has settled, and reads its DOM. The tab is empty afterwards, or spoiled.
func (p *browserProcess) build(ctx context.Context, j *job) (string, *Error) {
	ctx, cancel := context.WithCancel(ctx)
	j.ctx = ctx
	p.set(j)
	body, err := j.load(ctx, p)
	p.set(nil)
	cancel()
	j.finish()
	failed := j.failure(err)
	if failed != nil && failed.Location == "" {
		p.spoiled = true // what hung or crashed once is not given the next page
		return "", failed
	}
	// Scripts of a page that is done must not go on working.
	clean, stop := context.WithTimeout(p.ctx, stopTime)
	defer stop()
	if _, err := cdp.Call(clean, p.tab, devpage.Navigate, devpage.NavigateParams{URL: "about:blank"}); err != nil {
		p.spoiled = true
	}
	return body, failed
}

func (j *job) load(ctx context.Context, p *browserProcess) (string, error) {
	if agent := j.r.Access.called(j.b.plain.opts.Agent); agent != p.agent { // scripts see the name too
		if _, err := cdp.Call(ctx, p.tab, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent}); err != nil {
			return "", fmt.Errorf("name the browser: %w", err)
		}
		p.agent = agent
	}
	nav, err := cdp.Call(ctx, p.tab, devpage.Navigate, devpage.NavigateParams{URL: j.at.String()})
	if err != nil {
		return "", fmt.Errorf("navigate: %w", err)
	}
	if nav.ErrorText != "" {
		return "", fmt.Errorf("the browser does not show it: %s", nav.ErrorText)
	}
	if err := j.await(ctx, p); err != nil {
		return "", err
	}
	return j.read(ctx, p)
}

// look is what a page is like at a moment; two equal ones mean that nothing happened.
type look struct {
	Ready string `json:"r"`
	Text  int    `json:"t"`
	Nodes int    `json:"n"`
}

// lookCode measures the DOM. Text of scripts and styles is no text of the page.
const lookCode = `(() => { const b = document.body; let t = b ? b.textContent.length : 0;
for (const s of b ? b.querySelectorAll("script,style,noscript,template") : []) t -= s.textContent.length;
return {r: document.readyState, t: t, n: document.getElementsByTagName("*").length}; })()`

// await returns when the page has settled, or after half the time when it never does: a page that polls for ever is there
// all the same.
func (j *job) await(ctx context.Context, p *browserProcess) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	start := time.Now()
	var last look
	since, weighed := start, start
	for {
		select {
		case <-tick.C:
		case <-j.signal:
			return j.verdict()
		case <-p.lost:
			return errors.New("the browser ended in the middle of the page")
		case <-ctx.Done():
			return ctx.Err()
		}
		now, err := chromedp.Run(chromedpContext(ctx, p), chromedp.Evaluate[look](lookCode))
		if err != nil {
			if ctx.Err() != nil || !p.alive() {
				return fmt.Errorf("look at the page: %w", err)
			}
			since = time.Now() // it was loading anew just then
			continue
		}
		if now != last || j.busy() {
			last, since = now, time.Now()
		}
		need := stableFor
		if now.Text < thinText {
			need = stableThin
		}
		switch t := time.Now(); {
		case now.Ready == "complete" && t.Sub(since) >= need, t.Sub(start) >= j.limit/2:
			return j.verdict()
		case t.Sub(weighed) >= weighEvery:
			weighed = t
			if j.b.overweight(p) {
				return errHeavy
			}
		}
	}
}

// errHeavy is a page that takes more memory than a browser may have.
var errHeavy = errors.New("the page needs more memory than the browser may have")

// chromedpContext is the process's chromedp context with the limits of ctx.
func chromedpContext(ctx context.Context, p *browserProcess) context.Context {
	return joined{Context: ctx, values: p.ctx}
}

// joined ends with one context and knows the values of another.
type joined struct {
	context.Context
	values context.Context
}

func (c joined) Value(key any) any {
	if v := c.Context.Value(key); v != nil {
		return v
	}
	return c.values.Value(key)
}

// read takes the DOM as HTML, through the protocol and not through functions that the page may have replaced.
func (j *job) read(ctx context.Context, p *browserProcess) (string, error) {
	root, err := cdp.Call(ctx, p.tab, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
	if err != nil {
		return "", fmt.Errorf("find the document: %w", err)
	}
	res, err := cdp.Call(ctx, p.tab, dom.GetOuterHTML, dom.GetOuterHTMLParams{ObjectID: root.Result.ObjectID})
	if err != nil {
		return "", fmt.Errorf("read the document: %w", err)
	}
	if int64(len(res.OuterHTML)) > j.b.opts.MaxBytes {
		return "", errLarge
	}
	return res.OuterHTML, nil
}

// errLarge is a page that grew beyond the limit.
var errLarge = errors.New("the built page is longer than the size limit")
