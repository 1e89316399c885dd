package app

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"xunlu/storage"
)

// maxLinks is how many links a sheet may have; Excel calls a file with more of them damaged. Addresses behind are text.
const maxLinks = 65_000

// maxCell is how much text a cell holds, in UTF-16 units.
const maxCell = 32_767

// xlsxExport writes an Office Open XML workbook (ECMA-376) of one sheet, row by row: nothing of it is kept but the links.
// No cell is ever a formula: text is written as text, and what looks like a formula is marked as quoted, so that editing the
// cell makes none of it either. The libraries for this keep every link in memory and look all of them through for each one.
type xlsxExport struct {
	zip     *zip.Writer
	sheet   io.Writer
	columns []column
	buf     []byte
	row     int
	links   bytes.Buffer // <hyperlink> elements
	targets bytes.Buffer // their relationships
	linked  int
}

// Cell formats of xlsxStyles, in its order.
const (
	stylePlain = iota
	styleHead
	styleNumber
	styleTime
	styleLink
	styleQuoted // text that must stay text
)

func newXLSXExport(w io.Writer) (*xlsxExport, error) {
	x := &xlsxExport{zip: zip.NewWriter(w), columns: columns()}
	for _, part := range [][2]string{
		{"[Content_Types].xml", xlsxTypes}, {"_rels/.rels", xlsxRels}, {"xl/workbook.xml", xlsxBook},
		{"xl/_rels/workbook.xml.rels", xlsxBookRels}, {"xl/styles.xml", xlsxStyles},
	} {
		if err := x.part(part[0], xml.Header+part[1]); err != nil {
			return nil, err
		}
	}
	var err error
	if x.sheet, err = x.create("xl/worksheets/sheet1.xml"); err != nil {
		return nil, err
	}
	b := append(x.buf[:0], xml.Header+`<worksheet xmlns="`+nsMain+`" xmlns:r="`+nsRel+`"><sheetViews><sheetView workbookViewId="0">`+
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`...)
	for i, c := range x.columns {
		b = fmt.Appendf(b, `<col min="%d" max="%d" width="%g" customWidth="1"/>`, i+1, i+1, c.width)
	}
	b = append(b, `</cols><sheetData>`...)
	b = x.open(b)
	for i, c := range x.columns {
		b = appendCellText(b, cellName(i, x.row), styleHead, c.name)
	}
	return x, x.flush(append(b, `</row>`...))
}

func (x *xlsxExport) create(name string) (io.Writer, error) {
	return x.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Now()})
}

func (x *xlsxExport) part(name, text string) error {
	w, err := x.create(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

func (x *xlsxExport) flush(b []byte) error {
	x.buf = b
	_, err := x.sheet.Write(b)
	return err
}

func (x *xlsxExport) open(b []byte) []byte {
	x.row++
	return append(strconv.AppendInt(append(b, `<row r="`...), int64(x.row), 10), `">`...)
}

// maxRows is what a sheet holds, head included.
const maxRows = 1_048_576

func (x *xlsxExport) put(r *storage.Route) error {
	if x.row == maxRows {
		return fmt.Errorf("a sheet holds %d rows; write csv or jsonl, or fewer routes", maxRows)
	}
	b := x.open(x.buf[:0])
	for i, c := range x.columns {
		at := cellName(i, x.row)
		switch {
		case c.num != nil:
			if v := c.num(r); v != 0 {
				b = appendCellNumber(b, at, styleNumber, v)
			}
		case c.time != nil:
			if t := c.time(r); !t.IsZero() {
				b = appendCellNumber(b, at, styleTime, serial(t))
			}
		default:
			s := c.text(r)
			switch {
			case s == "":
			case c.link && x.link(at, s):
				b = appendCellText(b, at, styleLink, s)
			case risky(s):
				b = appendCellText(b, at, styleQuoted, s)
			default:
				b = appendCellText(b, at, stylePlain, s)
			}
		}
	}
	return x.flush(append(b, `</row>`...))
}

// link makes a cell a link to a web address; other schemes stay text.
func (x *xlsxExport) link(at, url string) bool {
	if x.linked >= maxLinks || len(url) > 2000 || !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return false
	}
	x.linked++
	fmt.Fprintf(&x.links, `<hyperlink ref="%s" r:id="rId%d"/>`, at, x.linked)
	fmt.Fprintf(&x.targets, `<Relationship Id="rId%d" Type="%s/hyperlink" Target="%s" TargetMode="External"/>`, x.linked, nsRel, appendText(nil, url))
	return true
}

func (x *xlsxExport) finish() error {
	b := fmt.Appendf(x.buf[:0], `</sheetData><autoFilter ref="A1:%s"/>`, cellName(len(x.columns)-1, x.row))
	if x.linked > 0 {
		b = append(append(append(b, `<hyperlinks>`...), x.links.Bytes()...), `</hyperlinks>`...)
	}
	if err := x.flush(append(b, `</worksheet>`...)); err != nil {
		return err
	}
	if x.linked > 0 {
		err := x.part("xl/worksheets/_rels/sheet1.xml.rels", xml.Header+`<Relationships xmlns="`+nsPack+`">`+x.targets.String()+`</Relationships>`)
		if err != nil {
			return err
		}
	}
	return x.zip.Close()
}

// cellName is like A1; columns count from 0. There are never more than 26.
func cellName(column, row int) string { return string(rune('A'+column)) + strconv.Itoa(row) }

func appendCellNumber(b []byte, at string, style int, v float64) []byte {
	b = fmt.Appendf(b, `<c r="%s" s="%d"><v>`, at, style)
	return append(strconv.AppendFloat(b, v, 'f', -1, 64), `</v></c>`...)
}

func appendCellText(b []byte, at string, style int, s string) []byte {
	b = fmt.Appendf(b, `<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">`, at, style)
	return append(appendText(b, s), `</t></is></c>`...)
}

// escaped is how a workbook writes a character by its number; a text that looks like it must be written so itself.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// appendText writes a text as XML: what XML cannot hold is left out, what does not fit in a cell is cut.
func appendText(b []byte, s string) []byte {
	if strings.Contains(s, "_x") {
		s = escaped.ReplaceAllStringFunc(s, func(m string) string { return "_x005F" + m })
	}
	units := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if units++; r > 0xFFFF {
			units++
		}
		if units > maxCell {
			break
		}
		switch {
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r == '\r':
			b = append(b, "_x000D_"...)
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF, r == utf8.RuneError && n == 1:
		default:
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return b
}

// serial is a moment as a spreadsheet counts it: days since the end of 1899, in local time, to the second.
func serial(t time.Time) float64 {
	_, offset := t.Local().Zone()
	const days1970 = 25569
	return days1970 + float64(t.Unix()+int64(offset))/86400
}
