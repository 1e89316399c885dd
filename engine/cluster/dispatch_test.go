package cluster_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"xunlu/engine"
)

// TestDispatcher: one contract, both implementations: the coordinator in the process, and asked over NATS.
func TestDispatcher(t *testing.T) {
	for _, kind := range []struct {
		name string
		wire bool
	}{{"process", false}, {"nats", true}} {
		t.Run(kind.name, func(t *testing.T) {
			for _, c := range []struct {
				name string
				do   func(t *testing.T, o *office, a, b engine.Dispatcher)
			}{{"lend and settle", lendAndSettle}, {"one host one node", oneHostOneNode}, {"a full node gives hosts away", fullGives}, {"late and doubled", lateAndDoubled},
				{"wait", waitForWork}, {"parameters", parameters}, {"large pages", largePages}, {"recall", recalled}} {
				t.Run(c.name, func(t *testing.T) {
					o := openOffice(t, t.TempDir(), kind.wire, nil)
					defer o.close()
					var a, b engine.Dispatcher = o.coord, o.coord
					if kind.wire {
						a, b = o.join("a"), o.join("b")
					} else {
						o.sync(a, "a")
						o.sync(b, "b")
					}
					c.do(t, o, a, b)
				})
			}
		})
	}
}

func lease(t *testing.T, d engine.Dispatcher, node string, most int) []engine.Task {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return eventually(t, func() ([]engine.Task, error) { return d.Lease(ctx, node, most) })
}

func lendAndSettle(t *testing.T, o *office, a, _ engine.Dispatcher) {
	o.site("agency.example", 3)
	got := lease(t, a, "a", 10)
	if len(got) != 3 {
		t.Fatalf("%d tasks, want 3", len(got))
	}
	task := got[0]
	if task.Site == nil || task.Site.ID != "agency.example" || task.Site.Connections != 2 || len(task.Site.Templates) != 1 || task.Attempt != 1 ||
		task.Host != "agency.example" || task.URL == "" || task.Node != "a" || got[1].Site != task.Site {
		t.Errorf("the task is %+v of site %+v", task, task.Site)
	}
	var all []*engine.Outcome
	for _, x := range got {
		all = append(all, crawled(x, "<title>桂林五日游</title>"))
	}
	if err := a.Report(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	p, err := o.store.PageOf(task.URL)
	if err != nil || p.Title != "桂林五日游" || !p.Verdict.Route {
		t.Errorf("stored as %+v, %v", p, err)
	}
	if r, err := o.store.Route(p.ID); err != nil || r.Price != 1680 || r.Days != 5 {
		t.Errorf("its route is %+v, %v", r, err)
	}
	if c := o.store.Counts().Total; c.Pages != 3 || c.Routes != 3 {
		t.Errorf("%d pages, %d routes", c.Pages, c.Routes)
	}
}

func oneHostOneNode(t *testing.T, o *office, a, b engine.Dispatcher) {
	o.site("one.example", 6)
	held := lease(t, a, "a", 2)
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	if got, err := b.Lease(ctx, "b", 10); err == nil {
		t.Fatalf("b got %d tasks of a host that a holds", len(got))
	}
	o.site("two.example", 1)
	if got := lease(t, b, "b", 10); len(got) != 1 || got[0].Host != "two.example" {
		t.Errorf("b got %+v, want that of two.example", got)
	}
	if err := a.Report(t.Context(), []*engine.Outcome{crawled(held[0], "x"), crawled(held[1], "y")}); err != nil {
		t.Fatal(err)
	}
	if got := lease(t, a, "a", 10); got[0].Host != "one.example" {
		t.Errorf("the host did not stay: %+v", got)
	}
}

// fullGives: a host leaves a node that is full for one that has workers to spare, but not before its delay is over.
func fullGives(t *testing.T, o *office, a, b engine.Dispatcher) {
	o.site("one.example", 6)
	held := lease(t, a, "a", 2)
	beat := func(busy int) {
		for range 6 {
			eventually(t, func() (engine.Params, error) { return a.Sync(t.Context(), engine.Heartbeat{Node: "a", Busy: busy}) })
		}
	}
	report := func(delay time.Duration) {
		t.Helper()
		var all []*engine.Outcome
		for _, x := range held {
			x := crawled(x, x.URL)
			x.Delay = delay
			all = append(all, x)
		}
		if err := a.Report(t.Context(), all); err != nil {
			t.Fatal(err)
		}
	}
	none := func(why string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
		defer cancel()
		if got, err := b.Lease(ctx, "b", 10); err == nil {
			t.Fatalf("%s: b got %d tasks", why, len(got))
		}
	}
	beat(2)
	report(0)
	none("a has workers to spare")
	held = lease(t, a, "a", 2)
	beat(8)
	report(2 * time.Second)
	none("its delay is not over")
	if got := lease(t, b, "b", 10); len(got) != 2 || got[0].Host != "one.example" {
		t.Errorf("b got %+v, want what is left of a's host", got)
	}
}

func lateAndDoubled(t *testing.T, o *office, a, _ engine.Dispatcher) {
	o.site("agency.example", 2)
	got := lease(t, a, "a", 2)
	first := crawled(got[0], "first")
	if err := a.Report(t.Context(), []*engine.Outcome{first}); err != nil {
		t.Fatal(err)
	}
	seq, _ := o.store.LastSeq()
	for range 2 {
		if err := a.Report(t.Context(), []*engine.Outcome{crawled(got[0], "again")}); !errors.Is(err, engine.ErrLeaseLost) {
			t.Errorf("a doubled report: %v", err)
		}
	}
	if now, _ := o.store.LastSeq(); now != seq {
		t.Error("a doubled report changed the store")
	}
	forged := got[1]
	forged.Lease++
	if err := a.Report(t.Context(), []*engine.Outcome{crawled(forged, "forged"), crawled(got[1], "good")}); !errors.Is(err, engine.ErrLeaseLost) {
		t.Errorf("one with a wrong lease beside a good one: %v", err)
	}
	if c := o.store.Counts().Total; c.Pages != 2 {
		t.Errorf("%d pages, want 2: the good one is kept", c.Pages)
	}
}

func waitForWork(t *testing.T, o *office, a, _ engine.Dispatcher) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	if _, err := a.Lease(ctx, "a", 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no work until the deadline: %v", err)
	}
	cancel()
	got := make(chan []engine.Task, 1)
	go func() { got <- lease(t, a, "a", 1) }()
	o.site("late.example", 1)
	if tasks := <-got; len(tasks) != 1 {
		t.Errorf("%d tasks", len(tasks))
	}
}

