package demo

import (
	"net/url"
	"strconv"
	"strings"
)

// urls are the patterns of a design's addresses. {a} is a number of the thing, {b} a page number, {k} a word for the
// kind of page, {c} the number of a supplier. Alternatives stand between bars; a site chooses one.
type urls struct {
	route  string
	agency string // routes of one agency on a platform; empty elsewhere
	list   string // {a} category, {b} page
	item   string // articles, tickets, hotels …
	index  string // {b} page of a list of items
	single string // about, faq, cart
	home   string // another address of the start page, empty for none
}

// choose fixes the alternatives. Platforms take them in turn, so that three platforms have three sets of rules.
func (u urls) choose(d dice, id int) urls {
	inTurn := u.agency != ""
	for _, p := range []*string{&u.route, &u.agency, &u.list, &u.item, &u.index, &u.single, &u.home} {
		of := strings.Split(*p, "|")
		if *p = one(d, of); inTurn {
			*p = of[id%len(of)]
		}
	}
	return u
}

// kindWords are the words in URLs, one list a kind; a site chooses.
var kindWords = map[pageKind][]string{
	pkGuide: {"guide", "gonglue", "raiders"}, pkNews: {"news", "xinwen", "article"}, pkVisa: {"visa", "qianzheng"},
	pkTicket: {"ticket", "menpiao", "spot"}, pkHotel: {"hotel", "jiudian"}, pkBlog: {"blog", "youji", "story"},
	pkAbout: {"about", "company"}, pkFaq: {"faq", "help"}, pkCart: {"cart", "order"},
	pkGoods: {"goods", "item"}, pkThread: {"thread", "topic"}, pkRecipe: {"recipe", "caipu"}, pkMissing: {"off", "old"},
}

func (s *site) kindWord(k pageKind) string {
	w := kindWords[k]
	return w[s.idBase%len(w)]
}

// address gives the path of thing n of a kind.
func (s *site) address(k pageKind, n int) string {
	a, b, c := s.idBase+int(k)*37+n*s.idStep, 1, 0
	pattern := s.urls.item
	switch k {
	case pkHome:
		return "/"
	case pkFrame:
		return frameFiles[n]
	case pkRoute:
		pattern = s.urls.route
		if s.urls.agency != "" && n%4 == 3 {
			pattern, c = s.urls.agency, 10+n%23
		}
	case pkList:
		l := s.lists[n]
		pattern, a, b = s.urls.list, l.cat+1, l.page+1
	case pkIndex:
		k, b = pageKind(n/1000), n%1000+1
		pattern = s.urls.index
	case pkFaq, pkCart:
		pattern = s.urls.single
	case pkAbout:
		if n == 0 {
			pattern = s.urls.single
		}
	}
	return expand(pattern, a, b, c, s.kindWordOr(k))
}

// expand puts numbers and a word into a pattern; pages hold hundreds of links, so it is made to be quick.
func expand(pattern string, a, b, c int, word string) string {
	out := make([]byte, 0, len(pattern)+16)
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '{' || i+2 >= len(pattern) {
			out = append(out, pattern[i])
			continue
		}
		switch pattern[i+1] {
		case 'a':
			out = strconv.AppendInt(out, int64(a), 10)
		case 'b':
			out = strconv.AppendInt(out, int64(b), 10)
		case 'c':
			out = strconv.AppendInt(out, int64(c), 10)
		default:
			out = append(out, word...)
		}
		i += 2
	}
	return string(out)
}

func (s *site) kindWordOr(k pageKind) string {
	if len(kindWords[k]) == 0 {
		return "page"
	}
	return s.kindWord(k)
}

// noise are query parameters that never change what a page shows.
var noise = map[string]bool{"from": true, "utm_source": true, "spm": true, "sid": true, "PHPSESSID": true, "_t": true}

// key is the identity of a request on its site: the path with the parameters that matter, as they were written.
func key(path, query string) string {
	if query == "" {
		return path
	}
	var keep []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if n, err := url.QueryUnescape(name); part != "" && (err != nil || !noise[n]) {
			keep = append(keep, part)
		}
	}
	if len(keep) == 0 {
		return path
	}
	return path + "?" + strings.Join(keep, "&")
}
