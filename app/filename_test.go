package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xunlu/app"
)

// unfit is what Windows or a reader would stumble over: forbidden signs, devices, a dot or blank at an end, hidden signs.
var unfit = regexp.MustCompile(`(?i)[<>:"/\\|?*%$` + "`" + `\x00-\x1f\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]|^(con|prn|aux|nul|conin\$?|conout\$?|(com|lpt)[0-9¹²³])(\..*)?$|^[ .~]|[ .]$|\.\.`)

func TestFileName(t *testing.T) {
	for in, want := range map[string]string{
		"桂林阳朔 5日游":     "桂林阳朔 5日游.html",
		"九寨沟/黄龙：双飞":    "九寨沟_黄龙：双飞.html",
		"con":          "_con.html",
		"lpt¹":         "_lpt¹.html",
		"":             "xunlu.html",
		"...":          "xunlu.html",
		"..\\..\\boot": "boot.html",
		"a\u202efdp":   "afdp.html",
		" tour\t\n x ": "tour x.html",
		"setup.exe":    "setup_exe.html",
	} {
		if got := app.FileName(in, ".html"); got != want {
			t.Errorf("FileName(%q) = %q, want %q", in, got, want)
		}
	}
	if got := app.FileName(strings.Repeat("线", 500), ".html"); len(got) > 130 || !strings.HasPrefix(got, "线线") {
		t.Errorf("a long name became %d bytes", len(got))
	}
}

// TestConformanceFileNames makes a file of every hostile name in a folder, and finds it there under that name and nowhere else.
func TestConformanceFileNames(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", "security", "windows_names.json"))
	if err != nil {
		t.Skip("the shared cases are not here: ", err)
	}
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		t.Fatal(err)
	}
	good := 0
	for _, n := range names {
		got := app.FileName(n, ".html")
		if unfit.MatchString(got) || len(got) > 200 {
			t.Errorf("%q became %q", n, got)
			continue
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, got), []byte("x"), 0o600); err != nil {
			t.Errorf("%q became %q: %v", n, got, err)
			continue
		}
		if in, err := os.ReadDir(dir); err != nil || len(in) != 1 || in[0].Name() != got {
			t.Errorf("%q became %q, the folder holds %v, %v", n, got, in, err)
			continue
		}
		good++
	}
	t.Logf("file names: %d of %d", good, len(names))
}
