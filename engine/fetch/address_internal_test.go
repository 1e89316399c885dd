package fetch

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"xunlu/storage"
)

func TestIsPrivate(t *testing.T) {
	private := []string{
		"127.0.0.1", "127.255.0.1", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.0.1", "169.254.169.254",
		"100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1",
		"255.255.255.255", "168.63.129.16", "::1", "::", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
		"64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:c0a8:1::", "2001:0:1::1", "fe80::1", "fe80::1%eth0", "fc00::1",
		"fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1",
	}
	public := []string{
		"93.184.216.34", "172.32.0.1", "192.169.0.1", "169.253.1.1", "8.8.8.8", "100.128.0.1", "2606:4700::1", "2400:3200::1",
		"64:ff9b::808:808", "2002:808:808::1", "::ffff:8.8.8.8",
	}
	for _, s := range private {
		if !isPrivate(netip.MustParseAddr(s)) {
			t.Errorf("%s passes as public", s)
		}
	}
	for _, s := range public {
		if isPrivate(netip.MustParseAddr(s)) {
			t.Errorf("%s is held for private", s)
		}
	}
	if !isPrivate(netip.Addr{}) {
		t.Error("no address passes as public")
	}
}

func TestPermitted(t *testing.T) {
	tests := []struct {
		private, url string
		want         bool
	}{
		{"192.168.1.5:8080", "http://192.168.1.5:8080/a", true},
		{"192.168.1.5", "http://192.168.1.5/a", true},
		{"192.168.1.5:80", "http://192.168.1.5/a", true},
		{"NAS.home:443", "https://nas.home/a", true},
		{"[::1]:8080", "http://[::1]:8080/", true},
		{"[::1]", "http://[::1]/", true},
		{"192.168.1.5", "https://192.168.1.5:8443/a", false},
		{"192.168.1.5:80", "https://192.168.1.5/a", false},
		{"192.168.1.5:8080", "http://192.168.1.50:8080/", false},
		{"localhost:8080", "http://127.0.0.1:8080/", false},
	}
	for _, tt := range tests {
		u, err := url.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := permitted([]string{"other.test:1", tt.private}, u); got != tt.want {
			t.Errorf("%s permits %s: %v", tt.private, tt.url, got)
		}
	}
}

// nameServer answers A queries from a function and gives a resolver that asks it.
func nameServer(t *testing.T, answer func(name string) (addrs [][4]byte, code dnsmessage.RCode)) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			m.Response, m.Additionals = true, nil
			q := m.Questions[0]
			var addrs [][4]byte
			addrs, m.RCode = answer(q.Name.String())
			if q.Type == dnsmessage.TypeA {
				for _, a := range addrs {
					m.Answers = append(m.Answers, dnsmessage.Resource{
						Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
						Body:   &dnsmessage.AResource{A: a},
					})
				}
			}
			out, err := m.Pack()
			if err != nil {
				continue
			}
			if _, err := conn.WriteTo(out, from); err != nil {
				return
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// TestNamesAreCheckedWhenDialled: what a name resolves to counts, however often it changes.
func TestNamesAreCheckedWhenDialled(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	connected := make(chan struct{}, 8)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			connected <- struct{}{}
			c.Close()
		}
	}()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	r := nameServer(t, func(name string) ([][4]byte, dnsmessage.RCode) {
		switch name {
		case "inside.test.":
			return [][4]byte{{127, 0, 0, 1}}, dnsmessage.RCodeSuccess
		case "both.test.":
			return [][4]byte{{192, 168, 7, 7}, {127, 0, 0, 1}}, dnsmessage.RCodeSuccess
		case "broken.test.":
			return nil, dnsmessage.RCodeServerFailure
		}
		return nil, dnsmessage.RCodeNameError
	})
	direct, err := newPlain(Options{Agent: "Xunlu", Timeout: 2 * time.Second}, r)
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	proxied, err := newPlain(Options{Agent: "Xunlu", Timeout: 2 * time.Second, Proxy: "http://" + l.Addr().String()}, r)
	if err != nil {
		t.Fatal(err)
	}
	defer proxied.Close()
	tests := []struct {
		name string
		p    *Plain
		host string
		want storage.Failure
	}{
		{"private name", direct, "inside.test", storage.FailPrivate},
		{"several addresses", direct, "both.test", storage.FailPrivate},
		{"unknown name", direct, "nobody.test", storage.FailDNS},
		{"broken name server", direct, "broken.test", storage.FailDNS},
		{"private name through a proxy", proxied, "inside.test", storage.FailPrivate},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, failed := tt.p.Fetch(t.Context(), Request{URL: "http://" + tt.host + ":" + port + "/"})
			if failed == nil || failed.Kind != tt.want {
				t.Errorf("got %v, want %s", failed, tt.want)
			}
			if failed != nil && (tt.want == storage.FailPrivate) != errors.Is(failed, ErrPrivate) {
				t.Errorf("error %v does not say why", failed)
			}
		})
	}
	select {
	case <-connected:
		t.Error("a private address was connected to")
	default:
	}
	_, failed := direct.Fetch(t.Context(), Request{URL: "http://inside.test:" + port + "/", Private: []string{"inside.test:" + port}})
	if failed == nil || failed.Kind != storage.FailConnect {
		t.Errorf("with leave: %v, want a connection that ends", failed)
	}
}
