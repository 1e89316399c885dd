package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// Imported says what came of a WARC file.
type Imported struct {
	Records int      `json:"records"` // of all kinds
	Pages   int      `json:"pages"`   // stored
	Routes  int      `json:"routes"`  // of them
	Older   int      `json:"older"`   // known here already, fetched at the same time or later
	NotHTML int      `json:"not_html"`
	Failed  int      `json:"failed"` // answers that were no page (404 …), and pages that could not be read
	Sites   []string `json:"sites"`  // ids of the sites the pages went to; new ones are paused
	Cut     string   `json:"cut,omitempty"`
}

// importGroup is how many pages are committed together; importBytes bounds what they hold in memory.
const (
	importGroup = 64
	importBytes = 16 << 20
)

// ImportWARC stores the pages of a WARC file, judged and extracted by the rules in force. Pages of hosts that belong to no
// site make a new one, paused, so that importing fetches nothing. A file that is damaged in the middle gives what stands
// before: Cut says where it ended. It is a work that can be watched and stopped.
func (a *App) ImportWARC(ctx context.Context, name string) (Imported, error) {
	f, err := os.Open(name)
	if err != nil {
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Imported{}, fmt.Errorf("import %s: %w", name, err)
	}
	ctx, work := a.works.begin(ctx, "Importing pages", int(info.Size()>>10))
	defer work.end()
	counted := &countedReader{r: f}
	in, err := archive.NewForeign(counted)
	if err != nil {
		return Imported{}, fmt.Errorf("import %s: %w", name, err)
	}
	defer in.Close()
	i, err := a.newImporter(ctx)
	if err != nil {
		return Imported{}, err
	}
	for {
		rec, err := in.Next()
		work.progress(int(counted.n>>10), int(info.Size()>>10))
		if err == nil {
			err = i.take(&rec)
		} else if errors.Is(err, io.EOF) {
			break
		} else if errors.Is(err, archive.ErrCut) {
			i.report.Cut = err.Error()
			break
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return i.report, fmt.Errorf("import %s: %w", name, err)
		}
	}
	i.report.Records, i.report.Failed = in.Records, i.report.Failed+in.Skipped
	if err := i.flush(); err != nil {
		return i.report, fmt.Errorf("import %s: %w", name, err)
	}
	return i.report, nil
}

// countedReader counts what was read, for the progress.
type countedReader struct {
	r io.Reader
	n int64
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// importer judges the pages of one file and commits them in groups, a group a site. One goroutine.
type importer struct {
	app    *App
	ctx    context.Context // of the one call of ImportWARC this belongs to
	judge  *judge.Judge
	terms  *judge.Terms
	hosts  map[string]string           // host → site
	rules  map[string]*judge.Templates // by site
	groups map[string][]*engine.Outcome
	held   int // bytes in groups
	count  int // pages in groups
	report Imported
}

func (a *App) newImporter(ctx context.Context) (*importer, error) {
	params := a.coord.Params()
	terms, err := judge.NewTerms(append([]judge.Rules{params.Rules}, params.Beside...)...)
	if err != nil {
		return nil, err
	}
	j, err := judge.Compile(params.Rules, terms)
	if err != nil {
		return nil, err
	}
	return &importer{app: a, ctx: ctx, judge: j, terms: terms, hosts: map[string]string{}, rules: map[string]*judge.Templates{}, groups: map[string][]*engine.Outcome{},
		report: Imported{Sites: []string{}}}, nil
}

func (i *importer) take(rec *archive.Record) error {
	if rec.Status < 200 || rec.Status > 299 || len(rec.Body) == 0 {
		i.report.Failed++
		return nil
	}
	if kind := strings.ToLower(rec.Header.Get("Content-Type")); kind != "" && !strings.Contains(kind, "html") && !strings.Contains(kind, "text/plain") {
		i.report.NotHTML++
		return nil
	}
	url, err := page.Canonical(rec.URL)
	if err != nil {
		i.report.Failed++
		return nil
	}
	site, err := i.siteFor(url)
	if err != nil {
		return err
	}
	if rec.Fetched.IsZero() {
		rec.Fetched = time.Now()
	}
	rec.URL, rec.Site = url, site
	o, _ := engine.Process(responseOf(rec, nil), &engine.Context{Judge: i.judge, Terms: i.terms, Templates: i.rules[site], Extractor: i.app.extract})
	switch {
	case o.Failure == storage.FailNotHTML:
		i.report.NotHTML++
		return nil
	case o.Failed():
		i.report.Failed++
		return nil
	}
	if twin := slices.IndexFunc(i.groups[site], func(x *engine.Outcome) bool { return x.Response.URL == url }); twin >= 0 {
		i.report.Older++
		if i.groups[site][twin].Response.Fetched.Before(rec.Fetched) {
			i.groups[site][twin] = o
		}
		return nil
	}
	if o.Route != nil {
		i.report.Routes++
	}
	i.groups[site] = append(i.groups[site], o)
	i.held, i.count = i.held+len(rec.Body), i.count+1
	if i.count >= importGroup || i.held >= importBytes {
		return i.flush()
	}
	return nil
}

func (i *importer) flush() error {
	for site, group := range i.groups {
		n, err := i.app.coord.Import(i.ctx, site, group)
		if err != nil {
			return err
		}
		i.report.Pages += n
		i.report.Older += len(group) - n
	}
	clear(i.groups)
	i.held, i.count = 0, 0
	return nil
}

// siteFor finds the site of an address by its host, or makes a paused one of it.
func (i *importer) siteFor(url string) (string, error) {
	host := engine.HostOf(url)
	if id, ok := i.hosts[host]; ok {
		return id, nil
	}
	var found *storage.Site
	for _, s := range i.app.coord.Sites() {
		scope, err := engine.NewScope(&s)
		if err != nil {
			continue
		}
		if ok, _ := scope.Allows(url, 0); ok || slices.Contains(s.Scope.Hosts, host) {
			found = &s
			break
		}
	}
	if found == nil {
		s, err := i.app.NewSite(url)
		if err != nil {
			return "", err
		}
		s.Paused, s.Private = true, nil
		if s, err = i.app.coord.AddSite(i.ctx, s); err != nil {
			return "", err
		}
		found = &s
	}
	i.hosts[host] = found.ID
	if _, done := i.rules[found.ID]; done {
		return found.ID, nil
	}
	t, err := judge.CompileTemplates(found.Templates)
	if err != nil {
		return "", err
	}
	i.rules[found.ID] = t
	i.report.Sites = append(i.report.Sites, found.ID)
	return found.ID, nil
}
