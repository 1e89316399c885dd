package app

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"xunlu/storage"
)

// csvExport writes CSV as a Chinese Excel opens it: UTF-8 with its mark, CRLF, no cell that is a formula.
type csvExport struct {
	columns []column
	w       *csv.Writer
	row     []string
}

func newCSVExport(w io.Writer) (*csvExport, error) {
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return nil, err
	}
	c := &csvExport{columns: columns(), w: csv.NewWriter(w)}
	c.w.UseCRLF = true
	c.row = make([]string, len(c.columns))
	for i, col := range c.columns {
		c.row[i] = col.name
	}
	return c, c.w.Write(c.row)
}

func (c *csvExport) put(r *storage.Route) error {
	for i, col := range c.columns {
		switch {
		case col.num != nil:
			c.row[i] = amount(col.num(r))
		case col.time != nil:
			c.row[i] = moment(col.time(r))
		default:
			c.row[i] = inert(col.text(r))
		}
	}
	return c.w.Write(c.row)
}

func (c *csvExport) finish() error {
	c.w.Flush()
	return c.w.Error()
}

func amount(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}
