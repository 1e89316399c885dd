package search

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	tests := []struct{ in, want string }{
		{"６天５晚", "6天5晚"},
		{"張家界—鳳凰", "张家界-凤凰"},
		{"臺灣旅遊", "台湾旅游"},
		{"Chéngdū ＸＩ’ＡＮ", "chengdu xian"},
		{"①日 ㍻ ﾃﾚ", "1日 平成 テレ"},
		{"「桂林」『漓江』“a”", `"桂林""漓江""a"`},
		{"沖繩 札幌の旅", "冲绳 札幌の旅"},
		{"a\tb\u00a0c\u3000d", "a b c d"},
		{"\xff桂", "�桂"},
	}
	for _, test := range tests {
		f := fold(test.in)
		if got := string(f.r); got != test.want {
			t.Errorf("fold %q = %q, want %q", test.in, got, test.want)
		}
		for i, at := range f.at {
			if int(at) >= utf8.RuneCountInString(test.in) || i > 0 && at < f.at[i-1] {
				t.Errorf("fold %q: rune %d comes from %d", test.in, i, at)
			}
		}
	}
	if again := foldString(foldString("臺灣 Chéngdū ６天")); again != foldString("臺灣 Chéngdū ６天") {
		t.Errorf("folding twice gives %q", again)
	}
}

func TestTraditionalTable(t *testing.T) {
	if n := utf8.RuneCountInString(traditional); n%2 != 0 || n < 5000 {
		t.Fatalf("%d characters in the table", n)
	}
	s := simplify()
	var from rune
	for _, r := range traditional {
		if from == 0 {
			from = r
			continue
		}
		if from == r || s.of(from) != r || s.of(r) != r {
			t.Errorf("%c becomes %c, which becomes %c", from, r, s.of(r))
		}
		from = 0
	}
	for _, r := range "桂林山水着台后里面干松云斗游湖浜一" {
		if s.of(r) != r {
			t.Errorf("%c is simplified already and becomes %c", r, s.of(r))
		}
	}
}

func TestUnits(t *testing.T) {
	var parts []string
	for _, u := range units(fold("桂林6D5N Great-Wall·游，5A")) {
		parts = append(parts, u.text+strings.Repeat("_", int(u.gap)))
	}
	if got, want := strings.Join(parts, " "), "桂__ 林 6 d 5 n great_ wall_ 游_ 5__ a"; got != want {
		t.Errorf("units %s, want %s", got, want)
	}
}

func TestStem(t *testing.T) {
	for _, group := range []string{"hike hikes hiking hiked", "tour tours touring", "city cities", "beach beaches", "trek treks trekking",
		"cruise cruises cruising", "cave caves", "guide guided guides", "horse horses", "shopping shop shops"} {
		words := strings.Fields(group)
		for _, w := range words[1:] {
			if stem(w) != stem(words[0]) {
				t.Errorf("%s → %s, %s → %s", words[0], stem(words[0]), w, stem(w))
			}
		}
	}
	for _, w := range []string{"bus", "glass", "spring", "king", "red", "tennis", "gas"} {
		if stem(w) != w {
			t.Errorf("%s → %s", w, stem(w))
		}
	}
}
