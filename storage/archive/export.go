package archive

import (
	"compress/gzip"
	"io"
	"time"
)

// Export writes records for other programs: standard `.warc.gz`, every record a gzip member of its own, so that readers
// with an index can jump to it. It belongs to one goroutine.
type Export struct {
	w   io.Writer
	zip *gzip.Writer
	buf []byte
}

// NewExport begins a file with its warcinfo record; name is what the file will be called.
func NewExport(w io.Writer, name string) (*Export, error) {
	e := &Export{w: w, zip: gzip.NewWriter(w)}
	return e, e.member(appendInfo(nil, name, time.Now()))
}

// Add writes one record.
func (e *Export) Add(r Record) error {
	e.buf = appendRecord(e.buf[:0], r)
	return e.member(e.buf)
}

func (e *Export) member(b []byte) error {
	e.zip.Reset(e.w)
	if _, err := e.zip.Write(b); err != nil {
		return err
	}
	return e.zip.Close()
}
