package search

import (
	"strings"
	"sync"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"
)

// maxReadings is how many readings of one character are kept: 重 zhong chong, 单 dan shan chan.
const maxReadings = 3

// spelling holds the readings of characters and the set of syllables. Built once, never changed.
type spelling struct {
	of        map[rune][]string
	syllables map[string]bool
}

var readings = sync.OnceValue(func() *spelling {
	s := &spelling{of: make(map[rune][]string, len(pinyin.PinyinDict)), syllables: make(map[string]bool, 450)}
	for code, list := range pinyin.PinyinDict {
		r := rune(code)
		if r < 0x4E00 || r > 0x9FFF {
			continue
		}
		all := s.of[r]
		for reading := range strings.SplitSeq(list, ",") {
			for _, plain := range withoutTone(reading) {
				if len(all) < maxReadings && !contains(all, plain) {
					all = append(all, plain)
				}
			}
		}
		s.of[r] = all
		for _, p := range all {
			s.syllables[p] = true
		}
	}
	for _, odd := range []string{"m", "n", "ng", "hm", "hng", "o"} { // interjections, no help in reading a query
		delete(s.syllables, odd)
	}
	return s
})

// withoutTone gives lü both as people type it: lv and lu.
func withoutTone(reading string) []string {
	plain := make([]rune, 0, len(reading))
	umlaut := false
	for _, r := range norm.NFD.String(reading) {
		switch {
		case r == '\u0308':
			umlaut = true
		case !unicode.Is(unicode.Mn, r):
			plain = append(plain, r)
		}
	}
	p := string(plain)
	if umlaut {
		return []string{strings.Replace(p, "u", "v", 1), p}
	}
	return []string{p}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// readingsOf is nil for what is not a Chinese character.
func readingsOf(u unit) []string {
	if u.kind != han {
		return nil
	}
	for _, r := range u.text {
		return readings().of[r]
	}
	return nil
}

// eachSpelling calls fn with a name in pinyin, or with the first letters only, in all readings: 重庆 chongqing,
// zhongqing; cq, zq. Long names and those with other characters have none.
func eachSpelling(us []unit, initials bool, fn func(string)) {
	if len(us) < 2 || len(us) > 6 {
		return
	}
	sets := []string{""}
	for _, u := range us {
		var next []string
		for _, p := range readingsOf(u) {
			if initials {
				p = p[:1]
			}
			for _, s := range sets {
				if n := s + p; !contains(next, n) {
					next = append(next, n)
				}
			}
		}
		if len(next) == 0 || len(next) > 16 {
			return
		}
		sets = next
	}
	for _, s := range sets {
		fn(s)
	}
}

// syllables cuts a word typed in Latin letters into pinyin syllables, in up to eight ways, each of at least two; the
// last syllable may be unfinished when open is true.
func syllables(w string, open bool) [][]string {
	if len(w) < 3 || len(w) > 40 || w[0] >= 0x80 {
		return nil
	}
	s := readings()
	var found [][]string
	var walk func(at int, sofar []string)
	walk = func(at int, sofar []string) {
		if len(found) >= 8 || len(sofar) > 8 {
			return
		}
		if at == len(w) {
			if len(sofar) > 1 {
				found = append(found, append([]string(nil), sofar...))
			}
			return
		}
		for n := min(6, len(w)-at); n >= 1; n-- {
			part := w[at : at+n]
			if s.syllables[part] || open && at+n == len(w) && len(sofar) > 0 && s.begins(part) {
				walk(at+n, append(sofar, part))
			}
		}
	}
	walk(0, nil)
	return found
}

// begins is true when some syllable starts with part.
func (s *spelling) begins(part string) bool {
	for syllable := range s.syllables {
		if strings.HasPrefix(syllable, part) {
			return true
		}
	}
	return false
}
