// Package engine crawls: a coordinator lends URLs, nodes fetch them, judge the pages and report what they found.
//
// One URL's walk is a straight line (docs/architecture.md): frontier → Lease → Fetch → Process (scan, judge, extract) →
// Report → one commit for a group of outcomes. Channels stand only at Lease and Report.
// It refuses to know screens, flags and wires: the same code serves a window, a terminal and another PC.
package engine
