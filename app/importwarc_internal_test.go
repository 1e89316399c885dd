package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/storage"
)

const tourPage = `<!doctype html><meta charset=utf-8><title>桂林阳朔漓江双飞5日游</title><h1>桂林阳朔漓江双飞5日游</h1>
<table><tr><th>出发地</th><td>上海</td></tr><tr><th>目的地</th><td>桂林、阳朔</td></tr><tr><th>行程天数</th><td>5天4晚</td></tr><tr><th>交通</th><td>飞机</td></tr></table>
<p>价格：2380元/人起 天天发团 <button>立即预订</button></p><h2>行程安排</h2><h3>第1天 上海—桂林</h3><p>含晚餐，住桂林。</p><h3>第2天 桂林—阳朔</h3><p>游漓江。</p>
<h2>费用包含</h2><p>往返机票、四星酒店、景点首道门票、导游服务。</p><h2>费用不含</h2><p>单房差、自费项目。</p><h2>预订须知</h2><p>请提前三天报名，签订旅游合同。</p>`

func warcOf(records ...[3]string) string { // type, url, block
	var b strings.Builder
	for _, r := range records {
		kind := "application/http; msgtype=response"
		if r[0] == "resource" {
			kind = "text/html"
		}
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", r[0], r[1], kind, len(r[2]), r[2])
	}
	return b.String()
}

// TestImportWARC: pages of another crawler are judged, extracted and found; nothing is fetched; a second time changes nothing.
func TestImportWARC(t *testing.T) {
	a := openLibrary(t)
	html := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	name := filepath.Join(t.TempDir(), "x.warc")
	data := warcOf([3]string{"response", "http://tours.example/t/1.html", html + tourPage}, [3]string{"resource", "http://tours.example/news", "<!doctype html><title>新闻</title><p>本报讯"},
		[3]string{"response", "http://tours.example/gone", "HTTP/1.1 404 Not Found\r\n\r\nx"}, [3]string{"response", "http://tours.example/a.png", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx"},
		[3]string{"response", "http://tours.example/t/1.html", html + tourPage})
	if err := os.WriteFile(name, []byte(data+"WARC/1.0\r\ncut"), 0o600); err != nil {
		t.Fatal(err)
	}
	for round, want := range []Imported{{Records: 5, Pages: 2, Routes: 1, Older: 1, NotHTML: 1, Failed: 1}, {Records: 5, Pages: 0, Routes: 1, Older: 3, NotHTML: 1, Failed: 1}} {
		got, err := a.ImportWARC(t.Context(), name)
		if err != nil || len(got.Sites) != 1 || got.Sites[0] != "tours.example" || got.Cut == "" {
			t.Fatalf("round %d: %+v, %v", round, got, err)
		}
		got.Sites, got.Cut = nil, ""
		if mustJSON(t, got) != mustJSON(t, want) && round == 0 {
			t.Errorf("round %d: %+v, want %+v", round, got, want)
		}
		if round == 1 && got.Pages != 0 {
			t.Errorf("the second time %d pages were stored", got.Pages)
		}
	}
	if err := a.Indexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	found, err := a.Search(t.Context(), Query{Text: "桂林"})
	if err != nil || found.Total != 1 || found.Routes[0].Price != 2380 || found.Routes[0].Days != 5 {
		t.Fatalf("%+v, %v", found, err)
	}
	s, err := a.Site("tours.example")
	if err != nil || !s.Paused {
		t.Errorf("the new site is not paused: %+v, %v", s, err)
	}
	p, err := a.store.PageOf("http://tours.example/t/1.html")
	if err != nil || p.State != storage.Done || p.Fetched.UTC().Format("2006-01-02") != "2026-01-02" {
		t.Errorf("page %+v, %v", p, err)
	}
	if r, err := a.Check(t.Context(), false); err != nil || r.Sound() != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestImportRefused: what is no WARC file stores nothing.
func TestImportRefused(t *testing.T) {
	a := openLibrary(t)
	name := filepath.Join(t.TempDir(), "x.warc.gz")
	for _, data := range []string{"", "<html>", "\x1f\x8bxxxx"} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := a.ImportWARC(t.Context(), name); err == nil || !strings.Contains(err.Error(), "not a WARC file") {
			t.Errorf("%q: %v", data, err)
		}
	}
	if a.Stored() != 0 {
		t.Errorf("%d pages stored", a.Stored())
	}
}

// TestConformanceImport takes other programs' files in.
func TestConformanceImport(t *testing.T) {
	names, err := filepath.Glob("../../shared/cases/warc/*/*")
	if err != nil || len(names) == 0 {
		t.Skip("the sample files of other programs are not beside this repository")
	}
	a := openLibrary(t)
	pages := 0
	for _, name := range names {
		got, err := a.ImportWARC(t.Context(), name)
		if err != nil && !strings.Contains(err.Error(), "not a WARC file") {
			t.Errorf("%s: %v", name, err)
		}
		pages += got.Pages
	}
	if pages == 0 {
		t.Error("nothing was imported")
	}
	if r, err := a.Check(t.Context(), false); err != nil || r.Sound() != nil {
		t.Errorf("%+v, %v", r, err)
	}
}
