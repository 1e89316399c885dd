package assets

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed i18n/zh.json i18n/en.json
var words embed.FS

// Words gives the texts of a language, keyed by the English text the code carries. "en" holds only the few keys whose text differs
// from the key. An unknown language is empty, so the keys themselves are shown.
func Words(language string) (map[string]string, error) {
	out := map[string]string{}
	b, err := words.ReadFile("i18n/" + language + ".json")
	if err != nil {
		return out, nil
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return nil, fmt.Errorf("read words of %s: %w", language, err)
	}
	return out, nil
}
