package storage

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// childEnv names the folder in which a copy of this test program crawls until it is killed.
const childEnv = "XUNLU_TEST_STORE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		child(dir)
	}
	os.Exit(m.Run())
}

// child commits groups of eight pages for ever and says after each how many are acknowledged.
func child(dir string) {
	s, err := Open(dir)
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
	for n := s.Counts().Total.Pages; ; n += group {
		if _, err := s.Commit(batchOf(n, n+group)); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		fmt.Println("acknowledged", n+group)
	}
}

const group = 8

// TestKill kills a process in the middle of its commits, again and again on one store: nothing acknowledged is lost, no
// group is there by half, and the store is sound and opens at once.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	for round, acks := range []int{1, 2, 3, 5, 8, 1, 13, 4, 21, 2, 34, 7} {
		acknowledged := killAfter(t, dir, acks)
		s := mustOpen(t, dir)
		total := s.Counts().Total
		if total.Pages < acknowledged || total.Pages%group != 0 {
			t.Fatalf("round %d: %d pages, %d were acknowledged in groups of %d", round, total.Pages, acknowledged, group)
		}
		for n := range total.Pages {
			if p, err := s.PageOf(urlOf(n)); err != nil || p.ID != uint64(n+1) || p.Title == "" {
				t.Fatalf("round %d: page %d of %d: %+v, %v", round, n, total.Pages, p, err)
			}
		}
		sound(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter starts a child on dir and kills it as soon as it has acknowledged that many groups.
func killAfter(t *testing.T, dir string, acks int) (acknowledged int) {
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
	for seen := 0; lines.Scan(); {
		said, ok := strings.CutPrefix(lines.Text(), "acknowledged ")
		if !ok {
			t.Errorf("child: %s", lines.Text())
			break
		}
		if acknowledged, err = strconv.Atoi(said); err != nil {
			t.Fatal(err)
		}
		if seen++; seen == acks {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
	return acknowledged
}

func sound(t testing.TB, s *Store) Report {
	t.Helper()
	r, err := s.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !r.Sound || len(r.Problems) > 0 {
		t.Errorf("store is not sound: %q", r.Problems)
	}
	return r
}
