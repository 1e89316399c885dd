//go:build !headless

package ui

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// planForm: when a site is visited again, and how much one run may take.
type planForm struct {
	*desk
	mode               *kit.Select
	daily, least, most *input
	bytes, hours, keep *input
	box                fyne.CanvasObject
}

var clockTime = regexp.MustCompile(`^([01]?\d|2[0-3]):[0-5]\d$`)

func newPlanForm(d *desk, edited func()) *planForm {
	f := &planForm{desk: d}
	f.daily = newInput(d.L("Time of day"), d.L("Like 03:30; a missed visit is made up for at the next start"), kit.NewField("03:30", 80), func(s string) string {
		if f.mode.Chosen() == 1 && !clockTime.MatchString(strings.TrimSpace(s)) {
			return d.L("A time like 03:30")
		}
		return ""
	}, edited)
	f.mode = kit.NewSelect([]string{d.L("As the program's setting"), d.L("Every day at"), d.L("Never by itself")}, 140, func(int) {
		f.daily.box.Hidden = f.mode.Chosen() != 1
		edited()
	})
	days := d.wholeOrEmpty(1, 3650)
	f.least = newInput(d.L("A page at most every … days"), d.L("Empty: by how often it changes"), kit.NewField("", 80), days, edited)
	f.most = newInput(d.L("A page at least every … days"), "", kit.NewField("", 80), days, edited)
	f.bytes = newInput(d.L("MB in one run at most"), d.L("Empty: no cap"), kit.NewField("", 80), d.wholeOrEmpty(1, 1_000_000), edited)
	f.hours = newInput(d.L("Hours in one run at most"), d.L("Empty: no cap"), kit.NewField("", 80), d.wholeOrEmpty(1, 1000), edited)
	f.keep = newInput(d.L("Pages that are gone leave after … days"), d.L("Empty: they stay. They leave when data is tidied up (Settings)"), kit.NewField("", 80), days, edited)
	f.box = kit.Col(10, kit.Col(3, kit.Small(d.L("Revisits")), f.mode), f.daily.box, f.least.box, f.most.box, kit.HLine(), f.bytes.box, f.hours.box, kit.HLine(), f.keep.box)
	return f
}

func (f *planForm) view() fyne.CanvasObject { return f.box }

const oneDay = 24 * time.Hour

func (f *planForm) load(s *storage.Site) {
	mode, at := 1, s.Daily
	switch s.Daily {
	case "":
		mode = 0
	case "off":
		mode, at = 2, ""
	}
	f.mode.Choose(mode)
	f.daily.box.Hidden = mode != 1
	f.daily.set(at)
	f.least.set(orEmpty(int(s.VisitMin / oneDay)))
	f.most.set(orEmpty(int(s.VisitMax / oneDay)))
	f.bytes.set(orEmpty(int(s.MaxBytes >> 20)))
	f.hours.set(orEmpty(int(s.MaxTime / time.Hour)))
	f.keep.set(orEmpty(s.KeepDays))
}

func (f *planForm) store(s *storage.Site) int {
	if n := mistakes(f.daily, f.least, f.most, f.bytes, f.hours, f.keep); n > 0 {
		return n
	}
	s.Daily = [...]string{"", strings.TrimSpace(f.daily.field.Text()), "off"}[max(0, f.mode.Chosen())]
	if len(s.Daily) == 4 && s.Daily != "off" { // 3:30
		s.Daily = "0" + s.Daily
	}
	keepDays := func(d *time.Duration, text string) { // what is not whole days stays as it is unless it was changed
		if text != strconv.Itoa(int(*d/oneDay)) {
			*d = time.Duration(number(text)) * oneDay
		}
	}
	keepDays(&s.VisitMin, f.least.field.Text())
	keepDays(&s.VisitMax, f.most.field.Text())
	s.MaxBytes = int64(number(f.bytes.field.Text())) << 20
	s.MaxTime = time.Duration(number(f.hours.field.Text())) * time.Hour
	s.KeepDays = number(f.keep.field.Text())
	return 0
}

// askVanished tells that much of a site vanished at once, and lets the user say whether it is gone. Nothing is dropped before.
func (t *sitesTab) askVanished(r *app.SiteRow) {
	id, name := r.ID, r.Name
	var sheet *kit.Sheet
	answer := func(verb func(context.Context, string) (int, error)) func() {
		return func() {
			sheet.Close()
			act(t.pump, func(ctx context.Context) error {
				_, err := verb(ctx, id)
				return err
			}, func(err error) {
				t.fail(err)
				t.soon()
			})
		}
	}
	text := kit.NewProse(t.L("%s routes of %s were not found at the last visit. That many at once may be a fault of the site; they stay as they are until you say what is true.",
		comma(r.Status.Vanished), name), kit.SizeBody, kit.Ink2)
	sheet = kit.ShowSheet(t.win.Canvas(), t.L("Are these routes gone?"), 460, 200, text, kit.Space(),
		kit.NewButton(kit.Outline, "", t.L("Keep them"), answer(t.app.DeclineGone)), kit.NewButton(kit.OnBad, "check", t.L("They are gone"), answer(t.app.ConfirmGone)))
}
