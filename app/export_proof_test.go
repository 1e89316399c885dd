//go:build proof

package app

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/shirou/gopsutil/v4/process"

	"xunlu/storage"
)

// TestLibraryProof writes 100,000 routes, among them cells that a spreadsheet would run, in the formats for other programs,
// and lets LibreOffice read the tables back: every cell must be what was written, and none a formula.
func TestLibraryProof(t *testing.T) {
	a := openLibrary(t)
	var routes []storage.Route
	for _, r := range oddRoutes() {
		if !strings.Contains(r.Title, "\x01") && utf8.ValidString(r.Title) && len(r.Title) < 1000 { // what no file format can hold is another test's
			r.Included, r.Itinerary, r.Price = "", nil, float64(1+len(routes)) // the cheapest
			routes = append(routes, r)
		}
	}
	for i := len(routes); i < 100_000; i++ {
		routes = append(routes, storage.Route{Title: fmt.Sprintf("<%d>臻享桂林阳朔漓江温泉双飞%d日游 纯玩无购物", i, i%9+1), Price: float64(500 + i%9000), Currency: "CNY", Days: i%9 + 1, Nights: i % 9, From: "上海",
			To: []string{"桂林", "阳朔"}, Dates: []string{"2026-12-01", "2026-12-08"}, Transport: "flight", Agency: "青松旅行社", Phone: "021-55550000",
			Included: "往返机票、四星酒店、景点首道门票", Itinerary: []storage.Day{{N: 1, Title: "上海—桂林", Text: strings.Repeat("早餐后乘车前往游览。", 10)}, {N: 2, Title: "阳朔"}}})
	}
	shelve(t, a, routes...)
	dir := t.TempDir()
	for format, most := range map[string]time.Duration{"csv": 5 * time.Second, "jsonl": 5 * time.Second, "xlsx": 30 * time.Second} {
		name := filepath.Join(dir, "routes."+format)
		runtime.GC()
		peak, rss, cpu, begun := watchMemory(), residentMB(), cpuSeconds(), time.Now()
		if _, err := a.ExportFile(t.Context(), Query{}, format, name); err != nil {
			t.Fatal(err)
		}
		used := time.Duration((cpuSeconds() - cpu) * float64(time.Second))
		grew := max(peak()-rss, residentMB()-rss)
		t.Logf("%s: %v, %.1f s of CPU, resident memory grew by at most %d MB", format, time.Since(begun).Round(time.Millisecond), used.Seconds(), grew)
		if used > most || grew > 100 {
			t.Errorf("%s: more than %v of CPU or 100 MB", format, most)
		}
	}
	want := readTable(t, filepath.Join(dir, "routes.csv"))
	for _, format := range []string{"xlsx", "csv"} {
		back := readTable(t, libreOffice(t, filepath.Join(dir, "routes."+format), "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false"))
		compareTables(t, format, want, back)
	}
	inertInLibreOffice(t, a)
	rebuilt(t, a)
}

// rebuilt empties the index of 100,000 routes and lets it follow the store again, while somebody searches.
func rebuilt(t *testing.T, a *App) {
	t.Helper()
	begun, cpu := time.Now(), cpuSeconds()
	if err := a.index.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- a.Indexed(t.Context()) }()
	var took []time.Duration
	for running := true; running; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			running = false
		case <-time.After(50 * time.Millisecond):
			at := time.Now()
			if _, err := a.Search(t.Context(), Query{Text: "桂林温泉", Limit: 50}); err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(at))
		}
	}
	slices.Sort(took)
	n, err := a.index.Count()
	t.Logf("index rebuilt: %d routes in %v, %.1f s of CPU, %d searches meanwhile, p50 %v, p99 %v", n, time.Since(begun).Round(time.Millisecond), cpuSeconds()-cpu,
		len(took), took[len(took)/2], took[len(took)*99/100])
	if err != nil || n != 100_000 || time.Since(begun) > 3*time.Minute {
		t.Errorf("%d routes after %v, %v", n, time.Since(begun), err)
	}
}

