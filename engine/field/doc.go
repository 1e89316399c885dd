// Package field reads what a piece of text says about a tour: price, days, departure dates, transport, places.
// It is pure: a text and the day it was seen go in, values come out. What a text does not say stays zero; nothing is
// guessed. It refuses to know pages, HTML and storage.
package field
