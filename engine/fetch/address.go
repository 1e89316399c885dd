package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"xunlu/storage"
)

// unroutable lists what netip has no predicate for. Documentation and benchmark nets are in: nobody's page is there.
var unroutable = func() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4",
		"168.63.129.16/32", // metadata of a cloud, at a public address
		"::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}()

var (
	nat64  = netip.MustParsePrefix("64:ff9b::/96") // the IPv4 address is in the last four bytes
	sixTo4 = netip.MustParsePrefix("2002::/16")    // it is in bytes 2 to 5
)

// isPrivate reports whether an address must not be dialled unasked. Forms that carry an IPv4 address are judged by it.
func isPrivate(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	if !a.IsValid() || a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsUnspecified() || a.IsMulticast() ||
		a.IsInterfaceLocalMulticast() || a.IsLinkLocalMulticast() {
		return true
	}
	for _, p := range unroutable {
		if p.Contains(a) {
			return true
		}
	}
	if a.Is6() {
		b := a.As16()
		switch {
		case nat64.Contains(a):
			return isPrivate(netip.AddrFrom4([4]byte(b[12:])))
		case sixTo4.Contains(a):
			return isPrivate(netip.AddrFrom4([4]byte(b[2:6])))
		}
	}
	return false
}

// guard is the Control function of the dialer: it sees the very address about to be connected to, after the name was
// resolved, so a name that answers differently the second time gains nothing.
func guard(_ context.Context, _, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrPrivate, address)
	}
	if isPrivate(ap.Addr()) {
		return fmt.Errorf("%w: %s", ErrPrivate, ap.Addr())
	}
	return nil
}

// checkHost refuses a host that is private on its face: a literal address, or a name that means this machine.
func checkHost(u *url.URL) error {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return fmt.Errorf("%w: %s", ErrPrivate, host)
	}
	if a, err := netip.ParseAddr(host); err == nil && isPrivate(a) {
		return fmt.Errorf("%w: %s", ErrPrivate, host)
	}
	return nil
}

// Refused says at once that an address is private on its face and the user gave no leave for it; nil leaves it to the fetch.
func Refused(address string, private []string) *Error {
	u, err := parse(address)
	if err != nil {
		return fail(storage.FailProtocol, address, err)
	}
	if err := checkHost(u); err != nil && !permitted(private, u) {
		return fail(storage.FailPrivate, address, err)
	}
	return nil
}

// checkResolved refuses a name of which any address is private; used before a proxy, which would resolve it itself. A
// name that does not resolve here is the proxy's affair.
func checkResolved(ctx context.Context, r *net.Resolver, u *url.URL) error {
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return nil
	}
	addrs, err := r.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return nil
	}
	for _, a := range addrs {
		if isPrivate(a) {
			return fmt.Errorf("%w: %s is %s", ErrPrivate, u.Hostname(), a)
		}
	}
	return nil
}

// permitted reports whether private names u's host and port.
func permitted(private []string, u *url.URL) bool {
	if len(private) == 0 {
		return false
	}
	want := hostPort(u.Host, u.Scheme)
	for _, p := range private {
		if hostPort(p, u.Scheme) == want {
			return true
		}
	}
	return false
}

// hostPort is host:port in lower case with the scheme's port filled in.
func hostPort(host, scheme string) string {
	host = strings.ToLower(host)
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		return host
	}
	if scheme == "https" {
		return host + ":443"
	}
	return host + ":80"
}
