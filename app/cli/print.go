package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"
)

type pflagFlag = pflag.Flag

// printJSON writes one value on one line.
func (p *program) printJSON(v any) error {
	enc := json.NewEncoder(p.stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// sink collects the first error of many prints.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) f(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.w, format, args...)
	}
}

func (p *program) out() *sink { return &sink{w: p.stdout} }
