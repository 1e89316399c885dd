//go:build !headless

package ui

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// othersSheet lets other PCs crawl for this one or follow it: whether, where they find it, who they are, and one more.
type othersSheet struct {
	*desk
	allow   *kit.Check
	listen  *input
	at      *kit.Text
	print   *kit.Prose
	table   *kit.Table
	name    *input
	role    *kit.Segment
	add     *kit.Button
	remove  *kit.Button
	pause   *kit.Button
	own     *kit.Button
	members []app.NodeRow
	byNATS  bool
}

// othersNow is what the sheet shows.
type othersNow struct {
	sharing app.Sharing
	at      string
	print   string
	rows    []app.NodeRow
}

// showOthers opens it.
func showOthers(d *desk) *othersSheet {
	o := &othersSheet{desk: d, at: kit.NewText("").Shorten(120), print: kit.NewProse("", kit.SizeHint, kit.Ink2)}
	o.allow = kit.NewToggle(d.L("Let other PCs work for this one"), o.turn)
	o.listen = newInput(d.L("Listens on"), d.L("An address of this PC and a port, like :4333; acts when it is switched on"), kit.NewField(app.DefaultListen, 120), nil, nil)
	o.table = kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{{Title: d.L("Name"), Width: 90, Grow: 1}, {Title: d.L("Task"), Width: 90}, {Title: d.L("State"), Width: 80},
			{Title: d.L("Workers"), Width: 60, Number: true}, {Title: d.L("Last refused"), Width: 120, Grow: 1.4, Lead: 12}},
		RowHeight: 30, SortBy: -1, Fill: o.fill, Key: func(i int) string { return o.members[i].Node },
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{kit.NewText("").Shorten(30), kit.Small("").Shorten(30), kit.Small("").Shorten(30), kit.NewText("").Right(), kit.Small("").Shorten(40)}
		},
	})
	o.table.OnSelect = o.choose
	o.pause = kit.NewButton(kit.Outline, "pause", d.L("Pause"), o.pauseOne)
	o.own = kit.NewButton(kit.Outline, "settings", d.L("Parameters…"), o.setOne)
	o.remove = kit.NewButton(kit.Outline, "trash", d.L("Remove"), o.removeOne)
	o.name = newInput(d.L("Name of the other PC"), "", kit.NewField("office-2", 120), o.wrongName, o.ready)
	o.role = kit.NewSegment([]string{d.L("Crawls"), d.L("Keeps a copy")}, nil)
	o.add = kit.NewButton(kit.Filled, "plus", d.L("Add"), o.addOne)
	o.choose()
	o.ready()
	join := kit.Col(6, kit.Row(8, o.allow, kit.Space()), o.listen.box, kit.Row(8, kit.Small(d.L("Found at")), kit.Grow(o.at)),
		kit.Col(2, kit.Small(d.L("Fingerprint")), o.print))
	more := kit.Across(8, kit.Grow(o.name.box), kit.Col(3, kit.Small(d.L("Task")), o.role), kit.Col(3, kit.Small(" "), o.add))
	kit.ShowSheet(d.win.Canvas(), d.L("Other PCs"), 640, 600, kit.Col(12, join, kit.HLine(), more, kit.Grow(o.table)),
		kit.Hint(d.L("Only what you add here may join.")), kit.Space(), o.pause, o.own, o.remove)
	o.load()
	return o
}

// load reads how it stands.
func (o *othersSheet) load() {
	ask(o.pump, "others", func(context.Context) (now othersNow, err error) {
		if now.sharing, _, err = o.app.Others(); err != nil {
			return now, err
		}
		if now.at, now.print, err = o.app.JoinAddress(); err != nil {
			return now, err
		}
		for _, r := range o.app.NodeRows() {
			if slices.ContainsFunc(now.sharing.Nodes, func(m app.Member) bool { return m.Name == r.Node }) {
				now.rows = append(now.rows, r)
			}
		}
		return now, nil
	}, func(now othersNow, err error) {
		o.fail(err)
		if err == nil {
			o.show(now)
		}
	})
}

