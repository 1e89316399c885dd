package storage

import (
	"errors"

	"golang.org/x/sys/windows"
)

// held says whether another program has the file open in a way that forbids replacing it. Windows says so in three ways; only
// one of them, access denied, is a permission error to Go.
func held(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
