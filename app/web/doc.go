// Package web shows the library in a browser, read-only: stored pages as they were, and the search for the other desks of
// the office (the papers' search node).
//
// What a crawled page says is never trusted: it is rebuilt from a list of harmless elements and attributes, and sent with a
// policy that lets no script run, nothing load from elsewhere and no form be sent. The package changes nothing in the data
// folder and refuses to know how pages are fetched or judged.
package web
