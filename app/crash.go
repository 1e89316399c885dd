package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
)

// crashFile is where the runtime writes what a crash of the program was about: there is no console in an office.
const crashFile = "crash.log"

// keptCrashes is how many reports of earlier crashes stay.
const keptCrashes = 5

// WatchCrashes lets the runtime write a crash of this process into the data folder, and returns the path of the report that the
// last process left behind, "" when it ended well. Call it once, after the data folder was opened: two processes must not share
// the file. stop removes the empty file again.
func (a *App) WatchCrashes() (report string, stop func() error, err error) {
	path := filepath.Join(a.dir, crashFile)
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		report = filepath.Join(a.dir, "crash-"+info.ModTime().Format("20060102-150405")+".log")
		if err := os.Rename(path, report); err != nil {
			return "", nil, fmt.Errorf("put the crash report aside: %w", err)
		}
		a.log.Error("the program ended by a crash", "report", report)
	}
	if err := forgetCrashes(a.dir); err != nil {
		return report, nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return report, nil, fmt.Errorf("open the crash report: %w", err)
	}
	if err := debug.SetCrashOutput(f, debug.CrashOptions{}); err != nil {
		return report, nil, errors.Join(fmt.Errorf("watch crashes: %w", err), f.Close())
	}
	stop = func() error {
		return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), f.Close(), os.Remove(path))
	}
	return report, stop, nil
}

// forgetCrashes removes all but the newest reports; their names sort by time.
func forgetCrashes(dir string) error {
	old, err := filepath.Glob(filepath.Join(dir, "crash-*.log"))
	if err != nil {
		return err
	}
	slices.Sort(old)
	var errs []error
	for len(old) > keptCrashes {
		errs = append(errs, os.Remove(old[0]))
		old = old[1:]
	}
	return errors.Join(errs...)
}
