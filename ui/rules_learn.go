//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// learn fits the weights of the rules in force to the user's labels and shows what that would bring; nothing changes before it is
// accepted.
func (t *rulesTab) learn() {
	t.note(kit.Amber, t.L("Learning from the labelled pages …"))
	ask(t.pump, "learn", func(ctx context.Context) (app.Learned, error) { return t.app.Learn(ctx, "") }, func(l app.Learned, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		t.offer(&l)
	})
}

// offer shows before and after; the after is cross-validated: every page is judged by weights learned on other sites.
func (t *rulesTab) offer(l *app.Learned) {
	var sheet *kit.Sheet
	b, c := l.Before, l.Cross
	intro := t.L("Learned from %s labelled pages, %s of them routes. The figures at the right are for sites the weights were not learned on.",
		comma(l.Labels), comma(l.Routes))
	if c.Table.N() == 0 {
		c = b
		intro = t.L("Learned from %s labelled pages, %s of them routes. Label both kinds on more sites to see what it brings.", comma(l.Labels), comma(l.Routes))
	}
	col := kit.Col(8, kit.NewProse(intro, kit.SizeBody, kit.Ink2), kit.HLine())
	for _, m := range []measured{{t.L("Precision"), b.Precision.Value, c.Precision.Value}, {t.L("Recall"), b.Recall.Value, c.Recall.Value},
		{t.L("F1"), b.F1.Value, c.F1.Value}, {t.L("Accuracy"), b.Accuracy.Value, c.Accuracy.Value}} {
		col.Objects = append(col.Objects, m.row())
	}
	take := kit.NewButton(kit.Filled, "check", t.L("Take these weights"), func() {
		sheet.Close()
		t.accept(*l)
	})
	sheet = kit.ShowSheet(t.win.Canvas(), t.L("Learned weights"), 520, 330, col, kit.Space(), kit.NewButton(kit.Outline, "", t.L("Discard"), func() { sheet.Close() }), take)
}

// accept stores what was learned as a set of its own and puts it in force.
func (t *rulesTab) accept(l app.Learned) {
	ask(t.pump, "accept learned", func(ctx context.Context) (judge.Rules, error) { return t.app.AcceptLearned(ctx, l) }, func(r judge.Rules, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		t.note(kit.Green, t.L("%s are in use; all stored pages were judged by them", r.Ref()))
		t.active = r.Ref()
		t.read()
		t.soon()
	})
}

type measured struct {
	name          string
	before, after float64
}

// row shows one measure before and after.
func (m measured) row() fyne.CanvasObject {
	role := kit.Good
	if m.after < m.before {
		role = kit.Bad
	}
	diff := kit.Styled(kit.Signed((m.after-m.before)*100, 1), kit.SizeSmall, role).Right()
	return kit.Fixed(kit.Row(10, kit.Grow(kit.NewText(m.name)), kit.Fixed(kit.NewText(percent(m.before, 1)).Right(), 70, 0),
		kit.Small("→"), kit.Fixed(kit.Strong(percent(m.after, 1), kit.SizeBody).Right(), 70, 0), kit.Fixed(diff, 60, 0)), 0, 24)
}
