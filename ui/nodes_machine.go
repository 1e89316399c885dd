//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// machineCard says what the program stands on: disk, rules in force, how far the index is.
type machineCard struct {
	*desk
	disk, rules, queue, indexed *kit.Text
	root                        fyne.CanvasObject
}

func newMachineCard(d *desk) *machineCard {
	c := &machineCard{desk: d}
	value := func() *kit.Text { return kit.NewText("").Right().Shorten(60) }
	c.disk, c.rules, c.queue, c.indexed = value(), value(), value(), value()
	row := func(label string, v *kit.Text) fyne.CanvasObject {
		return kit.Fixed(kit.Row(8, kit.Small(label), kit.Grow(v)), 0, 22)
	}
	c.root = kit.Card(kit.Col(0, kit.CardHead(kit.Strong(d.L("This PC"), kit.SizeBody)), kit.Pad(kit.Col(2,
		row(d.L("Disk free"), c.disk), row(d.L("Rules in use"), c.rules), row(d.L("Known addresses"), c.queue), row(d.L("Search index"), c.indexed)), 12, 0, 12, 12)))
	return c
}

func (c *machineCard) update(s *app.Snapshot) {
	role := kit.Ink
	if s.Vitals.DiskFree < lowDisk {
		role = kit.Bad
	}
	c.disk.SetRole(bytesText(s.Vitals.DiskFree), role)
	c.rules.Set(s.Rules)
	c.queue.Set(comma(s.Counts.Total.Links))
	c.indexed.Set(c.L("at change %s", comma(int(s.Indexed))))
}

// lowDisk is the free space, in bytes, below which the disk is shown in red.
const lowDisk = 1 << 30
