package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"xunlu/storage"
)

// inOneStep lets write fill a file beside name, which takes its place when all of it is on disk: a crash, an error or a stop leaves
// the old file or the new one, never half. It passes on what write returns.
func inOneStep(ctx context.Context, name string, mode fs.FileMode, write func(io.Writer) (int, error)) (n int, err error) {
	tmp := name + ".part"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, mode)
	if err != nil {
		return 0, fmt.Errorf("%s cannot be written: %w", name, err)
	}
	n, err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = storage.Replace(ctx, tmp, name)
	}
	if err != nil {
		return 0, errors.Join(err, os.Remove(tmp))
	}
	return n, nil
}

// writeFile replaces a small file in one step.
func writeFile(name string, data []byte, mode fs.FileMode) error {
	_, err := inOneStep(context.Background(), name, mode, func(w io.Writer) (int, error) { return w.Write(data) })
	return err
}