func parameters(t *testing.T, o *office, a, _ engine.Dispatcher) {
	before := o.sync(a, "a")
	news := o.coord.News()
	if n, ok := a.(interface{ News() <-chan struct{} }); ok {
		news = n.News()
	}
	if err := o.coord.SetNode("a", engine.NodeParams{Workers: 3, Connections: 1}, false); err != nil {
		t.Fatal(err)
	}
	if err := o.coord.UseRules(rules(2), nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-news:
	case <-time.After(10 * time.Second):
		t.Fatal("the change was not told")
	}
	p := o.sync(a, "a")
	if p.Version <= before.Version || p.Workers != 3 || p.Connections != 1 || p.Rules.Version != 2 || len(p.Rules.Factors) != 2 || p.Every != before.Every {
		t.Errorf("the parameters are %+v", p)
	}
	if other := o.sync(o.coord, "c"); other.Workers != 8 {
		t.Errorf("another node got them too: %+v", other)
	}
}

func largePages(t *testing.T, o *office, a, _ engine.Dispatcher) {
	o.site("agency.example", 3)
	got := lease(t, a, "a", 3)
	body := make([]byte, 3<<20) // does not compress
	r := rand.NewChaCha8([32]byte{1})
	if _, err := r.Read(body); err != nil {
		t.Fatal(err)
	}
	var all []*engine.Outcome
	for _, x := range got {
		all = append(all, crawled(x, string(body)))
	}
	if err := a.Report(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, x := range got {
		p, err := o.store.PageOf(x.URL)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := o.files.Read(p.Archive)
		if err != nil || string(rec.Body) != string(body) {
			t.Fatalf("the archived page of %d bytes differs: %v", len(rec.Body), err)
		}
	}
}

func recalled(t *testing.T, o *office, a, b engine.Dispatcher) {
	o.site("agency.example", 2)
	got := lease(t, a, "a", 2)
	term := o.sync(a, "a").Term
	o.coord.Recall("a")
	if now := o.sync(a, "a").Term; now <= got[1].Lease || now == term {
		t.Errorf("the term after a recall is %d, before %d, of the lease %d", now, term, got[1].Lease)
	}
	if err := a.Report(t.Context(), []*engine.Outcome{crawled(got[0], "late")}); !errors.Is(err, engine.ErrLeaseLost) {
		t.Errorf("a late report: %v", err)
	}
	if err := o.coord.RemoveNode("a"); err != nil {
		t.Fatal(err)
	}
	if again := lease(t, b, "b", 2); len(again) != 2 {
		t.Errorf("%d tasks came back", len(again))
	}
}
