package app

import (
	"encoding/json"
	"time"

	"xunlu/assets"
	"xunlu/engine/field"
	"xunlu/engine/page"
	"xunlu/engine/robots"
)

// CanonicalURL gives the form used for identity. base "" wants an absolute address; charset is that of the page it stands on.
func CanonicalURL(base, ref, charset string) (string, error) {
	if base == "" {
		return page.Resolve(ref, ref, charset)
	}
	return page.Resolve(base, ref, charset)
}

// RobotsAnswer is what a robots.txt says of one URL.
type RobotsAnswer struct {
	URL     string  `json:"url"`
	Allowed bool    `json:"allowed"`
	Line    int     `json:"line"`    // of the rule that decided, 0 = none
	Delay   float64 `json:"delay_s"` // Crawl-delay in seconds, 0 = none
}

// Robots reads a robots.txt for an agent.
func Robots(body []byte, agent string, urls []string) []RobotsAnswer {
	f := robots.Parse(body)
	out := make([]RobotsAnswer, 0, len(urls))
	for _, u := range urls {
		ok, line, delay := f.Test(agent, u)
		out = append(out, RobotsAnswer{u, ok, line, delay.Seconds()})
	}
	return out
}

// ReadText reads price, days, nights, dates and transport from a text, as a JSON object that begins with the text.
func ReadText(text string, today time.Time) (json.RawMessage, error) {
	head, err := json.Marshal(struct {
		Text string `json:"text"`
	}{text})
	if err != nil {
		return nil, err
	}
	places, err := field.NewPlaces(assets.Places())
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(places.Read(text, today))
	if err != nil {
		return nil, err
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}
