package app

import (
	"testing"
	"time"
)

func TestVisitNow(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		zone = time.FixedZone("x", 3600)
	}
	at := func(s string) time.Time {
		v, err := time.ParseInLocation("2006-01-02 15:04", s, zone)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	tests := []struct {
		name, daily, last, now string
		want                   bool
	}{
		{"before the slot", "03:00", "2026-05-01 03:00", "2026-05-02 02:59", false},
		{"at the slot", "03:00", "2026-05-01 03:00", "2026-05-02 03:00", true},
		{"not twice", "03:00", "2026-05-02 03:00", "2026-05-02 03:01", false},
		{"missed for a week, made up for", "03:00", "2026-05-01 03:00", "2026-05-08 09:00", true},
		{"and only once", "03:00", "2026-05-08 09:00", "2026-05-08 09:01", false},
		{"added after today's slot", "03:00", "2026-05-08 09:00", "2026-05-08 23:00", false},
		{"clock set back a year", "03:00", "2026-05-08 03:00", "2025-05-08 09:00", false},
		{"clock ten years on", "03:00", "2026-05-08 03:00", "2036-05-08 09:00", true},
		{"the hour that summer time leaves out", "02:30", "2026-03-28 02:30", "2026-03-29 04:00", true},
		{"the hour that comes twice", "02:30", "2026-10-25 02:30", "2026-10-25 09:00", false},
		{"no schedule", "", "2026-05-01 03:00", "2026-05-08 09:00", false},
		{"off", "off", "2026-05-01 03:00", "2026-05-08 09:00", false},
	}
	for _, tt := range tests {
		if got := visitNow(tt.daily, at(tt.last), at(tt.now)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
