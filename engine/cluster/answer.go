package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"

	"xunlu/engine"
	"xunlu/storage"
)

// leaseWait is how long a question for work is kept open before it is answered with nothing.
const leaseWait = 10 * time.Second

// known checks the session of a message; when it is not the one, the sender is told.
func (h *Host) known(p *peer, hd head, m *nats.Msg) bool {
	ok, _, twice := p.meet(hd.session, false, time.Now())
	switch {
	case ok:
		return true
	case twice:
		h.reply(m, ansRefused, []byte(replacedText))
	default:
		h.reply(m, ansStranger, nil)
	}
	return false
}

const replacedText = "another program uses this PC's token file and took its place; each PC needs a token of its own"

// onSync takes a heartbeat.
func (h *Host) onSync(p *peer, hd head, body []byte, m *nats.Msg) {
	body, err := h.pack.unpack(body, hd.packed)
	var q syncAsk
	if err == nil {
		err = decodeJSON(body, &q)
	}
	if err != nil {
		h.refuse(p.name, err.Error(), nil)
		return
	}
	if q.Shape != h.shape {
		h.refuse(p.name, "another version of Xunlu: "+clean(q.Beat.Version, 64), nil)
		h.reply(m, ansRefused, []byte("this PC runs another version of Xunlu than the coordinator; install the same one"))
		return
	}
	ok, fresh, twice := p.meet(hd.session, true, time.Now())
	if twice {
		h.refuse(p.name, "its token file is used by two programs: the newer one took the place of the older", nil)
	}
	if !ok {
		h.reply(m, ansRefused, []byte(replacedText))
		return
	}
	if fresh {
		h.coord.Recall(p.name)
	}
	b := q.Beat
	b.Node, b.Version, b.LastErr = p.name, clean(b.Version, 64), clean(b.LastErr, maxWord)
	b.CPU, b.Idle = finite(b.CPU, 0, 4096), finite(b.Idle, 0, 4096)
	b.Busy, b.Leased, b.Cores = min(max(b.Busy, 0), engine.MaxWorkers), max(b.Leased, 0), min(max(b.Cores, 0), 4096)
	params, err := h.coord.Sync(h.root, b)
	if err != nil {
		h.reply(m, ansAgain, []byte(err.Error()))
		return
	}
	t := syncTell{Term: params.Term, Same: !fresh && params.Version == b.Params}
	if !t.Same {
		t.Params = &params
	}
	h.replyJSON(m, t)
}

// onLease asks the coordinator for work. The same question again gets the same answer.
func (h *Host) onLease(p *peer, hd head, body []byte, m *nats.Msg) {
	if !h.known(p, hd, m) {
		return
	}
	var q leaseAsk
	if err := decodeJSON(body, &q); err != nil || q.Max < 1 {
		h.refuse(p.name, errForm.Error(), nil)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	l := &p.lease
	switch {
	case hd.seq == l.seq && l.done:
		h.replyRaw(m, l.answer)
	case hd.seq == l.seq:
		l.asked = m
	case hd.seq < l.seq || l.asked != nil:
		h.grudge.say(p.name, "a question for work out of order")
	default:
		*l = leaseState{seq: hd.seq, asked: m}
		ctx, cancel := context.WithTimeout(h.root, leaseWait)
		l.cancel = cancel
		h.work.Go(func() { defer cancel(); h.lend(ctx, p, hd.session, hd.seq, min(q.Max, leaseMost)) })
	}
}

// lend waits for work and answers whoever asked last.
func (h *Host) lend(ctx context.Context, p *peer, session, seq uint64, most int) {
	tasks, err := h.coord.Lease(ctx, p.name, most)
	code, body := byte(ansOK), []byte("[]")
	switch {
	case len(tasks) > 0:
		out := make([]wireTask, len(tasks))
		for i := range tasks {
			out[i] = h.wire(&tasks[i])
		}
		if body, err = json.Marshal(out); err != nil {
			code, body = ansAgain, []byte(err.Error())
		}
	case err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled):
		code, body = ansAgain, []byte(err.Error())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.session != session || p.lease.seq != seq {
		h.coord.Return(p.name, tasks) // a new program took its place, and nobody knows of them
		return
	}
	asked := p.lease.asked
	p.lease.asked, p.lease.done, p.lease.answer = nil, true, h.pack.answer(code, body)
	if code != ansOK {
		p.lease.done, p.lease.seq = false, seq-1 // the question may be put again
	}
	h.replyRaw(asked, h.pack.answer(code, body))
}

func (h *Host) replyRaw(m *nats.Msg, answer []byte) {
	name, _ := splitSubject(m.Subject)
	in := inboxOf(h.cell, name) + "."
	if len(m.Reply) <= len(in) || m.Reply[:len(in)] != in {
		h.grudge.say(name, "an answer to somebody else's address")
		return
	}
	if err := h.nc.Publish(m.Reply, answer); err != nil {
		h.grudge.say(name, "not answered", "err", err)
	}
}

// wire notes the site of a task for when the node asks for it.
func (h *Host) wire(t *engine.Task) wireTask {
	h.mu.Lock()
	h.sites[t.Site.ID] = &lentSite{t.Site, t.Profile}
	h.mu.Unlock()
	w := wireTask{ID: t.ID, URL: t.URL, Host: t.Host, Depth: t.Depth, Attempt: t.Attempt, Sitemap: t.Sitemap, Revisit: t.Revisit, Site: t.Site.ID, SiteVersion: t.Site.Version,
		ETag: t.ETag, LastModified: t.LastModified, Hint: t.Hint, Deadline: t.Deadline, Lease: t.Lease, Blocks: t.Blocks}
	if t.Profile != nil {
		w.Profile = t.Profile.Version
	}
	return w
}

// secretsOf are a site's secrets as they travel.
func (h *Host) secretsOf(s *storage.Site) map[string]string {
	if h.secret == nil || len(s.Access.Secrets()) == 0 {
		return nil
	}
	out := map[string]string{}
	for name, v := range h.secret(s) {
		out[name] = v.Reveal()
	}
	return out
}

// onSites tells what a node does not know of the sites it got work of.
func (h *Host) onSites(p *peer, hd head, body []byte, m *nats.Msg) {
	if !h.known(p, hd, m) {
		return
	}
	var q sitesAsk
	if err := decodeJSON(body, &q); err != nil || len(q.IDs) > leaseMost {
		h.refuse(p.name, errForm.Error(), nil)
		return
	}
	out := make([]wireSite, 0, len(q.IDs))
	for _, id := range q.IDs {
		h.mu.Lock()
		s := h.sites[id]
		h.mu.Unlock()
		if s == nil {
			continue
		}
		w := wireSite{Site: *s.site, Secrets: h.secretsOf(s.site)}
		if s.profile != nil {
			data, err := s.profile.MarshalBinary()
			if err != nil {
				h.refuse("coordinator", "a profile that cannot be written", err)
				continue
			}
			w.Profile = data
		}
		out = append(out, w)
	}
	h.replyJSON(m, out)
}
