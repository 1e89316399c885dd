package robots

// Peek gives what is known of a host without asking it; false when Lookup would have to.
func (c *Cache) Peek(scheme, host string) (Policy, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fresh(scheme + "://" + host)
}
