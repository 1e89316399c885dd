package page

import (
	"strconv"
	"strings"

	"xunlu/engine/field"
)

var digitsOnly = field.MustPattern(`^\s*[\d.,' ]+\s*$`)

// offer takes price and currency of an Offer or AggregateOffer; of several the lowest price counts.
func (s *structured) offer(n node) {
	low, high := amountOf(n["lowPrice"]), amountOf(n["highPrice"])
	price := amountOf(n["price"])
	currency := field.Currency(propText(n["priceCurrency"]))
	specs := append(nodesOf(n["priceSpecification"]), nodesOf(n["offers"])...)
	for _, spec := range specs {
		if t := strings.ToLower(propText(spec["priceType"])); strings.Contains(t, "listprice") || strings.Contains(t, "strikethrough") || strings.Contains(t, "msrp") {
			continue
		}
		if p := amountOf(spec["price"]); p > 0 && (price == 0 || p < price) {
			price = p
		}
		if p := amountOf(spec["minPrice"]); p > 0 && price == 0 {
			price = p
		}
		if c := field.Currency(propText(spec["priceCurrency"])); c != "" && currency == "" {
			currency = c
		}
	}
	if price == 0 {
		price = low
	}
	if price == 0 {
		return
	}
	if currency == "" {
		currency = field.Prices(propText(n["price"])).Currency
	}
	if s.price == 0 || price < s.price {
		s.price, s.high = price, 0
		if currency != "" {
			s.currency = currency
		}
	}
	if high > s.price {
		s.high = high
	}
	if seller := propText(n["seller"]); seller != "" && s.agency == "" && !strings.HasPrefix(seller, "http") {
		s.agency = seller
	}
}

// amountOf reads a price value: a number, or text with digits, grouping and perhaps a sign.
func amountOf(v any) float64 {
	t := propText(v)
	if t == "" {
		return 0
	}
	if digitsOnly.MatchString(t) {
		n, ok := field.Numeral(t)
		if !ok || n < 0 {
			return 0
		}
		return n
	}
	return field.Prices(t).Price
}

var isoDuration = field.MustPattern(`(?i)^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?.*)?$`)

// duration reads P5D, "5 days" and the like.
func (s *structured) duration(n node) {
	for _, key := range []string{"duration", "tripDuration", "timeRequired"} {
		t := propText(n[key])
		if t == "" {
			continue
		}
		if m := isoDuration.FindStringSubmatch(t); m != nil {
			s.days = atoiOr0(m[1])*7 + atoiOr0(m[2])
			return
		}
		d, nights, _ := field.Duration(t)
		s.days, s.nights = d, nights
		return
	}
}

func atoiOr0(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n > 400 {
		return 0
	}
	return n
}

// dateOnly cuts the time off an ISO date and time.
func dateOnly(s string) string {
	if len(s) > 10 && s[10] == 'T' {
		return s[:10]
	}
	return s
}
