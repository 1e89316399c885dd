package robots

import "strings"

// pattern is a rule's path cut at its stars. Matching is greedy and takes time linear in the path for each piece, so a
// file full of stars cannot stall the crawl.
type pattern struct {
	text   string // its length decides between rules
	pieces []string
	end    bool // a closing $ pins the last piece to the end of the path
}

func newPattern(text string) pattern {
	body, end := strings.CutSuffix(text, "$")
	return pattern{text: text, pieces: strings.Split(body, "*"), end: end}
}

// matches reports whether the path begins with the pattern, or is it whole when the pattern is pinned.
func (p *pattern) matches(path string) bool {
	rest, ok := strings.CutPrefix(path, p.pieces[0])
	if !ok {
		return false
	}
	if len(p.pieces) == 1 {
		return !p.end || rest == ""
	}
	last := len(p.pieces) - 1
	for _, piece := range p.pieces[1:last] {
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	if p.end {
		return strings.HasSuffix(rest, p.pieces[last])
	}
	return strings.Contains(rest, p.pieces[last])
}
