package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/app"
)

// acksMode is the value of XUNLU_TEST_PROGRAM with which this binary crawls like `xunlu crawl URL` and says, as often as it changes, how
// many pages and routes are committed: what a process promised before it was killed. With "revisit" as third argument all pages are
// visited again.
const acksMode = "acks"

func saysAcks(args []string) int {
	dir, url := args[0], args[1]
	a, err := app.Open(context.Background(), app.Options{Dir: dir, Create: true, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))})
	if err != nil {
		fmt.Fprintln(os.Stderr, "xunlu:", err)
		return 1
	}
	s, err := a.NewSite(url)
	if err == nil {
		s.Delay = time.Millisecond
		_, err = a.AddSite(context.Background(), s)
	}
	if err == nil && len(args) > 2 {
		_, err = a.Revisit(context.Background(), s.ID, true)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "xunlu:", err)
		return 1
	}
	a.Start()
	ended := make(chan error, 1)
	go func() { ended <- a.Wait(context.Background()) }()
	tick := time.NewTicker(2 * time.Millisecond)
	last, idle := "", ""
	for {
		c := a.Snapshot()
		if now := fmt.Sprintf("acknowledged %d %d", c.Counts.Total.Pages, c.Counts.Total.Routes); now != last {
			fmt.Println(now)
			last = now
		}
		if string(c.Status.Idle) != idle {
			idle = string(c.Status.Idle)
			fmt.Printf("held %q\n", idle)
		}
		select {
		case err := <-ended:
			if err = errors.Join(err, a.Close()); err != nil {
				fmt.Fprintln(os.Stderr, "xunlu:", err)
				return 1
			}
			return 0
		case <-tick.C:
		}
	}
}

// ackedChild is such a process.
type ackedChild struct {
	cmd           *exec.Cmd
	pages, routes atomic.Int64
	held          atomic.Value // string: why nothing is fetched, as app says
	errs          bytes.Buffer
	done          chan error
}

func startAcks(t *testing.T, args ...string) *ackedChild {
	t.Helper()
	c := &ackedChild{cmd: exec.Command(os.Args[0], args...), done: make(chan error, 1)}
	c.held.Store("")
	c.cmd.Env = append(os.Environ(), "XUNLU_TEST_PROGRAM="+acksMode)
	c.cmd.Stderr = &c.errs
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			f := strings.Fields(lines.Text())
			switch {
			case len(f) == 3 && f[0] == "acknowledged":
				p, err1 := strconv.ParseInt(f[1], 10, 64)
				r, err2 := strconv.ParseInt(f[2], 10, 64)
				if err1 == nil && err2 == nil {
					c.pages.Store(p)
					c.routes.Store(r)
				}
			case len(f) == 2 && f[0] == "held":
				c.held.Store(strings.Trim(f[1], `"`))
			}
		}
		c.done <- c.cmd.Wait()
	}()
	return c
}

// kill is kill -9; a process that has ended by itself already is fine.
func (c *ackedChild) kill(t *testing.T) error {
	t.Helper()
	if err := c.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	return <-c.done
}

// command runs this binary as the program and gives what it says; the time is what it took of the processor, whatever else runs there.
func command(t *testing.T, args ...string) (code int, out, errs string, took time.Duration) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := start(t.Context(), t, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
