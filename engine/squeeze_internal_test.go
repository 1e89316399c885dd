package engine

import (
	"log/slog"
	"testing"
)

func TestWorkersFollowMemory(t *testing.T) {
	memory := uint64(100)
	n := NewNode(NodeOptions{Name: "n", Log: slog.New(slog.DiscardHandler), MemoryMax: 1000, Vitals: func() Vitals { return Vitals{Memory: memory} }})
	n.params.Store(&Params{Workers: 16})
	for _, step := range []struct {
		memory uint64
		want   int
	}{{100, 16}, {1001, 8}, {2000, 4}, {900, 4}, {799, 8}, {700, 16}, {700, 16}} {
		memory = step.memory
		n.relieve()
		if got := n.workers(); got != step.want {
			t.Errorf("with %d bytes %d workers, want %d", memory, got, step.want)
		}
	}
	for range 20 {
		memory = 5000
		n.relieve()
	}
	if n.workers() != 1 {
		t.Errorf("%d workers at the worst", n.workers())
	}
}
