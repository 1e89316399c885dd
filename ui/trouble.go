//go:build !headless

package ui

import (
	"errors"

	"xunlu/app"
)

// trouble says an error in the window's language: a sentence, and what to do next. What the error itself says is kept for the details.
// Errors of no kind are already sentences in English; elsewhere they stay behind the fold.
func (w *words) trouble(err error) (sentence, next string) {
	var few app.FewLabels
	if errors.As(err, &few) {
		return w.L("%d route pages and %d others are labelled; learning needs at least %d of each.", few.Routes, few.Others, app.LeastLabels),
			w.L("Label pages in Preview: “Next unsure” brings the ones that help most.")
	}
	switch app.FaultOf(err) {
	case app.FaultAddress:
		return w.L("That is not a web address."), w.L("Type one like https://agency.example/")
	case app.FaultEmpty:
		return w.L("There is nothing to work on: the input is empty."), ""
	case app.FaultTwice:
		return w.L("The same site stands further up."), ""
	case app.FaultSamples:
		return w.L("Too few pages are labelled to learn from."), w.L("Label both kinds of pages on several sites.")
	case app.FaultMissing:
		return w.L("That is not stored (any more)."), ""
	case app.FaultNoFile:
		return w.L("The file is not there."), w.L("Choose another one.")
	case app.FaultDenied:
		return w.L("The system does not allow it."), w.L("Choose another place, or ask whoever looks after this PC.")
	case app.FaultFull:
		return w.L("The disk is full."), w.L("Free some space; nothing that was stored is lost.")
	case app.FaultReadOnly:
		return w.L("The data folder cannot be written."), w.L("Allow writing there, or start with another folder.")
	}
	return w.rareTrouble(err)
}

// rareTrouble are the kinds that a user meets seldom.
func (w *words) rareTrouble(err error) (sentence, next string) {
	switch app.FaultOf(err) {
	case app.FaultLocked:
		return w.L("Another Xunlu is using this data folder."), w.L("Close it first.")
	case app.FaultDamaged:
		return w.L("Something stored is damaged."), w.L("Close the window and run: xunlu check --repair")
	case app.FaultNewer:
		return w.L("A newer Xunlu wrote this data."), w.L("Update this program.")
	case app.FaultCharset:
		return w.L("The page is in no charset that can be read."), w.L("Choose its charset in the site's settings.")
	case app.FaultNotPage:
		return w.L("That is not a web page."), ""
	case app.FaultBrowser:
		return w.L("No browser was found for pages built by JavaScript."), w.L("Install Edge or Chrome, or name one in the settings.")
	case app.FaultKeyring:
		return w.L("This PC has no keyring that takes the password."), w.L("It is known for this run only.")
	case app.FaultTime:
		return w.L("No answer came in time."), w.L("Try again.")
	case app.FaultMoveTo:
		return w.L("The data cannot be moved there."), w.L("It takes an empty folder outside of the data folder, with enough room.")
	case app.FaultClosing:
		return w.L("It was stopped before it was done."), ""
	}
	if w.zh() {
		return w.L("That did not work."), w.L("The details say why.")
	}
	return err.Error(), ""
}

// why is the sentence alone, for a note beside a field.
func (w *words) why(err error) string {
	sentence, next := w.trouble(err)
	if next != "" {
		return sentence + w.L(" ") + next
	}
	return sentence
}
