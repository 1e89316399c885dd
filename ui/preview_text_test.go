//go:build !headless

package ui

import (
	"strings"
	"testing"

	"xunlu/judge"
	"xunlu/ui/kit"
)

func TestHitsAreFoundAgain(t *testing.T) {
	text := "费用包含：机票\n费用包含：早餐\n责任编辑：阿松\n费用包含"
	r := judge.Rules{Factors: []judge.Factor{{Name: "fees", Words: []string{"费用包含"}}, {Name: "news", Patterns: []string{"责任编.|本报记者"}}}}
	at := strings.Index(text, "责任编辑")
	reasons := []judge.Reason{
		{Factor: "fees", Weight: 0.5, Where: "text", Count: 2, Start: 0, End: len("费用包含")},
		{Factor: "news", Weight: -0.2, Where: "text", Count: 1, Start: at, End: at + len("责任编辑")},
		{Factor: "days", Weight: 0.2, Where: "page", Count: 5, Start: -1},
	}
	hits := hitsOf(text, &r, reasons)
	if len(hits) != 3 {
		t.Fatalf("%d hits, want two for (its count) and one against: %v", len(hits), hits)
	}
	for _, h := range hits {
		word := text[h.start:h.end]
		if word != "费用包含" && word != "责任编辑" || h.against != (word == "责任编辑") {
			t.Errorf("hit %q, against %v", word, h.against)
		}
	}
}

func TestHitsDoNotOverlap(t *testing.T) {
	got := apart([]hit{{5, 9, false}, {0, 6, false}, {0, 3, true}, {6, 8, true}})
	if len(got) != 2 || got[0] != (hit{0, 6, false}) || got[1] != (hit{6, 8, true}) {
		t.Errorf("kept %v", got)
	}
}

func TestParagraphs(t *testing.T) {
	text := "标题\n\n  \n价格 100 元\n完"
	at := strings.Index(text, "100")
	paras, starts := parasOf(text, "标题", []hit{{at, at + 3, true}})
	if len(paras) != 3 || !paras[0].Bold || paras[1].Bold {
		t.Fatalf("paragraphs %+v", paras)
	}
	s := paras[1].Spans
	if len(s) != 1 || paras[1].Text[s[0].Start:s[0].End] != "100" || s[0].Tone != kit.Red {
		t.Errorf("marks %+v", s)
	}
	if text[starts[1]:starts[1]+len(paras[1].Text)] != paras[1].Text {
		t.Error("a paragraph does not begin where it says")
	}
}

// TestHitAcrossParagraphs: a hit that reaches over a line break marks both lines and breaks neither.
func TestHitAcrossParagraphs(t *testing.T) {
	paras, _ := parasOf("ab\ncd", "", []hit{{1, 4, false}})
	if got := paras[0].Text[paras[0].Spans[0].Start:paras[0].Spans[0].End]; got != "b" {
		t.Errorf("first line marks %q", got)
	}
	if got := paras[1].Text[paras[1].Spans[0].Start:paras[1].Spans[0].End]; got != "c" {
		t.Errorf("second line marks %q", got)
	}
}
