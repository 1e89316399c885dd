package storage

import (
	"reflect"
	"testing"
)

func TestChanges(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 3)) // pages 1 2 3, then route 1
	want := []ChangeRow{{1, 1, ChangePage}, {2, 2, ChangePage}, {3, 3, ChangePage}, {4, 1, ChangeRoute}}
	rows, err := s.Changes(0, 100)
	if err != nil || !reflect.DeepEqual(rows, want) {
		t.Fatalf("changes %v, %v; want %v", rows, err, want)
	}
	if rows, err = s.Changes(1, 2); err != nil || !reflect.DeepEqual(rows, want[1:3]) {
		t.Errorf("two after 1: %v, %v", rows, err)
	}
	commit(t, s, &Batch{Pages: []Page{donePage(1)}}) // page 2 again: its old place is empty
	want = []ChangeRow{want[0], want[2], want[3], {5, 2, ChangePage}}
	if rows, err = s.Changes(0, 100); err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("changes %v, %v; want %v", rows, err, want)
	}
	if seq, err := s.LastSeq(); err != nil || seq != 5 {
		t.Errorf("last number %d, %v", seq, err)
	}
	if rows, err = s.Changes(5, 100); err != nil || len(rows) != 0 {
		t.Errorf("after the last: %v, %v", rows, err)
	}
}

func TestChangedWakes(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	wake := s.Changed()
	select {
	case <-wake:
		t.Fatal("woken before a commit")
	default:
	}
	commit(t, s, batchOf(0, 1))
	<-wake
	wake = s.Changed()
	if err := s.DeletePage(urlOf(0)); err != nil {
		t.Fatal(err)
	}
	<-wake
	wake = s.Changed()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	<-wake
}
