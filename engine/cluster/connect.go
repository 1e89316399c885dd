package cluster

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// How a dead line is noticed and how often it is tried again.
const (
	pingEvery  = 5 * time.Second
	pingsOut   = 2
	dialWait   = 10 * time.Second
	backOffMax = 15 * time.Second
)

// backOff is the wait before try n: twice as long each time, and a bit of chance so that nodes do not come all at once.
func backOff(n int) time.Duration {
	d := backOffMax
	if n < 5 {
		d = min(d, 500*time.Millisecond<<max(n-1, 0))
	}
	return d/2 + rand.N(d/2+1)
}

// lineOptions are common to both ends: it never gives up, and nothing waits in a buffer while there is no line.
func lineOptions(name, inbox string) []nats.Option {
	return []nats.Option{nats.Name(name), nats.CustomInboxPrefix(inbox), nats.MaxReconnects(-1), nats.CustomReconnectDelay(backOff),
		nats.ReconnectBufSize(-1), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsOut), nats.Timeout(dialWait),
		nats.NoEcho()}
}

// seedOption signs with an NKey.
func seedOption(kp nkeys.KeyPair) (nats.Option, error) {
	pub, err := kp.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	return nats.Nkey(pub, func(nonce []byte) ([]byte, error) { return kp.Sign(nonce) }), nil
}

// credsOption reads a credentials file: a JWT with its seed, as NATS tools write it, or a seed alone.
func credsOption(file string) (nats.Option, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("credentials file: %w", err)
	}
	if strings.Contains(string(data), "BEGIN NATS USER JWT") {
		return nats.UserCredentials(file), nil
	}
	kp, err := nkeys.ParseDecoratedNKey(data)
	if err != nil {
		return nil, fmt.Errorf("credentials file %s holds neither a NATS user JWT nor an NKey seed", file)
	}
	return seedOption(kp)
}

// errPlain: passwords do not travel, but pages and prices would be read by anyone on the way.
var errPlain = errors.New("the NATS server does not encrypt; set up TLS there and write tls:// (only 127.0.0.1 may do without)")

// encrypted says whether every address of a server of one's own is. A line on this PC is as good for pages, but nobody knows where such a
// server passes them on.
func encrypted(urls string) bool {
	for u := range strings.SplitSeq(urls, ",") {
		if !strings.HasPrefix(strings.TrimSpace(u), "tls://") {
			return false
		}
	}
	return true
}

// safeURLs refuses addresses of other PCs that are not encrypted.
func safeURLs(urls string) error {
	for u := range strings.SplitSeq(urls, ",") {
		p, err := url.Parse(strings.TrimSpace(u))
		if err != nil || p.Host == "" {
			return fmt.Errorf("NATS address %q is not like tls://HOST:PORT", u)
		}
		ip := net.ParseIP(p.Hostname())
		if p.Scheme == "nats" && p.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return fmt.Errorf("NATS address %s: %w", u, errPlain)
		}
	}
	return nil
}
