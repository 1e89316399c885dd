// Package search is the embedded route index: Chinese and English, over a bleve (scorch) index on disk.
//
// It follows the store and can be deleted at any time: Follow rebuilds it. The index answers with ids; the routes
// themselves are read from the store by the caller. It refuses to know about pages, judging and screens.
//
// How it finds. A text is folded (full width, case, accents, traditional characters), cut into units (one Chinese
// character, one Latin word, one number) and stored as single units and as pairs of neighbours. A Chinese word is then
// the conjunction of its pairs, one character is a unit, and nothing depends on a segmenter's idea of a word. Places are
// known from a dictionary, so that a province answers with its towns and 海南 does not answer from 上海南京. Stays
// (6日, 六天, 6 days, 6D5N) have one normal form. Chinese titles are also stored by their pinyin.
//
// How it ranks. Every word of a query has alternatives of known weight (in the title, as a place, in the itinerary …);
// a route scores the best one of each word. There are no word frequencies, and none are stored.
//
// Filters, facets and sorting work on rows kept in memory, one a route, about 250 bytes each.
package search
