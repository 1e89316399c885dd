package archive

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const childEnv = "XUNLU_TEST_ARCHIVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		child(dir)
	}
	os.Exit(m.Run())
}

// child appends pages for ever and says each place after the Sync that covers it.
func child(dir string) {
	a, err := Open(dir)
	for n := 0; err == nil; n++ {
		var at string
		if at, err = a.Append(page(n)); err != nil {
			break
		}
		if n%4 == 0 {
			err = a.Sync()
		}
		fmt.Println("written", n, at)
	}
	fmt.Println("failed", err)
	os.Exit(1)
}

// segment is the path of the first segment in dir.
func segment(dir string) string { return filepath.Join(dir, "000001.warc.zst") }

// closed is an archive of n pages on disk: its bytes and places.
func closed(t *testing.T, n int) ([]byte, []string) {
	t.Helper()
	dir := t.TempDir()
	a := mustOpen(t, dir)
	places := fill(t, a, 0, n)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(segment(dir))
	if err != nil {
		t.Fatal(err)
	}
	return data, places
}

func archiveOf(t *testing.T, data []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(segment(dir), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// whole reads pages 0…n-1 back at their places.
func whole(t *testing.T, a *Archive, places []string) {
	t.Helper()
	for n, at := range places {
		r, err := a.Read(at)
		if err != nil {
			t.Errorf("page %d: %v", n, err)
			continue
		}
		equal(t, r, page(n))
	}
}

// TestTornTail cuts the file at many bytes of the last record, at all of its first and last ones: the pages before it are there, the archive grows on, and
// nothing of the torn one is left.
func TestTornTail(t *testing.T) {
	data, places := closed(t, 4)
	at3, err := parsePlace(places[3])
	if err != nil {
		t.Fatal(err)
	}
	last := at3.off
	for cut := int(last); cut < len(data); cut++ {
		if cut > int(last)+24 && cut < len(data)-8 && cut%11 != 0 {
			continue
		}
		dir := archiveOf(t, data[:cut])
		a := mustOpen(t, dir)
		at, err := a.Append(page(3))
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		whole(t, a, append(places[:3:3], at))
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if p, err := parsePlace(at); err != nil || p.off != last {
			t.Errorf("cut at %d: page went to %s, want it at %d", cut, at, last)
		}
	}
}

// TestTornStart cuts inside the very first record and at zero: the segment begins anew.
func TestTornStart(t *testing.T) {
	data, places := closed(t, 1)
	for _, cut := range []int{0, 1, 4, 20, 100} {
		a := mustOpen(t, archiveOf(t, data[:cut]))
		got := fill(t, a, 0, 1)
		if !strings.HasPrefix(got[0], places[0][:3]) {
			t.Errorf("cut at %d: page went to %s", cut, got[0])
		}
		whole(t, a, got)
	}
}

// TestZeroTail is what a power cut leaves on some file systems: the length is there, the bytes are not.
func TestZeroTail(t *testing.T) {
	data, places := closed(t, 5)
	at4, err := parsePlace(places[4])
	if err != nil {
		t.Fatal(err)
	}
	last := at4.off
	torn := append([]byte{}, data...)
	clear(torn[last+100:])
	a := mustOpen(t, archiveOf(t, torn))
	places = append(places[:4], fill(t, a, 4, 5)...)
	whole(t, a, places)
}

// TestFlips flips one bit at many places: a page comes back as it was written or as ErrDamaged, never otherwise; the
// others are all there; and Each finds every page that is whole.
func TestFlips(t *testing.T) {
	data, places := closed(t, 6)
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 120 {
		bad := append([]byte{}, data...)
		at := rnd.IntN(len(bad))
		bad[at] ^= 1 << rnd.IntN(8)
		dir := archiveOf(t, bad)
		a := mustOpen(t, dir)
		hurt := 0
		for n, place := range places {
			p, err := parsePlace(place)
			if err != nil {
				t.Fatal(err)
			}
			off, length := p.off, p.length
			r, err := a.Read(place)
			inside := int64(at) >= off && int64(at) < off+length
			switch {
			case err == nil:
				equal(t, r, page(n))
			case errors.Is(err, ErrDamaged) && inside:
				hurt++
			default:
				t.Errorf("flip at %d, page %d at %s: %v", at, n, place, err)
			}
		}
		found := 0
		err := a.Each(func(place string, r Record) error {
			for n := range places {
				if places[n] == place {
					equal(t, r, page(n))
					found++
				}
			}
			return nil
		})
		if found != len(places)-hurt || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("flip at %d: Each found %d of %d pages, %v", at, found, len(places)-hurt, err)
		}
		if _, err := a.Append(page(9)); err != nil {
			t.Errorf("flip at %d: Append: %v", at, err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDamageInTheMiddle is more than a torn tail: nothing is cut away, later pages stay readable, new ones go elsewhere.
func TestDamageInTheMiddle(t *testing.T) {
	data, places := closed(t, 6)
	p, err := parsePlace(places[2])
	if err != nil {
		t.Fatal(err)
	}
	off, length := p.off, p.length
	bad := append([]byte{}, data...)
	clear(bad[off : off+length])
	dir := archiveOf(t, bad)
	a := mustOpen(t, dir)
	at, err := a.Append(page(6))
	if err != nil || !strings.HasPrefix(at, "2:") {
		t.Fatalf("new page went to %s, %v; want segment 2", at, err)
	}
	if kept, err := os.ReadFile(segment(dir)); err != nil || len(kept) != len(data) {
		t.Errorf("segment 1 has %d of %d bytes, %v", len(kept), len(data), err)
	}
	if r, err := a.Read(places[5]); err != nil {
		t.Error(err)
	} else {
		equal(t, r, page(5))
	}
	var urls []string
	err = a.Each(func(_ string, r Record) error { urls = append(urls, r.URL); return nil })
	if !errors.Is(err, ErrDamaged) || len(urls) != 6 {
		t.Errorf("Each found %v, %v", urls, err)
	}
}

// TestKill kills a process while it appends: what it had been told is written is there after the next Open.
func TestKill(t *testing.T) {
	for _, after := range []int{1, 7, 30, 100} {
		dir := t.TempDir()
		places := killAfter(t, dir, after)
		a := mustOpen(t, dir)
		whole(t, a, places)
		at, err := a.Append(page(0))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		err = a.Each(func(place string, r Record) error {
			if place != at {
				equal(t, r, page(n))
				n++
			}
			return nil
		})
		if err != nil || n < len(places) {
			t.Errorf("%d pages of at least %d, %v", n, len(places), err)
		}
	}
}

func killAfter(t *testing.T, dir string, after int) (places []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		said := strings.Fields(lines.Text())
		if len(said) != 3 || said[0] != "written" {
			t.Errorf("child: %s", lines.Text())
			break
		}
		if places = append(places, said[2]); len(places) == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
	return places
}
