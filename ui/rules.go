//go:build !headless

package ui

import (
	"context"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// rulesTab edits a draft of a rule set; all stored pages are judged again by it while a slider moves.
type rulesTab struct {
	*desk
	sets     []judge.Rules // every version of every set
	base     judge.Rules   // what the draft began with
	draft    judge.Rules
	past     []judge.Rules // undo
	future   []judge.Rules // redo
	tuning   app.Tuning
	before   app.Tuning // by the rules in force, to compare with
	ready    bool       // the sets were read once
	seen     int        // stored pages when last tuned
	active   string     // "name@version" in force
	reach    float64    // of the sliders: the largest weight, rounded up
	weighing int        // factor whose slider is being moved, counted from 1; 0 none

	choose  *kit.Select
	method  *kit.Segment
	unsure  *kit.Field
	save    *kit.Button
	back    *kit.Button
	forth   *kit.Button
	changes *kit.Badge
	counted *kit.Text
	table   *kit.Table
	side    *rulesSide
	tools   *fyne.Container
	root    fyne.CanvasObject
}

func newRulesTab(d *desk) *rulesTab {
	t := &rulesTab{desk: d}
	t.choose = kit.NewSelect(nil, 196, t.pick)
	t.method = kit.NewSegment([]string{d.L("Sum W"), d.L("Density k")}, func(i int) {
		t.edit(func(r *judge.Rules) { r.Method = [...]judge.Method{judge.Sum, judge.Density}[i] })
	})
	t.unsure = kit.NewField("0", 56)
	t.unsure.OnSubmit = t.setUnsure
	t.unsure.OnChange = t.setUnsure
	t.back = kit.IconButton("undo", d.L("Undo (Ctrl+Z)"), t.undo)
	t.forth = kit.IconButton("redo", d.L("Redo (Ctrl+Y)"), t.redo)
	t.save = kit.NewButton(kit.Filled, "check", d.L("Save"), t.store)
	t.changes = kit.NewBadge("", kit.Amber)
	t.counted = kit.Small("").Right().Shorten(60)
	t.table = newFactorTable(t)
	t.side = newRulesSide(d, t.moved, t.settled)
	t.tools = kit.Toolbar(t.choose, t.method, kit.Small(d.L("Unsure ±")), t.unsure, t.back, t.forth, kit.Space(),
		kit.NewButton(kit.Ghost, "refresh", d.L("Reset to %s", "paper"), t.reset).Shy(),
		kit.NewButton(kit.Ghost, "eye", d.L("Compare"), t.compareSets).Shy(),
		kit.NewButton(kit.Outline, "import", d.L("Import"), t.importRules).Shy(),
		kit.NewButton(kit.Outline, "export", d.L("Export"), t.exportRules).Shy(),
		kit.NewButton(kit.Outline, "bolt", d.L("Learn…"), t.learn).Shy(), t.save)
	head := kit.CardHead(kit.Row(8, kit.Strong(d.L("Factors and weights"), kit.SizeBody), t.changes), kit.Grow(t.counted))
	left := kit.Card(kit.Col(0, head, kit.Grow(t.table)))
	t.root = kit.Col(kit.CardGap, t.tools, kit.Grow(kit.Across(12, kit.Grow(left), t.side.root)))
	return t
}

func (t *rulesTab) view() fyne.CanvasObject { return t.root }

// update notices other rules in force and new pages; while nothing was changed by hand it follows them.
func (t *rulesTab) update(s *app.Snapshot) {
	if !t.ready || s.Rules != t.active && !t.changed() {
		t.active = s.Rules
		t.ready = true
		t.read()
		return
	}
	t.active = s.Rules
	if n := s.Counts.Total.Pages; n != t.seen && (n > t.seen+t.seen/20 || s.Status.Idle != "") && !t.side.hist.Dragging() {
		t.seen = n
		t.compare()
	}
}

// read lists the rule sets and opens the one in force.
func (t *rulesTab) read() {
	ask(t.pump, "rule sets", func(context.Context) ([]judge.Rules, error) { return t.app.ListRules() }, func(sets []judge.Rules, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		t.sets = sets
		t.open(t.app.ActiveRules())
	})
}

// open begins a new draft.
func (t *rulesTab) open(r judge.Rules) {
	t.base, t.draft = clone(r), clone(r)
	t.past, t.future = nil, nil
	t.reach = 1
	for _, f := range r.Factors {
		t.reach = math.Max(t.reach, math.Ceil(math.Abs(f.Weight)))
	}
	t.shown()
	t.compare()
}

func clone(r judge.Rules) judge.Rules {
	r.Factors = append([]judge.Factor(nil), r.Factors...)
	return r
}

// shown brings every control in line with the draft.
func (t *rulesTab) shown() {
	options, chosen := make([]string, len(t.sets)), 0
	for i, r := range t.sets {
		options[i] = t.L("%s · v%d", r.Name, r.Version)
		if r.Ref() == t.active {
			options[i] += t.L(" (in use)")
		}
		if r.Ref() == t.base.Ref() {
			chosen = i
		}
	}
	t.choose.SetOptions(options, chosen)
	if t.draft.Method == judge.Density {
		t.method.Choose(1)
	} else {
		t.method.Choose(0)
	}
	if !t.unsure.Focused() {
		t.unsure.Set(strconv.FormatFloat(t.draft.Unsure, 'f', -1, 64))
	}
	n := t.countChanges()
	switch n {
	case 0:
		t.changes.Set("", kit.Amber)
	case 1:
		t.changes.Set(t.L("1 change"), kit.Amber)
	default:
		t.changes.Set(t.L("%d changes", n), kit.Amber)
	}
	t.back.Enable(len(t.past) > 0)
	t.forth.Enable(len(t.future) > 0)
	t.saveButton(n > 0)
	t.table.SetCount(len(t.draft.Factors))
}

// saveButton says what saving would do.
func (t *rulesTab) saveButton(changed bool) {
	next := 1
	for _, r := range t.sets {
		if r.Name == t.draft.Name {
			next = max(next, r.Version+1)
		}
	}
	newest := t.base.Version == next-1
	switch {
	case changed || !newest:
		t.save.Set("check", t.L("Save as v%d", next))
		t.save.Enable(true)
	default:
		t.save.Set("check", t.L("Use these rules"))
		t.save.Enable(t.base.Ref() != t.active)
	}
	t.tools.Refresh()
}

func (t *rulesTab) changed() bool { return t.countChanges() > 0 }

func (t *rulesTab) countChanges() int {
	n := 0
	for i, f := range t.draft.Factors {
		if i < len(t.base.Factors) && (f.Weight != t.base.Factors[i].Weight || f.Off != t.base.Factors[i].Off) {
			n++
		}
	}
	if t.draft.Threshold != t.base.Threshold {
		n++
	}
	if t.draft.Unsure != t.base.Unsure {
		n++
	}
	if t.draft.Method != t.base.Method {
		n++
	}
	return n
}

// pick opens another set or version.
func (t *rulesTab) pick(i int) {
	if i < len(t.sets) {
		t.open(t.sets[i])
	}
}

// edit changes the draft as one step that can be undone.
func (t *rulesTab) edit(change func(*judge.Rules)) {
	t.remember()
	change(&t.draft)
	t.shown()
	t.tune()
}

// remember puts the draft on the undo stack.
func (t *rulesTab) remember() {
	t.past = append(t.past, clone(t.draft))
	t.future = nil
}

func (t *rulesTab) undo() {
	if n := len(t.past); n > 0 {
		t.future = append(t.future, t.draft)
		t.draft, t.past = t.past[n-1], t.past[:n-1]
		t.shown()
		t.tune()
	}
}

func (t *rulesTab) redo() {
	if n := len(t.future); n > 0 {
		t.past = append(t.past, t.draft)
		t.draft, t.future = t.future[n-1], t.future[:n-1]
		t.shown()
		t.tune()
	}
}

// moved and settled are the dragged threshold: every move judges again, letting go makes it one step.
func (t *rulesTab) moved(v float64) {
	if !t.side.moving {
		t.remember()
		t.side.moving = true
	}
	t.draft.Threshold = v
	t.tune()
}

func (t *rulesTab) settled(v float64) {
	t.side.moving = false
	t.draft.Threshold = v
	t.shown()
	t.tune()
}

func (t *rulesTab) setUnsure(s string) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	wrong := err != nil || v < 0 || math.IsInf(v, 0)
	t.unsure.Wrong(wrong)
	if wrong || v == t.draft.Unsure {
		return
	}
	t.edit(func(r *judge.Rules) { r.Unsure = v })
}

