package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"xunlu/app"
	"xunlu/engine/order"
	"xunlu/storage"
)

// orders crawls one web breadth-first, best-first, and best-first with one thing left out each time, and prints how early the
// routes came. The whole web is crawled each time, so that what stands at a share of the pages is the same web's.
func orders(ctx context.Context, sites, pages int, urls []string, ablate bool) error {
	urls, stop, err := webToCrawl(ctx, "demo", sites, pages, urls)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println("\nroutes found at a share of the pages, by order of fetching:")
	fmt.Printf("  %-28s %6s %6s %7s %7s %7s %9s\n", "", "pages", "routes", "at 20%", "at 30%", "at 45%", "80% need")
	bfs, err := curveOf(ctx, urls, storage.BFS, 0)
	if err != nil {
		return err
	}
	bfs.print("breadth-first")
	best, err := curveOf(ctx, urls, storage.Best, 0)
	if err != nil {
		return err
	}
	best.print("best-first")
	for i, name := range order.GroupNames() {
		if !ablate {
			break
		}
		c, err := curveOf(ctx, urls, storage.Best, 1<<i)
		if err != nil {
			return err
		}
		c.print("best-first without " + name)
	}
	if n := bfs.at(20); n > 0 {
		fmt.Printf("best-first has %.2f times the routes of breadth-first at 20%% of the pages\n", float64(best.at(20))/float64(n))
	}
	return nil
}

// curve is which of the pages of a crawl, in the order they were fetched, were routes.
type curve []bool

// curveOf crawls a web to its end on a fresh data folder.
func curveOf(ctx context.Context, urls []string, o storage.Order, without order.Groups) (curve, error) {
	dir, err := os.MkdirTemp("", "xunlu-order")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	a, err := app.Open(ctx, app.Options{Dir: dir, Create: true, Log: slog.New(slog.DiscardHandler), Without: without})
	if err != nil {
		return nil, err
	}
	for _, u := range urls {
		s, err := a.NewSite(u)
		if err != nil {
			return nil, err
		}
		s.Delay, s.Order = 0, o
		if _, err := a.AddSite(ctx, s); err != nil {
			return nil, err
		}
	}
	a.Start()
	if err := a.Wait(ctx); err != nil {
		return nil, err
	}
	if err := a.Close(); err != nil {
		return nil, err
	}
	return readCurve(dir)
}

func readCurve(dir string) (curve, error) {
	st, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	type visit struct {
		at    time.Time
		route bool
	}
	var all []visit
	err = st.EachPage(0, func(p storage.Page) error {
		if !p.Fetched.IsZero() && p.State != storage.Redirect && p.State != storage.Listed {
			all = append(all, visit{p.Fetched, p.Verdict.Route})
		}
		return nil
	})
	if cerr := st.Close(); err == nil {
		err = cerr
	}
	slices.SortFunc(all, func(a, b visit) int { return a.at.Compare(b.at) })
	out := make(curve, len(all))
	for i, v := range all {
		out[i] = v.route
	}
	return out, err
}

// at counts the routes among the first percent of the pages.
func (c curve) at(percent int) int {
	n := 0
	for _, route := range c[:len(c)*percent/100] {
		if route {
			n++
		}
	}
	return n
}

func (c curve) print(name string) {
	total, n, need := c.at(100), 0, 0
	for i, route := range c {
		if route {
			n++
		}
		if n*10 >= total*8 {
			need = i + 1
			break
		}
	}
	share := func(percent int) float64 { return 100 * float64(c.at(percent)) / float64(max(total, 1)) }
	fmt.Printf("  %-28s %6d %6d %6.1f%% %6.1f%% %6.1f%% %8.1f%%\n", name, len(c), total, share(20), share(30), share(45),
		100*float64(need)/float64(max(len(c), 1)))
}
