package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/engine/page"
	"xunlu/judge"
)

// words are those of the paper's table.
func words() []string {
	r, err := app.ShippedRules("paper")
	if err != nil {
		panic(err) // a shipped file is always there
	}
	var out []string
	for _, f := range r.Factors {
		out = append(out, f.Words...)
	}
	return out
}

var theWords = words()

// contains is the naive way to judge: look for each word in the whole text.
func contains(text string) int {
	n := 0
	for _, w := range theWords {
		if strings.Contains(text, w) {
			n++
		}
	}
	return n
}

// micro compares scan + terms with goquery + strings.Contains on pages of the demo web.
func micro(w io.Writer) error {
	pages, err := samplePages(60)
	if err != nil {
		return err
	}
	size := 0
	for _, p := range pages {
		size += len(p.Body)
	}
	fmt.Fprintf(w, "judging %d pages of the demo web (generated pages), %d KB a page on average\n", len(pages), size/len(pages)/1024)
	if err := agree(pages); err != nil {
		return err
	}
	ways := []way{
		{"goquery, words counted a place, links resolved (same hits)", func(p *page.Response) error {
			_, err := readRival(p.URL, p.Body)
			return err
		}},
		{"goquery, words in the whole text, yes or no", func(p *page.Response) error {
			doc, err := goquery.NewDocumentFromReader(bytes.NewReader(p.Body))
			if err != nil {
				return err
			}
			contains(doc.Text())
			doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) { s.Attr("href") })
			return nil
		}},
	}
	for _, name := range []string{"paper", "xunlu"} {
		ours, err := scanAndTerms(name)
		if err != nil {
			return err
		}
		ways = append(ways, ours)
	}
	took, err := race(ways, pages)
	if err != nil {
		return err
	}
	for i, x := range ways {
		fmt.Fprintf(w, "  %-60s %5.0f µs CPU a page", x.name, 1e6*took[i])
		if i > 1 {
			fmt.Fprintf(w, ": %.1f × less than the same hits, %.1f × less than yes or no", took[0]/took[i], took[1]/took[i])
		}
		fmt.Fprintln(w)
	}
	if err := tuning(w, pages); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return nil
}

// tuning times what a dragged weight does to 100,000 stored pages.
func tuning(w io.Writer, pages []page.Response) error {
	r, terms, err := shipped("xunlu")
	if err != nil {
		return err
	}
	var sample []judge.Evidence
	for i := range pages {
		doc, err := page.Scan(&pages[i], page.ScanOptions{})
		if err != nil {
			return err
		}
		sample = append(sample, *terms.Find(&doc.Page, nil))
	}
	t, err := app.MeasureTuning(r, sample, 100000)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "  re-judging %d stored pages (%d factors hit a page), with histogram, flips and table: one weight %.1f ms, all weights %.1f ms\n",
		t.Pages, t.Hits/t.Pages, float64(t.Weight.Microseconds())/1000, float64(t.All.Microseconds())/1000)
	return nil
}

// samplePages fetches UTF-8 pages of the demo web, so that both ways read the same bytes.
func samplePages(n int) ([]page.Response, error) {
	web, err := demo.New(demo.Options{})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := web.Start(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var out []page.Response
	truth := web.Truth()
	for i := 0; i < len(truth) && len(out) < n; i += 7 {
		resp, err := http.Get(truth[i].URL)
		if err != nil {
			continue
		}
		body, err := io.ReadAll(resp.Body)
		if cerr := resp.Body.Close(); err != nil || cerr != nil {
			continue
		}
		if resp.StatusCode == 200 && len(body) > 8<<10 && strings.Contains(strings.ToLower(resp.Header.Get("Content-Type")), "utf-8") {
			out = append(out, page.Response{URL: truth[i].URL, FinalURL: truth[i].URL, Status: 200, Header: resp.Header, Body: body})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("the demo web gave no pages")
	}
	return out, nil
}
