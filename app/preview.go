package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// Preview is one page through the same Process as the crawl, with everything a person wants to see of it.
type Preview struct {
	URL       string
	FinalURL  string
	Status    int
	Charset   string
	Declared  string
	Title     string
	Canonical string
	Verdict   judge.Verdict // with reasons
	Rules     judge.Rules
	Route     *storage.Route
	Links     []page.Link
	Text      string // the visible text the judge saw, blocks separated by newlines
	Problems  []string
	Failure   storage.Failure // "" when the page was read
	Error     string
	Stored    *storage.Page // when it came from the store
}

// errNoPage is what an empty input gets.
var errNoPage = errors.New("there is nothing to judge: the input is empty")

// Judge is a judge with all it needs, for pages outside a crawl; it needs no data folder.
type Judge struct {
	rules  judge.Rules
	ctx    *engine.Context
	access *fetch.Access // of the site a page belongs to; nil for none
}

// NewJudge compiles rules for single pages.
func NewJudge(r judge.Rules, templates []judge.Template, x *page.Extractor) (*Judge, error) {
	terms, err := judge.NewTerms(r)
	if err != nil {
		return nil, err
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		return nil, err
	}
	t, err := judge.CompileTemplates(templates)
	if err != nil {
		return nil, err
	}
	return &Judge{rules: r, ctx: &engine.Context{Judge: j, Terms: terms, Templates: t, Extractor: x, Explain: true}}, nil
}

// Page judges bytes that came from somewhere. url may be "" for a file or pasted HTML.
func (j *Judge) Page(url, contentType string, body []byte) (Preview, error) {
	if len(body) == 0 {
		return Preview{}, errNoPage
	}
	if url == "" {
		url = PastedURL
	}
	u, err := page.Canonical(url)
	if err != nil {
		return Preview{}, fmt.Errorf("«%s» is not a web address: %w", url, err)
	}
	h := http.Header{}
	if contentType != "" {
		h.Set("Content-Type", contentType)
	}
	return j.Response(&page.Response{URL: u, FinalURL: u, Status: 200, Header: h, Body: body, Fetched: time.Now()}), nil
}

// PastedURL stands for a page that came without an address.
const PastedURL = "http://pasted.invalid/"

// Response judges an answer.
func (j *Judge) Response(r *page.Response) Preview {
	o, doc := engine.Process(r, j.ctx)
	p := Preview{URL: r.URL, FinalURL: r.FinalURL, Status: r.Status, Charset: o.Charset, Declared: o.Declared, Title: o.Title,
		Canonical: o.Canonical, Verdict: o.Verdict, Rules: j.rules, Route: o.Route, Links: o.Links, Problems: o.Problems,
		Failure: o.Failure, Error: o.Error}
	if doc != nil {
		p.Text = string(doc.Page.Text)
	}
	return p
}

// ReadPageFile reads a file a person named; what cannot be a page is refused in one sentence.
func ReadPageFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: %w; give a file with a saved page, an address, or - for standard input", name, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; give a file with a saved page", name)
	case info.Size() > maxPreview:
		return nil, fmt.Errorf("%s has %d bytes, a page may have %d", name, info.Size(), maxPreview)
	case info.Size() == 0:
		return nil, fmt.Errorf("%s is empty; give a file with a saved page", name)
	}
	body, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	return body, nil
}

// maxPreview is the size limit of a page outside a crawl, in bytes.
const maxPreview = 10 << 20

// Fetch gets one page for a person: same fetcher, same limits, private addresses only when typed.
func (j *Judge) Fetch(ctx context.Context, f engine.Fetcher, typed string) (Preview, error) {
	u, err := page.Canonical(typed)
	if err != nil {
		return Preview{}, fmt.Errorf("«%s» is not a web address: %w", typed, err)
	}
	var private []string
	if privateHost(engine.HostOf(u)) {
		private = []string{withPort(u)}
	}
	r, ferr := f.Fetch(ctx, fetch.Request{URL: u, Access: j.access, Private: private})
	if ferr != nil {
		return Preview{URL: u, Status: ferr.Status, Failure: ferr.Kind, Error: ferr.Error()}, nil
	}
	return j.Response(r), nil
}

// PreviewSource says what to look at: exactly one of URL, File, HTML and Stored.
type PreviewSource struct {
	URL    string // fetched now
	File   string
	HTML   string // pasted
	Stored string // URL of a stored page
}

// Preview judges one page by the given rules ("" = those in force), without storing anything.
func (a *App) Preview(ctx context.Context, src PreviewSource, r judge.Rules) (Preview, error) {
	if r.Name == "" {
		r = a.ActiveRules()
	}
	if src.Stored != "" {
		return a.previewStored(src.Stored, r)
	}
	if src.URL != "" && !strings.Contains(src.URL, "://") {
		src.URL = "http://" + src.URL // its site is looked up by it
	}
	j, err := a.judgeFor(src.URL, r)
	if err != nil {
		return Preview{}, err
	}
	switch {
	case src.URL != "":
		if j.access, err = a.accessOf(src.URL); err != nil {
			return Preview{}, err
		}
		return j.Fetch(ctx, a.fetcher(), src.URL)
	case src.File != "":
		body, err := ReadPageFile(src.File)
		if err != nil {
			return Preview{}, err
		}
		return j.Page("", "", body)
	}
	return j.Page("", "text/html; charset=utf-8", []byte(src.HTML))
}

func (a *App) previewStored(url string, r judge.Rules) (Preview, error) {
	p, err := a.store.PageOf(url)
	if err != nil {
		return Preview{}, fmt.Errorf("stored page %s: %w", url, err)
	}
	if p.Archive == "" {
		return Preview{URL: url, Status: p.Status, Failure: p.Failure, Error: p.Error, Stored: &p}, nil
	}
	rec, err := a.archive.Read(p.Archive)
	if err != nil {
		return Preview{}, fmt.Errorf("stored page %s: %w", url, err)
	}
	j, err := a.judgeFor(url, r)
	if err != nil {
		return Preview{}, err
	}
	out := j.Response(responseOf(&rec, &p))
	out.Stored = &p
	return out, nil
}

// judgeFor makes a judge that goes by what is known of the site an address belongs to: its templates and its profile. An address of no
// site, and a page without one, is judged by the rules alone.
func (a *App) judgeFor(url string, r judge.Rules) (*Judge, error) {
	s := a.siteOf(url)
	if s == nil {
		return NewJudge(r, nil, a.extract)
	}
	j, err := NewJudge(r, s.Templates, a.extract)
	if err != nil {
		return nil, err
	}
	j.ctx.Profile = a.coord.Profile(s.ID)
	return j, nil
}
