package archive

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestSweep: what nobody names leaves, what is named can be read at its new place, byte for byte, also after opening again; what comes
// meanwhile and after it is kept; a second sweep moves nothing.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	a, err := open(dir, 300<<10)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	bodies := map[string][]byte{} // by place
	var live []string
	for i := range 200 {
		body := make([]byte, 10<<10)
		for k := range body {
			body[k] = byte(r.Uint32())
		}
		at, err := a.Append(Record{URL: fmt.Sprintf("http://a.example/%d", i), Status: 200, Header: map[string][]string{"Content-Length": {"7"}}, Body: body, Fetched: time.Unix(int64(i), 0)})
		if err != nil {
			t.Fatal(err)
		}
		if i%4 == 0 || i > 150 {
			live, bodies[at] = append(live, at), body
		}
	}
	before, err := a.Size()
	if err != nil {
		t.Fatal(err)
	}
	sweep := func() Swept {
		t.Helper()
		s, err := a.Sweep(t.Context(), func() ([]string, error) { return live, nil }, func(news map[string]string) error {
			for i, old := range live {
				if to, ok := news[old]; ok {
					live[i], bodies[to] = to, bodies[old]
				}
			}
			return nil
		}, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := sweep()
	after, err := a.Size()
	if err != nil || s.Freed != before-after || after > before*55/100 {
		t.Errorf("%d bytes before, %d after, %+v, %v", before, after, s, err)
	}
	late, err := a.Append(Record{URL: "http://a.example/late", Status: 200, Body: []byte("late"), Fetched: time.Unix(1, 0)})
	if err != nil {
		t.Fatal(err)
	}
	live, bodies[late] = append(live, late), []byte("late")
	if s := sweep(); s.Moved > 20 {
		t.Errorf("the second time %d records moved", s.Moved)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err = open(dir, 300<<10); err != nil {
		t.Fatal(err)
	}
	for _, at := range live {
		if rec, err := a.Read(at); err != nil || !bytes.Equal(rec.Body, bodies[at]) {
			t.Errorf("%s: %v", at, err)
		} else if len(rec.Body) > 4 && rec.Header.Get("X-Archive-Orig-Content-Length") != "7" {
			t.Errorf("%s: header %v", at, rec.Header)
		}
	}
	live = nil
	sweep()
	if size, err := a.Size(); err != nil || size > 1000 {
		t.Errorf("%d bytes are left of nothing, %v", size, err)
	}
	if _, err := a.Append(Record{URL: "http://a.example/new", Status: 200, Body: []byte("new"), Fetched: time.Unix(1, 0)}); err != nil {
		t.Error(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
