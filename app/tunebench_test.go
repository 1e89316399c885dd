package app_test

import (
	"testing"

	"xunlu/app"
	"xunlu/judge"
)

func TestMeasureTuning(t *testing.T) {
	r, err := app.ShippedRules("xunlu")
	if err != nil {
		t.Fatal(err)
	}
	terms, err := judge.NewTerms(r)
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("行程安排\n第1天\n第2天\n费用包含\n1280元/人起\n入住\n早餐")
	e := terms.Find(&judge.Page{Text: text, Runs: []judge.Run{{End: int32(len(text)), Place: judge.Text}}}, nil)
	m, err := app.MeasureTuning(r, []judge.Evidence{*e}, 500)
	if err != nil || m.Pages != 500 || m.Hits < 500*6 || m.Weight <= 0 || m.All <= 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := app.MeasureTuning(r, nil, 10); err == nil {
		t.Error("no pages, no error")
	}
}
