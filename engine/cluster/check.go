package cluster

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"xunlu/engine"
	"xunlu/judge"
	"xunlu/storage"
)

// Bounds of what an outcome from another PC may hold.
const (
	maxText     = 64 << 10 // bytes of one text field
	maxWord     = 1 << 10  // bytes of a name, a title, a charset
	maxAddress  = 2083
	maxLinks    = 50_000
	maxHeaders  = 200
	maxPrice    = 10_000_000
	maxDays     = 366
	maxList     = 1000
	maxHoldTime = 24 * time.Hour
)

var (
	errForeign = errors.New("its address is not the one that was lent")
	errKind    = errors.New("a field has a value that no node gives")
)

// check makes an outcome from another PC safe to keep: task is the coordinator's own. What is plainly wrong is refused; a field
// that cannot be is emptied; signs that do harm on a screen or in a table are taken out.
func check(o *engine.Outcome, task engine.Task, now time.Time) error {
	if o.Task.URL != task.URL {
		return errForeign
	}
	o.Task = task
	if o.Status < 0 || o.Status > 999 || !word(string(o.Failure)) || !word(o.Charset) || len(o.Links) > maxLinks ||
		o.Failure == "" && o.Response == nil && o.Redirect == "" && !task.Sitemap {
		return errKind
	}
	o.Error, o.Title, o.Declared = clean(o.Error, maxWord), clean(o.Title, maxWord), clean(o.Declared, 64)
	o.After, o.Delay = max(0, o.After), min(max(0, o.Delay), maxHoldTime)
	if o.Hold.After(now.Add(maxHoldTime)) {
		o.Hold = now.Add(maxHoldTime)
	}
	o.Sitemaps = slices.DeleteFunc(o.Sitemaps[:min(len(o.Sitemaps), maxList)], func(u string) bool { return !address(u) })
	if o.Redirect != "" && !address(o.Redirect) || o.Canonical != "" && !address(o.Canonical) {
		return fmt.Errorf("%w: an address", errKind)
	}
	if o.Relevance = finite(o.Relevance, 0, 1e6); !o.Guided {
		o.Relevance = 0
	}
	if len(o.Blocks) > 8*judge.MaxBlocks {
		return fmt.Errorf("%w: blocks", errKind)
	}
	if len(o.Blocks)%8 != 0 {
		o.Blocks = nil
	}
	if o.Evidence != nil {
		if err := new(judge.Evidence).UnmarshalBinary(o.Evidence); err != nil {
			return fmt.Errorf("%w: evidence", errKind)
		}
	}
	if err := checkVerdict(&o.Verdict); err != nil {
		return err
	}
	if err := checkResponse(o, now); err != nil {
		return err
	}
	kept := o.Links[:0]
	for _, l := range o.Links {
		if address(l.URL) && word(string(l.Kind)) {
			l.Text = clean(l.Text, maxWord)
			kept = append(kept, l)
		}
	}
	o.Links = kept
	for i := range o.Problems[:min(len(o.Problems), 20)] {
		o.Problems[i] = clean(o.Problems[i], maxWord)
	}
	o.Problems = o.Problems[:min(len(o.Problems), 20)]
	if !o.Verdict.Route {
		o.Route = nil
	}
	if o.Route != nil {
		checkRoute(o.Route)
	}
	return nil
}

func checkVerdict(v *judge.Verdict) error {
	switch {
	case v.Label != "" && v.Label != judge.LabelRoute && v.Label != judge.LabelOther && v.Label != judge.LabelUnsure,
		v.Route != (v.Label == judge.LabelRoute), !word(string(v.By)), !word(string(v.Class)), len(v.Rules) > maxWord,
		math.IsNaN(v.Score), math.IsInf(v.Score, 0), math.IsNaN(v.Threshold), math.IsInf(v.Threshold, 0):
		return fmt.Errorf("%w: verdict", errKind)
	}
	v.Template, v.Rules, v.Reasons = clean(v.Template, maxWord), clean(v.Rules, maxWord), nil
	return nil
}

