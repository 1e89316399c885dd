//go:build proof

package cli

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xunlu/app"
)

// faultTime is how long the crawl may go on; pages that failed wait for another try then.
const faultTime = 150 * time.Second

// TestFaults crawls a web of faults with the real program: each behaviour ends in one of its expected outcomes, none stops the others,
// and traps stay small.
func TestFaults(t *testing.T) {
	all := faults()
	mux := http.NewServeMux()
	var list strings.Builder
	for _, f := range all {
		mux.HandleFunc("/"+f.name, f.do)
		fmt.Fprintf(&list, "<a href=/%s>%s</a> ", f.name, f.name)
	}
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { say(w, markup("faults", list.String())) })
	quick, _ := serveAt(t, "127.0.4.20:0", mux)
	sites := []string{quick}
	slow := map[string][]string{}
	for i, f := range []fault{ // each on a host of its own
		{"drip", []string{"timeout", "truncated"}, slowly(okHead+"\r\n", "x", time.Second)},
		{"header_drip", []string{"timeout", "protocol"}, slowly("HTTP/1.1 200 OK\r\n", "X: y\r\n", time.Second)},
		{"no_answer", []string{"timeout"}, slowly("", "", time.Hour)},
	} {
		url, _ := serveAt(t, fmt.Sprintf("127.0.4.%d:0", 30+i), http.HandlerFunc(f.do))
		slow[url] = f.want
		sites = append(sites, url)
	}
	slow["http://no-such-host.invalid/"] = []string{"dns", "queued"} // a host that cannot be reached keeps its links for the next start
	slow[tlsSite(t)] = []string{"tls", "queued"}
	slow["http://127.0.4.39:9/"] = []string{"connect", "queued"}
	for url := range slow {
		if !slices.Contains(sites, url) {
			sites = append(sites, url)
		}
	}
	for i, f := range sharedFaults(t) { // what asks a host to wait must not hold the others
		url, _ := serveAt(t, fmt.Sprintf("127.0.5.%d:0", i+1), http.HandlerFunc(f.do))
		slow[url+f.name] = f.want
		sites = append(sites, url+f.name)
	}
	endless := map[string]*counted{}
	i := 0
	for name, do := range traps() {
		url, c := serveAt(t, fmt.Sprintf("127.0.4.%d:0", 40+i), http.HandlerFunc(do))
		endless[name] = c
		sites, i = append(sites, url+name), i+1
	}
	dir := t.TempDir()
	cmd := start(t.Context(), t, append(append([]string{"crawl"}, sites...), "--delay", "0s", "--browser", "off", "--data", dir)...)
	log := new(strings.Builder)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(faultTime):
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		<-ended
	}
	if strings.Contains(log.String(), "goroutine ") {
		t.Fatalf("the program panicked:\n%s", log)
	}
	a, err := app.Open(t.Context(), app.Options{Dir: dir, Paused: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, f := range all {
		outcome(t, a, quick+f.name, f.name, f.want)
	}
	for url, want := range slow {
		outcome(t, a, url, strings.TrimPrefix(url, "http://"), want)
	}
	for name, c := range endless {
		c.mu.Lock()
		n := 0
		for _, k := range c.hits {
			n += k
		}
		c.mu.Unlock()
		t.Logf("%-22s %d requests", name, n)
		if n > 600 {
			t.Errorf("trap %s: %d requests", name, n)
		}
	}
	if code, out, errs := run(t, "sites", "list", "--data", filepath.Join(dir, "none")); code == 0 {
		t.Errorf("%s %s", out, errs)
	}
}

// outcome compares a page's state or kind of failure with what may be.
func outcome(t *testing.T, a *app.App, url, name string, want []string) {
	t.Helper()
	w, err := a.Why(url)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	got := w.State
	if w.Page != nil && w.Page.Failure != "" {
		got = string(w.Page.Failure)
	}
	t.Logf("%-22s %s", name, got)
	if !slices.Contains(want, got) {
		t.Errorf("%s: %s (%s), want one of %v", name, got, w.Sentence, want)
	}
	if w.Page != nil && len([]rune(w.Page.Title)) > 300 {
		t.Errorf("%s: a title of %d bytes", name, len(w.Page.Title))
	}
}

func serveAt(t *testing.T, at string, h http.Handler) (string, *counted) {
	t.Helper()
	l, err := net.Listen("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	c := &counted{hits: map[string]int{}, next: h}
	srv := &http.Server{Handler: c}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return "http://" + l.Addr().String() + "/", c
}

// tlsSite has a certificate nobody signed.
func tlsSite(t *testing.T) string {
	t.Helper()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, markup("secret", "")) }))
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// sharedFaults are the raw answers beside the repository, where they are: each ends as a page or as a failure with a name.
func sharedFaults(t *testing.T) []fault {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "cases", "http", "raw", "*.http"))
	if err != nil {
		t.Fatal(err)
	}
	var out []fault
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fault{"raw_" + strings.TrimSuffix(filepath.Base(f), ".http"),
			[]string{"done", "duplicate", "redirect", "charset", "truncated", "protocol", "status", "not_html", "private", "too_large"}, raw(string(data))})
	}
	return out
}
