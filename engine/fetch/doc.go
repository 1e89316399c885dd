// Package fetch gets one page: Plain over HTTP, with colly as the client. It follows redirects inside one host step by
// step, bounds time and size, refuses private addresses when dialling, and names every failure by kind.
// It refuses to know queues, politeness, robots.txt and what a page says: those are asked through Request's functions.
package fetch