// inertInLibreOffice writes the odd cells alone and looks for formulas in what LibreOffice makes of them.
func inertInLibreOffice(t *testing.T, a *App) {
	t.Helper()
	dir := t.TempDir()
	for _, format := range []string{"xlsx", "csv"} {
		name := filepath.Join(dir, "odd."+format)
		if _, err := a.ExportFile(t.Context(), Query{Limit: 60, Sort: "price"}, format, name); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(libreOffice(t, name, "fods"))
		if err != nil {
			t.Fatal(err)
		}
		rows, formulas := bytes.Count(data, []byte("<table:table-row")), bytes.Count(data, []byte("table:formula"))
		t.Logf("%s in LibreOffice: %d rows, %d formulas", format, rows, formulas)
		if rows < 20 || formulas > 0 || !bytes.Contains(data, []byte("=1+2")) {
			t.Errorf("%s: %d rows, %d formulas", format, rows, formulas)
		}
	}
}

// libreOffice turns a file into another format and returns the new one's name.
func libreOffice(t *testing.T, name, to string) string {
	t.Helper()
	dir := t.TempDir()
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--convert-to", to, "--outdir", dir}
	if strings.HasSuffix(name, ".csv") {
		args = append(args, "--infilter=CSV:44,34,76,1,,0,false,true")
	}
	out, err := exec.CommandContext(t.Context(), "soffice", append(args, name)...).CombinedOutput()
	if err != nil {
		t.Fatalf("LibreOffice: %v: %s", err, out)
	}
	format, _, _ := strings.Cut(to, ":")
	return filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))+"."+format)
}

func readTable(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")))).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// compareTables compares cell by cell; moments are shown by every program in its own way.
func compareTables(t *testing.T, format string, want, got [][]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: LibreOffice reads %d rows, want %d", format, len(got), len(want))
	}
	moments := []int{slices.Index(want[0], "first"), slices.Index(want[0], "seen")}
	cells, differ := 0, 0
	for i := range want {
		for j, w := range want[i] {
			if slices.Contains(moments, j) {
				continue
			}
			g := ""
			if j < len(got[i]) {
				g = got[i][j]
			}
			cells++
			if !sameCell(w, g) {
				if differ++; differ <= 10 {
					t.Errorf("%s, row %d, %s: %q, want %q", format, i+1, want[0][j], g, w)
				}
			}
		}
	}
	t.Logf("%s read back by LibreOffice: %d rows, %d cells, %d differ", format, len(got), cells, differ)
}

// sameCell allows for the mark before a text that begins like a formula, which a sheet with types needs not, for carriage
// returns, which CSV has at the ends of its rows only, and for the way a number is written.
func sameCell(want, got string) bool {
	plain := func(s string) string {
		s = strings.ReplaceAll(strings.TrimPrefix(s, "'"), "\r", "")
		if n, err := strconv.ParseFloat(s, 64); err == nil {
			return strconv.FormatFloat(n, 'g', -1, 64)
		}
		return s
	}
	return plain(want) == plain(got)
}

// watchMemory samples what the process holds in memory, in MB.
func watchMemory() (peak func() int64) {
	done, out := make(chan struct{}), make(chan int64)
	go func() {
		var most int64
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				most = max(most, residentMB())
			case <-done:
				out <- most
				return
			}
		}
	}()
	return func() int64 { close(done); return <-out }
}

func residentMB() int64 {
	p, err := process.NewProcess(int32(os.Getpid()))
	if err != nil {
		return 0
	}
	m, err := p.MemoryInfo()
	if err != nil {
		return 0
	}
	return int64(m.RSS >> 20)
}

func cpuSeconds() float64 {
	p, err := process.NewProcess(int32(os.Getpid()))
	if err != nil {
		return 0
	}
	t, err := p.Times()
	if err != nil {
		return 0
	}
	return t.User + t.System
}
