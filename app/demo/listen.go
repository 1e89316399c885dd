package demo

import (
	"errors"
	"fmt"
	"net"
	"strconv"
)

// loopbackIP is the address of a site: every site is a host of its own.
func loopbackIP(site int) string { return fmt.Sprintf("127.0.%d.%d", 1+site/200, 1+site%200) }

// listenAll opens a listener a site and gives the sites' addresses. On 127.0.0.1 every site gets its own loopback IP and
// all share the port; where the system has only one loopback address, or for any other IP, the sites get ports of their
// own, following the wished one.
func listenAll(listen string, sites int) ([]net.Listener, error) {
	host, portText, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", listen, err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("listen on %s: %q is no port", listen, portText)
	}
	if host == "localhost" || host == "" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("listen on %s: the demo web is served on loopback addresses only", listen)
	}
	if host == "127.0.0.1" {
		ls, err := listenIPs(port, sites)
		if err == nil || !errors.Is(err, errNoAddress) {
			return ls, err
		}
	}
	return listenPorts(host, port, sites)
}

// errNoAddress means that the system does not let us use 127.0.1.1 and its neighbours.
var errNoAddress = errors.New("only one loopback address")

// listenIPs opens one port on the loopback IP of every site. A free port is found by trying.
func listenIPs(port, sites int) ([]net.Listener, error) {
	var last error
	for range 20 {
		first, err := net.Listen("tcp", net.JoinHostPort(loopbackIP(0), strconv.Itoa(port)))
		if err != nil {
			if port == 0 {
				return nil, errNoAddress
			}
			if probe, perr := net.Listen("tcp", net.JoinHostPort(loopbackIP(0), "0")); perr != nil {
				return nil, errNoAddress
			} else if cerr := probe.Close(); cerr != nil {
				return nil, fmt.Errorf("listen: %w", cerr)
			}
			return nil, fmt.Errorf("listen on port %d: %w", port, err)
		}
		got := first.Addr().(*net.TCPAddr).Port
		ls := []net.Listener{first}
		for i := 1; i < sites; i++ {
			l, err := net.Listen("tcp", net.JoinHostPort(loopbackIP(i), strconv.Itoa(got)))
			if err != nil {
				last = fmt.Errorf("listen on %s: %w", loopbackIP(i), err)
				break
			}
			ls = append(ls, l)
		}
		if len(ls) == sites {
			return ls, nil
		}
		if err := closeAll(ls); err != nil {
			return nil, err
		}
		if port != 0 {
			return nil, last
		}
	}
	return nil, last
}

func listenPorts(host string, port, sites int) ([]net.Listener, error) {
	var ls []net.Listener
	for i := range sites {
		want := 0
		if port != 0 {
			want = port + i
		}
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(want)))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("listen for site %d: %w", i+1, err), closeAll(ls))
		}
		ls = append(ls, l)
	}
	return ls, nil
}

func closeAll(ls []net.Listener) error {
	var errs []error
	for _, l := range ls {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
