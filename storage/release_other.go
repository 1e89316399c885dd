//go:build !windows

package storage

import (
	"errors"
	"os"
	"syscall"
)

// release gives up the lock on a file that bbolt left open when it panicked, and closes it. Closing alone is not enough: the map that
// bbolt made of the file holds the lock until the process ends.
func release(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}
