//go:build !headless

package kit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
)

// breaker cuts paragraphs into lines: between any two hanzi, between Latin words only at blanks, never before a closing mark,
// which hangs into the reserve of one em instead. Widths of single characters are kept, so a long page costs one measurement a
// different character.
type breaker struct {
	size   float32
	em     float32 // how wide a hanzi really comes out: rendering rounds it
	style  fyne.TextStyle
	widths map[rune]float32
}

func newBreaker(size float32, bold bool) *breaker {
	b := &breaker{size: size, style: fyne.TextStyle{Bold: bold}, widths: map[rune]float32{}}
	b.em = fyne.MeasureText(tenHanzi, size, b.style).Width / 10
	return b
}

const tenHanzi = "一二三四五六七八九十"

func (b *breaker) width(r rune) float32 {
	if r >= 0x2E80 && r < 0xA000 || r >= 0xF900 && r < 0xFB00 || r >= 0xFF01 && r <= 0xFF60 {
		return b.em
	}
	if w, ok := b.widths[r]; ok {
		return w
	}
	w := fyne.MeasureText(string(r), b.size, b.style).Width
	b.widths[r] = w
	return w
}

const closing = "、。，！？：；）》」』】〉”’…·,.!?:;)]}%％°"

const opening = "（《「『【〈“‘([{¥$"

// wide tells whether a line may break beside the character.
func wide(r rune) bool {
	return r >= 0x2E80 && r < 0xA000 || r >= 0xF900 && r < 0xFB00 || r >= 0xFF00 && r < 0xFFEF || unicode.Is(unicode.Hangul, r)
}

// line is a stretch of a paragraph, in bytes.
type line struct{ start, end int }

// lines breaks one paragraph.
func (b *breaker) lines(s string, width float32) []line {
	room := max(width-b.size, b.size*2)
	var out []line
	start, can := 0, -1 // can: where the line may end
	var used, atCan float32
	var prev rune
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		w := b.width(r)
		if i > start && b.mayBreak(prev, r) {
			can, atCan = i, used
		}
		if used+w > room && !strings.ContainsRune(closing, r) && r != ' ' && i > start {
			end := can
			if end <= start {
				end, atCan = i, used
			}
			out = append(out, line{start, end})
			used -= atCan
			start, can = end, -1
			for start < i && s[start] == ' ' {
				start++
				used -= b.width(' ')
			}
		}
		used += w
		prev = r
		i += n
	}
	if start < len(s) || len(out) == 0 {
		out = append(out, line{start, len(s)})
	}
	return out
}

func (b *breaker) mayBreak(prev, next rune) bool {
	if strings.ContainsRune(closing, next) || strings.ContainsRune(opening, prev) {
		return false
	}
	return prev == ' ' || prev == '/' || prev == '-' || wide(prev) || wide(next)
}
