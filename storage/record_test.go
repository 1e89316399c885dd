package storage

import (
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"
)

// fillStruct gives every field of a struct a value of its own that is not zero.
func fillStruct(t *testing.T, v reflect.Value, n *int64) {
	t.Helper()
	for i := range v.NumField() {
		f := v.Field(i)
		*n++
		switch f.Interface().(type) {
		case time.Time:
			f.Set(reflect.ValueOf(day.Add(time.Duration(*n))))
			continue
		case []byte:
			f.SetBytes([]byte{byte(*n)})
			continue
		}
		switch f.Kind() {
		case reflect.String:
			f.SetString("值" + string(rune('a'+*n)))
		case reflect.Int, reflect.Int64:
			f.SetInt(-*n)
		case reflect.Uint64:
			f.SetUint(uint64(*n) << 33)
		case reflect.Float32, reflect.Float64:
			f.SetFloat(float64(*n) / 4)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Struct:
			fillStruct(t, f, n)
		case reflect.Slice: // reasons are not stored
		default:
			t.Fatalf("a field of kind %s", f.Kind())
		}
	}
}

// TestRowsAreComplete fails when Page or Link gets a field that its row does not keep.
func TestRowsAreComplete(t *testing.T) {
	var n int64
	var p Page
	fillStruct(t, reflect.ValueOf(&p).Elem(), &n)
	got, err := decodePage(p.ID, encodePage(&p), &words{})
	p.Evidence = nil // has a bucket of its own
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, p)
	}
	var l Link
	fillStruct(t, reflect.ValueOf(&l).Elem(), &n)
	back, removed, err := decodeLink(l.ID, encodeLink(&l, markDeleted), &words{})
	l.New = false // a mark of the batch
	if err != nil || removed || !reflect.DeepEqual(back, l) {
		t.Errorf("got  %+v, %v, %v\nwant %+v", back, removed, err, l)
	}
	zero, err := decodePage(0, encodePage(&Page{}), nil)
	if err != nil || !reflect.DeepEqual(zero, Page{}) {
		t.Errorf("an empty page comes back as %+v, %v", zero, err)
	}
}

// TestNewerField reads a row of a program that knows one more field: it is refused, so that it is never written back
// without it.
func TestNewerField(t *testing.T) {
	e := newEncoder(10)
	e.str(pageURL, "http://a.example/")
	e.uint(99, 1)
	if _, err := decodePage(1, e.seal(), nil); !errors.Is(err, ErrNewer) {
		t.Errorf("decodePage: %v, want ErrNewer", err)
	}
	if _, err := unseal(seal([]byte{77, 1}), formatTagged); !errors.Is(err, ErrNewer) {
		t.Errorf("unseal: %v, want ErrNewer", err)
	}
}

func FuzzDecode(f *testing.F) {
	p, l := donePage(3), linkTo(3)
	f.Add(encodePage(&p)[1:])
	f.Add(encodeLink(&l, markRemoved)[1:])
	f.Add([]byte{0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, payload []byte) {
		v := seal(append([]byte{formatTagged}, payload...))
		for _, err := range []error{second(decodePage(1, v, &words{})), third(decodeLink(1, v, nil)), third(linkKey(v))} {
			if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) {
				t.Errorf("error of another kind: %v", err)
			}
		}
	})
}

func third[A, B any](_ A, _ B, err error) error { return err }

// TestReadersBesideTheWriter reads everything while groups are committed; it means something under -race.
func TestReadersBesideTheWriter(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 10))
	var wg sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-s.Changed():
				}
				c := s.Counts().Total
				n := c.Pages - 1
				if id, ok := s.Known(urlOf(n)); !ok || id != uint64(n+1) {
					t.Errorf("page %d is counted but known as %d, %v", n, id, ok)
				}
				if p, err := s.Page(uint64(n + 1)); err != nil || p.URL != urlOf(n) {
					t.Errorf("page %d is counted but is %+v, %v", n, p, err)
				}
				if _, err := s.Changes(uint64(n), 10); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for n := 10; n < 400; n += 10 {
		commit(t, s, batchOf(n, n+10))
	}
	close(done)
	wg.Wait()
	sound(t, s)
}
