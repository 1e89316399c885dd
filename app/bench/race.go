package main

import (
	"fmt"
	"runtime"

	"xunlu/app"
	"xunlu/engine/page"
	"xunlu/judge"
)

// way is one way to judge a page.
type way struct {
	name string
	do   func(*page.Response) error
}

// shipped gives a shipped rule set and its terms.
func shipped(name string) (judge.Rules, *judge.Terms, error) {
	r, err := app.ShippedRules(name)
	if err != nil {
		return r, nil, err
	}
	terms, err := judge.NewTerms(r)
	return r, terms, err
}

// scanAndTerms is Xunlu's way with a shipped rule set.
func scanAndTerms(name string) (way, error) {
	r, terms, err := shipped(name)
	if err != nil {
		return way{}, err
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		return way{}, err
	}
	return way{"scan + all terms of " + r.Ref(), func(p *page.Response) error {
		doc, err := page.Scan(p, page.ScanOptions{})
		if err != nil {
			return err
		}
		j.Verdict(terms.Find(&doc.Page, nil))
		return nil
	}}, nil
}

// race lets the ways read all pages by turns and gives the CPU seconds a page that each took in its best turn, the
// collector's work included: what else the machine does at the time troubles all of them alike.
func race(ways []way, pages []page.Response) ([]float64, error) {
	best := make([]float64, len(ways))
	for turn := range 12 {
		for i, x := range ways {
			runtime.GC()
			before, err := cpuSeconds()
			if err != nil {
				return nil, err
			}
			for range 4 {
				for k := range pages {
					if err := x.do(&pages[k]); err != nil {
						return nil, fmt.Errorf("%s: %w", pages[k].URL, err)
					}
				}
			}
			after, err := cpuSeconds()
			if err != nil {
				return nil, err
			}
			if took := (after - before) / float64(4*len(pages)); turn == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best, nil
}

// agree checks that the rival finds the hits that Xunlu finds with the paper's words, page by page.
func agree(pages []page.Response) error {
	_, terms, err := shipped("paper")
	if err != nil {
		return err
	}
	for i := range pages {
		doc, err := page.Scan(&pages[i], page.ScanOptions{})
		if err != nil {
			return err
		}
		other, err := readRival(pages[i].URL, pages[i].Body)
		if err != nil {
			return err
		}
		if diff := other.same(terms.Find(&doc.Page, nil)); diff != "" {
			return fmt.Errorf("the rival reads %s otherwise: %s", pages[i].URL, diff)
		}
	}
	return nil
}
