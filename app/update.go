package app

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// UpdateKey is the public key of who may announce a new version: base64 of 32 bytes, set when a release is built
// (-X xunlu/app.UpdateKey=…). Without one the program asks nobody.
var UpdateKey string

// UpdateAddress is where announcements stand, set beside the key (-X xunlu/app.UpdateAddress=…): https only.
var UpdateAddress string

// Update is what the maker of the program announces: a small JSON file, and beside it, named with .sig at the end, its Ed25519
// signature (64 bytes).
type Update struct {
	Version string `json:"version"` // 1.2.3
	URL     string `json:"url"`     // where a person can fetch it: https only
	SHA256  string `json:"sha256"`  // of the installer, 64 hex digits
	Notes   string `json:"notes"`   // what is new, a few sentences
}

// Errors of an update check.
var (
	ErrUpdateUnsigned = errors.New("the announcement of a new version is not signed by the maker of this program")
	ErrUpdateNoKey    = errors.New("this copy of the program was built without a key to check announcements with")
)

// NewVersion asks the maker of this program whether there is a newer one; nil when this is the newest. Only a person's wish starts it.
func NewVersion(ctx context.Context) (*Update, error) {
	if !strings.HasPrefix(UpdateAddress, "https://") {
		return nil, ErrUpdateNoKey
	}
	return CheckUpdate(ctx, nil, UpdateAddress, UpdateKey)
}

// CheckUpdate reads the announcement at address and returns it when it is signed, well-formed and newer than this program; nil
// when this is the newest. It installs nothing, ever. client is nil for the usual one.
func CheckUpdate(ctx context.Context, client *http.Client, address, key string) (*Update, error) {
	public, err := base64.StdEncoding.DecodeString(key)
	if key == "" || err != nil || len(public) != ed25519.PublicKeySize {
		return nil, ErrUpdateNoKey
	}
	if client == nil {
		client = &http.Client{Timeout: 20 * time.Second}
	}
	text, err := get(ctx, client, address)
	if err != nil {
		return nil, err
	}
	signature, err := get(ctx, client, address+".sig")
	if err != nil {
		return nil, err
	}
	if !ed25519.Verify(public, text, signature) {
		return nil, ErrUpdateUnsigned
	}
	var u Update
	if err := json.Unmarshal(text, &u); err != nil {
		return nil, fmt.Errorf("read the announcement of a new version: %w", err)
	}
	if err := u.validate(); err != nil {
		return nil, err
	}
	if !newer(u.Version, Version) {
		return nil, nil
	}
	return &u, nil
}

var (
	versionForm = regexp.MustCompile(`^\d{1,5}\.\d{1,5}\.\d{1,5}$`)
	hashForm    = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

func (u *Update) validate() error {
	address, err := url.Parse(u.URL)
	switch {
	case !versionForm.MatchString(u.Version):
		return fmt.Errorf("announcement of a new version: %q is no version like 1.2.3", u.Version)
	case err != nil || address.Scheme != "https" || address.Host == "":
		return fmt.Errorf("announcement of a new version: %q is no https address", u.URL)
	case !hashForm.MatchString(u.SHA256):
		return fmt.Errorf("announcement of a new version: %q is no SHA-256", u.SHA256)
	}
	return nil
}

// newer says whether version a comes after b, number by number.
func newer(a, b string) bool {
	b, _, _ = strings.Cut(strings.TrimPrefix(b, "v"), "-") // 0.1.0-dev counts as 0.1.0
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range as {
		x, err := strconv.Atoi(as[i])
		if err != nil || i >= len(bs) {
			return false
		}
		y, err := strconv.Atoi(bs[i])
		if err != nil || x < y {
			return false
		}
		if x > y {
			return true
		}
	}
	return false
}

// announcementBytes bounds what is read of an announcement.
const announcementBytes = 64 << 10

func get(ctx context.Context, client *http.Client, address string) (_ []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for a new version: %w", err)
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask for a new version: %w", err)
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask for a new version: %s answered %s", address, resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, announcementBytes+1))
	if err == nil && len(text) > announcementBytes {
		err = fmt.Errorf("ask for a new version: %s is longer than %d bytes", address, announcementBytes)
	}
	return text, err
}
