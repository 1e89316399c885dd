package fetch

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// urls reads addresses as browsers do, odd IPv4 forms included, so that what is checked is what is dialled.
var urls = whatwg.NewParser(whatwg.WithPercentEncodeSinglePercentSign())

// parse reads an absolute http or https URL.
func parse(raw string) (*url.URL, error) {
	w, err := urls.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("not a URL: %w", err)
	}
	return web(w)
}

// resolve makes a Location absolute. Only http and https pass: a script, a file, a share of the local network do not.
func resolve(base *url.URL, location string) (*url.URL, error) {
	switch {
	case strings.HasPrefix(location, `\\`):
		return nil, errors.New("redirect to a network share")
	case len(location) > maxLocation:
		return nil, fmt.Errorf("redirect to an address of %d bytes", len(location))
	}
	w, err := urls.ParseRef(base.String(), escapeRaw(location))
	if err != nil {
		return nil, fmt.Errorf("redirect to something that is no URL: %w", err)
	}
	u, err := web(w)
	if err != nil {
		return nil, err
	}
	u.User = nil
	return u, nil
}

func web(w *whatwg.Url) (*url.URL, error) {
	u, err := url.Parse(w.Href(true))
	if err != nil {
		return nil, fmt.Errorf("not a URL: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("address of scheme %q refused", u.Scheme)
	}
	if u.Host == "" {
		return nil, errors.New("address without a host")
	}
	return u, nil
}

// escapeRaw escapes bytes of an encoding that is not UTF-8, as servers put them into Location, byte by byte: that is what
// the server will read again.
func escapeRaw(location string) string {
	if utf8.ValidString(location) {
		return location
	}
	var b strings.Builder
	for i := 0; i < len(location); i++ {
		if c := location[i]; c >= 0x80 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// maxLocation bounds the address of a redirect, in bytes; servers refuse longer ones themselves.
const maxLocation = 8 << 10

// sameHost reports whether a redirect stays where the fetch was sent: the same host and port, or from http to https and
// back on their default ports.
func sameHost(a, b *url.URL) bool { return strings.EqualFold(a.Host, b.Host) }
