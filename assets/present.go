package assets

import (
	"embed"
	"io/fs"
)

//go:embed present/*.html
var present embed.FS

// Present gives the pages of the presenter in their order: a tour, and what looks like one but is none. They are invented, so that a
// demonstration needs no network and no data.
func Present() [][]byte {
	names, err := fs.Glob(present, "present/*.html")
	if err != nil {
		panic("assets: " + err.Error()) // the pattern is constant
	}
	out := make([][]byte, len(names))
	for i, n := range names {
		if out[i], err = present.ReadFile(n); err != nil {
			panic("assets: " + err.Error()) // an embedded file is always there
		}
	}
	return out
}
