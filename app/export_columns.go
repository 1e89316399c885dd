package app

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"xunlu/storage"
)

// column is one column of a table of routes: the same in CSV and XLSX.
type column struct {
	name  string // as in docs/export.md
	width float64
	text  func(r *storage.Route) string
	num   func(r *storage.Route) float64   // set for numbers; 0 is an empty cell
	time  func(r *storage.Route) time.Time // set for moments
	link  bool
}

// columns are those of docs/export.md, in order.
func columns() []column {
	text := func(name string, width float64, get func(r *storage.Route) string) column {
		return column{name: name, width: width, text: get}
	}
	num := func(name string, get func(r *storage.Route) float64) column {
		return column{name: name, width: 10, num: get}
	}
	at := func(name string, get func(r *storage.Route) time.Time) column {
		return column{name: name, width: 17, time: get}
	}
	return []column{
		text("title", 48, func(r *storage.Route) string { return r.Title }),
		num("price", func(r *storage.Route) float64 { return r.Price }),
		num("price_high", func(r *storage.Route) float64 { return r.PriceHigh }),
		num("market_price", func(r *storage.Route) float64 { return r.MarketPrice }),
		num("child_price", func(r *storage.Route) float64 { return r.ChildPrice }),
		text("currency", 9, func(r *storage.Route) string { return r.Currency }),
		num("days", func(r *storage.Route) float64 { return float64(r.Days) }),
		num("nights", func(r *storage.Route) float64 { return float64(r.Nights) }),
		text("from", 12, func(r *storage.Route) string { return r.From }),
		text("to", 24, func(r *storage.Route) string { return strings.Join(r.To, "、") }),
		text("dates", 24, func(r *storage.Route) string { return strings.Join(departures(r), " ") }),
		text("transport", 12, func(r *storage.Route) string { return r.Transport }),
		text("agency", 20, func(r *storage.Route) string { return r.Agency }),
		text("phone", 16, func(r *storage.Route) string { return r.Phone }),
		text("included", 30, func(r *storage.Route) string { return r.Included }),
		text("excluded", 30, func(r *storage.Route) string { return r.Excluded }),
		text("itinerary", 40, itineraryText),
		text("state", 11, func(r *storage.Route) string { return string(r.State) }),
		text("site", 20, func(r *storage.Route) string { return r.Site }),
		at("first", func(r *storage.Route) time.Time { return r.First }),
		at("seen", func(r *storage.Route) time.Time { return r.Seen }),
		{name: "url", width: 50, text: func(r *storage.Route) string { return r.URL }, link: true},
	}
}

// itineraryText is the titles of the days, one a line.
func itineraryText(r *storage.Route) string {
	lines := make([]string, len(r.Itinerary))
	for i, d := range r.Itinerary {
		lines[i] = "D" + strconv.Itoa(d.N) + " " + d.Title
	}
	return strings.Join(lines, "\n")
}

// departures puts all kinds of departure dates into one list.
func departures(r *storage.Route) []string {
	out := slices.Clone(r.Dates)
	for _, x := range r.Ranges {
		out = append(out, x.Start+".."+x.End)
	}
	out = append(out, r.Weekly...)
	for _, d := range r.Monthly {
		out = append(out, "*-*-"+strconv.Itoa(d))
	}
	if r.Daily {
		out = append(out, "daily")
	}
	return out
}

// formulaSigns begin a formula in one spreadsheet or another, full-width forms included.
const formulaSigns = "=+-@＝＋－＠"

// formulaLead may stand before a formula sign without taking its power: white space that is trimmed, and what other
// languages' spreadsheets take for the end of the cell before.
const formulaLead = " \u3000\u00a0\t\r\n\v\f\ufeff;,|"

// risky says whether a spreadsheet could run a text as a formula.
func risky(s string) bool {
	if s == "" {
		return false
	}
	if s[0] == '\t' || s[0] == '\r' || s[0] == '\n' || s[0] == '|' {
		return true
	}
	t := strings.TrimLeft(s, formulaLead)
	sign, _ := utf8.DecodeRuneInString(t)
	return t != "" && strings.ContainsRune(formulaSigns, sign)
}

// inert makes a text that a spreadsheet would run as a formula into plain text.
func inert(s string) string {
	if risky(s) {
		return "'" + s
	}
	return s
}
