package search

import "sync"

// code stands for a name that many routes share: a place, a site, a state. 0 is no name.
type code uint32

// names gives codes to names, in the order in which they come. Codes are good for the life of the index object only.
type names struct {
	mu    sync.RWMutex
	codes map[string]code
	list  []string // append only
}

func newNames() *names {
	return &names{codes: map[string]code{"": 0}, list: []string{""}}
}

func (n *names) code(s string) code {
	n.mu.RLock()
	c, ok := n.codes[s]
	n.mu.RUnlock()
	if ok {
		return c
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if c, ok := n.codes[s]; ok {
		return c
	}
	c = code(len(n.list))
	n.codes[s] = c
	n.list = append(n.list, s)
	return c
}

func (n *names) text(c code) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.list[c]
}

// all is the list up to now; it is not changed any more.
func (n *names) all() []string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.list
}
