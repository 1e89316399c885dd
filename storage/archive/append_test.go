package archive

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"testing"
)

// batch is pages from…to-1, of two sites in turn.
func batch(from, to int) []Record {
	var all []Record
	for n := from; n < to; n++ {
		r := page(n)
		if n%2 == 1 {
			r.Site = "qingwu-odd"
		}
		all = append(all, r)
	}
	return all
}

func appendAll(t *testing.T, a *Archive, all []Record) []string {
	t.Helper()
	places, err := a.AppendAll(all)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// TestAppendAll: every page of a group is read at its own place, whatever the size of the group, and Each gives them all.
func TestAppendAll(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 400} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir := t.TempDir()
			a := mustOpen(t, dir)
			all := batch(0, n)
			places := appendAll(t, a, all)
			frames, want := map[int64]bool{}, map[string]Record{}
			for i, at := range places {
				r, err := a.Read(at)
				if err != nil {
					t.Fatal(err)
				}
				equal(t, r, all[i])
				p, err := parsePlace(at)
				if err != nil || p.String() != at {
					t.Errorf("place %s reads as %s, %v", at, p, err)
				}
				frames[p.off] = true
				want[at] = all[i]
			}
			if n == 400 && (len(frames) < 2 || len(frames) > 10) {
				t.Errorf("%d pages are in %d frames", n, len(frames))
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			last := ""
			err := mustOpen(t, dir).Each(func(at string, r Record) error {
				equal(t, r, want[at])
				delete(want, at)
				if last != "" && ComparePlaces(last, at) >= 0 {
					t.Errorf("%s comes after %s", at, last)
				}
				last = at
				return nil
			})
			if err != nil || len(want) > 0 {
				t.Errorf("%d pages were not walked, error %v", len(want), err)
			}
		})
	}
}

// TestGroupDamage: a damaged byte costs the pages of its frame, is noticed for each, and no others.
func TestGroupDamage(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir)
	var places []string
	for from := range 3 {
		places = append(places, appendAll(t, a, batch(from*8, from*8+8))...)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(segment(dir))
	if err != nil {
		t.Fatal(err)
	}
	second, err := parsePlace(places[8])
	if err != nil {
		t.Fatal(err)
	}
	data[second.off+second.length/2] ^= 0x40
	b := mustOpen(t, archiveOf(t, data))
	for i, at := range places {
		r, err := b.Read(at)
		switch {
		case i/8 == 1 && !errors.Is(err, ErrDamaged):
			t.Errorf("page %d of the damaged frame: %v", i, err)
		case i/8 != 1 && err != nil:
			t.Errorf("page %d: %v", i, err)
		case i/8 != 1:
			equal(t, r, batch(i, i+1)[0])
		}
	}
	n := 0
	if err := b.Each(func(string, Record) error { n++; return nil }); n != 16 || !errors.Is(err, ErrDamaged) {
		t.Errorf("walked %d pages, error %v; want 16 and ErrDamaged", n, err)
	}
	for _, at := range []string{places[1] + "1", places[0] + ":99999999", places[1] + ":0"} {
		if _, err := b.Read(at); err == nil {
			t.Errorf("something was read at %s", at)
		}
	}
}

// TestGroupTorn: a frame that was cut off goes as a whole, and the archive grows on from there.
func TestGroupTorn(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir)
	first := appendAll(t, a, batch(0, 5))
	second := appendAll(t, a, batch(5, 10))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(segment(dir))
	if err != nil {
		t.Fatal(err)
	}
	b := mustOpen(t, archiveOf(t, data[:len(data)-3]))
	again := appendAll(t, b, batch(5, 10))
	for i, at := range append(first, again...) {
		r, err := b.Read(at)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, r, batch(i, i+1)[0])
	}
	if p, err := parsePlace(second[0]); err != nil || again[0][:4] != second[0][:4] {
		t.Errorf("the group went to %s, want it where it was: %s (%v)", again[0], p, err)
	}
}

// TestSmallerThanGzip: pages in groups take less room than each by gzip -6.
func TestSmallerThanGzip(t *testing.T) {
	a := mustOpen(t, t.TempDir())
	all := batch(0, 64)
	appendAll(t, a, all)
	size, err := a.Size()
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	for _, r := range all {
		z, err := gzip.NewWriterLevel(&buf, 6)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := z.Write(r.Body); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if size > int64(buf.Len()) {
		t.Errorf("the archive has %d bytes, gzip -6 of the bodies %d", size, buf.Len())
	}
}