// checkResponse: the page is that of the task, its time is not after ours.
func checkResponse(o *engine.Outcome, now time.Time) error {
	r := o.Response
	if r == nil {
		return nil
	}
	if r.URL != o.Task.URL && r.URL != "" || r.FinalURL != "" && hostOf(r.FinalURL) != hostOf(o.Task.URL) {
		return errForeign
	}
	r.URL = o.Task.URL
	if r.Status < 0 || r.Status > 999 || len(r.Header) > maxHeaders {
		return fmt.Errorf("%w: response", errKind)
	}
	if r.Fetched.IsZero() || r.Fetched.After(now) || r.Fetched.Before(now.Add(-maxHoldTime)) {
		r.Fetched = now // the coordinator's time
	}
	r.Took = min(max(r.Took, 0), maxHoldTime)
	for k, vs := range r.Header {
		if k == "" || strings.ContainsAny(k, " \r\n:") || len(k) > maxWord || len(vs) > maxHeaders {
			delete(r.Header, k)
			continue
		}
		for i, v := range vs {
			vs[i] = clean(v, 8*maxWord)
		}
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	return nil
}

func checkRoute(r *storage.Route) {
	for _, p := range []*float64{&r.Price, &r.PriceHigh, &r.MarketPrice, &r.ChildPrice} {
		*p = finite(*p, 0, maxPrice)
	}
	if r.Days < 0 || r.Days > maxDays {
		r.Days = 0
	}
	if r.Nights < 0 || r.Nights > maxDays {
		r.Nights = 0
	}
	for _, s := range []*string{&r.Title, &r.From, &r.Currency, &r.Transport, &r.Agency, &r.Phone, &r.Lang} {
		*s = clean(*s, maxWord)
	}
	for _, s := range []*string{&r.Included, &r.Excluded, &r.Notice, &r.Visa} {
		*s = clean(*s, maxText)
	}
	if r.Image != "" && !address(r.Image) {
		r.Image = ""
	}
	for _, list := range []*[]string{&r.To, &r.Dates, &r.Weekly} {
		*list = (*list)[:min(len(*list), maxList)]
		for i, s := range *list {
			(*list)[i] = clean(s, maxWord)
		}
	}
	r.Monthly, r.Ranges = r.Monthly[:min(len(r.Monthly), maxList)], r.Ranges[:min(len(r.Ranges), maxList)]
	for i := range r.Ranges {
		r.Ranges[i].Start, r.Ranges[i].End = clean(r.Ranges[i].Start, 32), clean(r.Ranges[i].End, 32)
	}
	r.Itinerary = r.Itinerary[:min(len(r.Itinerary), maxDays)]
	for i := range r.Itinerary {
		d := &r.Itinerary[i]
		d.Title, d.Text, d.Meals, d.Hotel = clean(d.Title, maxWord), clean(d.Text, maxText), clean(d.Meals, maxWord), clean(d.Hotel, maxWord)
	}
	// What only the coordinator's store says of a route.
	r.ID, r.Seq, r.State, r.First, r.History = 0, 0, "", time.Time{}, nil
	r.Disputes = r.Disputes[:min(len(r.Disputes), maxList)]
	for i := range r.Disputes {
		d := &r.Disputes[i]
		d.Field, d.Value, d.Source = clean(d.Field, 32), clean(d.Value, maxWord), clean(d.Source, 32)
	}
	for k, v := range r.Sources {
		if !word(k) || !word(v) {
			delete(r.Sources, k)
		}
	}
}

// word says whether s can be one of our own short names.
func word(s string) bool {
	if len(s) > 64 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != ':' && c != '.' {
			return false
		}
	}
	return true
}

// address says whether u can be an address of a page.
func address(u string) bool {
	if len(u) > maxAddress || !strings.HasPrefix(u, "http://") && !strings.HasPrefix(u, "https://") {
		return false
	}
	for _, c := range []byte(u) {
		if c <= ' ' || c == 0x7f || c == '"' || c == '<' || c == '>' {
			return false
		}
	}
	return true
}

func hostOf(u string) string {
	p, err := url.Parse(u)
	if err != nil {
		return u
	}
	return p.Host
}

func finite(v, low, high float64) float64 {
	if math.IsNaN(v) || v < low || v > high {
		return 0
	}
	return v
}

// clean cuts a text to size and takes out what is no text: control signs but for line ends and tabs, and those that turn the
// direction of writing.
func clean(s string, most int) string {
	if len(s) > most {
		s = s[:most]
		for len(s) > 0 && !utf8.ValidString(s[max(0, len(s)-utf8.UTFMax):]) {
			s = s[:len(s)-1]
		}
	}
	if plain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// plain says that there is nothing to take out, at the price of one look.
func plain(s string) bool {
	for _, r := range s {
		if r < ' ' && r != '\n' && r != '\t' || r == utf8.RuneError || r >= 0x7f && r <= 0x9f || r >= 0x200e && unicode.Is(unicode.Bidi_Control, r) {
			return false
		}
	}
	return true
}
