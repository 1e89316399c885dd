package app_test

import (
	"log/slog"
	"testing"

	"xunlu/app"
)

// TestPaper runs both experiments of paper A in a small form: every column must add up, templates must be nearly always right, content
// judging at least as good as the paper's 90 %.
func TestPaper(t *testing.T) {
	t.Parallel() // mostly waits for slow answers of the demo web
	o := app.PaperOptions{Platforms: 1, PlatformPages: 120, Groups: 1, Agencies: 4, Others: 1, GroupPages: 300, Seed: 7}
	r, err := app.Paper(t.Context(), o, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Generated || r.Note == "" || len(r.Templates) != 3 || len(r.Content) != 2 {
		t.Fatalf("result %+v", r)
	}
	for _, table := range append(r.Templates, r.Content...) {
		sum := 0
		for _, row := range table.Rows {
			if row.Pages != row.Routes+row.NonRoutes || row.Pages != row.Table.N() || row.Success.Low > row.Success.Value || row.Success.High < row.Success.Value {
				t.Errorf("%s, %s: %+v does not add up", table.Judge, row.Name, row)
			}
			sum += row.Pages
		}
		if sum != table.Total.Pages || table.Sites.Table.N() != sum {
			t.Errorf("%s: rows hold %d pages, the total says %d", table.Judge, sum, table.Total.Pages)
		}
		t.Logf("%-10s n %4d  success %.3f (%.3f – %.3f)", table.Judge, table.Total.Pages, table.Total.Success.Value, table.Total.Success.Low, table.Total.Success.High)
	}
	if n := r.Templates[0].Total; n.Pages < 90 || n.Success.Value < 0.97 {
		t.Errorf("template judging: %+v", n)
	}
	if len(r.Content[1].Rows) != 1 || r.Content[1].Total.Pages < 240 || r.Content[1].Total.Pages > 300 || r.Content[1].Total.Success.Value < 0.85 {
		t.Errorf("content judging: %+v", r.Content[1].Total)
	}
}
