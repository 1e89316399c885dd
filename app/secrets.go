package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zalando/go-keyring"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

// ErrNoKeyring says that a secret is known for this run only.
var ErrNoKeyring = errors.New("this computer has no keyring that takes it, so it is kept in memory and has to be given again after the next start")

// vault keeps what is secret in the system's keyring: Secret Service on Linux, the Credential Manager on Windows. What a keyring does
// not take stays in memory, and nothing goes into a file. Safe for concurrent use.
type vault struct {
	folder uint64 // names the data folder: two folders' sites do not meet

	mu     sync.Mutex // guards what follows
	memory map[string]string
}

// keyringService is the name the system's keyring lists the secrets under.
const keyringService = "Xunlu"

// keyringWait is how long a keyring may take: the system may be asking its user to unlock it.
const keyringWait = 30 * time.Second

func newVault(folder uint64, given map[string]string) *vault {
	v := &vault{folder: folder, memory: map[string]string{}}
	for name, text := range given {
		v.memory[v.key(cutSecret(name))] = text
	}
	return v
}

// cutSecret splits SITE/NAME; without a site it is the program's own.
func cutSecret(s string) (site, name string) {
	if i := strings.IndexByte(s, '/'); i >= 0 {
		return s[:i], s[i+1:]
	}
	return "", s
}

func (v *vault) key(site, name string) string { return fmt.Sprintf("%x/%s/%s", v.folder, site, name) }

// patient runs a call of the keyring, which knows no context. One that never answers is left behind.
func patient(do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	t := time.NewTimer(keyringWait)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C:
		return errors.New("the keyring does not answer")
	}
}

// keep stores a secret; ErrNoKeyring when it is known for this run only.
func (v *vault) keep(site, name, text string) error {
	key := v.key(site, name)
	err := patient(func() error { return keyring.Set(keyringService, key, text) })
	v.mu.Lock()
	defer v.mu.Unlock()
	if err != nil {
		v.memory[key] = text
		return ErrNoKeyring // the cause may quote what was to be kept
	}
	delete(v.memory, key)
	return nil
}

// get gives a secret, the zero one when it is not known.
func (v *vault) get(site, name string) fetch.Secret {
	key := v.key(site, name)
	v.mu.Lock()
	text, ok := v.memory[key]
	v.mu.Unlock()
	if ok {
		return fetch.NewSecret(text)
	}
	found := make(chan string, 1)
	if err := patient(func() error {
		s, err := keyring.Get(keyringService, key)
		found <- s
		return err
	}); err != nil {
		return fetch.Secret{}
	}
	return fetch.NewSecret(<-found)
}

// forget removes a secret. The error is the keyring's: one that it does not have is none.
func (v *vault) forget(site, name string) error {
	key := v.key(site, name)
	v.mu.Lock()
	delete(v.memory, key)
	v.mu.Unlock()
	err := patient(func() error { return keyring.Delete(keyringService, key) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// of gives all that a site needs.
func (v *vault) of(s *storage.Site) fetch.Secrets {
	out := fetch.Secrets{}
	for _, name := range s.Access.Secrets() {
		out[name] = v.get(s.ID, name)
	}
	return out
}

// KeepProxyPassword keeps that of the program's own proxy; it acts with the next start. ErrNoKeyring: that is too late for it.
func (a *App) KeepProxyPassword(text string) error {
	if err := checkSecret(storage.SecretProxy, text); err != nil {
		return err
	}
	return a.vault.keep("", storage.SecretProxy, text)
}

// EnterSite stores a site with secrets, by their names; its Access has to say that it has them. A site that was held by the program goes on:
// what it waited for may be there now. forRun: the computer's keyring did not take all, see ErrNoKeyring. When one of them or the site is wrong, nothing is kept.
func (a *App) EnterSite(ctx context.Context, s storage.Site, secrets map[string]string) (out storage.Site, forRun bool, err error) {
	if err := CheckSite(&s); err != nil {
		return s, false, err
	}
	wanted := s.Access.Secrets()
	for name, text := range secrets {
		if err := checkSecret(name, text); err != nil {
			return s, false, fmt.Errorf("site %s: %w", s.Name, err)
		}
		if !slices.Contains(wanted, name) {
			return s, false, fmt.Errorf("site %s: there is nothing that wants %s", s.Name, name)
		}
	}
	for name, text := range secrets {
		if err := a.vault.keep(s.ID, name, text); err != nil {
			forRun = true
		}
	}
	if s.PausedWhy != "" {
		s.Paused, s.PausedWhy = false, ""
	}
	out, err = a.EditSite(ctx, s)
	return out, forRun, err
}

// SecretsKnown tells which of a site's secrets are known here. It asks the keyring, which may take its time.
func (a *App) SecretsKnown(s *storage.Site) map[string]bool {
	out := map[string]bool{}
	for name, secret := range a.vault.of(s) {
		out[name] = secret.Reveal() != ""
	}
	return out
}

// dropSecrets forgets those that a site's new version does not want any more.
func (a *App) dropSecrets(old, now *storage.Access, site string) {
	kept := map[string]bool{}
	for _, name := range now.Secrets() {
		kept[name] = true
	}
	for _, name := range old.Secrets() {
		if !kept[name] {
			if err := a.vault.forget(site, name); err != nil {
				a.log.Debug("a secret was not taken out of the keyring", "site", site, "err", err)
			}
		}
	}
}
