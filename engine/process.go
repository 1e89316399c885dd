package engine

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// Context is everything Process goes by. It is never changed after it was made, so that a verdict can be repeated.
type Context struct {
	Judge     *judge.Judge
	Guide     *judge.Judge // density rules of a site with a focus; nil for the others
	Terms     *judge.Terms
	Templates *judge.Templates // of the site; nil when it has none
	Profile   *judge.Profile   // what stands on nearly every page of the site; nil when not known yet
	Extractor *page.Extractor
	Blocks    bool   // name the blocks that hold a term, for the site's profile
	Charset   string // the site's override, "" = as the page says
	Hint      string // charset used by the site's pages before
	Explain   bool   // fill Verdict.Reasons and keep the Document: for people, not for the crawl
}

// Process turns a response into an outcome: scan → judge → extract. It is pure: same response, same context, same outcome.
// The crawl, the preview, `xunlu judge` and the golden tests all call this one. The document is returned for those who show
// it; it is nil when the page could not be read.
func Process(r *page.Response, c *Context) (*Outcome, *page.Document) {
	o := &Outcome{Response: r, Status: r.Status}
	if r.Status == http.StatusNotModified {
		o.NotModified = true
		return o, nil
	}
	if r.Truncated {
		o.Failure, o.Error = storage.FailTruncated, "the page is longer than the size limit; it was not judged"
		return o, nil
	}
	doc, err := page.Scan(r, page.ScanOptions{Charset: c.Charset, Hint: c.Hint})
	if err != nil {
		o.Failure, o.Error = scanFailure(err)
		return o, nil
	}
	o.Title, o.Charset, o.Declared, o.Canonical = doc.Title, doc.Charset, doc.Declared, doc.Canonical
	o.NoIndex, o.NoFollow, o.Links, o.Cards = doc.NoIndex, doc.NoFollow, doc.Links, doc.Page.Features.PricedCards
	o.Print, o.Facts = page.Print(doc)
	err = c.judge(o, doc)
	if o.Verdict.Route && o.Verdict.By == judge.ByTemplate && absent(doc) {
		o.Verdict.Route, o.Verdict.Label = false, judge.LabelOther
	}
	if o.Verdict.Route && c.Extractor != nil {
		today := r.Fetched
		if today.IsZero() {
			today = time.Unix(0, 0)
		}
		route := c.Extractor.Extract(doc, today)
		route.URL = doc.URL
		o.Route = &route
	}
	o.Problems = doc.Problems // after Extract, which may add to them
	if err != nil {
		o.Problems = append(o.Problems, err.Error())
	}
	return o, doc
}

// judge fills the verdict and the evidence. A template decides first; the evidence is counted all the same, so that the page
// can be weighed again when the template goes.
func (c *Context) judge(o *Outcome, doc *page.Document) error {
	var found *judge.Evidence
	if c.Blocks {
		var blocks []uint64
		found, blocks = c.Terms.FindBlocks(&doc.Page, c.Profile)
		o.Blocks = packBlocks(blocks)
	} else {
		found = c.Terms.Find(&doc.Page, c.Profile)
	}
	ev, err := found.MarshalBinary()
	if err != nil {
		return fmt.Errorf("keep evidence of %s: %w", doc.URL, err)
	}
	o.Evidence = ev
	c.guide(o, found)
	defer func() {
		if c.Profile != nil {
			o.Verdict.Profile = c.Profile.Version
		}
	}()
	if t, ok := c.Templates.Match(doc.URL); ok {
		o.Verdict = c.Judge.ByTemplate(t)
		if c.Explain {
			content := c.Judge.Explain(&doc.Page, c.Profile)
			o.Verdict.Reasons, o.Verdict.LeftOut = content.Reasons, content.LeftOut
		}
		return nil
	}
	if c.Explain {
		o.Verdict = c.Judge.Explain(&doc.Page, c.Profile)
	} else {
		o.Verdict = c.Judge.Verdict(found)
	}
	return nil
}

func scanFailure(err error) (storage.Failure, string) {
	switch {
	case errors.Is(err, page.ErrCharset):
		return storage.FailCharset, err.Error()
	case errors.Is(err, page.ErrNotHTML):
		return storage.FailNotHTML, err.Error()
	}
	return storage.FailProtocol, err.Error()
}
