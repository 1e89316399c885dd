package engine

import (
	"errors"
	"syscall"
)

// holdReason says why nothing can be committed for now.
func holdReason(err error) string {
	if errors.Is(err, syscall.ENOSPC) {
		return "disk"
	}
	return "store"
}
