//go:build !headless

package ui

import (
	"math"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// nodesTab watches the crawl: figures with their last minutes, the nodes, what failed, and the parameters that act at once.
type nodesTab struct {
	*desk
	cards   []*statCard
	table   *kit.Table
	count   *kit.Badge
	chart   *kit.Chart
	span    *kit.Segment
	fails   *failureList
	works   *workList
	params  *paramCard
	machine *machineCard
	pause   *kit.Button
	own     *kit.Button
	remove  *kit.Button
	root    fyne.CanvasObject
	rows    []nodeRow
	history []app.Moment
}

// nodeRow is one line of the nodes table, copied out of a snapshot.
type nodeRow struct {
	name, state, idle       string
	running, silent         time.Duration
	busy, workers           int
	pages, routes, failures uint64
	rate, cpu               float64
	memory                  uint64
	own                     app.NodeParams
}

func newNodesTab(d *desk) *nodesTab {
	t := &nodesTab{desk: d}
	for _, label := range []string{d.L("Pages"), d.L("Routes"), d.L("Queue"), d.L("Rate"), d.L("Harvest"), d.L("CPU"), d.L("Memory")} {
		t.cards = append(t.cards, newStatCard(label))
	}
	t.table = kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{
			{Title: d.L("Node"), Width: 92, Grow: 1},
			{Title: d.L("Running for"), Width: 76, Grow: 0.4, Drop: 620},
			{Title: d.L("Last heartbeat"), Width: 84, Grow: 0.4, Drop: 720},
			{Title: d.L("Workers"), Width: 54, Number: true},
			{Title: d.L("Pages"), Width: 52, Number: true},
			{Title: d.L("Routes"), Width: 48, Number: true},
			{Title: d.L("p/s"), Width: 38, Number: true},
			{Title: d.L("CPU"), Width: 78, Number: true},
			{Title: d.L("Memory"), Width: 62, Number: true},
		},
		RowHeight: 34, NewCells: newNodeCells, Fill: t.fill, Key: func(i int) string { return t.rows[i].name }, SortBy: -1,
	})
	t.table.OnSelect = t.choose
	t.count = kit.NewBadge("0", kit.Grey)
	t.pause = kit.NewButton(kit.Ghost, "pause", d.L("Pause"), t.pauseNode)
	t.remove = kit.NewButton(kit.Ghost, "trash", d.L("Remove"), t.removeNode)
	t.own = kit.NewButton(kit.Ghost, "settings", d.L("Parameters…"), t.setNode)
	t.chart = kit.NewChart(200, 90)
	t.span = kit.NewSegment([]string{d.L("1 min"), d.L("5 min"), d.L("10 min")}, func(int) { t.draw() })
	t.span.Choose(1)
	t.fails, t.works, t.params, t.machine = newFailureList(d), newWorkList(d), newParamCard(d), newMachineCard(d)
	t.build()
	t.choose()
	return t
}

func (t *nodesTab) build() {
	var cards []fyne.CanvasObject
	for _, c := range t.cards {
		cards = append(cards, kit.Grow(c.root))
	}
	head := kit.Fixed(kit.Pad(kit.Row(8, kit.Strong(t.L("Crawl nodes"), kit.SizeBody), t.count, kit.Space(), t.pause, t.own, t.remove, kit.NewButton(kit.Outline, "monitor", t.L("Other PCs…"), func() { showOthers(t.desk) })), 11, 0, 11, 0), 0, 42)
	nodes := kit.Card(kit.Col(0, head, kit.Fixed(t.table, 0, 30+34*3)))
	chart := kit.Card(kit.Col(0, kit.CardHead(kit.Strong(t.L("Pages a second"), kit.SizeBody), t.span), kit.Grow(kit.Pad(t.chart, 12, 0, 14, 10))))
	middle := kit.Across(kit.CardGap, kit.GrowBy(1.6, chart), kit.Grow(t.fails.root))
	left := kit.Col(kit.CardGap, nodes, kit.Grow(middle), t.works.root)
	right := kit.Fixed(kit.Col(kit.CardGap, t.params.root, t.machine.root, kit.Space()), 280, 0)
	t.root = kit.Col(kit.CardGap, kit.Across(kit.CardGap, cards...), kit.Grow(kit.Across(kit.CardGap, kit.Grow(left), right)))
}

