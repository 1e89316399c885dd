// Package page turns the bytes a server sent into a Document: decoded text, title, links, meta, JSON-LD and what the
// judge looks at; and turns the Document of a route page into a Route. It is pure: no network, no disk, no clock.
// It refuses to know queues, politeness and verdicts.
package page
