package app

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"xunlu/storage"
)

// OfferOptions says whose offer a sheet is and where it goes.
type OfferOptions struct {
	Agency   string // of the office that hands the sheet out
	Phone    string
	Note     string // to the customer, below the tours
	Language string // zh-CN or en; of the words around the tours
	File     string // "" is a new file in the data folder's offers
}

//go:embed offersheet.html
var offerHTML string

var offerTemplate = template.Must(template.New("offer").Parse(offerHTML))

// mostOffers is how many tours one sheet takes.
const mostOffers = 50

var (
	errNoOffer    = errors.New("no tour is chosen for the offer sheet")
	errManyOffers = fmt.Errorf("an offer sheet takes %d tours at most", mostOffers)
)

// OfferSheet writes a page to print of the routes with these ids, in their order: one HTML file of A4 sheets that needs no network
// and runs no script. It returns the file, for the system's browser to show and print.
func (a *App) OfferSheet(ctx context.Context, ids []uint64, o OfferOptions) (string, error) {
	switch {
	case len(ids) == 0:
		return "", errNoOffer
	case len(ids) > mostOffers:
		return "", errManyOffers
	}
	var routes []storage.Route
	err := a.store.SomeRoutes(ids, func(r storage.Route) error {
		routes = append(routes, r)
		return ctx.Err()
	})
	if err != nil {
		return "", fmt.Errorf("offer sheet: %w", err)
	}
	if len(routes) == 0 {
		return "", fmt.Errorf("offer sheet: the routes are %w", storage.ErrNotFound)
	}
	now := time.Now()
	if o.File == "" {
		o.File = filepath.Join(a.dir, "offers", FileName(now.Format("20060102-150405")+" "+routes[0].Title, ".html"))
		if err := os.MkdirAll(filepath.Dir(o.File), 0o755); err != nil {
			return "", fmt.Errorf("offer sheet: %w", err)
		}
	}
	var b bytes.Buffer
	if err := offerTemplate.Execute(&b, offerOf(routes, o, now)); err != nil {
		return "", fmt.Errorf("offer sheet: %w", err)
	}
	if err := os.WriteFile(o.File, b.Bytes(), 0o644); err != nil {
		return "", fmt.Errorf("offer sheet: %w", err)
	}
	return o.File, nil
}

// offerPage is what the template prints.
type offerPage struct {
	OfferOptions
	Words map[string]string
	Date  string
	Tours []offerTour
}

type offerTour struct {
	Title, Price, Was, Child string
	Facts                    []offerFact
	Days                     []storage.Day
	Included, Excluded       []string
	Notice                   []string
}

type offerFact struct{ Name, Value string }

func offerOf(routes []storage.Route, o OfferOptions, now time.Time) offerPage {
	words := offerWords["en"]
	if o.Language == "" || strings.HasPrefix(o.Language, "zh") {
		words, o.Language = offerWords["zh"], "zh-CN"
	}
	out := offerPage{OfferOptions: o, Words: words, Date: now.Format(time.DateOnly)}
	for _, r := range routes {
		out.Tours = append(out.Tours, tourOf(&r, words, now))
	}
	return out
}

func tourOf(r *storage.Route, words map[string]string, now time.Time) offerTour {
	t := offerTour{Title: r.Title, Days: slices.Clone(r.Itinerary), Included: paragraphs(r.Included), Excluded: paragraphs(r.Excluded), Notice: paragraphs(r.Notice)}
	if r.Price > 0 {
		t.Price = money(r.Price, r.Currency)
	}
	if r.MarketPrice > r.Price {
		t.Was = money(r.MarketPrice, r.Currency)
	}
	if r.ChildPrice > 0 {
		t.Child = money(r.ChildPrice, r.Currency)
	}
	length := ""
	if r.Days > 0 {
		length = strconv.Itoa(r.Days) + words["day"]
	}
	if r.Nights > 0 {
		length += words["and"] + strconv.Itoa(r.Nights) + words["night"]
	}
	for _, f := range []offerFact{{"length", length}, {"from", r.From}, {"to", strings.Join(r.To, " · ")}, {"transport", transportWords(r.Transport, words)}, {"dates", leaves(r, words, now)}} {
		if f.Value != "" {
			t.Facts = append(t.Facts, offerFact{words[f.Name], f.Value})
		}
	}
	for i := range t.Days {
		d := &t.Days[i]
		if d.Title == "" {
			d.Title, d.Text, _ = strings.Cut(d.Text, "\n")
		}
		d.Title, d.Text = plainSigns(d.Title), plainSigns(d.Text)
		d.Meals, d.Hotel = unlessIn(d.Text, plainSigns(d.Meals)), unlessIn(d.Text, plainSigns(d.Hotel))
	}
	return t
}

