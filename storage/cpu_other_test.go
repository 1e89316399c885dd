//go:build !unix

package storage

import (
	"testing"
	"time"
)

// cpuTime falls back to the wall clock where the processor time cannot be asked for.
func cpuTime(*testing.B) time.Duration { return time.Duration(time.Now().UnixNano()) }
