package app

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nlnwa/gowarc/v3"
	"github.com/xuri/excelize/v2"

	"xunlu/storage"
)

// formulaCells are texts that one spreadsheet or another would run.
func formulaCells() []string {
	return []string{"=1+2", `=HYPERLINK("http://evil.example","x")`, "=cmd|' /C calc'!A0", "+1+2", "-1+2", "@SUM(1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠A1",
		" =1", ";=1", ",=1", "|calc", "\u3000=1", "-5折", "+86特价", "@丽江", "=丽江=", "_x003D_1+1", "<b>&\"'", "5天4晚", "a\u0001b", "\xff"}
}

func oddRoutes() []storage.Route {
	var out []storage.Route
	for i, s := range formulaCells() {
		out = append(out, storage.Route{Title: s, Agency: s, Phone: s, From: s, To: []string{s}, Included: s, Price: float64(1000 + i), Currency: "CNY", Days: 5, Nights: 4,
			Itinerary: []storage.Day{{N: 1, Title: s}}, First: time.Date(2026, 5, 1, 8, 30, 0, 0, time.Local)})
	}
	out = append(out, storage.Route{Title: strings.Repeat("长", 40_000)}, storage.Route{Title: "没有价格", URL: "http://agency.example/a?x=1&y=%3Cb%3E"})
	return out
}

// TestExportCSV: no cell begins as a formula, nothing is lost.
func TestExportCSV(t *testing.T) {
	a := openLibrary(t)
	routes := shelve(t, a, oddRoutes()...)
	var buf bytes.Buffer
	n, err := a.Export(t.Context(), Query{}, "csv", &buf)
	if err != nil || n != len(routes) {
		t.Fatalf("%d of %d routes, %v", n, len(routes), err)
	}
	data, bom := bytes.CutPrefix(buf.Bytes(), []byte("\xEF\xBB\xBF"))
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || !bom || len(rows) != n+1 {
		t.Fatalf("mark %v, %d rows, %v", bom, len(rows), err)
	}
	for _, row := range rows[1:] {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n|") || strings.HasPrefix(cell, "＝") {
				t.Errorf("cell %q can be a formula", cell)
			}
		}
	}
}

// TestExportXLSX reads the workbook with another library: typed cells, no formula, links, filter, frozen head.
func TestExportXLSX(t *testing.T) {
	a := openLibrary(t)
	routes := shelve(t, a, oddRoutes()...)
	var buf bytes.Buffer
	if _, err := a.Export(t.Context(), Query{Sort: "price"}, "xlsx", &buf); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(buf.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	titles := map[string]bool{}
	for i := range routes {
		row := fmt.Sprint(i + 2)
		for c := 'A'; c <= 'V'; c++ {
			if formula, err := f.GetCellFormula("routes", string(c)+row); err != nil || formula != "" {
				t.Errorf("%c%s is a formula: %q %v", c, row, formula, err)
			}
		}
		title, err := f.GetCellValue("routes", "A"+row)
		if err != nil {
			t.Fatal(err)
		}
		titles[title] = true
		if kind, _ := f.GetCellType("routes", "A"+row); kind != excelize.CellTypeInlineString {
			t.Errorf("title %q has type %v", title, kind)
		}
		if ok, target, err := f.GetCellHyperLink("routes", "V"+row); err != nil || !ok || !strings.HasPrefix(target, "http://agency.example/") {
			t.Errorf("link of row %s: %v %q %v", row, ok, target, err)
		}
	}
	for _, s := range formulaCells() {
		want := strings.NewReplacer("\x01", "", "\xff", "\ufffd").Replace(s)
		if !titles[want] {
			t.Errorf("title %q was not read back", s)
		}
	}
	if v, err := f.GetCellValue("routes", "B2"); err != nil || v != "1000" {
		t.Errorf("price %q, %v", v, err)
	}
	if v, err := f.GetCellValue("routes", "T2"); err != nil || v != "2026-05-01 08:30" {
		t.Errorf("first seen %q, %v", v, err)
	}
	if p, err := f.GetPanes("routes"); err != nil || !p.Freeze || p.YSplit != 1 {
		t.Errorf("panes %+v, %v", p, err)
	}
}

// TestExportJSONL reads the routes back as they were stored.
func TestExportJSONL(t *testing.T) {
	a := openLibrary(t)
	shelve(t, a, oddRoutes()...)
	var buf bytes.Buffer
	if _, err := a.Export(t.Context(), Query{}, "jsonl", &buf); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&buf)
	for n := 0; ; n++ {
		var r storage.Route
		if err := dec.Decode(&r); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		want, err := a.store.Route(r.ID)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := mustJSON(t, r), mustJSON(t, want); x != y {
			t.Errorf("route %d: %s, stored %s", n, x, y)
		}
	}
}

func mustJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestExportWARC reads the file with another program's reader, strictly, member by member.
func TestExportWARC(t *testing.T) {
	a := openLibrary(t)
	routes := shelve(t, a, storage.Route{Title: "桂林5日"}, storage.Route{Title: "丽江6日"})
	name := filepath.Join(t.TempDir(), "pages.warc.gz")
	if n, err := a.ExportFile(t.Context(), Query{}, FormatOf(name), name); err != nil || n != 2 {
		t.Fatalf("%d pages, %v", n, err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	un := gowarc.NewUnmarshaler(gowarc.WithStrictValidation())
	br := bufio.NewReader(bytes.NewReader(data))
	bodies := map[string]string{}
	for n := 0; ; n++ {
		if _, err := br.Peek(1); errors.Is(err, io.EOF) {
			if n != 3 {
				t.Errorf("%d records", n)
			}
			break
		}
		rec, _, problems, err := un.Unmarshal(br)
		if err != nil || len(problems) > 0 {
			t.Fatalf("record %d: %v, %v", n, err, problems)
		}
		if block, ok := rec.Block().(gowarc.HttpResponseBlock); ok {
			body, err := block.PayloadBytes()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(body)
			if err != nil {
				t.Fatal(err)
			}
			bodies[rec.WarcHeader().Get("WARC-Target-URI")] = string(text)
		}
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range routes {
		if !strings.Contains(bodies[r.URL], r.Title) {
			t.Errorf("page of %s: %q", r.URL, bodies[r.URL])
		}
	}
	members := 0
	for r := bufio.NewReader(bytes.NewReader(data)); ; members++ { // every record is a member of its own
		z, err := gzip.NewReader(r)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		z.Multistream(false)
		if _, err := io.Copy(io.Discard, z); err != nil {
			t.Fatal(err)
		}
	}
	if members != 3 {
		t.Errorf("%d gzip members for 3 records", members)
	}
}

// TestExportStopped leaves no file behind.
func TestExportStopped(t *testing.T) {
	a := openLibrary(t)
	shelve(t, a, oddRoutes()...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := a.ExportFile(ctx, Query{}, "xlsx", filepath.Join(dir, "r.xlsx")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
