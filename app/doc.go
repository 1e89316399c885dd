// Package app is the only place where constructors meet: it opens the data folder, wires one coordinator, a node, the archive
// and the index, and offers the verbs that the window, the terminal and the local page call.
//
// Intents go in as method calls, what is shown comes out as a Snapshot. It refuses to know widgets and flags.
package app
