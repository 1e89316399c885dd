//go:build e2e

// The real program in a real window: needs Xvfb, xdotool and the libraries of the toolkit, so it has a tag of its own.
//
//	go test -tags e2e -run EndToEnd ./ui
package ui_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// closingTime is how long the program may take from the wish to close to the end of its process.
const closingTime = 3 * time.Second

type screen struct {
	t       *testing.T
	display string
	program string
	data    string
	window  string
}

// openScreen starts an X server on a free display.
func openScreen(t *testing.T) *screen {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		x.Process.Kill()
		x.Wait()
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, display: ":" + strings.TrimSpace(line), program: filepath.Join(t.TempDir(), "xunlu"), data: filepath.Join(t.TempDir(), "data")}
	build := exec.Command("go", "build", "-tags", "x11", "-o", s.program, "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return s
}

// start opens the window and waits until it is there.
func (s *screen) start() *exec.Cmd {
	s.t.Helper()
	p := exec.Command(s.program, "--data", s.data)
	p.Env = append(os.Environ(), "DISPLAY="+s.display, "LANG=zh_CN.UTF-8", "LC_ALL=", "LIBGL_ALWAYS_SOFTWARE=1")
	p.Stdout, p.Stderr = os.Stderr, os.Stderr
	if err := p.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.until("the window is there", func() bool {
		out, err := s.tool("search", "--onlyvisible", "--name", "寻路")
		s.window, _, _ = strings.Cut(strings.TrimSpace(out), "\n")
		return err == nil && s.window != ""
	})
	return p
}

func (s *screen) tool(args ...string) (string, error) {
	c := exec.Command("xdotool", args...)
	c.Env = append(os.Environ(), "DISPLAY="+s.display)
	out, err := c.Output()
	return string(out), err
}

func (s *screen) must(args ...string) {
	s.t.Helper()
	if _, err := s.tool(args...); err != nil {
		s.t.Fatalf("xdotool %v: %v", args, err)
	}
}

func (s *screen) click(x, y int) {
	s.t.Helper()
	s.must("mousemove", "--window", s.window, fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.2", "click", "1")
}

// until looks again and again, for two minutes at most.
func (s *screen) until(what string, is func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 2*time.Minute)
	defer cancel()
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.t.Fatalf("waited for nothing: %s", what)
		}
	}
}

// ask runs a reading command, which the open window answers, and reads its JSON.
func (s *screen) ask(into any, args ...string) error {
	out, err := exec.Command(s.program, append(args, "--json", "--data", s.data)...).Output()
	if err != nil {
		return err
	}
	return json.Unmarshal(bytes.TrimSpace(out), into)
}

// close asks the program to end and measures how long it takes.
func (s *screen) close(p *exec.Cmd) {
	s.t.Helper()
	start := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		s.t.Errorf("the program ended with %v", err)
	}
	if took := time.Since(start); took > closingTime {
		s.t.Errorf("closing took %v", took)
	}
}

func (s *screen) found(query string) int {
	var r struct {
		Total int `json:"total"`
	}
	if err := s.ask(&r, "search", query); err != nil {
		return -1
	}
	return r.Total
}

// pastedPage reads like a tour of an invented agency.
const pastedPage = `<html><head><meta charset="utf-8"><title>桂林阳朔双飞五日游</title></head><body><h1>桂林阳朔双飞五日游 纯玩团</h1>
<p>市场价 ¥3680 优惠价：¥2980元/人起</p><p>出发城市：北京 出发日期：每周六</p><h2>行程安排</h2><h3>第1天 北京—桂林</h3><p>住宿：桂林 用餐：晚餐</p>
<h3>第2天 漓江</h3><p>住宿：阳朔</p><h3>第3天 阳朔西街</h3><h2>费用包含</h2><p>往返机票 门票 导游服务</p><h2>费用不含</h2><p>单房差 自费项目</p>
<h2>预订须知</h2><p>温馨提示：请带身份证 报名电话</p></body></html>`

// clip puts a text on the clipboard.
func (s *screen) clip(text []byte) {
	s.t.Helper()
	c := exec.Command("xclip", "-selection", "clipboard", "-i")
	c.Env = append(os.Environ(), "DISPLAY="+s.display)
	c.Stdin = bytes.NewReader(text)
	if err := c.Run(); err != nil {
		s.t.Fatalf("xclip: %v", err)
	}
}

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
	shot := exec.Command("import", "-window", "root", "-crop", fmt.Sprintf("1x1+%d+%d", x, y), "+repage", "-depth", "8", "rgb:-")
	shot.Env = append(os.Environ(), "DISPLAY="+s.display)
	rgb, err := shot.Output()
	if err != nil || len(rgb) != 3 {
		s.t.Fatalf("import gave %v, %v", rgb, err)
	}
	return bytes.Equal(rgb, []byte{0xE3, 0xF4, 0xEC}) || bytes.Equal(rgb, []byte{0x16, 0x34, 0x2A})
}

// pages and queued are the sums over the site list.
func (s *screen) pages() int { return s.sum(func(r siteRow) int { return r.Count.Pages }) }
func (s *screen) queued() int {
	return s.sum(func(r siteRow) int { return r.Status.Queued + r.Status.Waiting })
}

type siteRow struct {
	Count  struct{ Pages int }
	Status struct{ Queued, Waiting int }
}

func (s *screen) sum(of func(siteRow) int) int {
	var rows []siteRow
	if err := s.ask(&rows, "sites", "list"); err != nil {
		return -1
	}
	n := 0
	for _, r := range rows {
		n += of(r)
	}
	return n
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
}
