package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"xunlu/engine"
)

// Config is what the user set once for the program; weights and thresholds are not here: they are rules, versioned in the store.
type Config struct {
	Language    string        `json:"language"`     // "zh", "en", "" = the system's
	Theme       string        `json:"theme"`        // "light", "dark", "" = the system's
	Agent       string        `json:"agent"`        // product token, also looked up in robots.txt
	AgentURL    string        `json:"agent_url"`    // where a site's owner can read about it
	Proxy       string        `json:"proxy"`        // http://, socks5:// without a password, "direct" = none, "" = the system's
	Browser     string        `json:"browser"`      // for pages built by JavaScript: "auto", "off", or the path of Edge, Chrome or Chromium
	Workers     int           `json:"workers"`      // pages in work at the same time
	LeaseSize   int           `json:"lease_size"`   // URLs of one host lent at a time
	CommitGroup int           `json:"commit_group"` // outcomes in one transaction at most
	Delay       time.Duration `json:"delay"`        // of a new site
	MaxBytes    int64         `json:"max_bytes"`    // of a page
	Daily       string        `json:"daily"`        // HH:MM of the daily revisit while the program is open, "" = none
	DiskLow     int64         `json:"disk_low"`     // bytes free below which the crawl pauses, 0 = never
	MemoryMax   int64         `json:"memory_max"`   // bytes in use above which it works with fewer workers, 0 = never
	Near        int           `json:"near"`         // bits of 64 in which two pages may differ and still be copies, 1 … 3; 0 = the default (3), -1 = only the same bytes
	Office      bool          `json:"office"`       // the search page for the office's other PCs is on
	OfficeToken string        `json:"office_token"` // what its address ends with, so that it stays the same
	Tray        bool          `json:"tray"`         // closing the window leaves the program running in the tray
	Started     bool          `json:"started"`      // the first-start screen was answered
}

// DefaultConfig is the one place of defaults.
func DefaultConfig() Config {
	return Config{
		Agent: "Xunlu", AgentURL: "https://xunlu.example/bot", Browser: browserAuto, Workers: min(4*runtime.NumCPU(), 16), LeaseSize: 8, CommitGroup: 64,
		Delay: time.Second, MaxBytes: 10 << 20, DiskLow: 1 << 30, MemoryMax: 1500 << 20,
	}
}

// Validate names the field that is wrong.
func (c *Config) Validate() error {
	p := engine.Params{Workers: c.Workers, LeaseSize: c.LeaseSize, CommitGroup: c.CommitGroup, Every: time.Second}
	if err := p.Validate(); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	if err := CheckProxy(c.Proxy); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	switch {
	case c.Near < -1 || c.Near > engine.NearLimit:
		return fmt.Errorf("config: near is %d; give -1 … %d", c.Near, engine.NearLimit)
	case c.Agent == "":
		return errors.New("config: the agent name is empty; sites must be able to tell who visits them")
	case c.Delay < 0:
		return fmt.Errorf("config: the delay is %s, it must not be below zero", c.Delay)
	case c.DiskLow < 0 || c.MemoryMax < 0:
		return errors.New("config: disk_low and memory_max must not be below zero")
	case c.Daily != "" && !validClock(c.Daily):
		return fmt.Errorf("config: daily is %q, it must be a time of day like 03:00, or empty", c.Daily)
	case c.MaxBytes < 64<<10:
		return fmt.Errorf("config: max_bytes is %d, it must be at least 65536", c.MaxBytes)
	case c.Browser != browserAuto && c.Browser != browserOff && !filepath.IsAbs(c.Browser):
		return fmt.Errorf("config: browser %q is not auto, off or the full path of a browser", c.Browser)
	case c.Language != "" && c.Language != "zh" && c.Language != "en":
		return fmt.Errorf("config: language %q is not zh or en", c.Language)
	case c.Theme != "" && c.Theme != "light" && c.Theme != "dark":
		return fmt.Errorf("config: theme %q is not light or dark", c.Theme)
	}
	return nil
}

const configFile = "config.json"

// LoadConfig reads the data folder's config; defaults when there is none. Unknown fields are refused: a typing mistake must
// not pass for a setting.
func LoadConfig(dir string) (Config, error) {
	c := DefaultConfig()
	data, err := os.ReadFile(filepath.Join(dir, configFile))
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read config: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return c, fmt.Errorf("read config %s: %w", filepath.Join(dir, configFile), err)
	}
	return c, c.Validate()
}

// Save writes the config in one step: a crash leaves the old or the new one, never half.
func (c Config) Save(dir string) error {
	if err := c.Validate(); err != nil {
		return err
	}
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, configFile), append(data, '\n'), 0o600)
}
