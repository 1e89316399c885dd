package app

import (
	"errors"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpproxy"
	"golang.org/x/sys/windows/registry"
)

// systemProxy is the proxy that the user set in Windows; where none is set, what the environment says as elsewhere. A script that
// chooses the proxy (AutoConfigURL) is not run: the user types the proxy in the settings then.
func systemProxy() (func(*url.URL) (*url.URL, error), error) {
	k, err := registry.OpenKey(registry.CURRENT_USER, `Software\Microsoft\Windows\CurrentVersion\Internet Settings`, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return httpproxy.FromEnvironment().ProxyFunc(), nil
	}
	if err != nil {
		return nil, err
	}
	defer k.Close()
	on, _, err := k.GetIntegerValue("ProxyEnable")
	if err != nil && !errors.Is(err, registry.ErrNotExist) {
		return nil, err
	}
	if on == 0 {
		return httpproxy.FromEnvironment().ProxyFunc(), nil
	}
	text := func(name string) (string, error) {
		s, _, err := k.GetStringValue(name)
		if errors.Is(err, registry.ErrNotExist) {
			return "", nil
		}
		return strings.TrimSpace(s), err
	}
	server, err1 := text("ProxyServer")
	except, err2 := text("ProxyOverride")
	return windowsProxy(server, except), errors.Join(err1, err2)
}
