//go:build e2e

// The real program in a real window: needs Xvfb, xdotool and the libraries of the toolkit, so it has a tag of its own.
//
//	go test -tags e2e -run EndToEnd ./ui
package ui_test

import (
	"bytes"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// pastedPage reads like a tour of an invented agency.
const pastedPage = `<html><head><meta charset="utf-8"><title>桂林阳朔双飞五日游</title></head><body><h1>桂林阳朔双飞五日游 纯玩团</h1>
<p>市场价 ¥3680 优惠价：¥2980元/人起</p><p>出发城市：北京 出发日期：每周六</p><h2>行程安排</h2><h3>第1天 北京—桂林</h3><p>住宿：桂林 用餐：晚餐</p>
<h3>第2天 漓江</h3><p>住宿：阳朔</p><h3>第3天 阳朔西街</h3><h2>费用包含</h2><p>往返机票 门票 导游服务</p><h2>费用不含</h2><p>单房差 自费项目</p>
<h2>预订须知</h2><p>温馨提示：请带身份证 报名电话</p></body></html>`

// judgePasted pastes a route page into Preview and waits for the green banner; a slow window gets the whole round again.
func (s *screen) judgePasted() {
	s.t.Helper()
	s.clip([]byte(pastedPage))
	s.until("the pasted page is called a route page", func() bool {
		s.must("key", "Escape", "sleep", "0.2", "key", "ctrl+4", "sleep", "0.5")
		s.click(129, 73) // 粘贴
		s.must("sleep", "0.5", "mousemove", "--window", s.window, "640", "400", "click", "1", "sleep", "0.3", "key", "ctrl+v", "sleep", "0.5")
		s.click(948, 586) // 判别
		s.must("sleep", "1.5")
		return s.green(700, 150)
	})
}

// green says whether a point of the window has the background of a route page's banner, light or dark.
func (s *screen) green(x, y int) bool {
	bgr := s.pixels(image.Rect(x, y, x+1, y+1))[:3]
	return bytes.Equal(bgr, []byte{0xEC, 0xF4, 0xE3}) || bytes.Equal(bgr, []byte{0x2A, 0x34, 0x16})
}

func TestEndToEnd(t *testing.T) {
	s := openScreen(t)
	p := s.start()
	s.click(330, 571) // start the demo
	s.until("routes are found while the demo is crawled", func() bool { return s.found("桂林") > 5 })
	for _, key := range []string{"ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5", "ctrl+1"} {
		s.must("key", "--window", s.window, key)
	}
	s.must("key", "ctrl+3")
	s.must("mousemove", "--window", s.window, "1000", "260", "mousedown", "1", "mousemove_relative", "--", "-30", "0", "sleep", "0.2",
		"mousemove_relative", "--", "-30", "0", "mouseup", "1") // drag the threshold
	s.must("mousemove", "--window", s.window, "456", "183", "mousedown", "1", "mousemove_relative", "--", "20", "0", "sleep", "0.2",
		"mousemove_relative", "--", "10", "0", "mouseup", "1") // drag the first weight
	s.judgePasted()
	s.must("key", "ctrl+5", "ctrl+f")
	s.clip([]byte("桂林"))
	s.must("key", "ctrl+v")
	before, pages := s.found("桂林"), s.pages()
	s.close(p)

	var check struct {
		Problems []string `json:"problems"`
	}
	if err := s.ask(&check, "check"); err != nil {
		t.Fatal(err)
	}
	if len(check.Problems) > 0 {
		t.Errorf("after closing in the middle of a crawl: %v", check.Problems)
	}
	p = s.start()
	if again := s.found("桂林"); again < before {
		t.Errorf("%d routes before closing, %d after", before, again)
	}
	s.until("the crawl goes on after the second start, or was over before", func() bool { return s.pages() > pages || s.queued() == 0 })
	s.close(p)

	s.labelSome()
	p = s.start()
	s.click(1183, 23) // pause: what is counted below stands still
	s.learns()
	s.exports()
	s.removes()
	s.close(p)
	if err := s.ask(&check, "check"); err != nil || len(check.Problems) > 0 {
		t.Errorf("in the end: %v, %v", check.Problems, err)
	}
}

// labelSome labels some pages of each kind from a terminal, while no window is open: learning needs more than three.
func (s *screen) labelSome() {
	s.t.Helper()
	var found struct {
		Routes []struct{ URL string } `json:"routes"`
	}
	if err := s.ask(&found, "search", "桂林"); err != nil {
		s.t.Fatal(err)
	}
	routes, others := []string{"labels", "add", "route"}, []string{"labels", "add", "other"}
	for _, r := range found.Routes[:5] {
		routes = append(routes, r.URL)
	}
	var rows []struct{ Seeds []string }
	if err := s.ask(&rows, "sites", "list"); err != nil {
		s.t.Fatal(err)
	}
	for _, r := range rows[:5] {
		others = append(others, r.Seeds[0]) // front pages sell no one tour
	}
	for _, args := range [][]string{routes, others} {
		if out, err := exec.Command(s.program, append(args, "--data", s.data)...).CombinedOutput(); err != nil {
			s.t.Fatalf("labels: %v: %s", err, out)
		}
	}
}

// learns labels three pages by key, learns from all labels and takes what was learned.
func (s *screen) learns() {
	s.t.Helper()
	count := func() int {
		var labels []struct{ URL string }
		if err := s.ask(&labels, "labels", "list"); err != nil {
			return -1
		}
		return len(labels)
	}
	before := count()
	s.must("key", "ctrl+4", "sleep", "0.5", "mousemove", "--window", s.window, "640", "790")
	for i, key := range []string{"y", "n", "y"} {
		s.until("a page is labelled by key", func() bool {
			s.must("key", "Right", "sleep", "1.5", "key", key, "sleep", "0.5")
			return count() > before+i
		})
	}
	active := func() (ref string) {
		var sets []struct {
			Ref    string
			Active bool
		}
		if err := s.ask(&sets, "rules", "list"); err != nil {
			return ""
		}
		for _, r := range sets {
			if r.Active {
				ref = r.Ref
			}
		}
		return ref
	}
	old := active()
	s.must("key", "ctrl+3", "sleep", "1")
	s.click(1076, 73) // learn
	s.until("learned rules are in use", func() bool {
		s.click(822, 540) // take them
		s.must("sleep", "1")
		now := active()
		return now != old && strings.HasPrefix(now, "xunlu-learned@")
	})
}

// exports writes all routes as a workbook and reads it.
func (s *screen) exports() {
	s.t.Helper()
	name := filepath.Join(s.home, "routes.xlsx") // where the dialog begins
	before := s.found("")
	s.until("the workbook is written", func() bool {
		s.must("key", "Escape", "sleep", "0.3", "key", "ctrl+5", "sleep", "1")
		s.click(1233, 73) // export
		s.must("sleep", "0.5")
		s.click(1233, 115) // the same, below a message
		for range 8 {      // until the dialog is there, and then the file
			s.must("sleep", "1")
			s.click(997, 640) // save
			if info, err := os.Stat(name); err == nil && info.Size() > 0 {
				return true
			}
		}
		return false
	})
	book, err := excelize.OpenFile(name)
	if err != nil {
		s.t.Fatal(err)
	}
	rows, err := book.GetRows(book.GetSheetName(0))
	after := s.found("")
	if n := len(rows) - 1; err != nil || book.Close() != nil || n < before || n > after { // pages in work when the crawl was paused may still come
		s.t.Errorf("%d rows for %d routes before and %d after, %v", n, before, after, err)
	}
}

// removes removes the first site of the list and takes that back.
func (s *screen) removes() {
	s.t.Helper()
	sites := func() int {
		var rows []siteRow
		if err := s.ask(&rows, "sites", "list"); err != nil {
			return -1
		}
		return len(rows)
	}
	n, pages := sites(), s.pages()
	s.must("key", "ctrl+1", "sleep", "1")
	s.until("a site is removed", func() bool {
		s.click(300, 145) // the first site
		s.must("sleep", "0.3", "key", "Delete", "sleep", "1")
		s.click(799, 465) // yes
		s.must("sleep", "1")
		return sites() == n-1
	})
	if left := s.pages(); left >= pages {
		s.t.Errorf("%d pages with the site, %d without", pages, left)
	}
	s.must("mousemove", "--window", s.window, "640", "790", "key", "ctrl+z")
	s.until("the removal is taken back", func() bool { return sites() == n && s.pages() >= pages })
}
