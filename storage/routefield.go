package storage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// routeField is one field of a route that a revisit can find different or a person can correct, and how it reads in the history.
type routeField struct {
	name  string // JSON name
	value func(*Route) any
	text  func(*Route) string
	copy  func(to, from *Route)
	write func(*Route, string) error            // what a person typed; nothing is none
	raw   func(*Route) (json.RawMessage, error) // the value as JSON
	back  func(*Route, json.RawMessage) error   // a value that raw gave
}

// field makes a routeField from a way to the field.
func field[T any](name string, at func(*Route) *T, text func(T) string, parse func(string) (T, error)) routeField {
	return routeField{
		name:  name,
		value: func(r *Route) any { return *at(r) },
		text:  func(r *Route) string { return text(*at(r)) },
		copy:  func(to, from *Route) { *at(to) = *at(from) },
		write: func(r *Route, s string) error {
			var v T
			if s = strings.TrimSpace(s); s != "" {
				var err error
				if v, err = parse(s); err != nil {
					return err
				}
			}
			*at(r) = v
			return nil
		},
		raw: func(r *Route) (json.RawMessage, error) { return json.Marshal(*at(r)) },
		back: func(r *Route, b json.RawMessage) error {
			var v T
			if err := json.Unmarshal(b, &v); err != nil {
				return err
			}
			*at(r) = v
			return nil
		},
	}
}

func routeFields() []routeField {
	words := func(s []string) string { return strings.Join(s, ", ") }
	return []routeField{
		field("title", func(r *Route) *string { return &r.Title }, cut, asTyped),
		field("price", func(r *Route) *float64 { return &r.Price }, amount, parseAmount),
		field("price_high", func(r *Route) *float64 { return &r.PriceHigh }, amount, parseAmount),
		field("market_price", func(r *Route) *float64 { return &r.MarketPrice }, amount, parseAmount),
		field("child_price", func(r *Route) *float64 { return &r.ChildPrice }, amount, parseAmount),
		field("currency", func(r *Route) *string { return &r.Currency }, cut, parseCurrency),
		field("days", func(r *Route) *int { return &r.Days }, number, parseCount),
		field("nights", func(r *Route) *int { return &r.Nights }, number, parseCount),
		field("from", func(r *Route) *string { return &r.From }, cut, asTyped),
		field("to", func(r *Route) *[]string { return &r.To }, words, parseList),
		field("dates", func(r *Route) *[]string { return &r.Dates }, words, parseDays),
		field("ranges", func(r *Route) *[]DateRange { return &r.Ranges }, asJSON, parseRanges),
		field("weekly", func(r *Route) *[]string { return &r.Weekly }, words, parseWeekly),
		field("monthly", func(r *Route) *[]int { return &r.Monthly }, asJSON, parseMonthly),
		field("daily", func(r *Route) *bool { return &r.Daily }, strconv.FormatBool, strconv.ParseBool),
		field("transport", func(r *Route) *string { return &r.Transport }, cut, asTyped),
		field("image", func(r *Route) *string { return &r.Image }, cut, asTyped),
		field("agency", func(r *Route) *string { return &r.Agency }, cut, asTyped),
		field("phone", func(r *Route) *string { return &r.Phone }, cut, asTyped),
		field("itinerary", func(r *Route) *[]Day { return &r.Itinerary }, days, parseItinerary),
		field("included", func(r *Route) *string { return &r.Included }, cut, asTyped),
		field("excluded", func(r *Route) *string { return &r.Excluded }, cut, asTyped),
		field("notice", func(r *Route) *string { return &r.Notice }, cut, asTyped),
		field("visa", func(r *Route) *string { return &r.Visa }, cut, asTyped),
	}
}

func asTyped(s string) (string, error) { return s, nil }

func parseAmount(s string) (float64, error) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil || !(v >= 0 && v < 1e9) {
		return 0, fmt.Errorf("«%s» is not an amount; give a number like 2680", s)
	}
	return v, nil
}

func parseCurrency(s string) (string, error) {
	s = strings.ToUpper(s)
	if len(s) != 3 || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", fmt.Errorf("«%s» is not a currency; give three letters like CNY", s)
	}
	return s, nil
}

func parseCount(s string) (int, error) {
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 || v > 365 {
		return 0, fmt.Errorf("«%s» is not a number of days; give 0 to 365", s)
	}
	return v, nil
}

// parseList parts 昆明、大理, also at commas of both widths and at semicolons.
func parseList(s string) ([]string, error) {
	var out []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("、,，;；\n", r) }) {
		if w = strings.TrimSpace(w); w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out, nil
}

func parseDays(s string) ([]string, error) {
	list, err := parseList(s)
	for _, d := range list {
		if _, err := time.Parse(time.DateOnly, d); err != nil {
			return nil, fmt.Errorf("«%s» is not a day; give days like 2026-05-01", d)
		}
	}
	slices.Sort(list)
	return list, err
}

func parseRanges(s string) ([]DateRange, error) {
	list, err := parseList(s)
	if err != nil {
		return nil, err
	}
	var out []DateRange
	for _, w := range list {
		start, end, _ := strings.Cut(w, "/")
		if both, err := parseDays(start + "," + end); err != nil || end < start || len(both) == 0 {
			return nil, fmt.Errorf("«%s» is not a span of days; give spans like 2026-05-01/2026-05-31", w)
		}
		out = append(out, DateRange{Start: start, End: end})
	}
	return out, nil
}

func parseWeekly(s string) ([]string, error) {
	list, err := parseList(strings.ToUpper(s))
	for _, d := range list {
		if !slices.Contains([]string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}, d) {
			return nil, fmt.Errorf("«%s» is not a day of the week; give MO, TU, WE, TH, FR, SA, SU", d)
		}
	}
	return list, err
}

func parseMonthly(s string) ([]int, error) {
	list, err := parseList(s)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, w := range list {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > 31 {
			return nil, fmt.Errorf("«%s» is not a day of the month; give 1 to 31", w)
		}
		out = append(out, n)
	}
	return out, nil
}

// parseItinerary takes a line a day, its title before a | and its text behind it.
func parseItinerary(s string) ([]Day, error) {
	var out []Day
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			title, text, _ := strings.Cut(line, "|")
			out = append(out, Day{N: len(out) + 1, Title: strings.TrimSpace(title), Text: strings.TrimSpace(text)})
		}
	}
	return out, nil
}
