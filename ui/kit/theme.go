//go:build !headless

package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"xunlu/assets"
)

// Mode says how light and dark are chosen.
type Mode string

const (
	Auto  Mode = ""
	Light Mode = "light"
	Dark  Mode = "dark"
)

// Text sizes.
const (
	SizeWelcome float32 = 24
	SizeFigure  float32 = 21
	SizeTitle   float32 = 17.5
	SizeTab     float32 = 14
	SizeBody    float32 = 13
	SizeSmall   float32 = 12
	SizeHint    float32 = 11.5
	SizeBadge   float32 = 11
)

// Sizes of the frame and of controls.
const (
	ControlHeight float32 = 28
	PageMargin    float32 = 12
	CardGap       float32 = 10
	CardInset     float32 = 12
	CardRadius    float32 = 8
	ControlRadius float32 = 6
)

// Theme is the window's look: the palette, the sizes and the embedded face. It is immutable; another mode is another Theme.
type Theme struct {
	mode    Mode
	regular fyne.Resource
	bold    fyne.Resource
}

// NewTheme makes the theme of a mode.
func NewTheme(mode Mode) *Theme {
	return &Theme{
		mode:    mode,
		regular: fyne.NewStaticResource("XunluSans-Regular.otf", assets.FontRegular()),
		bold:    fyne.NewStaticResource("XunluSans-Bold.otf", assets.FontBold()),
	}
}

// Mode tells which mode the theme was made for.
func (t *Theme) Mode() Mode { return t.mode }

// Dark tells whether the theme shows dark under the given system variant.
func (t *Theme) Dark(variant fyne.ThemeVariant) bool {
	switch t.mode {
	case Light:
		return false
	case Dark:
		return true
	}
	return variant == theme.VariantDark
}

// Color maps the toolkit's names to roles.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	dark := t.Dark(variant)
	if c, ok := roleColor(name, dark); ok {
		return c
	}
	if role, ok := stockRole(name); ok {
		c, _ := roleColor(role, dark)
		return c
	}
	ink, _ := roleColor(Ink, dark)
	accent, _ := roleColor(Accent, dark)
	switch name {
	case theme.ColorNameShadow:
		ink.A = 20
		return ink
	case theme.ColorNameFocus, theme.ColorNameSelection:
		accent.A = 70
		return accent
	case theme.ColorNamePressed:
		ink.A = 24
		return ink
	case theme.ColorNameScrollBar:
		ink.A = 70
		return ink
	case theme.ColorNameScrollBarBackground:
		return color.Transparent
	}
	v := theme.VariantLight
	if dark {
		v = theme.VariantDark
	}
	return theme.DefaultTheme().Color(name, v)
}

// stockRole names the role that stands for one of the toolkit's colours.
func stockRole(name fyne.ThemeColorName) (Role, bool) {
	switch name {
	case theme.ColorNameBackground:
		return Bg, true
	case theme.ColorNameForeground:
		return Ink, true
	case theme.ColorNamePlaceHolder, theme.ColorNameDisabled:
		return Ink3, true
	case theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return Accent, true
	case theme.ColorNameForegroundOnPrimary:
		return OnAccent, true
	case theme.ColorNameButton, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground:
		return Surface, true
	case theme.ColorNameInputBackground:
		return Input, true
	case theme.ColorNameInputBorder:
		return LineStrong, true
	case theme.ColorNameSeparator:
		return Line, true
	case theme.ColorNameHeaderBackground, theme.ColorNameDisabledButton:
		return Sunken, true
	case theme.ColorNameHover:
		return Hover, true
	case theme.ColorNameError:
		return Bad, true
	case theme.ColorNameSuccess:
		return Good, true
	case theme.ColorNameWarning:
		return Warn, true
	}
	return "", false
}

// Font gives the embedded face. Monospace stays the toolkit's own: the face has no fixed-width Latin.
func (t *Theme) Font(s fyne.TextStyle) fyne.Resource {
	if s.Monospace || s.Symbol {
		return theme.DefaultTheme().Font(s)
	}
	if s.Bold {
		return t.bold
	}
	return t.regular
}

// Icon gives the toolkit's icons; ours are drawn by Icon.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return theme.DefaultTheme().Icon(name)
}

// Size gives the sizes the stock widgets take.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return SizeBody
	case theme.SizeNameCaptionText:
		return SizeHint
	case theme.SizeNameSubHeadingText:
		return 15
	case theme.SizeNameHeadingText:
		return 20
	case theme.SizeNamePadding, theme.SizeNameLineSpacing, theme.SizeNameSelectionRadius:
		return 4
	case theme.SizeNameInnerPadding, theme.SizeNameInputRadius, theme.SizeNameButtonRadius:
		return 6
	case theme.SizeNameInlineIcon:
		return 16
	case theme.SizeNameScrollBar:
		return 10
	case theme.SizeNameScrollBarSmall:
		return 4
	case theme.SizeNameScrollBarRadius:
		return 3
	case theme.SizeNameInputBorder, theme.SizeNameSeparatorThickness:
		return 1
	case theme.SizeNameDialogRadius, theme.SizeNamePopupRadius, theme.SizeNameMenuRadius:
		return 8
	case theme.SizeNameModalBlurRadius:
		return 0
	}
	return theme.DefaultTheme().Size(name)
}

// flat is the running theme without padding and without input edges, for stock widgets that stand inside our own boxes.
type flat struct {
	fyne.Theme
	input bool
	line  bool // an input of one line, whose scroll bar would cover the text
}

func (f flat) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNamePadding, theme.SizeNameSelectionRadius:
		if !f.input {
			return 0
		}
	case theme.SizeNameInputBorder:
		if f.input {
			return 0
		}
	case theme.SizeNameScrollBar, theme.SizeNameScrollBarSmall:
		if f.line {
			return 0
		}
	}
	return f.Theme.Size(name)
}

func (f flat) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if f.input && (name == theme.ColorNameInputBackground || name == theme.ColorNameInputBorder) {
		return color.Transparent
	}
	return f.Theme.Color(name, variant)
}

// running gives the theme now in use. It asks each time, so that an override keeps following the settings.
func running() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }
