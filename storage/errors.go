package storage

import "errors"

var (
	// ErrLocked is returned by Open when another process holds the data folder.
	ErrLocked = errors.New("data folder is in use by another Xunlu")
	// ErrReadOnly is returned by Open when the data folder cannot be written.
	ErrReadOnly = errors.New("data folder cannot be written")
	// ErrDamaged is returned when the file, or one record of it, is not what was written.
	ErrDamaged = errors.New("store is damaged")
	// ErrNewer is returned when a newer program wrote the store: opening it here could lose what it added.
	ErrNewer = errors.New("store was written by a newer Xunlu")
	// ErrClosed is returned by every call after Close.
	ErrClosed = errors.New("store is closed")
	// ErrNotFound is returned when no row has that id, URL or name.
	ErrNotFound = errors.New("not found")
	// ErrNoSite is returned for a site without an id or without a seed.
	ErrNoSite = errors.New("site needs an id and a seed")
)
