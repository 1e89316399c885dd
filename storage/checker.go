package storage

import (
	"reflect"
	"slices"
)

// rows walks a bucket keyed by id.
func (c *checker) rows(bucket []byte, fn func(id uint64, v []byte)) error {
	last := uint64(0)
	n := 0
	return c.tx.Bucket(bucket).ForEach(func(k, v []byte) error {
		if n++; n%1024 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if len(k) != 8 {
			c.hardly("%s: a key of %d bytes", bucket, len(k))
			return nil
		}
		id := bigEndian(k)
		if id <= last {
			c.hardly("%s: row %d stands behind row %d", bucket, id, last)
		}
		last = id
		fn(id, v)
		return nil
	})
}

func (c *checker) site(id string) *SiteCount {
	n := c.counts[id]
	if n == nil {
		n = new(SiteCount)
		c.counts[id] = n
	}
	return n
}

func (c *checker) links() error {
	next := c.tx.Bucket(linksBucket).Sequence()
	c.owner = make([]uint32, 1, 1024)
	var hashes []uint64
	err := c.rows(linksBucket, func(id uint64, v []byte) {
		c.report.Links++
		if id > next {
			c.hardly("the next link would get number %d, but %d is taken", next+1, id)
			return
		}
		for uint64(len(c.owner)) <= id {
			c.owner = append(c.owner, 0)
		}
		l, removed, err := decodeLink(id, v, nil)
		if err != nil {
			c.hardly("link %d: %v", id, err)
			return
		}
		if removed {
			return
		}
		c.seenLen++
		c.owner[id] = c.siteNumber(l.Site)
		hashes = append(hashes, HashURL(l.URL))
		c.site(l.Site).link(&l, 1)
	})
	if err != nil {
		return err
	}
	return c.twins(hashes)
}

func (c *checker) siteNumber(site string) uint32 {
	n, ok := c.number[site]
	if !ok {
		n = uint32(len(c.sites))
		c.sites = append(c.sites, site)
		c.number[site] = n
	}
	return n
}

// twins looks for a URL that stands in the log twice: only where the hashes meet are the URLs themselves compared.
func (c *checker) twins(hashes []uint64) error {
	slices.Sort(hashes)
	met := make(map[uint64]bool)
	for i := 1; i < len(hashes); i++ {
		if hashes[i] == hashes[i-1] {
			met[hashes[i]] = true
		}
	}
	if len(met) == 0 {
		return nil
	}
	first := make(map[string]uint64)
	return c.rows(linksBucket, func(id uint64, v []byte) {
		l, removed, err := decodeLink(id, v, nil)
		if err != nil || removed || !met[HashURL(l.URL)] {
			return
		}
		if other := first[l.URL]; other != 0 {
			c.hardly("links %d and %d are the same url %s", other, id, l.URL)
		}
		first[l.URL] = id
	})
}

func (c *checker) pages() error {
	return c.rows(pagesBucket, func(id uint64, v []byte) {
		c.report.Pages++
		p, err := decodePage(id, v, nil)
		if err != nil {
			c.hardly("page %d: %v", id, err)
			return
		}
		if id >= uint64(len(c.owner)) || c.owner[id] == 0 {
			c.hardly("page %d (%s) has no link", id, p.URL)
		} else if site := c.sites[c.owner[id]]; site != p.Site {
			c.hardly("page %d (%s) belongs to %s, its link to %s", id, p.URL, p.Site, site)
		}
		c.site(p.Site).page(&p, 1)
		c.expect(p.Seq, id, ChangePage)
	})
}

func (c *checker) evidence() error {
	pages := c.tx.Bucket(pagesBucket)
	return c.rows(evidenceBucket, func(id uint64, v []byte) {
		if _, err := unseal(v, formatRaw); err != nil {
			c.hardly("evidence of page %d: %v", id, err)
		}
		if pages.Get(idKey(id)) == nil {
			c.hardly("evidence of page %d has no page", id)
		}
	})
}

func (c *checker) routes() error {
	pages := c.tx.Bucket(pagesBucket)
	return c.rows(routesBucket, func(id uint64, v []byte) {
		c.report.Routes++
		r, err := decodeRoute(id, v)
		if err != nil {
			c.hardly("%v", err)
			return
		}
		c.site(r.Site).route(&r, 1)
		c.expect(r.Seq, id, ChangeRoute)
		pv := pages.Get(idKey(id))
		if pv == nil {
			c.hardly("route %d (%s) has no page", id, r.URL)
			return
		}
		p, err := decodePage(id, pv, nil)
		switch {
		case err != nil: // said by pages
		case p.Fetched.IsZero():
			c.hardly("route %d (%s) stands on a page that was never read", id, r.URL)
		case p.State == Redirect || p.State == Duplicate:
			c.hardly("route %d (%s) stands on a page that is a %s", id, r.URL, p.State)
		}
	})
}

// expect looks for a row's entry in the change log. An entry names one row, so two rows cannot share one.
func (c *checker) expect(seq, id uint64, kind ChangeKind) {
	v := c.tx.Bucket(changesBucket).Get(idKey(seq))
	if v == nil {
		c.report.add("row %d with number %d is not in the change log", id, seq)
		return
	}
	if row, err := decodeChange(idKey(seq), v); err != nil || row.ID != id || row.Kind != kind {
		c.report.add("change %d does not speak of row %d", seq, id)
		return
	}
	c.logged++
}

func (c *checker) changes() error {
	next := c.tx.Bucket(changesBucket).Sequence()
	entries := 0
	err := c.rows(changesBucket, func(seq uint64, v []byte) {
		row, err := decodeChange(idKey(seq), v)
		switch {
		case err != nil:
			c.report.add("change %d: %v", seq, err)
		case seq > next:
			c.report.add("the next change would get number %d, but %d is taken", next+1, seq)
		case row.Kind != ChangeDeleted:
			entries++
		}
	})
	if err == nil && entries > c.logged {
		c.report.add("%d changes speak of rows that are not there or have another number", entries-c.logged)
	}
	return err
}

func (c *checker) counters() error {
	return c.tx.Bucket(countsBucket).ForEach(func(k, v []byte) error {
		var stored SiteCount
		if err := unsealJSON(v, &stored); err != nil {
			c.report.add("counters of %s: %v", k, err)
			delete(c.counts, string(k))
			return nil
		}
		counted := *c.site(string(k))
		counted.Fetches, counted.Bytes = stored.Fetches, stored.Bytes
		if !sameCount(stored, counted) {
			c.report.add("counters of %s say %+v, the rows %+v", k, stored, counted)
		}
		delete(c.counts, string(k))
		return nil
	})
}

// rest reads what has only a checksum to check, and says which sites have rows but no counters.
func (c *checker) rest() error {
	for site := range c.counts {
		c.report.add("site %s has rows but no counters", site)
	}
	for _, b := range [][]byte{sitesBucket, hostsBucket, rulesBucket, labelsBucket, settingsBucket} {
		err := c.tx.Bucket(b).ForEach(func(k, v []byte) error {
			if _, err := unseal(v, formatJSON); err != nil {
				c.hardly("%s %q: %v", b, k, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sameCount compares two counts; no map and an empty one are the same.
func sameCount(a, b SiteCount) bool {
	if len(a.States)+len(b.States) == 0 {
		a.States, b.States = nil, nil
	}
	if len(a.Failures)+len(b.Failures) == 0 {
		a.Failures, b.Failures = nil, nil
	}
	return reflect.DeepEqual(a, b)
}
