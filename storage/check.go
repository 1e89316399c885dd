package storage

import (
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// maxProblems is how many sentences a Report carries; More counts the rest.
const maxProblems = 100

// Report is what Check found.
type Report struct {
	Sound    bool     `json:"sound"` // nothing wrong
	Problems []string `json:"problems,omitempty"`
	More     int      `json:"more,omitempty"` // problems that are not listed
	Links    int      `json:"links"`
	Pages    int      `json:"pages"`
	Routes   int      `json:"routes"`
	// Repairable says that Repair would put right all that was found: only counters or the change log are wrong.
	Repairable bool `json:"repairable,omitempty"`
}

func (r *Report) add(format string, args ...any) {
	r.Sound = false
	if len(r.Problems) >= maxProblems {
		r.More++
		return
	}
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// checker is one run over the store in one read transaction. It sees a single state, so writers may go on.
type checker struct {
	ctx     context.Context
	tx      *bolt.Tx
	report  Report
	counts  map[string]*SiteCount // counted again
	sites   []string              // of the links; the first stands for a link that is not there or removed
	number  map[string]uint32     // site → place in sites
	owner   []uint32              // link → place in sites: five million links take 20 MB here, not 500
	logged  int                   // rows that the change log leads to
	hard    int                   // problems that Repair does not put right
	seenLen int                   // links that should be known
}

// Check looks at the file (bbolt's own check), at every row's checksum and at what must hold between rows: every page has
// a link, every route a page that was read, counters equal a recount, the change log leads to every row, the seen set
// holds what the log holds. It reads everything in one transaction; only a commit that
// needs a larger map waits for its end.
func (s *Store) Check(ctx context.Context) (Report, error) {
	c := &checker{ctx: ctx, report: Report{Sound: true}, counts: make(map[string]*SiteCount),
		sites: []string{""}, number: make(map[string]uint32)}
	s.write.Lock()
	known := s.seen.len()
	locked := true
	unlock := func() {
		if locked {
			s.write.Unlock()
			locked = false
		}
	}
	defer unlock()
	err := s.view(func(tx *bolt.Tx) error {
		unlock() // the transaction has begun: memory and file were looked at in the same moment
		c.tx = tx
		return c.run()
	})
	switch {
	case errors.As(err, new(*panicked)), errors.Is(err, ErrDamaged), errors.Is(err, ErrNewer):
		c.hardly("the file cannot be read to its end: %v", err)
	case err != nil:
		return Report{}, fmt.Errorf("check %s: %w", s.dir, err)
	case known != c.seenLen:
		c.hardly("%d urls are known in memory, the log has %d: start again", known, c.seenLen)
	}
	c.report.Repairable = !c.report.Sound && c.hard == 0
	return c.report, nil
}

func (c *checker) hardly(format string, args ...any) {
	c.hard++
	c.report.add(format, args...)
}

func (c *checker) run() error {
	// The rows first: a page of the file that faults is caught here, in our goroutine, and not in that of bbolt's check.
	for _, step := range []func() error{c.links, c.pages, c.evidence, c.routes, c.changes, c.counters, c.rest} {
		if err := step(); err != nil {
			return err
		}
	}
	for err := range c.tx.Check() {
		c.hardly("file: %v", err)
	}
	return c.ctx.Err()
}
