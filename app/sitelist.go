package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// maxSiteList is what a file with a list of sites may have, in bytes; unpacked four times that.
const maxSiteList = 16 << 20

// notInCell are the signs that separate cells of a pasted line.
var notInCell = strings.NewReplacer("\t", " ", ",", " ", ";", " ", "，", " ", "；", " ", "\n", " ", "\r", " ")

// SiteList reads a file with a list of sites as the text ReadSites takes: a workbook's first sheet, or a text file as spreadsheets on
// Chinese systems write it (UTF-8, UTF-16, GB18030).
func (a *App) SiteList(ctx context.Context, name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", fmt.Errorf("list of sites %s: %w", name, err)
	}
	if info.Size() > maxSiteList {
		return "", fmt.Errorf("list of sites %s has %d bytes, it may have %d", name, info.Size(), maxSiteList)
	}
	if strings.EqualFold(filepath.Ext(name), ".xlsx") {
		return bookLines(ctx, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("list of sites %s: %w", name, err)
	}
	return listText(data)
}

// listText decodes a text file.
func listText(data []byte) (string, error) {
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		from = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case utf8.Valid(data):
		return string(data), nil
	default:
		from = simplifiedchinese.GB18030
	}
	text, err := io.ReadAll(from.NewDecoder().Reader(bytes.NewReader(data)))
	if err != nil {
		return "", fmt.Errorf("list of sites is in no charset that can be read: %w", err)
	}
	return string(text), nil
}

// bookLines gives the rows of a workbook's first sheet, cells with tabs between.
func bookLines(ctx context.Context, name string) (text string, err error) {
	book, err := excelize.OpenFile(name, excelize.Options{UnzipSizeLimit: 4 * maxSiteList, UnzipXMLSizeLimit: maxSiteList})
	if err != nil {
		return "", fmt.Errorf("workbook %s: %w", name, err)
	}
	defer func() {
		if err2 := book.Close(); err == nil && err2 != nil {
			err = err2
		}
	}()
	rows, err := book.Rows(book.GetSheetName(0))
	if err != nil {
		return "", fmt.Errorf("workbook %s: %w", name, err)
	}
	var b strings.Builder
	for rows.Next() {
		cells, err := rows.Columns()
		if err != nil {
			return "", fmt.Errorf("workbook %s: %w", name, err)
		}
		for i, c := range cells {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(notInCell.Replace(c))
		}
		b.WriteByte('\n')
		if err := ctx.Err(); err != nil {
			return "", err
		}
	}
	return b.String(), rows.Close()
}