// tune judges all stored pages by the draft.
func (t *rulesTab) tune() {
	draft := clone(t.draft)
	follow(t.pump, "tune", func(ctx context.Context) (app.Tuning, error) { return t.app.Tune(ctx, draft) }, func(r app.Tuning, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		t.tuning = r
		t.counted.Set(t.L("Counted on %s stored pages, follows as you drag", comma(r.Pages)))
		t.table.SetCount(len(t.draft.Factors))
		t.side.update(&t.draft, &r, &t.before)
	})
}

// compare judges by the rules in force, then by the draft: the difference is what would change.
func (t *rulesTab) compare() {
	active := t.app.ActiveRules()
	if t.tuning.Pages == 0 {
		t.counted.Set(t.L("Counting on the stored pages …"))
	}
	follow(t.pump, "tune", func(ctx context.Context) (app.Tuning, error) { return t.app.Tune(ctx, active) }, func(r app.Tuning, err error) {
		if err == nil {
			t.before = r
		}
		t.tune()
	})
}

// store saves the draft as the next version and puts it in force; all stored pages are judged by it.
func (t *rulesTab) store() {
	draft, changed := clone(t.draft), t.changed()
	newest := true
	for _, r := range t.sets {
		newest = newest && (r.Name != draft.Name || r.Version <= t.base.Version)
	}
	t.save.Enable(false)
	act(t.pump, func(ctx context.Context) error {
		if changed || !newest {
			if _, err := t.app.SaveRules(ctx, draft); err != nil {
				return err
			}
		}
		return t.app.UseRules(ctx, draft.Name)
	}, func(err error) {
		t.fail(err)
		if err == nil {
			t.note(kit.Green, t.L("%s are in use; all stored pages were judged by them", t.app.ActiveRules().Ref()))
		}
		t.active = t.app.ActiveRules().Ref()
		t.read()
		t.soon()
	})
}

// reset opens the paper's rules.
func (t *rulesTab) reset() {
	for i := len(t.sets) - 1; i >= 0; i-- {
		if t.sets[i].Name == "paper" {
			t.open(t.sets[i])
			return
		}
	}
}
