package fetch_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

// shared finds the folder of cases beside the repository; without it there is nothing to conform to.
func shared(t *testing.T, elem ...string) string {
	t.Helper()
	dir := filepath.Join(append([]string{"..", "..", "..", "shared", "cases"}, elem...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared beside the repository: conformance cases are not there")
	}
	return dir
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// outcomes lists what may become of each raw answer: failure kinds, "ok" for a page.
var outcomes = map[string]string{
	"ok": "ok", "length_too_long": "truncated", "length_negative": "protocol", "length_not_number": "protocol", "no_length_close": "ok",
	"chunked_ok": "ok", "chunked_cut": "truncated", "chunked_bad_size": "protocol", "chunked_and_length": "ok", "header_1MB": "protocol",
	"headers_10000": "ok", "set_cookie_1000": "ok", "no_status_line": "protocol", "http09_lf_only": "ok", "status_206_unasked": "truncated",
	"status_304_unasked": "protocol", "status_429_retry_after": "status", "status_503_retry_date": "status", "type_missing": "ok",
	"type_plain_but_html": "ok", "type_html_but_jpeg": "not_html", "type_html_but_pdf": "not_html", "gzip_declared_plain": "ok",
	"gzip_ok": "ok", "gzip_twice": "ok", "gzip_cut": "truncated", "br_unasked": "protocol", "location_gbk_raw": "ok",
	"location_relative_spaces": "ok", "location_missing": "redirect", "location_self": "redirect", "location_javascript": "redirect",
	"location_file": "redirect", "location_lan": "private", "location_crlf": "ok", "robots_header_noindex": "ok", "early_hints": "ok",
	"hundred_continue_x50": "ok",
}

// followed is where the redirects among the raw answers must lead.
var followed = map[string]string{
	"location_gbk_raw": "/%CF%DF%C2%B7/1.html", "location_relative_spaces": "/a%20b.html", "location_crlf": "/a%0d%0aSet-Cookie:x=1",
}

func TestConformanceRaw(t *testing.T) {
	dir := shared(t, "http")
	target := read(t, filepath.Join(dir, "raw", "ok.http"))
	lines := bufio.NewScanner(bytes.NewReader(read(t, filepath.Join(dir, "raw_manifest.tsv"))))
	lines.Scan()
	p, n := plain(t), 0
	for lines.Scan() {
		name, _, _ := strings.Cut(lines.Text(), "\t")
		n++
		t.Run(name, func(t *testing.T) {
			base, host, asked := rawSite(t, "/raw/"+name, read(t, filepath.Join(dir, "raw", name+".http")), target)
			start := time.Now()
			resp, failed := p.Fetch(t.Context(), fetch.Request{URL: base + "/raw/" + name, Private: []string{host}})
			got := "ok"
			if failed != nil {
				got = string(failed.Kind)
			}
			if got != outcomes[name] {
				t.Errorf("%s (%v), want %s", got, failed, outcomes[name])
			}
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("took %v", took)
			}
			if got == "ok" && !bytes.Contains(resp.Body, []byte("<title>ok</title>")) {
				t.Errorf("body %.80q", resp.Body)
			}
			if where, ok := followed[name]; ok && (resp == nil || resp.FinalURL != base+where) {
				t.Errorf("not followed to %s: %+v", where, resp)
			}
			if asked.Load() > 12 {
				t.Errorf("%d requests", asked.Load())
			}
		})
	}
	if n != len(outcomes) {
		t.Errorf("%d raw answers, %d outcomes stated", n, len(outcomes))
	}
}

// rawSite answers one path with given bytes, every other with target, and closes after each answer.
func rawSite(t *testing.T, path string, answer, target []byte) (base, host string, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	addr := serveConns(t, func(c net.Conn) {
		req, err := http.ReadRequest(bufio.NewReader(c))
		if err != nil {
			return
		}
		asked.Add(1)
		if req.Header.Get("Set-Cookie") != "" {
			t.Error("a redirect put a header into the request")
		}
		if req.RequestURI == path {
			c.Write(answer)
		} else {
			c.Write(target)
		}
	})
	return "http://" + addr, addr, asked
}

func TestConformanceCompressed(t *testing.T) {
	dir := shared(t, "http", "compressed")
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", r.URL.Query().Get("e"))
		w.Write(read(t, filepath.Join(dir, filepath.Base(r.URL.Path))))
	})
	p := plain(t)
	tests := []struct {
		file, encoding string
		kinds          []storage.Failure // "" = a page
	}{
		{"html-gzip.bin", "gzip", []storage.Failure{""}},
		{"html-rawdeflate.bin", "deflate", []storage.Failure{""}},
		{"html-zlibdeflate.bin", "deflate", []storage.Failure{""}},
		{"html-gzip-deflate.bin", "gzip, deflate", []storage.Failure{""}},
		{"html-gzip-deflate-gzip.bin", "gzip, deflate, gzip", []storage.Failure{""}},
		{"html-zstd-static-content-size.bin", "zstd", []storage.Failure{""}},
		{"html-zstd-static-no-content-size.bin", "zstd", []storage.Failure{""}},
		{"html-zstd-streaming-no-content-size.bin", "zstd", []storage.Failure{""}},
		{"html-br.bin", "br", []storage.Failure{storage.FailProtocol}},
		{"bomb-gzip.bin", "gzip", []storage.Failure{storage.FailTooLarge}},
		{"bomb-deflate.bin", "deflate", []storage.Failure{storage.FailTooLarge}},
		{"bomb-zstd.bin", "zstd", []storage.Failure{storage.FailTooLarge}},
		{"bomb-br.bin", "br", []storage.Failure{storage.FailProtocol}},
		{"truncated-crc-error.gz", "gzip", []storage.Failure{storage.FailTruncated}},
		{"truncated-crc-error-short.gz", "gzip", []storage.Failure{storage.FailTruncated}},
		{"unexpected-eof.gz", "gzip", []storage.Failure{storage.FailTruncated}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			r := fetch.Request{URL: base + "/" + tt.file + "?e=" + url.QueryEscape(tt.encoding), Private: []string{host}, AnyType: true}
			if strings.HasPrefix(tt.file, "bomb") {
				r.MaxBytes = 1 << 20
			}
			resp, failed := p.Fetch(t.Context(), r)
			want(t, failed, tt.kinds[0])
			if resp != nil && int64(len(resp.Body)) > 10<<20 {
				t.Errorf("%d bytes kept", len(resp.Body))
			}
			if failed == nil && (!bytes.Contains(resp.Body[:200], []byte("<")) || !bytes.Contains(resp.Body, []byte("</html>"))) {
				t.Errorf("no whole page in %d bytes", len(resp.Body))
			}
		})
	}
}

