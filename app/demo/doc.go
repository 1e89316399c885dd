// Package demo is a web of invented travel agencies, platforms and other sites, served on loopback from inside the
// program, with the truth about every page. It exists so that a crawl can be shown and measured without a network:
// its texts were written without looking at the judge's rules, and it imports nothing of ours so that it stays so.
//
// Everything is derived from Options: the same options give the same bytes, on every machine. Pages are rendered when
// they are asked for; only their plan is held in memory.
package demo
