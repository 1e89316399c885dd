//go:build !headless

package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Role names a colour by what it is for; light and dark give it a value.
type Role = fyne.ThemeColorName

// The roles. One accent only. Green is route, good, price down; amber is unsure, held, changed, price up; red is error or
// against; grey is whatever is merely a quantity.
const (
	Bg         Role = "xl-bg"
	Surface    Role = "xl-surface"
	Sunken     Role = "xl-sunken"
	Line       Role = "xl-line"
	LineStrong Role = "xl-line-strong"
	Track      Role = "xl-track"
	Ink        Role = "xl-text"
	Ink2       Role = "xl-text-2"
	Ink3       Role = "xl-text-3"
	Neutral    Role = "xl-neutral"
	Accent     Role = "xl-accent"
	AccentSoft Role = "xl-accent-soft"
	OnAccent   Role = "xl-on-accent"
	Good       Role = "xl-good"
	GoodSoft   Role = "xl-good-soft"
	Warn       Role = "xl-warn"
	WarnSoft   Role = "xl-warn-soft"
	Bad        Role = "xl-bad"
	BadSoft    Role = "xl-bad-soft"
	Mark       Role = "xl-mark"
	MarkInk    Role = "xl-mark-text"
	Chosen     Role = "xl-select"
	Input      Role = "xl-input"
	Hover      Role = "xl-hover"
	Clear      Role = "xl-clear"
	Pill       Role = "xl-pill"
)

// hex makes an opaque colour from 0xRRGGBB.
func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}

// roleColor gives the value of a role. Text 3 on a selected row would fall under 4.5:1, so rows use Ink2 there.
func roleColor(r Role, dark bool) (color.NRGBA, bool) {
	pick := func(light, night uint32) (color.NRGBA, bool) {
		if dark {
			return hex(night), true
		}
		return hex(light), true
	}
	switch r {
	case Bg:
		return pick(0xF3F5F7, 0x12151A)
	case Surface:
		return pick(0xFFFFFF, 0x1A1E25)
	case Sunken:
		return pick(0xF8F9FB, 0x20252D)
	case Line:
		return pick(0xE3E7EC, 0x2A313B)
	case LineStrong:
		return pick(0xC3CBD5, 0x3C4552)
	case Track:
		return pick(0xE8ECF1, 0x2B323C)
	case Ink:
		return pick(0x17202B, 0xE6EAF0)
	case Ink2:
		return pick(0x4F5B6B, 0xA9B3C1)
	case Ink3:
		return pick(0x667283, 0x8C97A7)
	case Neutral:
		return pick(0x9AA5B4, 0x6F7B8B)
	case Pill:
		return pick(0x17202B, 0xE6EAF0)
	case Input:
		return pick(0xFFFFFF, 0x14181E)
	case Chosen:
		return pick(0xDCEBF9, 0x20364E)
	}
	return toneColor(r, dark)
}

// toneColor gives the value of the coloured roles.
func toneColor(r Role, dark bool) (color.NRGBA, bool) {
	pick := func(light, night uint32) (color.NRGBA, bool) {
		if dark {
			return hex(night), true
		}
		return hex(light), true
	}
	switch r {
	case Accent:
		return pick(0x0F67B1, 0x5FAEF2)
	case AccentSoft:
		return pick(0xE6F0FA, 0x1B3048)
	case OnAccent:
		return pick(0xFFFFFF, 0x0B1824)
	case Good:
		return pick(0x0E7552, 0x45C08D)
	case GoodSoft:
		return pick(0xE3F4EC, 0x16342A)
	case Warn:
		return pick(0xA15C07, 0xE3AA4A)
	case WarnSoft:
		return pick(0xFDF1DC, 0x3A2D14)
	case Bad:
		return pick(0xC02B3C, 0xF27E88)
	case BadSoft:
		return pick(0xFCE8EA, 0x41202A)
	case Mark:
		return pick(0xFFE8A3, 0x5C4A12)
	case MarkInk:
		return pick(0x3D2E00, 0xFFE9AE)
	case Hover:
		if dark {
			return color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 10}, true
		}
		return color.NRGBA{R: 0x0F, G: 0x67, B: 0xB1, A: 13}, true
	case Clear:
		return color.NRGBA{}, true
	}
	return color.NRGBA{}, false
}

// colorOf resolves a role in the running theme.
func colorOf(r Role) color.Color {
	return theme.Color(r)
}

// blend mixes two roles: 0 is a, 1 is b.
func blend(a, b Role, share float64) color.Color {
	x, y := color.NRGBAModel.Convert(colorOf(a)).(color.NRGBA), color.NRGBAModel.Convert(colorOf(b)).(color.NRGBA)
	mix := func(p, q uint8) uint8 { return uint8(float64(p)*(1-share) + float64(q)*share + 0.5) }
	return color.NRGBA{R: mix(x.R, y.R), G: mix(x.G, y.G), B: mix(x.B, y.B), A: mix(x.A, y.A)}
}

// fade gives a role's colour with another opacity, 0…255.
func fade(r Role, alpha uint8) color.Color {
	c := color.NRGBAModel.Convert(colorOf(r)).(color.NRGBA)
	c.A = alpha
	return c
}
