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

// rowsMost is the number of changes in one answer; rowsAim the bytes after which it is full.
const (
	rowsMost = 500
	rowsAim  = 600 << 10
)

type rowsAsk struct {
	After uint64 `json:"after"`
}

type rowsTell struct {
	Store uint64            `json:"store"` // names the store: another one begins from nothing
	Last  uint64            `json:"last"`  // sequence number it has reached
	Rows  []storage.CopyRow `json:"rows"`
	Sites []storage.Site    `json:"sites,omitempty"` // all of them, with the first rows
}

// onRows gives a follower the next changes of the store.
func (h *Host) onRows(p *peer, hd head, body []byte, m *nats.Msg) {
	var q rowsAsk
	body, err := h.pack.unpack(body, hd.packed)
	if err == nil {
		err = decodeJSON(body, &q)
	}
	if err != nil || h.store == nil {
		h.refuse(p.name, errForm.Error(), nil)
		return
	}
	t, err := h.rows(q)
	if err != nil {
		h.reply(m, ansAgain, []byte(err.Error()))
		return
	}
	h.replyJSON(m, t)
}

func (h *Host) rows(q rowsAsk) (t rowsTell, err error) {
	if t.Store, err = h.store.Identity(); err != nil {
		return t, err
	}
	if t.Last, err = h.store.LastSeq(); err != nil {
		return t, err
	}
	if t.Sites, err = h.store.Sites(); err != nil {
		return t, err
	}
	t.Rows, err = h.store.CopyFrom(q.After, rowsMost, rowsAim)
	return t, err
}

// grown tells followers that there is more, not more often than every half second.
func (h *Host) grown() {
	if h.store == nil {
		return
	}
	for {
		select {
		case <-h.store.Changed():
			if err := h.nc.Publish(rowsSubject(h.cell), nil); err != nil && h.root.Err() == nil {
				h.grudge.say("line", "news not sent", "err", err)
			}
		case <-h.root.Done():
			return
		}
		t := time.NewTimer(followEvery)
		select {
		case <-t.C:
		case <-h.root.Done():
			t.Stop()
			return
		}
	}
}

const (
	followEvery = 500 * time.Millisecond
	followIdle  = 5 * time.Second // how often it asks when nothing was said
)

// Progress of a follower.
type Progress struct {
	At, Last uint64 // sequence number reached here, and there
}

// Follow keeps a copy of what the coordinator stores of pages and routes until ctx is done. The copy's watermark stands in its
// store, in the same transaction as the rows: it goes on where it was.
func (c *Client) Follow(ctx context.Context, st *storage.Store, told func(Progress)) error {
	for {
		news := c.News()
		more, err := c.followOnce(ctx, st, told)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, engine.ErrRefused):
			return err
		case errors.Is(err, engine.ErrAway):
			c.grudge.say("coordinator", "not followed yet", "err", err)
		case err != nil:
			return err
		case more:
			continue
		}
		t := time.NewTimer(followIdle)
		if err != nil {
			t.Reset(time.Second)
		}
		select {
		case <-news:
		case <-t.C:
		case <-ctx.Done():
		}
		t.Stop()
	}
}

func (c *Client) followOnce(ctx context.Context, st *storage.Store, told func(Progress)) (more bool, err error) {
	at, err := st.CopyMark()
	if err != nil {
		return false, err
	}
	var t rowsTell
	data, err := json.Marshal(rowsAsk{After: at.Seq})
	if err != nil {
		return false, err
	}
	msg := append(head{session: c.session, seq: c.next(), parts: 1}.append(nil), data...)
	_, body, err := c.ask(ctx, verbRows, msg, reportWait)
	if err != nil {
		return false, err
	}
	if err := decodeJSON(body, &t); err != nil {
		return false, err
	}
	if at.Store != t.Store && at.Seq > 0 || at.Seq > t.Last {
		return false, storage.ErrCopyOfAnother
	}
	if len(t.Rows) > 0 || at.Store == 0 {
		if at.Seq, err = st.CopyInto(t.Store, t.Rows, t.Sites); err != nil {
			return false, err
		}
	}
	told(Progress{At: at.Seq, Last: t.Last})
	return len(t.Rows) > 0 && at.Seq < t.Last, nil
}