func (t *nodesTab) view() fyne.CanvasObject { return t.root }

func newNodeCells() []fyne.CanvasObject {
	num := func() *kit.Text { return kit.NewText("").Right() }
	return []fyne.CanvasObject{
		kit.Across(8, kit.NewShape(kit.Idle), kit.Grow(kit.Strong("", kit.SizeBody).Shorten(20))),
		kit.Small("").Shorten(20), kit.Small("").Shorten(20),
		num(), num(), num(), num(),
		kit.Across(6, kit.Fixed(kit.NewMeter(26, 4, kit.Grey), 26, 0), kit.Grow(num())),
		num(),
	}
}

func (t *nodesTab) fill(i int, c []fyne.CanvasObject) {
	r := &t.rows[i]
	shape, late := nodeShape(r.state)
	first := c[0].(*fyne.Container)
	first.Objects[0].(*kit.Shape).Set(shape)
	name := r.name
	if name == "local" {
		name = t.L("This PC")
	}
	if r.idle != "" {
		name += " · " + t.noWork(r.idle)
	}
	first.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(name)
	c[1].(*kit.Text).Set(t.lasting(r.running))
	role := kit.Ink2
	if late {
		role = kit.Bad
	}
	heard := t.L("%s ago", t.lasting(r.silent))
	if r.state == "new" {
		heard = t.L("never")
	}
	c[2].(*kit.Text).SetRole(heard, role)
	set := func(i int, s string) { c[i].(*kit.Text).Set(s) }
	set(3, strconv.Itoa(r.busy)+" / "+strconv.Itoa(r.workers))
	set(4, comma(int(r.pages)))
	set(5, comma(int(r.routes)))
	set(6, rate(r.rate))
	cpu := c[7].(*fyne.Container)
	cpu.Objects[0].(*fyne.Container).Objects[0].(*kit.Meter).Set(math.Min(1, r.cpu), kit.Grey)
	cpu.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(percent(r.cpu, 0))
	set(8, bytesText(r.memory))
}

// nodeShape draws a node's state and tells whether it is overdue.
func nodeShape(state string) (kit.State, bool) {
	switch state {
	case "running":
		return kit.Crawling, false
	case "paused":
		return kit.Paused, false
	case "late":
		return kit.Held, true
	case "gone":
		return kit.Failing, true
	}
	return kit.Idle, false
}

// update takes a snapshot.
func (t *nodesTab) update(s *app.Snapshot) {
	t.rows = t.rows[:0]
	for _, n := range s.Status.Nodes {
		t.rows = append(t.rows, nodeRow{name: n.Node, state: n.State, running: n.Running, silent: s.At.Sub(n.At), busy: n.Busy,
			workers: workersOf(n.Set, s), idle: string(n.Idle), own: n.Set, pages: n.Pages, routes: n.Routes, failures: n.Failures, rate: n.Rate, cpu: n.CPU, memory: n.Memory})
	}
	t.count.Set(strconv.Itoa(len(t.rows)), kit.Grey)
	t.table.SetCount(len(t.rows))
	t.history = s.History
	t.figures(s)
	t.draw()
	t.fails.update(s)
	t.works.update(s.Works)
	t.params.update(s)
	t.machine.update(s)
}

