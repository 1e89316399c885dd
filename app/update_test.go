package app_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"xunlu/app"
)

func TestCheckUpdate(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, stranger, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.Repeat("a", 64)
	good := `{"version":"99.1.0","url":"https://xunlu.example/setup.exe","sha256":"` + hash + `","notes":"x"}`
	served := map[string][]byte{}
	put := func(name, text string, key ed25519.PrivateKey) {
		served["/"+name], served["/"+name+".sig"] = []byte(text), ed25519.Sign(key, []byte(text))
	}
	put("good", good, private)
	put("old", strings.Replace(good, "99.1.0", "0.0.9", 1), private)
	put("same", strings.Replace(good, "99.1.0", strings.TrimSuffix(app.Version, "-dev"), 1), private)
	put("stranger", good, stranger)
	put("http", strings.Replace(good, "https", "http", 1), private)
	put("version", strings.Replace(good, "99.1.0", "99", 1), private)
	put("hash", strings.Replace(good, hash, "aa", 1), private)
	put("long", strings.Replace(good, `"x"`, `"`+strings.Repeat("x", 70_000)+`"`, 1), private)
	put("changed", good, private)
	served["/changed"] = []byte(strings.Replace(good, "setup", "other", 1))
	served["/nosig"] = []byte(good)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := served[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if _, err := w.Write(text); err != nil {
			t.Log(err)
		}
	}))
	defer web.Close()
	key := base64.StdEncoding.EncodeToString(public)
	check := func(name, key string) (*app.Update, error) {
		return app.CheckUpdate(t.Context(), web.Client(), web.URL+"/"+name, key)
	}
	if u, err := check("good", key); err != nil || u == nil || u.Version != "99.1.0" {
		t.Fatalf("a good announcement: %+v, %v", u, err)
	}
	for _, name := range []string{"old", "same"} {
		if u, err := check(name, key); u != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, u, err)
		}
	}
	for _, name := range []string{"stranger", "changed"} {
		if _, err := check(name, key); !errors.Is(err, app.ErrUpdateUnsigned) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"http", "version", "hash", "long", "nosig", "missing"} {
		if u, err := check(name, key); u != nil || err == nil {
			t.Errorf("%s was taken: %+v", name, u)
		}
	}
	for _, k := range []string{"", "x", key[:8]} {
		if _, err := check("good", k); !errors.Is(err, app.ErrUpdateNoKey) {
			t.Errorf("key %q: %v", k, err)
		}
	}
}
