package demo

import (
	"fmt"
	"time"
)

// Options says which web to invent. The zero value is the default web: 12 sites, 1,500 pages, edition 1.
type Options struct {
	Sites int    // number of sites, 1 to 200; ignored when Agencies, Platforms or Others is set
	Pages int    // HTML pages, at least 60 a site, over all sites of edition 1, platforms of PlatformPages not counted; 0 means 125 a site
	Seed  uint64 // another seed is another web

	// Edition is the web's age: 1 is the first state, each later one changes prices, drops routes and adds some.
	Edition int

	Agencies  int // agencies; with Platforms and Others replaces the mix that Sites gives
	Platforms int // platforms with URL rules
	Others    int // sites that sell no tours

	PlatformPages int // pages of each platform, 0 means a platform is as large as the other sites, at most 20,000

	// Latency is added to every answer; slow pages take 40 times as long, or one second when it is zero.
	Latency time.Duration

	// Today is the day on which edition 1 was made; departures lie after it. Zero means 1 December 2026, so that the
	// default web is the same for ever. A program that shows the web to people should pass the current day.
	Today time.Time
}

const (
	defaultSites = 12
	pagesPerSite = 125
	maxSites     = 200
	maxSitePages = 20000
	minSitePages = 60
)

// normal fills the defaults in and refuses what cannot be built.
func (o Options) normal() (Options, error) {
	if o.Agencies < 0 || o.Platforms < 0 || o.Others < 0 || o.Sites < 0 || o.Pages < 0 || o.PlatformPages < 0 || o.Edition < 0 {
		return o, fmt.Errorf("demo web: negative option")
	}
	if o.Agencies+o.Platforms+o.Others > 0 {
		o.Sites = o.Agencies + o.Platforms + o.Others
	} else {
		if o.Sites == 0 {
			o.Sites = defaultSites
		}
		o.Agencies, o.Platforms, o.Others = mix(o.Sites)
	}
	if o.Sites > maxSites {
		return o, fmt.Errorf("demo web: %d sites, at most %d", o.Sites, maxSites)
	}
	if o.Pages == 0 {
		o.Pages = pagesPerSite * o.Sites
		if o.PlatformPages > 0 {
			o.Pages -= pagesPerSite * o.Platforms
		}
	}
	if o.Edition == 0 {
		o.Edition = 1
	}
	if o.Edition > 50 {
		return o, fmt.Errorf("demo web: edition %d, at most 50", o.Edition)
	}
	if o.Today.IsZero() {
		o.Today = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	}
	if o.PlatformPages > maxSitePages {
		return o, fmt.Errorf("demo web: %d pages a platform, at most %d", o.PlatformPages, maxSitePages)
	}
	plain := o.Sites
	if o.PlatformPages > 0 {
		plain -= o.Platforms
	}
	if plain > 0 && (o.Pages < minSitePages*plain || o.Pages > maxSitePages*plain) {
		return o, fmt.Errorf("demo web: %d pages on %d sites, need %d to %d a site", o.Pages, plain, minSitePages, maxSitePages)
	}
	if o.PlatformPages > 0 && o.PlatformPages < minSitePages {
		return o, fmt.Errorf("demo web: %d pages a platform, at least %d", o.PlatformPages, minSitePages)
	}
	return o, nil
}

// mix splits a number of sites the way the paper's experiment does: of 25 sites 20 sell travel and 5 do not.
func mix(sites int) (agencies, platforms, others int) {
	if sites < 4 {
		return sites, 0, 0
	}
	others = (sites + 4) / 5
	platforms = max(1, sites/25)
	return sites - others - platforms, platforms, others
}
