package demo

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed texts/*.txt
var textFiles embed.FS

// locale is all that is written in one language: phrase pools by key and the regions tours go to. Read-only after load.
type locale struct {
	lang    string // html lang attribute
	pools   map[string][]string
	regions []*region
	weights int    // sum of the regions' weights
	inline  string // script and style on every page
}

// region is an area that tours go to.
type region struct {
	key, name        string
	abroad           bool
	weight           int
	minDays, maxDays int
	perDay           int // rough price of a day in the locale's currency
	transports       []string
	to               []string
	near             []string // cities from where coaches and ships go
	foods            []string
	visaName, visa   string
	spots            []spot
}

// spot is a sight.
type spot struct {
	name, town, desc string
	ticket           int // 0 = free
}

// loadLocale reads the texts of a language; files are embedded, an error means that a file is malformed.
func loadLocale(lang, suffix string, files ...string) (*locale, error) {
	l := &locale{lang: lang, pools: map[string][]string{}}
	for _, f := range files {
		data, err := textFiles.ReadFile("texts/" + f + suffix + ".txt")
		if err != nil {
			return nil, fmt.Errorf("demo texts: %w", err)
		}
		if err := l.addPools(string(data)); err != nil {
			return nil, fmt.Errorf("demo texts %s%s: %w", f, suffix, err)
		}
	}
	data, err := textFiles.ReadFile("texts/regions" + suffix + ".txt")
	if err != nil {
		return nil, fmt.Errorf("demo texts: %w", err)
	}
	if err := l.addRegions(string(data)); err != nil {
		return nil, fmt.Errorf("demo regions%s: %w", suffix, err)
	}
	l.inline = l.bulk()
	return l, nil
}

func (l *locale) addPools(text string) error {
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return fmt.Errorf("line %d has no key", i+1)
		}
		if strings.HasPrefix(key, "label.") {
			l.pools[key] = strings.Split(value, "|")
			continue
		}
		l.pools[key] = append(l.pools[key], value)
	}
	return nil
}

func (l *locale) addRegions(text string) error {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		r := &region{}
		for line := range strings.SplitSeq(block, "\n") {
			if err := r.read(line); err != nil {
				return err
			}
		}
		if len(r.to) == 0 || len(r.spots) < 2 || len(r.foods) == 0 {
			return fmt.Errorf("region %s is incomplete", r.key)
		}
		l.weights += r.weight
		l.regions = append(l.regions, r)
	}
	return nil
}

// read takes one line of a region's block.
func (r *region) read(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "region":
		return r.readHead(strings.Fields(rest))
	case "near":
		r.near = splitWords(rest)
	case "to":
		r.to = splitWords(rest)
	case "food":
		r.foods = splitWords(rest)
	case "visa":
		r.visaName, r.visa, _ = strings.Cut(rest, "|")
	case "spot":
		p := strings.Split(rest, "|")
		if len(p) != 4 {
			return fmt.Errorf("spot %q has %d parts", rest, len(p))
		}
		fee, err := strconv.Atoi(p[3])
		if err != nil {
			return fmt.Errorf("spot %q: %w", rest, err)
		}
		r.spots = append(r.spots, spot{name: p[0], town: p[1], desc: p[2], ticket: fee})
	default:
		return fmt.Errorf("unknown line %q", line)
	}
	return nil
}

// readHead takes key, name (may hold spaces), domestic or abroad, weight, days lo-hi, price a day, transports.
func (r *region) readHead(f []string) error {
	n := len(f)
	if n < 7 {
		return fmt.Errorf("region line %v too short", f)
	}
	r.key, r.name, r.abroad = f[0], strings.Join(f[1:n-5], " "), f[n-5] == "abroad"
	r.transports = strings.Split(f[n-1], ",")
	if _, err := fmt.Sscanf(f[n-4]+" "+f[n-3]+" "+f[n-2], "%d %d-%d %d", &r.weight, &r.minDays, &r.maxDays, &r.perDay); err != nil {
		return fmt.Errorf("region %s: %w", r.key, err)
	}
	return nil
}

func splitWords(s string) []string {
	if strings.Contains(s, "|") {
		return strings.Split(s, "|")
	}
	return strings.Fields(s)
}

// pool gives the phrases of a key. A missing key is a mistake in the embedded texts, which a test finds.
func (l *locale) pool(key string) []string {
	p := l.pools[key]
	if len(p) == 0 {
		panic("demo: no text for " + key + " in " + l.lang)
	}
	return p
}

// region picks a region by weight.
func (l *locale) region(d dice) *region {
	n := d.IntN(l.weights)
	for _, r := range l.regions {
		if n -= r.weight; n < 0 {
			return r
		}
	}
	return l.regions[0]
}
