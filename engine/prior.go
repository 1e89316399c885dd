package engine

import (
	"errors"

	"xunlu/engine/order"
	"xunlu/storage"
)

// priorKey and modelKey name what best-first learned, in the settings of the store: of all sites and of one.
const priorKey = "order:prior"

func modelKey(site string) string { return "order:" + site }

// savedModels is how many outcomes best-first learns before what it learned is stored; it is stored at the end as well.
const savedModels = 500

// loadModel reads a model; what cannot be read is learned again.
func (c *Coordinator) loadModel(key string, m *order.Model) {
	var data []byte
	found, err := c.store.Setting(key, &data)
	if err == nil && found {
		err = m.UnmarshalBinary(data)
	}
	if err != nil {
		c.log.Warn("what best-first learned is unreadable and will be learned again", "task", key, "err", err)
	}
}

// saveModels stores what best-first learned since it was stored last, so that the next crawl starts wiser. Only Run's goroutine
// comes here.
func (c *Coordinator) saveModels(every int) error {
	changed := false
	var errs []error
	for id, st := range c.sites {
		if st.best == nil || st.best.model.Learned() < st.best.saved+every {
			continue
		}
		st.best.saved, changed = st.best.model.Learned(), true
		errs = append(errs, c.saveModel(modelKey(id), st.best.model))
	}
	if changed {
		errs = append(errs, c.saveModel(priorKey, c.prior))
	}
	return errors.Join(errs...)
}

func (c *Coordinator) saveModel(key string, m *order.Model) error {
	data, err := m.MarshalBinary()
	if err != nil {
		return err
	}
	return c.store.PutSetting(key, data)
}

// takeOrder gives a site that is crawled best-first its memory, and takes it from one that is no more. What waits keeps its place or
// gets a new one: the queue is put in order again. Caller holds mu.
func (c *Coordinator) takeOrder(st *siteState) {
	if !st.bestOrder() {
		st.best = nil
		return
	}
	if st.best != nil {
		return
	}
	st.best = newBestFirst(c.prior, order.All&^c.leave, st.site.ID)
	c.loadModel(modelKey(st.site.ID), st.best.model)
	st.best.saved = st.best.model.Learned()
}

// requeue queues a stored link again; what its page was is not known any more, its words and its address are.
func (c *Coordinator) requeue(st *siteState, q *hostQueue, l *storage.Link) {
	key := st.orderKey(l.Depth, l.Priority)
	if st.best == nil || l.Priority >= seedPriority {
		c.frontier.push(q, l.ID, key, nil)
		return
	}
	n := st.best.recall(st, l)
	c.frontier.push(q, l.ID, st.best.score(n), n)
}
