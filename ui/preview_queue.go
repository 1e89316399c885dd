//go:build !headless

package ui

import (
	"context"

	"xunlu/app"
	"xunlu/ui/kit"
)

// nextUnsure opens the stored page nearest to the threshold that nobody labelled yet.
func (t *previewTab) nextUnsure() {
	after := ""
	if t.page != nil {
		after = t.page.URL
	}
	ask(t.pump, "unsure", func(ctx context.Context) (app.UnsureQueue, error) { return t.app.Unsure(ctx, after) }, func(q app.UnsureQueue, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		t.next.Set("arrow", t.L("Next unsure (%s)", comma(q.Left)))
		if q.URL == "" {
			t.note(kit.Green, t.L("No unsure page is left to label."))
			return
		}
		t.open(app.PreviewSource{Stored: q.URL})
	})
}
