package engine

// maxSqueeze halves the workers at most so often.
const maxSqueeze = 6

// workers is how many workers the node keeps now: as many as wanted, fewer while its memory is above the ceiling.
func (n *Node) workers() int {
	return max(1, n.params.Load().Workers>>n.squeeze.Load())
}

// relieve halves the workers with each look that finds too much memory in use, and doubles them again when there is room.
// Called by the heartbeat only.
func (n *Node) relieve() {
	if n.memoryMax == 0 || n.vitals == nil {
		return
	}
	memory := n.vitals().Memory
	was := n.squeeze.Load()
	now := was
	switch {
	case memory > n.memoryMax && was < maxSqueeze:
		now++
	case memory < n.memoryMax/5*4 && was > 0:
		now--
	}
	if now == was {
		return
	}
	n.squeeze.Store(now)
	n.log.Info("workers follow the memory", "task", n.workers())
	n.adjust()
}

// adjust tells employ to look at the number of workers again.
func (n *Node) adjust() {
	select {
	case n.resize <- struct{}{}:
	default:
	}
}
