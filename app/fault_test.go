package app_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"xunlu/app"
	"xunlu/storage"
)

func TestFaultOf(t *testing.T) {
	_, empty := app.NewSite("  ", time.Second)
	_, wrong := app.NewSite("http://[::x", time.Second)
	_, scheme := app.NewSite("ftp://agency.example/", time.Second)
	_, gone := app.ReadPageFile("/nowhere/at/all.html")
	for _, c := range []struct {
		name string
		err  error
		want app.Fault
	}{
		{"none", nil, app.FaultNone},
		{"empty address", empty, app.FaultEmpty},
		{"broken address", wrong, app.FaultAddress},
		{"other scheme", scheme, app.FaultAddress},
		{"no file", gone, app.FaultNoFile},
		{"wrapped", fmt.Errorf("site x: %w", storage.ErrNotFound), app.FaultMissing},
		{"joined", errors.Join(errors.New("x"), fs.ErrPermission), app.FaultDenied},
		{"few labels", fmt.Errorf("learn: %w", app.FewLabels{Routes: 1, Others: 2}), app.FaultSamples},
		{"foreign", errors.New("something else"), app.FaultNone},
	} {
		if got := app.FaultOf(c.err); got != c.want {
			t.Errorf("%s: %v is %q, want %q", c.name, c.err, got, c.want)
		}
	}
}

func TestRejectedLinesSayWhy(t *testing.T) {
	sites, bad := app.ReadSites("云岭假期,https://yunling.example/\n只是文字\nhttps://yunling.example/tours\n", time.Second)
	if len(sites) != 1 || len(bad) != 2 {
		t.Fatalf("%d sites, %+v", len(sites), bad)
	}
	if k := app.FaultOf(bad[0].Cause); k != app.FaultAddress {
		t.Errorf("plain words are %q", k)
	}
	if k := app.FaultOf(bad[1].Cause); k != app.FaultTwice || bad[1].Line != 3 {
		t.Errorf("the same site again is %q in line %d", k, bad[1].Line)
	}
}
