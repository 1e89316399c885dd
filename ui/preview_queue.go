//go:build !headless

package ui

import (
	"context"

	"xunlu/app"
	"xunlu/ui/kit"
)

// queueLength is how many pages of the labelling queue are asked for.
const queueLength = 100

// nextUnsure opens the page of the labelling queue that tells most, leaving out the one in sight.
func (t *previewTab) nextUnsure() {
	now := ""
	if t.page != nil {
		now = t.page.URL
	}
	ask(t.pump, "unsure", func(ctx context.Context) ([]app.UnsurePage, error) { return t.app.UnsurePages(ctx, queueLength) }, func(queue []app.UnsurePage, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		next, left := "", 0
		for _, p := range queue {
			if p.Unsure {
				left++
			}
			if next == "" && p.URL != now {
				next = p.URL
			}
		}
		count := comma(left)
		if left == queueLength {
			count += "+"
		}
		t.next.Set("arrow", t.L("Next unsure (%s)", count))
		if next == "" {
			t.note(kit.Green, t.L("No unsure page is left to label."))
			return
		}
		t.open(app.PreviewSource{Stored: next})
	})
}