// TestConformanceBombs fetches the bomb of the cases and one of 10 GiB made here: kept up to the limit, memory flat.
func TestConformanceBombs(t *testing.T) {
	dir := shared(t, "bugs", "69-gzip-bomb-after-limit")
	var made bytes.Buffer // one member of 16 MiB
	z := gzip.NewWriter(&made)
	if _, err := z.Write(make([]byte, 16<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, bomb := range map[string][]byte{"case": read(t, filepath.Join(dir, "input.xml.gz")), "10 GiB": bytes.Repeat(made.Bytes(), 640)} {
		base, host := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(bomb)
		})
		p := plain(t)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		resp, failed := p.Fetch(t.Context(), fetch.Request{URL: base + "/x.xml.gz", Private: []string{host}, AnyType: true})
		runtime.ReadMemStats(&after)
		want(t, failed, storage.FailTooLarge)
		if resp == nil || len(resp.Body) != 10<<20 {
			t.Errorf("%s: kept %v", name, resp)
		}
		if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 64 {
			t.Errorf("%s: %d MiB allocated", name, grown)
		} else {
			t.Logf("%s: %d MiB allocated in all", name, grown)
		}
	}
}

func TestConformanceSSRF(t *testing.T) {
	path := shared(t, "security", "ssrf_hosts.tsv")
	p := plain(t, func(o *fetch.Options) { o.Timeout = time.Second })
	lines := bufio.NewScanner(bytes.NewReader(read(t, path)))
	lines.Scan()
	blocked := 0
	for lines.Scan() {
		host, verdict, _ := strings.Cut(lines.Text(), "\t")
		if verdict != "block" || strings.HasPrefix(host, "localtest") {
			continue // the public rows would leave the machine; the name that resolves to loopback has its own test
		}
		for _, scheme := range []string{"http", "https"} {
			_, failed := p.Fetch(t.Context(), fetch.Request{URL: scheme + "://" + host + "/"})
			if failed == nil || failed.Kind != storage.FailPrivate && failed.Kind != storage.FailProtocol {
				t.Errorf("%s://%s: %v", scheme, host, failed)
			}
			if failed != nil && failed.Kind == storage.FailProtocol {
				t.Logf("%s://%s is no URL: %v", scheme, host, failed)
			}
		}
		blocked++
	}
	t.Logf("%d hosts blocked", blocked)
}

