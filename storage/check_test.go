package storage

import (
	"context"
	"errors"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestCheckFinds spoils one thing at a time in a closed store.
func TestCheckFinds(t *testing.T) {
	link := linkTo(3)
	for _, tt := range []struct {
		name   string
		spoil  func(tx *bolt.Tx) error
		says   string
		repair bool
	}{
		{"page without link", func(tx *bolt.Tx) error { return tx.Bucket(linksBucket).Delete(idKey(3)) }, "page 3 (" + urlOf(2) + ") has no link", false},
		{"route without page", func(tx *bolt.Tx) error { return tx.Bucket(pagesBucket).Delete(idKey(6)) }, "route 6 (" + urlOf(5) + ") has no page", false},
		{"url twice", func(tx *bolt.Tx) error {
			return errors.Join(tx.Bucket(linksBucket).Put(idKey(11), encodeLink(&link, 0)), tx.Bucket(linksBucket).SetSequence(11))
		}, "links 4 and 11 are the same url", false},
		{"number taken", func(tx *bolt.Tx) error { return tx.Bucket(linksBucket).SetSequence(4) }, "the next link would get number 5", false},
		{"flipped bit", func(tx *bolt.Tx) error {
			v := append([]byte{}, tx.Bucket(pagesBucket).Get(idKey(2))...)
			v[20] ^= 1
			return tx.Bucket(pagesBucket).Put(idKey(2), v)
		}, "page 2: record checksum", false},
		{"wrong site", func(tx *bolt.Tx) error {
			p := donePage(1)
			p.Site, p.Seq = "baihu", 2
			return tx.Bucket(pagesBucket).Put(idKey(2), encodePage(&p))
		}, "belongs to baihu", false},
		{"change missing", func(tx *bolt.Tx) error { return tx.Bucket(changesBucket).Delete(idKey(2)) }, "row 2 with number 2 is not in the change log", true},
		{"change of another row", func(tx *bolt.Tx) error {
			return tx.Bucket(changesBucket).Put(idKey(9), []byte{byte(ChangePage), 5})
		}, "change 9 does not speak of row 9", true},
		{"counters", func(tx *bolt.Tx) error {
			v, err := sealJSON(SiteCount{Links: 7, Fetches: 70})
			if err != nil {
				return err
			}
			return tx.Bucket(countsBucket).Put([]byte("qingwu"), v)
		}, "counters of qingwu say", true},
		{"no counters", func(tx *bolt.Tx) error { return tx.Bucket(countsBucket).Delete([]byte("qingwu")) }, "site qingwu has rows but no counters", true},
		{"evidence of nothing", func(tx *bolt.Tx) error { return tx.Bucket(evidenceBucket).Put(idKey(77), sealRaw([]byte{1})) }, "evidence of page 77 has no page", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			s := mustOpen(t, dir)
			commit(t, s, batchOf(0, 10))
			sound(t, s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			poke(t, dir, tt.spoil)
			s = mustOpen(t, dir)
			r, err := s.Check(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Sound || r.Repairable != tt.repair || !strings.Contains(strings.Join(r.Problems, "\n"), tt.says) {
				t.Errorf("repairable %v, problems %q; want %v and %q", r.Repairable, r.Problems, tt.repair, tt.says)
			}
			if !tt.repair {
				return
			}
			if err := s.Repair(t.Context()); err != nil {
				t.Fatal(err)
			}
			if r := sound(t, s); r.Pages != 10 || r.Links != 10 || r.Routes != 2 {
				t.Errorf("report after repair: %+v", r)
			}
			if c := s.Counts().Total; c.Pages != 10 || c.Routes != 2 {
				t.Errorf("counts after repair: %+v", c)
			}
			rows, err := s.Changes(0, 100)
			if err != nil || len(rows) != 12 {
				t.Errorf("%d changes after repair, %v", len(rows), err)
			}
			commit(t, s, batchOf(8, 12))
			sound(t, s)
		})
	}
}

func TestCheckStops(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 3000))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Check: %v, want Canceled", err)
	}
	if err := s.Repair(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Repair: %v, want Canceled", err)
	}
	sound(t, s)
}

// TestCountersFollow compares the counters with a recount after rows of every state went over each other.
func TestCountersFollow(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 30))
	states := []State{Retry, Failed, Done, Redirect, Duplicate, Gone}
	for round := range 5 {
		b := &Batch{Counters: map[string]SiteCount{"qingwu": {Fetches: 30, Bytes: 1000, Pages: 77}}}
		for n := range 30 {
			p := donePage(n)
			p.State = states[(n+round)%len(states)]
			if p.State == Retry || p.State == Failed {
				p.Failure = FailStatus
			}
			b.Pages = append(b.Pages, p)
		}
		commit(t, s, b)
		sound(t, s)
	}
	if c := s.Count("qingwu"); c.Fetches != 150 || c.Bytes != 5000 || c.States[Gone] != 5 || c.Failures[FailStatus] != 10 {
		t.Errorf("counts %+v", c)
	}
}
