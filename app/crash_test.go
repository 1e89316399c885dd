package app_test

import (
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/app"
)

// crashDir tells the child process of TestCrashReport where its data lies.
const crashDir = "XUNLU_TEST_CRASH_DIR"

// TestCrashReport lets a real process crash in a goroutine, and looks whether the next start finds what happened.
func TestCrashReport(t *testing.T) {
	if dir := os.Getenv(crashDir); dir != "" {
		a := openApp(t, dir)
		if _, _, err := a.WatchCrashes(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() { panic("a crash on purpose") }()
		<-done
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestCrashReport$")
	child.Env = append(os.Environ(), crashDir+"="+dir)
	if out, err := child.CombinedOutput(); err == nil {
		t.Fatalf("the child did not crash: %s", out)
	}
	a := openApp(t, dir)
	report, stop, err := a.WatchCrashes()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "a crash on purpose") || !strings.Contains(string(text), "crash_test.go") {
		t.Errorf("the report does not say what happened and where:\n%s", text)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = openApp(t, dir)
	defer a.Close()
	again, stop, err := a.WatchCrashes()
	if err != nil || again != "" {
		t.Errorf("after a clean end a report was found: %q, %v", again, err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "crash*")); len(left) != 1 {
		t.Errorf("left %v, want the one report", left)
	}
}

func openApp(t *testing.T, dir string) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), app.Options{Dir: dir, Create: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}
