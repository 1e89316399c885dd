package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/judge/learn"
	"xunlu/storage"
	"xunlu/storage/archive"
	"xunlu/storage/search"
)

// Fault is the kind of an error, for faces that say it in their own language. The error itself stays the exact account.
type Fault string

const (
	FaultNone     Fault = ""         // no kind of ours: the error speaks for itself
	FaultAddress  Fault = "address"  // what was typed is not a web address
	FaultEmpty    Fault = "empty"    // nothing was typed or given
	FaultTwice    Fault = "twice"    // the same site stands twice in a list
	FaultSamples  Fault = "samples"  // too few labelled pages to learn from
	FaultMissing  Fault = "missing"  // not stored, or not stored any more
	FaultNoFile   Fault = "nofile"   // the file is not there
	FaultDenied   Fault = "denied"   // the system does not allow it
	FaultFull     Fault = "full"     // no space left on the disk
	FaultReadOnly Fault = "readonly" // the data folder cannot be written
	FaultLocked   Fault = "locked"   // another Xunlu holds the data folder
	FaultDamaged  Fault = "damaged"  // stored data is damaged
	FaultNewer    Fault = "newer"    // stored by a newer Xunlu
	FaultCharset  Fault = "charset"  // no character encoding decodes the bytes
	FaultNotPage  Fault = "notpage"  // not an HTML page
	FaultBrowser  Fault = "browser"  // no browser for pages built by JavaScript
	FaultKeyring  Fault = "keyring"  // no keyring takes a secret
	FaultTime     Fault = "time"     // no answer in time
	FaultMoveTo   Fault = "moveto"   // a folder that data cannot be moved to
	FaultClosing  Fault = "closing"  // the program is being closed
)

// Errors of what a person typed or chose.
var (
	ErrNoAddress = errors.New("the start address is empty; type one like https://agency.example/")
	ErrNotSite   = errors.New("no web address in this line")
	ErrTwice     = errors.New("the same site stands further up")
)

// FewLabels says how many labelled pages there are when learning needs more.
type FewLabels struct{ Routes, Others int }

// LeastLabels is how many of each kind learning needs.
const LeastLabels = 5

func (e FewLabels) Error() string {
	return fmt.Sprintf("%d route pages and %d others are labelled; learning needs at least %d of each", e.Routes, e.Others, LeastLabels)
}

// faults in the order they are looked for.
var faults = [...]struct {
	err  error
	kind Fault
}{
	{ErrNoAddress, FaultEmpty}, {errNoPage, FaultEmpty}, {ErrNotSite, FaultAddress}, {ErrTwice, FaultTwice},
	{page.ErrURL, FaultAddress}, {page.ErrScheme, FaultAddress},
	{ErrMoveTo, FaultMoveTo},
	{learn.ErrSamples, FaultSamples}, {page.ErrCharset, FaultCharset}, {page.ErrNotHTML, FaultNotPage}, {fetch.ErrNoBrowser, FaultBrowser},
	{syscall.ENOSPC, FaultFull}, {storage.ErrReadOnly, FaultReadOnly}, {storage.ErrLocked, FaultLocked}, {search.ErrLocked, FaultLocked},
	{storage.ErrNewer, FaultNewer}, {ErrMending, FaultDamaged}, {storage.ErrDamaged, FaultDamaged}, {archive.ErrDamaged, FaultDamaged}, {search.ErrDamaged, FaultDamaged},
	{archive.ErrPlace, FaultMissing}, {storage.ErrNotFound, FaultMissing},
	{storage.ErrClosed, FaultClosing}, {archive.ErrClosed, FaultClosing}, {search.ErrClosed, FaultClosing}, {engine.ErrStopped, FaultClosing},
	{ErrNoKeyring, FaultKeyring}, {context.Canceled, FaultClosing}, {context.DeadlineExceeded, FaultTime},
	{fs.ErrNotExist, FaultNoFile}, {fs.ErrPermission, FaultDenied},
}

// FaultOf finds the kind of an error.
func FaultOf(err error) Fault {
	var few FewLabels
	if errors.As(err, &few) {
		return FaultSamples
	}
	for _, f := range faults {
		if errors.Is(err, f.err) {
			return f.kind
		}
	}
	return FaultNone
}
