package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nkeys"
)

// tokenVersion of the file.
const tokenVersion = 1

// Token is what one other PC needs to join: the token file. Whoever has it can join under its name until it is revoked.
type Token struct {
	V           int      `json:"xunlu_token"`
	Cell        string   `json:"cell"`
	Role        Role     `json:"role"`
	Name        string   `json:"name"`
	Seed        string   `json:"seed"`                  // NKey, private
	Fingerprint string   `json:"fingerprint,omitempty"` // of the coordinator's certificate; empty with a NATS server of one's own
	NATS        []string `json:"nats,omitempty"`        // that server's addresses
}

// NewToken makes a token and the public key that stands for it.
func NewToken(cell string, role Role, name, print string, nats []string) (Token, string, error) {
	if err := CheckName(name); err != nil {
		return Token{}, "", err
	}
	kp, err := nkeys.CreateUser()
	if err != nil {
		return Token{}, "", fmt.Errorf("make a key: %w", err)
	}
	seed, err := kp.Seed()
	if err != nil {
		return Token{}, "", fmt.Errorf("make a key: %w", err)
	}
	pub, err := kp.PublicKey()
	if err != nil {
		return Token{}, "", fmt.Errorf("make a key: %w", err)
	}
	return Token{V: tokenVersion, Cell: cell, Role: role, Name: name, Seed: string(seed), Fingerprint: print, NATS: nats}, pub, nil
}

// ErrToken: a file that is no token.
var ErrToken = errors.New("this is no token file; make one with xunlu nodes add NAME on the coordinator's PC")

// ParseToken reads a token file.
func ParseToken(data []byte) (Token, error) {
	var t Token
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil || t.V == 0 {
		return t, ErrToken
	}
	if t.V > tokenVersion {
		return t, errors.New("the token file is of a newer version; install the version of Xunlu that the coordinator has")
	}
	if _, err := nkeys.FromSeed([]byte(t.Seed)); err != nil || CheckName(t.Name) != nil || t.Cell == "" || strings.ContainsAny(t.Cell, ".*> \t") {
		return t, ErrToken
	}
	return t, nil
}

// File gives the token as the file's content.
func (t Token) File() ([]byte, error) {
	data, err := json.MarshalIndent(t, "", "  ")
	return append(data, '\n'), err
}

// JoinAddress reads HOST:PORT or HOST:PORT#FINGERPRINT of a join command; a fingerprint must agree with the token's.
func (t *Token) JoinAddress(s string) (string, error) {
	addr, print, has := strings.Cut(s, "#")
	print = strings.ToLower(strings.TrimPrefix(print, "sha256:"))
	switch {
	case has && len(print) != 64:
		return "", fmt.Errorf("join address %q: a fingerprint has 64 digits; copy the whole command", s)
	case has && t.Fingerprint != "" && t.Fingerprint != print:
		return "", fmt.Errorf("join address: its fingerprint is not the token file's; both must come from the same coordinator")
	case has:
		t.Fingerprint = print
	}
	return addr, nil
}
