package app

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/judge/learn"
)

// Labelled is one row of a labels file with its page.
type Labelled struct {
	ID, File, Lang, Label, Site string
	Preview                     Preview
}

// ReadLabels reads a labels file: tab separated, a header line with at least id, file, label; files relative to it. Rows whose
// kind is not html are left out.
func ReadLabels(path string) ([]Labelled, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("labels %s: there is no such file", path)
		}
		return nil, fmt.Errorf("labels %s: %w", path, err)
	}
	sc := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))))
	sc.Buffer(nil, 1<<20)
	var col map[string]int
	var out []Labelled
	for n := 1; sc.Scan(); n++ {
		f := strings.Split(strings.TrimRight(sc.Text(), "\r"), "\t")
		if col == nil {
			col = map[string]int{}
			for i, name := range f {
				col[name] = i
			}
			for _, need := range []string{"id", "file", "label"} {
				if _, ok := col[need]; !ok {
					return nil, fmt.Errorf("labels %s: the first line has no column %s; it must name id, file and label, separated by tabs", path, need)
				}
			}
			continue
		}
		get := func(name string) string {
			if i, ok := col[name]; ok && i < len(f) {
				return f[i]
			}
			return ""
		}
		if k := get("kind"); k != "" && k != "html" || get("file") == "" {
			continue
		}
		l := Labelled{ID: get("id"), File: filepath.Join(filepath.Dir(path), filepath.FromSlash(get("file"))), Lang: get("lang"), Label: get("label")}
		if l.Label == "" {
			return nil, fmt.Errorf("labels %s: line %d has no label", path, n)
		}
		l.Site, _, _ = strings.Cut(get("origin"), " ")
		if l.Site == "" {
			l.Site = get("site")
		}
		out = append(out, l)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("labels %s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("labels %s: no rows with pages in it", path)
	}
	return out, nil
}

// Wrong is a page the judge got wrong.
type Wrong struct {
	ID    string  `json:"id"`
	Label string  `json:"label"`
	Score float64 `json:"score"`
	Site  string  `json:"site,omitempty"`
	Title string  `json:"title,omitempty"`
	Why   string  `json:"why,omitempty"` // the strongest factors
}

// Eval is how well rules judge labelled pages.
type Eval struct {
	Rules  string
	Report learn.Report
	By     map[string]learn.Table  // "lang zh-Hans", "label news" …
	ByLang map[string]learn.Report // by language, with intervals
	Wrong  []Wrong
	Unread []string // pages that could not be read, with the reason; counted as not routes
}

// Evaluate judges every labelled page by the rules through the same Process as the crawl.
func Evaluate(labels []Labelled, r judge.Rules) (Eval, error) {
	j, err := NewJudge(r, nil, nil)
	if err != nil {
		return Eval{}, err
	}
	ev := Eval{Rules: r.Ref()}
	var judged []learn.Judged
	for i := range labels {
		l := &labels[i]
		p, err := j.labelled(l)
		if err != nil {
			return ev, err
		}
		if p.Failure != "" {
			ev.Unread = append(ev.Unread, l.ID+": "+p.Error)
		}
		is, says := l.Label == string(judge.LabelRoute), p.Verdict.Route
		judged = append(judged, learn.Judged{ID: l.ID, Site: l.Site, Route: is, Called: says, Score: p.Verdict.Score})
		if is != says {
			ev.Wrong = append(ev.Wrong, Wrong{l.ID, l.Label, p.Verdict.Score, l.Site, p.Title, strongest(p.Verdict.Reasons)})
		}
	}
	ev.tables(labels, judged)
	return ev, nil
}

// tables sums judged pages up: all, by language and by label.
func (ev *Eval) tables(labels []Labelled, judged []learn.Judged) {
	ev.Report, ev.By, ev.ByLang = learn.Measure(judged), map[string]learn.Table{}, map[string]learn.Report{}
	langs := map[string][]learn.Judged{}
	for i := range labels {
		l, x := &labels[i], judged[i]
		if l.Lang != "" {
			langs[l.Lang] = append(langs[l.Lang], x)
		}
		for _, key := range []string{"lang " + l.Lang, "label " + l.Label} {
			t := ev.By[key]
			t.Add(x.Route, x.Called)
			ev.By[key] = t
		}
	}
	for lang, list := range langs {
		ev.ByLang[lang] = learn.Measure(list)
	}
}

// labelled judges a labelled file; an unreadable one is a failure of the page, a missing one of the labels.
func (j *Judge) labelled(l *Labelled) (Preview, error) {
	body, err := os.ReadFile(l.File)
	if err != nil {
		return Preview{}, fmt.Errorf("label %s: %w", l.ID, err)
	}
	u := "http://labelled.invalid/" + url.PathEscape(l.ID)
	return j.Response(&page.Response{URL: u, FinalURL: u, Status: 200, Body: body}), nil
}

func strongest(reasons []judge.Reason) string {
	var parts []string
	for _, r := range reasons[:min(4, len(reasons))] {
		parts = append(parts, fmt.Sprintf("%s %+.2f", r.Factor, r.Weight))
	}
	return strings.Join(parts, ", ")
}

// Samples turns labelled pages into what learning needs: their evidence under the terms of the rules.
func Samples(labels []Labelled, r judge.Rules) ([]learn.Sample, error) {
	terms, err := judge.NewTerms(r)
	if err != nil {
		return nil, err
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		return nil, err
	}
	var out []learn.Sample
	for _, l := range labels {
		body, err := os.ReadFile(l.File)
		if err != nil {
			return nil, fmt.Errorf("label %s: %w", l.ID, err)
		}
		u := "http://labelled.invalid/" + url.PathEscape(l.ID)
		o, _ := engine.Process(&page.Response{URL: u, FinalURL: u, Status: 200, Body: body}, &engine.Context{Judge: j, Terms: terms})
		e := &judge.Evidence{Set: terms.ID()} // what cannot be read has no evidence, and so is no route
		if !o.Failed() {
			if err := e.UnmarshalBinary(o.Evidence); err != nil {
				return nil, fmt.Errorf("label %s: %w", l.ID, err)
			}
		}
		out = append(out, learn.Sample{ID: l.ID, Site: l.Site, Route: l.Label == string(judge.LabelRoute), Evidence: e})
	}
	return out, nil
}
