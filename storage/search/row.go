package search

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"xunlu/storage"
)

// row is what filters, sorting, facets and highlighting need of a route, in memory. It never changes: an updated route
// gets a new one.
type row struct {
	id        uint64
	title     string
	brief     float64 // what a short title is worth: 1 for none, less for a longer one; counted once, as every hit is asked for it
	price     float64 // as on the page; 0 unknown
	days      int     // 0 unknown
	first     int64   // Unix seconds
	drop      float64 // share of the price that the last change took off; 0 when it rose or never changed
	site      code
	from      code
	to        []code
	transport []code
	state     code
}

func brief(title string) float64 { return 1 / (1 + float64(utf8.RuneCountInString(title))/16) }

func (r *row) perDay() float64 {
	if r.days == 0 {
		return 0
	}
	return r.price / float64(r.days)
}

// rowOf takes from a route what its row keeps, places in canonical form.
func (a analyst) rowOf(r *storage.Route, names *names) *row {
	out := &row{
		id: r.ID, title: r.Title, brief: brief(r.Title), price: r.Price, days: r.Days, drop: priceDrop(r.History),
		site: names.code(r.Site), state: names.code(string(r.State)), from: names.code(a.gaz.canonical(r.From)),
	}
	if !r.First.IsZero() {
		out.first = r.First.Unix()
	}
	for _, to := range r.To {
		if c := names.code(a.gaz.canonical(to)); c != 0 && !slices.Contains(out.to, c) {
			out.to = append(out.to, c)
		}
	}
	for mode := range strings.SplitSeq(r.Transport, "/") {
		if c := names.code(mode); c != 0 && !slices.Contains(out.transport, c) {
			out.transport = append(out.transport, c)
		}
	}
	return out
}

// priceDrop reads the history of changes, oldest first.
func priceDrop(history []storage.Change) float64 {
	for i := len(history) - 1; i >= 0; i-- {
		c := history[i]
		if c.Field != "price" {
			continue
		}
		before, err := strconv.ParseFloat(c.Old, 64)
		if err != nil || before <= 0 {
			return 0
		}
		now, err := strconv.ParseFloat(c.New, 64)
		if err != nil || now <= 0 || now >= before {
			return 0
		}
		return (before - now) / before
	}
	return 0
}

// rowForm is the version of the stored form.
const rowForm = 1

var errRow = errors.New("row of the index is damaged")

func (r *row) encode(names *names) []byte {
	b := make([]byte, 0, 96+len(r.title))
	b = append(b, rowForm)
	b = binary.AppendUvarint(b, r.id)
	b = binary.AppendUvarint(b, math.Float64bits(r.price))
	b = binary.AppendUvarint(b, uint64(max(r.days, 0)))
	b = binary.AppendVarint(b, r.first)
	b = binary.AppendUvarint(b, math.Float64bits(r.drop))
	b = appendString(b, r.title)
	for _, c := range []code{r.site, r.from, r.state} {
		b = appendString(b, names.text(c))
	}
	for _, list := range [][]code{r.to, r.transport} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, c := range list {
			b = appendString(b, names.text(c))
		}
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// rowReader reads what encode wrote; after a mistake it gives zeros and says bad.
type rowReader struct {
	b     []byte
	bad   bool
	names *names
}

func (d *rowReader) uint() uint64 {
	n, k := binary.Uvarint(d.b)
	if k <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[k:]
	return n
}

func (d *rowReader) int() int64 {
	n, k := binary.Varint(d.b)
	if k <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[k:]
	return n
}

func (d *rowReader) string() string {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func (d *rowReader) code() code { return d.names.code(d.string()) }

func (d *rowReader) list() []code {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.bad = true
		return nil
	}
	var list []code
	for range n {
		list = append(list, d.code())
	}
	return list
}

// decodeRow reads a stored row.
func decodeRow(b []byte, names *names) (*row, error) {
	if len(b) == 0 || b[0] != rowForm {
		return nil, errRow
	}
	d := &rowReader{b: b[1:], names: names}
	r := &row{id: d.uint(), price: math.Float64frombits(d.uint()), days: int(d.uint()), first: d.int()}
	r.drop = math.Float64frombits(d.uint())
	r.title = d.string()
	r.brief = brief(r.title)
	r.site, r.from, r.state = d.code(), d.code(), d.code()
	r.to, r.transport = d.list(), d.list()
	if d.bad {
		return nil, errRow
	}
	return r, nil
}
