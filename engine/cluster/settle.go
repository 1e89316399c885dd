package cluster

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"xunlu/engine"
)

// onReport puts the parts of a report together and has it committed when it is whole. A report is acknowledged after its
// commit; one that was acknowledged and comes again changes nothing: its leases are settled.
func (h *Host) onReport(p *peer, hd head, body []byte, m *nats.Msg) {
	if !h.known(p, hd, m) {
		return
	}
	data, whole := p.assemble(hd, body)
	switch {
	case !whole && m.Reply != "":
		h.reply(m, ansAgain, []byte("the report did not come whole"))
		return
	case !whole:
		return
	}
	p.mu.Lock()
	busy := p.busy
	p.busy = true
	p.mu.Unlock()
	if busy {
		h.reply(m, ansAgain, []byte("the last report is still being committed"))
		return
	}
	h.work.Go(func() {
		code, text := h.settle(p, data, hd.packed)
		p.mu.Lock()
		p.busy = false
		p.mu.Unlock()
		h.reply(m, code, []byte(text))
	})
}

// assemble adds a part; parts come in order, over one line.
func (p *peer) assemble(hd head, body []byte) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if hd.part == 0 {
		p.report = &assembly{seq: hd.seq}
	}
	a := p.report
	if a == nil || a.seq != hd.seq || hd.part != len(a.parts) {
		p.report = nil
		return nil, false
	}
	a.parts = append(a.parts, body)
	if a.size += len(body); a.size > maxParts*partSize {
		p.report = nil
		return nil, false
	}
	if hd.part < hd.parts-1 {
		return nil, false
	}
	p.report = nil
	if len(a.parts) == 1 {
		return body, true
	}
	return slices.Concat(a.parts...), true
}

// settle checks the outcomes of a report against the leases of the node and has them committed.
func (h *Host) settle(p *peer, data []byte, packed bool) (code byte, text string) {
	data, err := h.pack.unpack(data, packed)
	var all []*engine.Outcome
	if err == nil {
		all, err = readOutcomes(data)
	}
	if err != nil {
		h.refuse(p.name, "a report that cannot be read", err)
		return ansLost, "the report cannot be read"
	}
	now := time.Now()
	var good []*engine.Outcome
	for _, o := range all {
		task, live := h.coord.Lent(p.name, o.Task.ID, o.Task.Lease)
		if !live {
			continue
		}
		if err := check(o, task, now); err != nil {
			h.refuse(p.name, "a result: "+err.Error(), nil)
			continue
		}
		good = append(good, o)
	}
	lost := len(all) - len(good)
	if len(good) > 0 {
		err = h.coord.Report(h.root, good)
	}
	switch {
	case errors.Is(err, engine.ErrLeaseLost), err == nil && lost > 0:
		return ansLost, fmt.Sprintf("%d of %d tasks", max(lost, 1), len(all))
	case err != nil:
		return ansAgain, err.Error()
	}
	return ansOK, ""
}
