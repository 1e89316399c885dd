package app

import (
	"context"
	"errors"
	"sync"
)

// WorkStatus is a long work that can be watched and stopped: re-judging, indexing, an export.
type WorkStatus struct {
	ID    int    `json:"id"`
	Name  string `json:"name"` // English; the window translates it
	Done  int    `json:"done"`
	Total int    `json:"total"` // 0 = not known
	Err   string `json:"err,omitempty"`
}

// works lists the long works in progress.
type works struct {
	mu   sync.Mutex
	next int
	list []*work
}

type work struct {
	set    *works
	status WorkStatus
	cancel context.CancelFunc
}

func newWorks() *works { return &works{} }

// begin puts a work on the list; end must be called.
func (w *works) begin(ctx context.Context, name string, total int) (context.Context, *work) {
	ctx, cancel := context.WithCancel(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	k := &work{set: w, status: WorkStatus{ID: w.next, Name: name, Total: total}, cancel: cancel}
	w.list = append(w.list, k)
	return ctx, k
}

func (k *work) progress(done, total int) {
	k.set.mu.Lock()
	k.status.Done, k.status.Total = done, total
	k.set.mu.Unlock()
}

func (k *work) end() {
	k.cancel()
	k.set.mu.Lock()
	defer k.set.mu.Unlock()
	for i, x := range k.set.list {
		if x == k {
			k.set.list = append(k.set.list[:i], k.set.list[i+1:]...)
			return
		}
	}
}

func (w *works) status() []WorkStatus {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]WorkStatus, len(w.list))
	for i, k := range w.list {
		out[i] = k.status
	}
	return out
}

// StopWork cancels a long work.
func (a *App) StopWork(id int) error {
	a.works.mu.Lock()
	defer a.works.mu.Unlock()
	for _, k := range a.works.list {
		if k.status.ID == id {
			k.cancel()
			return nil
		}
	}
	return errors.New("that work has ended already")
}
