//go:build !headless

package assets

import _ "embed"

//go:embed fonts/XunluSans-Regular.otf
var fontRegular []byte

//go:embed fonts/XunluSans-Bold.otf
var fontBold []byte

// FontRegular is the window's own face, a subset of Noto Sans CJK SC that covers GBK. The bytes are shared: do not write to them.
func FontRegular() []byte { return fontRegular }

// FontBold is the bold of the same face; it covers GB2312 and the common half of Big5.
func FontBold() []byte { return fontBold }