func (o *othersSheet) show(now othersNow) {
	o.allow.Set(now.sharing.On)
	o.byNATS = now.sharing.NATS != ""
	if now.sharing.Listen != "" {
		o.listen.set(now.sharing.Listen)
	}
	o.listen.field.Enable(!now.sharing.On && !o.byNATS)
	o.at.Set(orMissing(now.at))
	o.print.Set(orMissing(now.print))
	o.members = now.rows
	o.table.SetCount(len(now.rows))
	o.choose()
}

// after says what went wrong with a verb and shows what is now.
func (o *othersSheet) after(err error) {
	o.fail(err)
	o.load()
	o.soon()
}

// turn lets others in or keeps them out.
func (o *othersSheet) turn(on bool) {
	listen := strings.TrimSpace(o.listen.field.Text())
	act(o.pump, func(ctx context.Context) error {
		if !on {
			return o.app.ForbidOthers(ctx)
		}
		s, _, err := o.app.Others()
		if err != nil {
			return err
		}
		if s.NATS != "" {
			return o.app.AllowOthers(ctx, "", s.NATS, s.Creds)
		}
		return o.app.AllowOthers(ctx, listen, "", "")
	}, o.after)
}

func (o *othersSheet) fill(i int, c []fyne.CanvasObject) {
	r := &o.members[i]
	task, workers := o.L("Crawls"), missing
	if r.Role == "follow" {
		task = o.L("Keeps a copy")
	} else if r.Set.Workers > 0 {
		workers = comma(r.Set.Workers)
	}
	for k, s := range []string{r.Node, task, o.nodeState(r.State), workers, orMissing(r.Trouble)} {
		c[k].(*kit.Text).Set(s)
	}
}

// nodeState names the state of a node.
func (w *words) nodeState(s string) string {
	switch s {
	case "running":
		return w.L("Running")
	case "idle":
		return w.L("Idle")
	case "paused":
		return w.L("Paused")
	case "late":
		return w.L("Overdue")
	case "gone":
		return w.L("Not heard of any more")
	case "new":
		return w.L("Never heard of")
	case "copy":
		return missing
	}
	return s
}

func (o *othersSheet) chosen() *app.NodeRow {
	keys := o.table.Selection()
	for i := range o.members {
		if len(keys) > 0 && o.members[i].Node == keys[0] {
			return &o.members[i]
		}
	}
	return nil
}

func (o *othersSheet) choose() {
	r := o.chosen()
	crawls := r != nil && r.Role != "follow"
	o.remove.Enable(r != nil)
	o.own.Enable(crawls)
	o.pause.Enable(crawls)
	if crawls && r.Paused {
		o.pause.Set("play", o.L("Start"))
	} else {
		o.pause.Set("pause", o.L("Pause"))
	}
}

func (o *othersSheet) pauseOne() {
	if r := o.chosen(); r != nil {
		name, paused := r.Node, !r.Paused
		act(o.pump, func(context.Context) error { return o.app.PauseNode(name, paused) }, o.after)
	}
}

func (o *othersSheet) setOne() {
	if r := o.chosen(); r != nil {
		showNodeParams(o.desk, r.Node, r.Set).OnClose = o.load
	}
}

func (o *othersSheet) removeOne() {
	if r := o.chosen(); r != nil {
		name := r.Node
		act(o.pump, func(context.Context) error { return o.app.RemoveNode(name) }, o.after)
	}
}

func (o *othersSheet) wrongName(s string) string {
	switch err := app.CheckNodeName(s); {
	case s == "":
		return ""
	case err != nil:
		return o.L("Letters, digits, - and _ only, at most 32")
	case slices.ContainsFunc(o.members, func(r app.NodeRow) bool { return r.Node == s }):
		return o.L("That name is taken")
	}
	return ""
}

