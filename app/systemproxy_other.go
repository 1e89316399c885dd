//go:build !windows

package app

import (
	"net/url"

	"golang.org/x/net/http/httpproxy"
)

// systemProxy is the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment name.
func systemProxy() (func(*url.URL) (*url.URL, error), error) {
	c := httpproxy.FromEnvironment()
	if c.HTTPProxy == "" && c.HTTPSProxy == "" {
		return nil, nil
	}
	return c.ProxyFunc(), nil
}
