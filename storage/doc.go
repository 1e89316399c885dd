// Package storage is the truth on disk: sites, links, pages, evidence, routes, labels, rules, counters, in one bbolt file.
// One process holds it. All writes of a crawl come from the coordinator, in groups, one transaction a group.
// Page bodies live in storage/archive, the search index in storage/search; both follow this store and can be rebuilt.
// It refuses to know how pages are fetched or shown.
package storage
