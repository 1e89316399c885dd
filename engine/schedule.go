package engine

import (
	"container/heap"
	"context"
	"slices"
	"time"
)

// maxHeld is how many tasks a node holds at most, whatever the number of hosts.
const maxHeld = 4096

// nodeHost is one host at this node: its tasks, its connections in use, and when it may be asked again. Owned by schedule.
type nodeHost struct {
	name   string
	tasks  []*Task
	active int
	next   time.Time
	slot   int // place in the heap, -1 when not in it
}

// finished is a worker's word that it no longer uses a host.
type finished struct {
	task  *Task
	again bool          // the task was not fetched yet: only robots.txt was
	end   time.Time     // when the host's last answer had come
	delay time.Duration // to keep from then on
}

// schedule gives tasks to workers so that a host has its delay and no more connections than allowed. It owns the hosts and
// runs until ctx is done; then it waits for the workers' last words.
func (n *Node) schedule(ctx context.Context) {
	s := &schedule{hosts: map[string]*nodeHost{}}
	leased := n.leased
	for {
		now := time.Now()
		p := n.params.Load()
		if s.most = p.Connections; p.Term != s.term {
			s.drop(p.Term) // before the leash lets work go on: what was lent in an older term may be another node's now
		}
		next, wake := s.peek(now)
		if n.leash.taut(now, n.params.Load().Every) {
			next, wake = nil, time.Time{}
		}
		n.ask(s, next)
		var work chan *Task
		var task *Task
		if next != nil {
			work, task = n.work, next.tasks[0]
		}
		var tick <-chan time.Time
		var timer *time.Timer
		if next == nil && !wake.IsZero() {
			timer = time.NewTimer(wake.Sub(now))
			tick = timer.C
		}
		select {
		case work <- task:
			s.start(next)
		case tasks, open := <-leased:
			if !open {
				leased = nil
			}
			s.asked = false
			s.add(tasks)
		case f := <-n.done:
			s.finish(f)
		case <-n.void:
		case <-n.leash.turned:
		case <-tick:
		case <-ctx.Done():
			close(n.work)
			s.wait(n.done)
			return
		}
		if timer != nil {
			timer.Stop()
		}
		n.held.Store(int64(s.held))
	}
}

// ask wants more work when there is less than the workers can take at once.
func (n *Node) ask(s *schedule, next *nodeHost) {
	workers := n.params.Load().Workers
	if s.asked || s.held >= maxHeld || next != nil && s.idleTasks > 2*workers {
		return
	}
	select {
	case n.want <- min(4*workers, maxHeld-s.held):
		s.asked = true
	default:
	}
}

// schedule's state. Hosts that can be asked stand in a heap by time.
type schedule struct {
	hosts     map[string]*nodeHost
	ready     hostHeap
	held      int // tasks held, those in work included
	idleTasks int // tasks not in work
	asked     bool
	most      int    // connections a host, 0 = as its site says
	term      uint64 // tasks lent before it are void
}

// peek gives the host that may be asked now, or the time at which the next one may.
func (s *schedule) peek(now time.Time) (*nodeHost, time.Time) {
	if len(s.ready) == 0 {
		return nil, time.Time{}
	}
	h := s.ready[0]
	if h.next.After(now) {
		return nil, h.next
	}
	return h, time.Time{}
}

func (s *schedule) add(tasks []Task) {
	for i := range tasks {
		t := &tasks[i]
		h := s.hosts[t.Host]
		if h == nil {
			h = &nodeHost{name: t.Host, slot: -1}
			s.hosts[t.Host] = h
		}
		h.tasks = append(h.tasks, t)
		s.held++
		s.idleTasks++
		s.place(h)
	}
}

// drop forgets the tasks lent before term that are not in work: they are no longer this node's.
func (s *schedule) drop(term uint64) {
	s.term = term
	for name, h := range s.hosts {
		before := len(h.tasks)
		h.tasks = slices.DeleteFunc(h.tasks, func(t *Task) bool { return t.Lease < term })
		s.held -= before - len(h.tasks)
		s.idleTasks -= before - len(h.tasks)
		s.place(h)
		if h.active == 0 && len(h.tasks) == 0 {
			delete(s.hosts, name)
		}
	}
}

func (s *schedule) start(h *nodeHost) {
	h.tasks = h.tasks[1:]
	h.active++
	s.idleTasks--
	s.place(h)
}

func (s *schedule) finish(f finished) {
	h := s.hosts[f.task.Host]
	h.active--
	if next := f.end.Add(f.delay); next.After(h.next) {
		h.next = next
	}
	if f.again && f.task.Lease >= s.term {
		h.tasks = append([]*Task{f.task}, h.tasks...)
		s.idleTasks++
	} else {
		s.held--
	}
	s.place(h)
	if len(h.tasks) == 0 && h.active == 0 && !h.next.After(time.Now()) {
		delete(s.hosts, h.name)
	}
}

// place puts a host into the heap, moves it there, or takes it out: it stands there while it has a task and a free connection.
func (s *schedule) place(h *nodeHost) {
	limit := 1
	if len(h.tasks) > 0 {
		limit = max(1, h.tasks[0].Site.Connections)
		if s.most > 0 {
			limit = min(limit, s.most)
		}
	}
	can := len(h.tasks) > 0 && h.active < limit
	switch {
	case can && h.slot < 0:
		heap.Push(&s.ready, h)
	case can:
		heap.Fix(&s.ready, h.slot)
	case h.slot >= 0:
		heap.Remove(&s.ready, h.slot)
	}
}

// wait takes the workers' last words.
func (s *schedule) wait(done <-chan finished) {
	active := s.held - s.idleTasks
	for ; active > 0; active-- {
		<-done
	}
}

// hostHeap orders by the time a host may be asked; of equal ones the longest waiting first is not promised.
type hostHeap []*nodeHost

func (h hostHeap) Len() int           { return len(h) }
func (h hostHeap) Less(i, j int) bool { return h[i].next.Before(h[j].next) }
func (h hostHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].slot, h[j].slot = i, j
}
func (h *hostHeap) Push(x any) {
	x.(*nodeHost).slot = len(*h)
	*h = append(*h, x.(*nodeHost))
}
func (h *hostHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	x.slot = -1
	*h = old[:len(old)-1]
	return x
}
