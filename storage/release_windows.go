package storage

import "os"

// release closes a file that bbolt left open when it panicked; its lock goes with the handle.
func release(f *os.File) error { return f.Close() }
