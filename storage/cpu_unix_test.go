//go:build unix

package storage

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is the processor time this process took, user and system: benchmarks share the machine with others.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
