package app

import (
	"net"

	"xunlu/engine/cluster"
)

// Reachable turns the address listened on into one that other PCs can dial: a listener on all addresses is named by this PC's
// first one on the local network.
func Reachable(listen string) string {
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

// JoinAddress is where other PCs find this one now, HOST:PORT, and the fingerprint they know it by. Both are empty while none may
// join; the fingerprint is empty with a NATS server of one's own.
func (a *App) JoinAddress() (at, fingerprint string, err error) {
	s, at, err := a.Others()
	if err != nil || at == "" || s.NATS != "" {
		return at, "", err
	}
	cert, err := cluster.Certificate(a.dir)
	if err != nil {
		return at, "", err
	}
	return Reachable(at), cluster.Fingerprint(cert), nil
}

// CheckNodeName says whether another PC may be called so.
func CheckNodeName(name string) error { return cluster.CheckName(name) }
