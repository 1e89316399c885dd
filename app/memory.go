package app

import (
	"math"
	"runtime/debug"
)

// gcPercent lets the heap grow further between two collections than Go does by itself: a crawl holds little (some tens of MB)
// and makes much that is soon forgotten, so that memory is cheap here and collecting is not.
const gcPercent = 300

// memoryBase is where collecting begins to come before speed, in bytes; perURL is what a known address may add to what must be
// held: its places in the seen set and the frontier, and its page's row in the tuner.
const (
	memoryBase = 224 << 20
	perURL     = 160
)

// memoryLimit is the soft limit for a store that knows so many addresses. Without one a batch of the index, which holds three times
// what a crawl holds otherwise, let the heap grow to the gcPercent of that: half a gigabyte.
func memoryLimit(known int) int64 {
	return memoryBase + perURL*int64(min(max(known, 0), math.MaxInt32))
}

// boundMemory sets both. The limit is the process's, as the collector is.
func (a *App) boundMemory() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit(a.store.KnownURLs()))
}
