package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

// replaceFor is how long Replace keeps trying, in all about two seconds: virus scanners hold a new file for some 300 ms.
const replaceFor = 2 * time.Second

// Replace gives the file from the name to, in one step: whoever opens to finds the old or the new content, never half. While
// another program holds one of the two (a virus scanner, a sync client) it tries again, for about two seconds.
func Replace(ctx context.Context, from, to string) error {
	var err error
	for wait := 10 * time.Millisecond; wait < replaceFor; wait *= 2 {
		if err = os.Rename(from, to); err == nil || !errors.Is(err, fs.ErrPermission) && !held(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(wait):
		}
	}
	return err
}
