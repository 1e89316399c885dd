package fetch_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"xunlu/engine/fetch"
)

// TestSecretDoesNotShow: whatever is done to it but Reveal.
func TestSecretDoesNotShow(t *testing.T) {
	const word = "mimi-8848"
	s := fetch.NewSecret(word)
	holder := struct {
		Open   fetch.Secret
		hidden fetch.Secret
		all    fetch.Secrets
	}{s, s, fetch.Secrets{"password": s}}
	var out bytes.Buffer
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		fmt.Fprintf(&out, format+"\n", s)
		fmt.Fprintf(&out, format+"\n", holder)
		fmt.Fprintf(&out, format+"\n", &holder)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "err", s, "site", holder)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "err", s, "site", holder)
	data, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(data)
	for _, shown := range []string{word, fmt.Sprintf("%x", word), fmt.Sprintf("%X", word)} {
		if strings.Contains(out.String(), shown) {
			t.Errorf("it shows: %s", out.String())
		}
	}
	if s.Reveal() != word || (fetch.Secret{}).Reveal() != "" {
		t.Error("it does not give itself to who asks")
	}
}