// TestConformanceBugs plays the recorded conversations of the redirect cases.
func TestConformanceBugs(t *testing.T) {
	type step struct {
		Request, Cookie, Location, Body string
		SetCookie                       string `json:"set_cookie"`
		Status                          int
	}
	tests := []struct {
		dir, start, body string
		kind             storage.Failure
		most             int
	}{
		{"21-self-redirect-cookie-wall", "/line/8.html", "西安四日游", "", 3},
		{"22-dupefilter-drops-self-redirect", "/a", "ok", "", 3},
		{"23-redirect-target-fetched-twice", "/old.html", "B", "", 2},
		{"25-redirect-leaves-site", "/out?u=1", "", storage.FailRedirect, 1},
	}
	for _, tt := range tests {
		t.Run(tt.dir, func(t *testing.T) {
			var steps []step
			if err := json.Unmarshal(read(t, filepath.Join(shared(t, "bugs", tt.dir), "input.http.json")), &steps); err != nil {
				t.Fatal(err)
			}
			n := 0
			base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
				n++
				for _, s := range steps {
					u, err := url.Parse(s.Request)
					if err != nil || u.RequestURI() != r.RequestURI || s.Cookie != r.Header.Get("Cookie") && s.Cookie != "" ||
						s.Cookie == "" && r.Header.Get("Cookie") != "" && s.SetCookie != "" {
						continue
					}
					w.Header().Set("Content-Type", "text/html")
					if s.SetCookie != "" {
						w.Header().Set("Set-Cookie", s.SetCookie)
					}
					if s.Location != "" {
						w.Header().Set("Location", s.Location)
					}
					w.WriteHeader(s.Status)
					io.WriteString(w, s.Body)
					return
				}
				w.WriteHeader(http.StatusTeapot)
			})
			resp, failed := plain(t).Fetch(t.Context(), fetch.Request{URL: base + tt.start, Private: []string{host}})
			want(t, failed, tt.kind)
			if failed == nil && !strings.Contains(string(resp.Body), tt.body) {
				t.Errorf("body %q", resp.Body)
			}
			if n > tt.most {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// TestConformanceRedirectToLAN follows each redirect of the case from a permitted host: none may be connected to.
func TestConformanceRedirectToLAN(t *testing.T) {
	var steps []struct{ Location string }
	if err := json.Unmarshal(read(t, filepath.Join(shared(t, "bugs", "71-redirect-to-lan"), "input.http.json")), &steps); err != nil {
		t.Fatal(err)
	}
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var i int
		fmt.Sscanf(r.URL.Path, "/%d", &i)
		w.Header()["Location"] = []string{steps[i].Location}
		w.WriteHeader(http.StatusFound)
	})
	p := plain(t)
	for i, s := range steps {
		_, failed := p.Fetch(t.Context(), fetch.Request{URL: fmt.Sprintf("%s/%d", base, i), Private: []string{host}})
		if failed == nil || failed.Location != "" || failed.Kind != storage.FailPrivate && failed.Kind != storage.FailRedirect {
			t.Errorf("%s: %+v", s.Location, failed)
		}
	}
}
