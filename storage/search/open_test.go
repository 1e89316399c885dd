package search

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xunlu/storage"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("XUNLU_SEARCH_CHILD"); dir != "" {
		if err := writeForEver(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// perBatch is how many routes writeForEver writes at a time.
const perBatch = 40

// writeForEver writes batches and says on stdout which are written, until it is killed.
func writeForEver(dir string) error {
	x, err := Open(dir, nil)
	if err != nil {
		return err
	}
	for n := x.Watermark() + 1; ; n++ {
		var routes []storage.Route
		for i := range uint64(perBatch) {
			routes = append(routes, storage.Route{ID: (n-1)*perBatch + i + 1, Title: fmt.Sprintf("桂林%d日游 第%d号", i%9+1, n)})
		}
		if err := x.Apply(routes, nil, n); err != nil {
			return err
		}
		if _, err := fmt.Println(n); err != nil {
			return err
		}
	}
}

func TestKilledIndexReopensAtAWholeBatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for round := range 4 {
		child := exec.Command(self)
		child.Env = append(os.Environ(), "XUNLU_SEARCH_CHILD="+dir)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		said, lines := uint64(0), bufio.NewScanner(out)
		for range 5 + 7*round {
			if !lines.Scan() {
				t.Fatal("child ended by itself")
			}
			if said, err = strconv.ParseUint(lines.Text(), 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); err == nil {
			t.Fatal("child was not killed")
		}
		x, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		count, err := x.Count()
		if err != nil {
			t.Fatal(err)
		}
		if x.Watermark() < said {
			t.Errorf("watermark %d, but batch %d was said to be written", x.Watermark(), said)
		}
		if count != x.Watermark()*perBatch {
			t.Errorf("%d routes at watermark %d, want %d", count, x.Watermark(), x.Watermark()*perBatch)
		}
		if got := find(t, x, Query{Text: fmt.Sprintf("桂林 第%d号", said), Limit: 100}); len(got) != perBatch {
			t.Errorf("batch %d: found %d routes, want %d", said, len(got), perBatch)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(dir + ".damaged"); err == nil {
			t.Fatal("a killed index was taken for damaged")
		}
	}
}

func TestReopen(t *testing.T) {
	dir := t.TempDir()
	x, err := Open(dir, newAtlas())
	if err != nil {
		t.Fatal(err)
	}
	if x.Watermark() != 0 {
		t.Errorf("watermark of an empty index is %d", x.Watermark())
	}
	route := storage.Route{ID: 7, Title: "丽江四日", Price: 1200, Days: 4, To: []string{"丽江"}, Site: "a", Transport: "flight/train"}
	if err := x.Apply([]storage.Route{route, {ID: 8, Title: "大理"}}, nil, 41); err != nil {
		t.Fatal(err)
	}
	route.Price = 900
	if err := x.Apply([]storage.Route{route}, []uint64{8, 99}, 42); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if x.Watermark() != 42 {
			t.Errorf("watermark %d, want 42", x.Watermark())
		}
		if n, err := x.Count(); n != 1 || err != nil {
			t.Errorf("count %d, %v, want 1", n, err)
		}
		res, err := x.Search(t.Context(), Query{Text: "云南", PriceMax: 1000, DaysMin: 4, Facets: true})
		if err != nil || res.Total != 1 || res.Hits[0].ID != 7 {
			t.Errorf("found %+v, %v", res, err)
		}
		if f := res.Facets["transport"]; len(f) != 2 || f[0] != (Facet{"flight", 1}) {
			t.Errorf("transport facet %v", f)
		}
		if got := find(t, x, Query{Text: "大理"}); len(got) != 0 {
			t.Errorf("deleted route found: %v", got)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if x, err = Open(dir, newAtlas()); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Reset(); err != nil {
		t.Fatal(err)
	}
	if n, err := x.Count(); n != 0 || err != nil || x.Watermark() != 0 {
		t.Errorf("after Reset: %d routes, watermark %d, %v", n, x.Watermark(), err)
	}
	if err := x.Apply([]storage.Route{route}, nil, 1); err != nil {
		t.Errorf("write after Reset: %v", err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Search(t.Context(), Query{}); !errors.Is(err, ErrClosed) {
		t.Errorf("search after Close: %v, want ErrClosed", err)
	}
}

func TestLocked(t *testing.T) {
	x := open(t, nil, "桂林")
	if second, err := Open(x.Path(), nil); !errors.Is(err, ErrLocked) {
		t.Errorf("second Open gave %v, %v, want ErrLocked", second, err)
	}
	if got := find(t, x, Query{Text: "桂林"}); len(got) != 1 {
		t.Errorf("after a refused Open the first finds %v", got)
	}
	if _, err := os.Stat(x.Path() + ".damaged"); err == nil {
		t.Error("a locked index was put aside")
	}
}

func TestDamagedIndexIsReplaced(t *testing.T) {
	tests := []struct {
		name   string
		damage func(dir string) error
	}{
		{"segment with a byte changed", eachFile(".zap", func(b []byte) []byte { b[len(b)/2] ^= 0x55; return b })},
		{"segment cut in half", eachFile(".zap", func(b []byte) []byte { return b[:len(b)/2] })},
		{"segment empty", eachFile(".zap", func([]byte) []byte { return nil })},
		{"segment lost", func(dir string) error { return removeAll(dir, ".zap") }},
		{"root empty", eachFile(".bolt", func([]byte) []byte { return nil })},
		{"root cut short", eachFile(".bolt", func(b []byte) []byte { return b[:4095] })},
		{"root is noise", eachFile(".bolt", func(b []byte) []byte {
			for i := range b {
				b[i] = byte(i * 7)
			}
			return b
		})},
		{"root half zero", eachFile(".bolt", func(b []byte) []byte { clearBytes(b[8192:]); return b })},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "index")
			x, err := Open(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := x.Apply([]storage.Route{{ID: 1, Title: "桂林"}, {ID: 2, Title: "黄山"}}, nil, 5); err != nil {
				t.Fatal(err)
			}
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			if err := test.damage(dir); err != nil {
				t.Fatal(err)
			}
			x, err = Open(dir, nil)
			if err != nil {
				t.Fatalf("open after damage: %v", err)
			}
			if n, err := x.Count(); n != 0 || err != nil || x.Watermark() != 0 {
				t.Errorf("%d routes at watermark %d, %v, want an empty index", n, x.Watermark(), err)
			}
			if err := x.Apply([]storage.Route{{ID: 1, Title: "桂林"}}, nil, 6); err != nil {
				t.Errorf("write: %v", err)
			}
			if got := find(t, x, Query{Text: "桂林"}); len(got) != 1 {
				t.Errorf("found %v", got)
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDamagedNewestState cuts each segment of an index that several runs wrote, one at a time: the index is whole or begun anew, never an
// older state to which the next batch adds routes a second time or waits for ever.
func TestDamagedNewestState(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	for run := range uint64(3) {
		x, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Apply([]storage.Route{{ID: 2*run + 1, Title: "桂林"}, {ID: 2*run + 2, Title: "黄山"}}, nil, run+1); err != nil {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.zap"))
	if err != nil || len(files) < 2 {
		t.Fatalf("segments %v, %v", files, err)
	}
	for _, f := range files {
		spoiled := filepath.Join(t.TempDir(), "index")
		if err := os.CopyFS(spoiled, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(spoiled, filepath.Base(f)), 100); err != nil {
			t.Fatal(err)
		}
		x, err := Open(spoiled, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := x.Count(); err != nil || (n != 0 || x.Watermark() != 0) && (n != 6 || x.Watermark() != 3) {
			t.Errorf("%s cut: %d routes at watermark %d, %v", filepath.Base(f), n, x.Watermark(), err)
		} else if err := x.Apply([]storage.Route{{ID: 1, Title: "桂林"}}, nil, 4); err != nil {
			t.Error(err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

func clearBytes(b []byte) {
	for i := range b {
		b[i] = 0
	}
}

func eachFile(ext string, change func([]byte) []byte) func(string) error {
	return func(dir string) error {
		files, err := filepath.Glob(filepath.Join(dir, "*"+ext))
		if err != nil || len(files) == 0 {
			return errors.Join(err, fmt.Errorf("no %s file in %s", ext, dir))
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			if err := os.WriteFile(f, change(b), 0o600); err != nil {
				return err
			}
		}
		return nil
	}
}

func removeAll(dir, ext string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ext) {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
