package fetch

import "net/http"

// maxPartBytes bounds the scripts kept, in bytes.
const maxPartBytes = 32 << 20

// part is a script as it came.
type part struct {
	header http.Header
	body   []byte
}

// partCache keeps scripts while a process lives: the pages of a site share them, and a site is not asked for the same script
// with every page. It belongs to the page in work, whose requests go one after another.
type partCache struct {
	parts map[string]part
	bytes int
}

func newPartCache() *partCache { return &partCache{parts: map[string]part{}} }

func (c *partCache) get(url string) (part, bool) {
	p, ok := c.parts[url]
	return p, ok
}

// put keeps a script; when there is no more room, all start anew.
func (c *partCache) put(url string, p part) {
	if len(p.body) > maxPartBytes/4 {
		return
	}
	if c.bytes+len(p.body) > maxPartBytes {
		c.clear()
	}
	c.bytes += len(p.body) - len(c.parts[url].body)
	c.parts[url] = p
}

func (c *partCache) clear() {
	clear(c.parts)
	c.bytes = 0
}
