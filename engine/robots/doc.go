// Package robots reads robots.txt (RFC 9309) and answers for one agent and one path: allowed or not, by which line, and
// how long to wait between two requests. Cache keeps the answer of every host, fetches each once at a time, and turns a
// robots.txt that cannot be had into a hold: never into permission.
// It refuses to know how bytes are fetched, what a site is and who asks.
package robots
