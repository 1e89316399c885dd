package engine

import "time"

// rateWindow is the time a rate looks back over.
const rateWindow = 10 * time.Second

// rate turns a growing counter into a speed. Not safe for concurrent use.
type rate struct {
	at []time.Time
	n  []uint64
}

func (r *rate) add(at time.Time, n uint64) {
	r.at, r.n = append(r.at, at), append(r.n, n)
	old := 0
	for old < len(r.at)-2 && at.Sub(r.at[old]) > rateWindow {
		old++
	}
	r.at, r.n = r.at[old:], r.n[old:]
}

// per is the counter's growth a second over the window, 0 when nothing was added lately.
func (r *rate) per(now time.Time) float64 {
	last := len(r.at) - 1
	if last < 1 || now.Sub(r.at[last]) > rateWindow || r.n[last] < r.n[0] {
		return 0
	}
	span := r.at[last].Sub(r.at[0]).Seconds()
	if span <= 0 {
		return 0
	}
	return float64(r.n[last]-r.n[0]) / span
}
