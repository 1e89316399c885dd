// Package cli offers app's verbs to a terminal. Data goes to stdout, progress and errors to stderr; exit codes are 0 done,
// 1 failed, 2 wrong use. It refuses to know how anything is done.
package cli
