package cluster

import (
	"log/slog"
	"maps"
	"sync"
	"time"
)

// grumbleEvery is how often the same trouble of the same sender is logged at most.
const grumbleEvery = time.Minute

// maxGrumbles bounds what is remembered: who sends trouble can make up names.
const maxGrumbles = 512

// grumbler counts what was refused and logs it once, then once a minute. Safe for all goroutines.
type grumbler struct {
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	seen map[string]*grumble
}

type grumble struct {
	at     time.Time // last logged
	missed int       // since then
}

func newGrumbler(log *slog.Logger) *grumbler {
	return &grumbler{log: log, now: time.Now, seen: map[string]*grumble{}}
}

// say notes a refusal. what is a fixed phrase, who its sender; more goes into the log only.
func (g *grumbler) say(who, what string, more ...any) {
	g.mu.Lock()
	now := g.now()
	if len(g.seen) >= maxGrumbles {
		maps.DeleteFunc(g.seen, func(_ string, x *grumble) bool { return now.Sub(x.at) > grumbleEvery })
	}
	x := g.seen[who+"\x00"+what]
	switch {
	case x == nil && len(g.seen) >= maxGrumbles:
		g.mu.Unlock()
		return
	case x == nil:
		x = &grumble{}
		g.seen[who+"\x00"+what] = x
	case now.Sub(x.at) < grumbleEvery:
		x.missed++
		g.mu.Unlock()
		return
	}
	missed := x.missed
	x.at, x.missed = now, 0
	g.mu.Unlock()
	args := append([]any{"node", who}, more...)
	if missed > 0 {
		args = append(args, "task", missed)
	}
	g.log.Warn("refused: "+what, args...)
}
