package app

import (
	"runtime/debug"
	"testing"

	"xunlu/storage"
)

// TestMemoryLimit: the limit leaves room for what a large store must hold, and is in force while an App is open.
func TestMemoryLimit(t *testing.T) {
	for _, tt := range []struct {
		known    int
		low, top int64 // MB
	}{
		{-1, 200, 300}, {0, 200, 300}, {100_000, 210, 350}, {5_000_000, 800, 1200},
	} {
		if got := memoryLimit(tt.known) >> 20; got < tt.low || got > tt.top {
			t.Errorf("with %d addresses the limit is %d MB, want %d to %d", tt.known, got, tt.low, tt.top)
		}
	}
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	st, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	a := &App{store: st}
	a.boundMemory()
	if got := debug.SetMemoryLimit(-1); got != memoryLimit(0) {
		t.Errorf("the limit in force is %d, want %d", got, memoryLimit(0))
	}
}
