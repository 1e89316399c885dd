package app

import (
	"fmt"

	"xunlu/engine/page"
	"xunlu/storage"
	"xunlu/storage/near"
)

// shownDiffers is how many pieces of text that only one of two pages has are shown of each.
const shownDiffers = 5

// copy says how a page is a duplicate and what differs. When a copy of either is not there any more the bare sentence stays.
func (w *Why) copy(a *App, p *storage.Page) {
	orig, err := a.store.PageOf(p.Of)
	if err != nil {
		return
	}
	if p.Hash == orig.Hash {
		w.Sentence = "It is a duplicate of " + p.Of + ": the same bytes."
		return
	}
	w.Sentence = fmt.Sprintf("It is a duplicate of %s: %d of 64 bits of their fingerprints differ.", p.Of, near.Distance(p.Print, orig.Print))
	here, err1 := a.scanStored(p)
	there, err2 := a.scanStored(&orig)
	if err1 != nil || err2 != nil {
		return
	}
	only, other := page.Differs(here, there, shownDiffers)
	for _, s := range only {
		w.Differs = append(w.Differs, "- "+s)
	}
	for _, s := range other {
		w.Differs = append(w.Differs, "+ "+s)
	}
}
