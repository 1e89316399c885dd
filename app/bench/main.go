// Command bench measures Xunlu against peers and naive ways in the same run and prints ratios: absolute numbers of one machine
// prove nothing. Every contender crawls the same web, served by another process, in a process of its own.
//
// The peers: colly's loop as documented, a tuned colly + goquery loop that stores nothing, once with the paper's 45 words and once with all
// terms that Xunlu counts, and a minimal net/http loop with a tokenizer. Xunlu's own figure is the whole pipeline: fetch, judge, extract, archive, commit, index.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime/pprof"
	"strconv"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	role := flag.String("role", "", "serve-plain, serve-demo, or the name of a contender (set by the bench itself)")
	sites := flag.Int("sites", 10, "sites of the web")
	pages := flag.Int("pages", 4000, "pages of the web")
	web := flag.String("web", "plain", "the web of the crawl: plain, or demo with its traps, errors and slow answers")
	only := flag.String("only", "", "crawl, micro or order")
	urls := flag.String("urls", "", "crawl these start addresses, separated by commas, instead of the demo web")
	ablate := flag.Bool("ablate", true, "with order: also crawl best-first with one thing left out each time")
	most := flag.Int("max", 1<<30, "pages a peer reads at most (set by the bench itself)")
	profile := flag.String("cpuprofile", "", "write Xunlu's CPU profile to this file")
	heap := flag.String("memprofile", "", "write what Xunlu's heap holds at the end of its crawl to this file")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch *role {
	case "":
	case "serve-demo":
		return serveDemo(ctx, *sites, *pages)
	case "serve-plain":
		return newPlainWeb(*sites, max(1, *pages / *sites), plainPort).serve(ctx)
	default:
		return profiled(*profile, func() error { return contend(ctx, *role, flag.Args(), *most, *heap) })
	}
	if *only == "order" {
		return orders(ctx, *sites, *pages, starts(*urls), *ablate)
	}
	if *only != "crawl" {
		if err := micro(os.Stdout); err != nil {
			return err
		}
	}
	if *only == "micro" {
		return nil
	}
	if err := crawls(ctx, *web, *sites, *pages, starts(*urls), *profile); err != nil || *only == "crawl" {
		return err
	}
	return orders(ctx, *sites, *pages, starts(*urls), *ablate)
}

// plainPort is where the plain web listens, on an address a site.
const plainPort = 18970

func starts(urls string) []string {
	if urls == "" {
		return nil
	}
	return strings.Split(urls, ",")
}

// result is what a contender says of itself.
type result struct {
	Name  string  `json:"name"`
	Pages int     `json:"pages"` // unique pages read
	CPU   float64 `json:"cpu"`   // seconds, user and system
	Wall  float64 `json:"wall"`
	Peak  int64   `json:"peak"` // MB resident at most
}

func (r result) perPage() float64 {
	if r.Pages == 0 {
		return 0
	}
	return r.CPU / float64(r.Pages)
}

// crawls runs the contenders one after another on the same web.
func crawls(ctx context.Context, web string, sites, pages int, starts []string, profile string) error {
	starts, stop, err := webToCrawl(ctx, web, sites, pages, starts)
	if err != nil {
		return err
	}
	defer stop()
	var all []result
	most := 1 << 30
	for _, name := range contenders() {
		limit := most
		if name == "colly-same-rules" {
			limit = min(most, 300) // a page takes it a tenth of a second
		}
		r, err := child(ctx, name, starts, profile, limit)
		profile = "" // of Xunlu alone
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, r)
		most = all[0].Pages // the peers know no traps: without a cap a calendar of the demo web holds them for ever
		fmt.Printf("  %-50s %6d pages  %7.0f µs CPU a page  %6.0f pages/s  %4d MB at most\n", r.Name, r.Pages, 1e6*r.perPage(), float64(r.Pages)/r.Wall, r.Peak)
	}
	fmt.Println("\nCPU a page, the whole of Xunlu (judge, archive, commit, index) as a multiple of:")
	for _, r := range all[1:] {
		fmt.Printf("  %-50s %5.2f ×\n", r.Name, all[0].perPage()/r.perPage())
	}
	return nil
}

func child(ctx context.Context, name string, starts []string, profile string, most int) (result, error) {
	self, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	cmd := exec.CommandContext(ctx, self, append([]string{"-role", name, "-cpuprofile", profile, "-max", strconv.Itoa(most)}, starts...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return result{}, err
	}
	var r result
	return r, json.Unmarshal(out, &r)
}

// webToCrawl gives start addresses: those given, or else those of the demo web, served by another process until stop is called.
func webToCrawl(ctx context.Context, web string, sites, pages int, given []string) (starts []string, stop func(), err error) {
	if len(given) > 0 {
		return given, func() {}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.CommandContext(ctx, self, "-role", "serve-"+web, "-sites", strconv.Itoa(sites), "-pages", strconv.Itoa(pages))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	stop = func() {
		if err := cmd.Process.Kill(); err == nil {
			_ = cmd.Wait() // killed on purpose
		}
	}
	if err := json.NewDecoder(out).Decode(&starts); err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s web: %w", web, err)
	}
	fmt.Printf("crawl of %d sites, %d pages of the %s web (generated pages)\n", len(starts), pages, web)
	return starts, stop, nil
}

// profiled runs do under the CPU profiler when a file is named.
func profiled(name string, do func() error) error {
	if name == "" {
		return do()
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return errors.Join(err, f.Close())
	}
	err = do()
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}
