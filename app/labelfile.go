package app

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// ExportLabels writes the labels, tab separated with a head line: url, label. It returns how many.
func (a *App) ExportLabels(w io.Writer) (int, error) {
	labels, err := a.store.Labels()
	if err != nil {
		return 0, err
	}
	b := bufio.NewWriter(w)
	_, err = b.WriteString("url\tlabel\n")
	for i := 0; err == nil && i < len(labels); i++ {
		_, err = fmt.Fprintf(b, "%s\t%s\n", labels[i].URL, labels[i].Label)
	}
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return 0, fmt.Errorf("export labels: %w", err)
	}
	return len(labels), nil
}

// LabelOf reads the word a person writes for a label.
func LabelOf(word string) (judge.Label, bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "route", "1", "线路":
		return judge.LabelRoute, true
	case "other", "0", "其他":
		return judge.LabelOther, true
	}
	return "", false
}

// ReadURLLabels reads what ExportLabels writes: an address and a label a line, a tab between; further columns are left alone. A line
// that says something else is rejected with the reason, the others count. Of two lines about one address the last one holds.
func ReadURLLabels(text string) ([]storage.Label, []Rejected) {
	var out []storage.Label
	var bad []Rejected
	at := map[string]int{}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line = strings.TrimSpace(line)
		addr, rest, two := strings.Cut(line, "\t")
		if line == "" || strings.HasPrefix(line, "#") || i == 0 && strings.EqualFold(strings.TrimSpace(addr), "url") {
			continue
		}
		word, _, _ := strings.Cut(rest, "\t")
		label, ok := LabelOf(word)
		u, err := page.Canonical(strings.TrimSpace(addr))
		switch {
		case !two:
			bad = append(bad, Rejected{i + 1, line, "no tab between address and label", nil})
		case !ok:
			bad = append(bad, Rejected{i + 1, line, "the label is not route or other", nil})
		case err != nil:
			bad = append(bad, Rejected{i + 1, line, err.Error(), nil})
		default:
			k, twice := at[u]
			if !twice {
				k = len(out)
				at[u] = k
				out = append(out, storage.Label{URL: u, By: "import"})
			}
			out[k].Label = label
		}
	}
	return out, bad
}

// ImportLabels stores labels read from a file's text; it returns how many, and the lines that were left out.
func (a *App) ImportLabels(ctx context.Context, text string) (int, []Rejected, error) {
	labels, bad := ReadURLLabels(text)
	now := time.Now()
	err := a.coord.Edit(ctx, func() error {
		for _, l := range labels {
			l.At = now
			if err := a.store.PutLabel(l); err != nil {
				return err
			}
		}
		return nil
	})
	return len(labels), bad, err
}
