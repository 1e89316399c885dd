package order

import (
	"unicode/utf8"
)

// Groups are the kinds of things a link is judged by; leaving one out shows what it adds.
type Groups uint8

const (
	Anchor   Groups = 1 << iota // the words of the link
	URLShape                    // what its address looks like
	Parent                      // what the page is on which it stands
	Place                       // where it stands there
	Depth                       // how far from a start address, and where the link came from
	Topology                    // how much of the site points to it
	Listing                     // kinds of pages that led to routes before
	All      = Anchor | URLShape | Parent | Place | Depth | Topology | Listing
)

// GroupNames are the groups as reports name them, in the order of their bits.
func GroupNames() []string {
	return []string{"anchor", "shape", "parent", "place", "depth", "topology", "listing"}
}

// Page is what is known of the page on which links stand.
type Page struct {
	Shape   string // Shape.Full of its address
	Route   bool
	Listing bool    // a template says so, or it shows many priced cards
	K       float64 // paper B's relevance ÷ its threshold, 0 = not counted
	Depth   int     // links from a start address
}

// Link is what is known of a link before it is fetched.
type Link struct {
	Text   string
	Shape  Shape
	Source string // how the page links to it: "a", "frame", "sitemap" …
	At, Of int    // its place among the links of the page
	Run    int    // links of the same shape around it, itself included
}

// Size is the number of weights of a Model. Features are hashed into it.
const Size = 1 << 13

// The first features have places of their own, so that a person can give them a weight.
const (
	featBias = iota
	featDays
	featPrice
	featNoText
	featParentRoute
	featParentListing
	featNav
	featFooter
	featRow
	featSitemap
	featDeep
	featTopo        // 8 of them
	featNamed  = 32 // hashed ones lie above
	topoLevels = 8
)

// maxGrams bounds the pairs of characters of one link's text.
const maxGrams = 24

// Features appends what is known of a link, as places in a Model, ascending order not promised.
func Features(dst []uint16, p *Page, l *Link, use Groups) []uint16 {
	dst = append(dst, featBias)
	if use&Anchor != 0 {
		dst = anchorFeatures(dst, l.Text)
	}
	if use&URLShape != 0 {
		dst = append(dst, place(hashString(11, l.Shape.Full)))
		dst = pathWords(dst, l.Shape.Path)
	}
	if use&Parent != 0 {
		dst = parentFeatures(dst, p, l)
	}
	if use&Place != 0 {
		dst = placeFeatures(dst, l)
	}
	if use&Depth != 0 {
		d := min(p.Depth+1, 15)
		if d > 3 {
			dst = append(dst, featDeep)
		}
		dst = append(dst, place(hashString(uint32(100+d), l.Source)))
		if l.Source == "sitemap" {
			dst = append(dst, featSitemap)
		}
	}
	return dst
}

func parentFeatures(dst []uint16, p *Page, l *Link) []uint16 {
	if p.Route {
		dst = append(dst, featParentRoute)
	}
	if p.Listing {
		dst = append(dst, featParentListing)
	}
	h := hashString(12, p.Shape)
	dst = append(dst, place(h), place(hashString(h, l.Shape.Full)))
	if p.K > 0 {
		dst = append(dst, place(uint32(200+min(int(p.K*2), 6))*prime))
	}
	return dst
}

// placeFeatures tell a menu from a row of cards and from a footer by where a link stands among the links of its page and
// how many like it stand beside it.
func placeFeatures(dst []uint16, l *Link) []uint16 {
	part := 0
	if l.Of > 0 {
		part = l.At * 10 / l.Of
	}
	short := utf8.RuneCountInString(l.Text) <= 5
	switch {
	case part == 0 && short:
		dst = append(dst, featNav)
	case part == 9 && short:
		dst = append(dst, featFooter)
	}
	if l.Run >= 5 {
		dst = append(dst, featRow)
	}
	return append(dst, place(uint32(320+bits(l.Run))*prime))
}

// bits is the number of bits of a small count: 0, 1, 2, 2, 3 …
func bits(n int) int {
	b := 0
	for ; n > 0; n >>= 1 {
		b++
	}
	return b
}

// anchorFeatures are pairs of neighbouring characters; a run of digits is one 0, so that 5日游 and 12日游 are alike.
func anchorFeatures(dst []uint16, text string) []uint16 {
	var prev rune
	n, days, price := 0, false, false
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9' || r >= '０' && r <= '９' || chineseDigit(r):
			r = '0'
			if prev == '0' {
				continue
			}
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		}
		if prev == '0' && (r == '日' || r == '天' || r == '晚') {
			days = true
		}
		if r == '¥' || r == '￥' || r == '元' || r == '$' {
			price = true
		}
		if prev != 0 && n < maxGrams {
			dst = append(dst, place((uint32(prev)*31+uint32(r))*prime))
			n++
		}
		prev = r
	}
	if days {
		dst = append(dst, featDays)
	}
	if price {
		dst = append(dst, featPrice)
	}
	if prev == 0 {
		return append(dst, featNoText)
	}
	return append(dst, place(uint32(400+min(len(text)/6, 12))*prime))
}

func chineseDigit(r rune) bool {
	switch r {
	case '一', '二', '两', '兩', '三', '四', '五', '六', '七', '八', '九', '十':
		return true
	}
	return false
}

// pathWords adds the words of a path: tour, line, news say the same at many sites.
func pathWords(dst []uint16, path string) []uint16 {
	h, n := uint32(13), 0
	for i := 0; i < len(path); i++ {
		if c := path[i] | 0x20; c >= 'a' && c <= 'z' {
			h = (h ^ uint32(c)) * prime
			n++
			continue
		}
		if n >= 2 {
			dst = append(dst, place(h))
		}
		h, n = 13, 0
	}
	if n >= 2 {
		dst = append(dst, place(h))
	}
	return dst
}

const prime = 16777619

func hashString(seed uint32, s string) uint32 {
	h := seed*prime ^ 2166136261
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * prime
	}
	return h
}

// place maps a hash to a weight above the named ones.
func place(h uint32) uint16 {
	h ^= h >> 15
	h *= 2246822519
	h ^= h >> 13
	return uint16(featNamed + h%(Size-featNamed))
}
