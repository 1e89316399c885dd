package fetch

import (
	"strings"
	"testing"
)

func TestBrowserNames(t *testing.T) {
	env := func(key string) string {
		return map[string]string{"ProgramFiles(x86)": `C:\Program Files (x86)`, "LocalAppData": `C:\Users\li\AppData\Local`}[key]
	}
	windows := browserNames("windows", env)
	if !strings.Contains(windows[0], "msedge.exe") || !strings.HasPrefix(windows[0], `C:\Program Files (x86)`) {
		t.Errorf("Windows looks first at %q", windows[0])
	}
	for _, system := range []string{"windows", "darwin", "linux"} {
		all := strings.ToLower(strings.Join(browserNames(system, env), " "))
		for _, name := range []string{"edge", "chrome", "chromium"} {
			if !strings.Contains(all, name) {
				t.Errorf("%s: no %s in %s", system, name, all)
			}
		}
	}
}

func TestPartCache(t *testing.T) {
	c := newPartCache()
	for range 3 {
		c.put("same", part{body: make([]byte, 1<<20)})
	}
	if c.bytes != 1<<20 {
		t.Errorf("%d bytes counted for one script", c.bytes)
	}
	c.put("huge", part{body: make([]byte, maxPartBytes/4+1)})
	if _, ok := c.get("huge"); ok {
		t.Error("a huge script is kept")
	}
	for _, url := range []string{"1", "2", "3", "4", "5"} {
		c.put(url, part{body: make([]byte, maxPartBytes/4)})
		if c.bytes > maxPartBytes {
			t.Errorf("%d bytes kept", c.bytes)
		}
	}
}
