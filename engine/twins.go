package engine

import (
	"sync"

	"xunlu/engine/page"
	"xunlu/storage"
)

// maxTwins bounds what a node remembers of bodies it has read; then it begins anew.
const maxTwins = 50_000

// twins remembers which address a body came from first, so that the same bytes are neither judged nor extracted twice. The
// coordinator has the last word: when it does not know that page, the task comes again and is judged. Safe for concurrent use.
type twins struct {
	mu sync.Mutex
	by map[uint64]string // hash of body and site → first address; guarded by mu
}

// first gives the address a body came from before, "" when it is new, which is noted.
func (x *twins) first(t *Task, r *page.Response) string {
	if t.Attempt > 1 || t.Revisit || r.Rendered || r.Truncated || len(r.Body) < leastCopy || r.Status != 200 {
		return ""
	}
	key := bodyKey(storage.HashBody(r.Body), t.Site.ID)
	x.mu.Lock()
	defer x.mu.Unlock()
	if u, ok := x.by[key]; ok && u != t.URL && !plainer(t.URL, u) { // the plainer address is the one to keep: it is judged
		return u
	}
	if x.by == nil || len(x.by) >= maxTwins {
		x.by = map[uint64]string{}
	}
	x.by[key] = t.URL
	return ""
}

// twin reads of a page that came before under another address only where it leads to: relative links may lead elsewhere from here.
func (c *Context) twin(r *page.Response) (*Outcome, *page.Document) {
	doc, err := page.Scan(r, page.ScanOptions{Charset: c.Charset, Hint: c.Hint})
	if err != nil || page.Thin(doc) {
		return nil, nil
	}
	return &Outcome{Response: r, Status: r.Status, Title: doc.Title, Charset: doc.Charset, Declared: doc.Declared, Canonical: doc.Canonical,
		NoIndex: doc.NoIndex, NoFollow: doc.NoFollow, Links: doc.Links, Problems: doc.Problems, Twin: true}, doc
}
