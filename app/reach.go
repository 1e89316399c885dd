package app

import "net"

// reachable turns the address listened on into one that other PCs can dial: a listener on all addresses is named by this PC's
// first one on the local network.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return listen
	}
	name := "127.0.0.1"
	if addrs, err := net.InterfaceAddrs(); err == nil {
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsPrivate() {
				name = n.IP.String()
				break
			}
		}
	}
	return net.JoinHostPort(name, port)
}
