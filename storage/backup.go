package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// Backup writes a whole, consistent copy of the store to w while it is in use; Restore opens it. A commit that needs a
// larger map waits for the end, so w should be a file and not a person's connection.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	err := s.view(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(&stoppable{ctx, w})
		return err
	})
	if err != nil {
		return errors.Join(fmt.Errorf("back up %s: %w", s.dir, err), ctx.Err()) // bbolt does not wrap what the writer said
	}
	return nil
}

// stoppable ends a copy when its context does.
type stoppable struct {
	ctx context.Context
	w   io.Writer
}

func (s *stoppable) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(b)
}

// Restore puts a backup into dir, which must not have a store (see SetAside), after opening it once to see that it is
// whole.
func Restore(ctx context.Context, dir string, r io.Reader) (err error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return openError(dir, err)
	}
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("restore %s: %w: set the old store aside first", path, fs.ErrExist)
	}
	trial, err := os.MkdirTemp(dir, "restore-*")
	if err != nil {
		return openError(dir, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(trial)) }()
	name := filepath.Join(trial, fileName)
	if err := writeFile(ctx, name, r); err != nil {
		return fmt.Errorf("restore %s: %w", path, err)
	}
	s, err := Open(trial)
	if err != nil {
		return fmt.Errorf("restore %s: the backup cannot be used: %w", path, err)
	}
	report, err := s.Check(ctx)
	if err := errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("restore %s: %w", path, err)
	}
	if !report.Sound {
		return fmt.Errorf("restore %s: the backup is damaged: %w", path, ErrDamaged)
	}
	if err := os.Rename(name, path); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

func writeFile(ctx context.Context, name string, r io.Reader) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := io.Copy(&stoppable{ctx, f}, r); err != nil {
		return err
	}
	return f.Sync()
}