func (o *othersSheet) ready() { o.add.Enable(o.name.field.Text() != "" && mistakes(o.name) == 0) }

// addOne makes a token and says what to do with it.
func (o *othersSheet) addOne() {
	name, follow := o.name.field.Text(), o.role.Chosen() == 1
	ask(o.pump, "add node", func(ctx context.Context) (app.Ticket, error) { return o.app.AddNode(ctx, name, follow) },
		func(t app.Ticket, err error) {
			if err == nil {
				o.name.set("")
				o.ready()
				o.ticket(t)
			}
			o.after(err)
		})
}

// ticket shows the one command, and keeps the token file until it was saved: it is shown once.
func (o *othersSheet) ticket(t app.Ticket) {
	command := kit.NewProse(t.Command, kit.SizeBody, kit.Ink)
	copied := kit.NewButton(kit.Outline, "copy", o.L("Copy the command"), func() { fyne.CurrentApp().Clipboard().SetContent(t.Command) })
	save := kit.NewButton(kit.Filled, "export", o.L("Save the token file…"), func() {
		o.saveFile(app.TokenFile(t.Name), func(context.Context) ([]byte, error) { return []byte(t.File), nil })
	})
	col := kit.Col(10, kit.NewProse(o.L("1. Save the token file and carry it to the other PC. It is that PC's key: keep it secret. It is not kept here and cannot be shown again."), kit.SizeBody, kit.Ink2),
		kit.NewProse(o.L("2. Run this there, in the folder of the token file:"), kit.SizeBody, kit.Ink2), kit.SunkenBox(kit.PadAll(command, 10)))
	if t.Join == "" {
		col.Objects = append(col.Objects, kit.NewProse(o.L("Your NATS server must know the key %s.", t.Key), kit.SizeBody, kit.Ink2))
	} else if o.allow.On() {
		col.Objects = append(col.Objects, kit.Hint(o.L("This PC is listening for it.")))
	} else {
		col.Objects = append(col.Objects, kit.Hint(o.L("It can join when other PCs are allowed here.")))
	}
	kit.ShowSheet(o.win.Canvas(), o.L("A token for %s", t.Name), 560, 360, kit.NewScroller(kit.Pad(col, 1, 0, 14, 4), 200, 100), copied, kit.Space(), save)
}

// showNodeParams is the sheet of one node's own parameters; empty = as all.
func showNodeParams(d *desk, name string, own app.NodeParams) *kit.Sheet {
	save := kit.NewButton(kit.Filled, "check", d.L("Save"), nil)
	var inputs []*input
	check := func() { save.Enable(mistakes(inputs...) == 0) }
	into := []*int{&own.Workers, &own.LeaseSize, &own.CommitGroup, &own.Connections}
	col := kit.Col(10, kit.Hint(d.L("Empty: as for all nodes")))
	for i, label := range []string{d.L("Workers"), d.L("Lease size"), d.L("Commit group"), d.L("Connections a host")} {
		in := newInput(label, "", kit.NewField("", 80), d.wholeOrEmpty(1, []int{256, 256, 1024, 32}[i]), check)
		in.set(orEmpty(*into[i]))
		inputs = append(inputs, in)
		col.Objects = append(col.Objects, in.box)
	}
	title := name
	if name == "local" {
		title = d.L("This PC")
	}
	sheet := kit.ShowSheet(d.win.Canvas(), title, 360, 400, kit.NewScroller(kit.Pad(col, 1, 0, 14, 4), 200, 100), kit.Space(), save)
	save.OnTap(func() {
		for i := range inputs {
			*into[i] = number(inputs[i].field.Text())
		}
		act(d.pump, func(ctx context.Context) error {
			return d.app.SetNode(ctx, name, func(p *app.NodeParams, _ *bool) { *p = own })
		}, func(err error) {
			d.fail(err)
			if err == nil {
				sheet.Close()
			}
			d.soon()
		})
	})
	return sheet
}
