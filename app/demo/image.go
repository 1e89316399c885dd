package demo

import (
	"fmt"
	"strconv"
	"strings"
)

// picture draws a landscape of hills; the number chooses its colours and outline.
func picture(path string) []byte {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/img/"), ".")
	n, err := strconv.Atoi(name)
	if err != nil || n < 0 {
		return nil
	}
	d := throw(uint64(n), "picture")
	var b strings.Builder
	hue := d.IntN(360)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">`)
	fmt.Fprintf(&b, `<rect width="320" height="200" fill="hsl(%d,60%%,85%%)"/><circle cx="%d" cy="45" r="18" fill="hsl(%d,90%%,75%%)"/>`,
		hue, d.between(40, 280), d.between(30, 55))
	for layer := range 3 {
		fmt.Fprintf(&b, `<path fill="hsl(%d,%d%%,%d%%)" d="M0 200`, hue+layer*20, 25+layer*10, 65-layer*15)
		for x := 0; x <= 320; x += 40 {
			fmt.Fprintf(&b, " Q%d %d %d %d", x-20, d.between(40, 90)+layer*35, x, d.between(90, 130)+layer*22)
		}
		b.WriteString(` L320 200 Z"/>`)
	}
	b.WriteString("</svg>")
	return []byte(b.String())
}