// paragraphs are the lines of a text.
func paragraphs(s string) []string {
	var out []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(plainSigns(line))
		if rest := strings.TrimSpace(listNumber.ReplaceAllString(line, "")); rest != "" {
			out = append(out, rest)
		}
	}
	return out
}

// listNumber is a number before a line of a list, which has its own marks on the sheet: not the figure of 1.2米以下.
var listNumber = regexp.MustCompile(`^(?:\d{1,2}[、)）]|\d{1,2}[.．]\s+|[(（]\d{1,2}[)）]|[①-⑳])[、.． ]*`)

// plainSigns leaves out the little pictures that pages put before their lines: printers have no letters for them.
func plainSigns(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r == 0xFE0F, r == 0x200D, r >= 0xE000 && r <= 0xF8FF:
			return -1
		}
		return r
	}, s)
}

// unlessIn is a part that the text does not say already.
func unlessIn(text, part string) string {
	if strings.Contains(text, strings.TrimSpace(part)) {
		return ""
	}
	return strings.TrimSpace(part)
}

var moneySigns = map[string]string{"CNY": "¥", "": "¥", "USD": "US$", "EUR": "€", "GBP": "£", "HKD": "HK$", "TWD": "NT$", "JPY": "JP¥", "KRW": "₩", "THB": "฿", "AUD": "A$"}

// money writes a sum with its sign and thousands apart: ¥12,680.
func money(v float64, currency string) string {
	sign, ok := moneySigns[currency]
	if !ok {
		sign = currency + " "
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	whole, rest, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return sign + whole
}

func transportWords(t string, words map[string]string) string {
	var out []string
	for _, way := range strings.Split(t, "/") {
		if w := words[way]; w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " / ")
}

// fewDates is how many departures a sheet names one by one.
const fewDates = 12

// leaves tells when a tour leaves; days that have passed are left out.
func leaves(r *storage.Route, words map[string]string, now time.Time) string {
	today := now.Format(time.DateOnly)
	var parts []string
	if r.Daily {
		parts = append(parts, words["daily"])
	}
	for _, d := range r.Weekly {
		parts = append(parts, words[d])
	}
	for _, x := range r.Ranges {
		if x.End >= today {
			parts = append(parts, x.Start+" – "+x.End)
		}
	}
	n := 0
	for _, d := range r.Dates {
		if d < today {
			continue
		}
		if n++; n > fewDates {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, d)
	}
	return strings.Join(parts, words["comma"])
}

var offerWords = map[string]map[string]string{
	"zh": {"length": "行程", "day": "天", "and": "", "night": "晚", "from": "出发地", "to": "目的地", "transport": "交通", "dates": "出发日期", "daily": "天天发团", "comma": "、",
		"MO": "周一", "TU": "周二", "WE": "周三", "TH": "周四", "FR": "周五", "SA": "周六", "SU": "周日", "flight": "飞机", "train": "火车", "coach": "汽车", "ship": "轮船", "self_drive": "自驾",
		"itinerary": "行程安排", "dayhead": "第", "daytail": "天", "meals": "用餐", "hotel": "住宿", "included": "费用包含", "excluded": "费用不含", "notice": "预订须知", "was": "原价", "child": "儿童",
		"adult": "每位成人", "ask": "价格请来电咨询", "sheet": "旅游线路报价单", "valid": "制表日期", "subject": "价格与余位以签约时确认为准", "phone": "电话"},
	"en": {"length": "Length", "day": " days", "and": ", ", "night": " nights", "from": "From", "to": "To", "transport": "Transport", "dates": "Departures", "daily": "daily", "comma": ", ",
		"MO": "Mondays", "TU": "Tuesdays", "WE": "Wednesdays", "TH": "Thursdays", "FR": "Fridays", "SA": "Saturdays", "SU": "Sundays", "flight": "flight", "train": "train", "coach": "coach", "ship": "ship", "self_drive": "self-drive",
		"itinerary": "Day by day", "dayhead": "Day ", "daytail": "", "meals": "Meals", "hotel": "Overnight", "included": "Included", "excluded": "Not included", "notice": "Please note", "was": "list price", "child": "children",
		"adult": "per adult", "ask": "Price on request", "sheet": "Tour offer", "valid": "Issued", "subject": "Prices and places subject to confirmation at booking", "phone": "Phone"},
}
