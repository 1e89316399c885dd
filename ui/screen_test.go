//go:build (e2e || proof) && !headless

package ui_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
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

// screen is an X server of our own, the program built for it, and what drives its window: xdotool. What it shows is read from the file in
// which the server keeps its picture: that takes no time.
type screen struct {
	t       *testing.T
	display string
	picture *os.File
	program string
	data    string
	home    string // so that no setting of whoever runs the tests counts, and none is changed
	window  string
}

// openScreen starts an X server on a free display.
func openScreen(t *testing.T) *screen {
	t.Helper()
	picture := t.TempDir()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset", "-fbdir", picture)
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
	s := &screen{t: t, display: ":" + strings.TrimSpace(line), program: filepath.Join(t.TempDir(), "xunlu"), data: filepath.Join(t.TempDir(), "data"), home: t.TempDir()}
	if err := os.Mkdir(filepath.Join(s.home, ".cache"), 0o700); err != nil {
		t.Fatal(err)
	}
	if s.picture, err = os.Open(filepath.Join(picture, "Xvfb_screen0")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.picture.Close() })
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
	p := s.launch(s.program, "--data", s.data)
	s.until("the window is there", func() bool {
		out, err := s.tool("search", "--onlyvisible", "--name", "寻路")
		s.window, _, _ = strings.Cut(strings.TrimSpace(out), "\n")
		return err == nil && s.window != ""
	})
	return p
}

// launch starts a program on the screen.
func (s *screen) launch(name string, args ...string) *exec.Cmd {
	s.t.Helper()
	p := exec.Command(name, args...)
	p.Env = append(os.Environ(), "DISPLAY="+s.display, "LANG=zh_CN.UTF-8", "LC_ALL=", "LIBGL_ALWAYS_SOFTWARE=1", "WAYLAND_DISPLAY=", "HOME="+s.home, "XDG_CONFIG_HOME=")
	p.Stdout, p.Stderr = os.Stderr, os.Stderr
	if err := p.Start(); err != nil {
		s.t.Fatal(err)
	}
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

// pixels are those of a part of the screen, four bytes each, blue first.
func (s *screen) pixels(part image.Rectangle) []byte {
	s.t.Helper()
	var head [100]byte // of an X window dump: numbers of four bytes, largest first
	if _, err := s.picture.ReadAt(head[:], 0); err != nil {
		s.t.Fatal(err)
	}
	number := func(i int) int64 { return int64(binary.BigEndian.Uint32(head[4*i:])) }
	start, line := number(0)+12*number(19), number(12)
	out := make([]byte, 4*part.Dx()*part.Dy())
	for y := range part.Dy() {
		row := out[4*part.Dx()*y:][:4*part.Dx()]
		if _, err := s.picture.ReadAt(row, start+line*int64(part.Min.Y+y)+4*int64(part.Min.X)); err != nil {
			s.t.Fatal(err)
		}
	}
	return out
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
