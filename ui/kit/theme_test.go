//go:build !headless

package kit

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

var allRoles = []Role{Bg, Surface, Sunken, Line, LineStrong, Track, Ink, Ink2, Ink3, Neutral, Accent, AccentSoft, OnAccent, Good, GoodSoft,
	Warn, WarnSoft, Bad, BadSoft, Mark, MarkInk, Chosen, Input, Hover, Clear, Pill}

func TestEveryRoleHasBothColours(t *testing.T) {
	for _, r := range allRoles {
		for _, dark := range []bool{false, true} {
			if _, ok := roleColor(r, dark); !ok {
				t.Errorf("%s has no colour, dark %v", r, dark)
			}
		}
	}
}

// luminance and contrast are those of WCAG 2.
func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

func contrast(a, b Role, dark bool) float64 {
	x, _ := roleColor(a, dark)
	y, _ := roleColor(b, dark)
	l, m := luminance(x), luminance(y)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}

func TestTextCanBeRead(t *testing.T) {
	pairs := [][2]Role{{Ink, Surface}, {Ink2, Surface}, {Ink3, Surface}, {Ink2, Chosen}, {Accent, Surface}, {Good, Surface}, {Warn, Surface},
		{Bad, Surface}, {OnAccent, Accent}, {MarkInk, Mark}, {Good, GoodSoft}, {Warn, WarnSoft}, {Bad, BadSoft}, {Accent, AccentSoft}, {Ink2, Track}}
	for _, dark := range []bool{false, true} {
		for _, p := range pairs {
			if c := contrast(p[0], p[1], dark); c < 4.5 {
				t.Errorf("%s on %s, dark %v: contrast %.1f", p[0], p[1], dark, c)
			}
		}
	}
}

func TestModes(t *testing.T) {
	if NewTheme(Light).Dark(theme.VariantDark) || !NewTheme(Dark).Dark(theme.VariantLight) || !NewTheme(Auto).Dark(theme.VariantDark) {
		t.Error("a mode does not decide")
	}
}

// TestFaceHasTheCharacters: what the window shows must come from the embedded face, also on a machine without a Chinese font.
func TestFaceHasTheCharacters(t *testing.T) {
	themed(t)
	for _, bold := range []bool{false, true} {
		style := fyne.TextStyle{Bold: bold}
		em := fyne.MeasureText("一", 100, style).Width
		for _, r := range "桂林阳朔丽江價格說明行程費用國際機票臺灣龍" {
			if w := fyne.MeasureText(string(r), 100, style).Width; w != em {
				t.Errorf("%c, bold %v, is %v wide, a hanzi of the face is %v", r, bold, w, em)
			}
		}
		digits := fyne.MeasureText("0", 100, style).Width
		for _, r := range "123456789" {
			if w := fyne.MeasureText(string(r), 100, style).Width; w != digits {
				t.Errorf("digit %c, bold %v, is not as wide as the others", r, bold)
			}
		}
		if w := fyne.MeasureText("·", 100, style).Width; w > 50 {
			t.Errorf("the middle dot is %v wide, bold %v", w, bold)
		}
	}
}

func TestThemeChangeRecolours(t *testing.T) {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(NewTheme(Light))
	p := NewPanel(Surface, "", 0)
	win := test.NewTempWindow(t, p)
	win.Resize(fyne.NewSize(50, 50))
	light := p.rect.FillColor
	a.Settings().SetTheme(NewTheme(Dark))
	p.Refresh()
	if p.rect.FillColor == light {
		t.Error("the panel kept the light colour")
	}
}