// figures fills the seven cards.
func (t *nodesTab) figures(s *app.Snapshot) {
	h := s.History
	pick := func(f func(*app.Moment) float64) []float64 {
		h := h[max(0, len(h)-300):]
		out := make([]float64, len(h))
		for i := range h {
			out[i] = f(&h[i])
		}
		return out
	}
	minute := func(now int, f func(*app.Moment) int) string {
		if len(h) < 2 {
			return ""
		}
		return t.L("%s / min", signedCount(now-f(&h[max(0, len(h)-60)])))
	}
	pages, routes, queue := s.Counts.Total.Pages, s.Counts.Total.Routes, s.Status.Queued+s.Status.Waiting
	t.cards[0].set(comma(pages), "", minute(pages, func(m *app.Moment) int { return m.Pages }), kit.Blue, false, pick(func(m *app.Moment) float64 { return float64(m.Pages) }))
	t.cards[1].set(comma(routes), "", minute(routes, func(m *app.Moment) int { return m.Routes }), kit.Green, false, pick(func(m *app.Moment) float64 { return float64(m.Routes) }))
	t.cards[2].set(comma(queue), "", minute(queue, func(m *app.Moment) int { return m.Queued }), kit.Blue, false, pick(func(m *app.Moment) float64 { return float64(m.Queued) }))
	rates := pick(func(m *app.Moment) float64 { return m.Rate })
	peak := 0.0
	for _, v := range rates {
		peak = math.Max(peak, v)
	}
	t.cards[3].set(rate(s.Rate), t.L("pages/s"), t.L("peak %s", rate(peak)), kit.Blue, true, rates)
	harvest := missing
	if pages > 0 {
		harvest = percent(float64(routes)/float64(pages), 1)
	}
	t.cards[4].set(harvest, "", "", kit.Green, true, pick(func(m *app.Moment) float64 { return m.Harvest }))
	t.cards[5].set(percent(s.Vitals.AllCPU, 0), "", t.L("ours %s", percent(s.Vitals.CPU, 0)), kit.Grey, true, pick(func(m *app.Moment) float64 { return m.AllCPU }))
	t.cards[6].set(bytesText(s.Vitals.Memory), "", t.L("PC %s", percent(s.Vitals.AllMemory, 0)), kit.Grey, true, pick(func(m *app.Moment) float64 { return float64(m.Memory) }))
}

// draw shows pages a second over the chosen span.
func (t *nodesTab) draw() {
	seconds := []int{60, 300, 600}[t.span.Chosen()]
	values := make([]float64, seconds)
	h := t.history[max(0, len(t.history)-seconds):]
	for i := range values {
		values[i] = math.NaN()
	}
	for i := range h {
		values[seconds-len(h)+i] = h[i].Rate
	}
	under := []string{t.L("−%s", t.lasting(time.Duration(seconds)*time.Second)), t.L("now")}
	t.chart.Set(true, under, kit.Series{Values: values, Tone: kit.Blue})
}

func (t *nodesTab) chosen() *nodeRow {
	keys := t.table.Selection()
	for i := range t.rows {
		if len(keys) > 0 && t.rows[i].name == keys[0] {
			return &t.rows[i]
		}
	}
	return nil
}

// choose fits the buttons to the chosen node: this PC cannot be removed.
func (t *nodesTab) choose() {
	r := t.chosen()
	t.pause.Enable(r != nil)
	t.own.Enable(r != nil)
	t.remove.Enable(r != nil && r.name != "local")
	if r != nil && r.state == "paused" {
		t.pause.Set("play", t.L("Start"))
	} else {
		t.pause.Set("pause", t.L("Pause"))
	}
}

func (t *nodesTab) pauseNode() {
	if r := t.chosen(); r != nil {
		t.fail(t.app.PauseNode(r.name, r.state != "paused"))
		t.soon()
	}
}

func (t *nodesTab) setNode() {
	if r := t.chosen(); r != nil {
		showNodeParams(t.desk, r.name, r.own)
	}
}

// workersOf is how many pages a node may have in work.
func workersOf(own app.NodeParams, s *app.Snapshot) int {
	if own.Workers > 0 {
		return own.Workers
	}
	return s.Status.Params.Workers
}

func (t *nodesTab) removeNode() {
	if r := t.chosen(); r != nil {
		t.fail(t.app.RemoveNode(r.name))
		t.soon()
	}
}
