package cluster

import (
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Limits of the broker.
const (
	brokerConns   = 512
	brokerSubs    = 64 // of one connection
	brokerPending = 64 << 20
	brokerAuth    = 10 * time.Second // for TLS and for the key
	brokerReady   = 20 * time.Second
)

// Broker is the NATS server inside the program. It does not exist, and nothing listens, until the user allows other PCs. It
// speaks TLS 1.3 from the first byte, keeps nothing, knows one key a node and gives each exactly its subjects.
type Broker struct {
	server *server.Server
	cell   string
	own    nkeys.KeyPair // the coordinator's, new at each start
	grudge *grumbler

	mu      sync.Mutex
	members map[string]member          // by public key
	live    map[string]map[uint64]bool // connections a name has had, by id
}

type member struct {
	role Role
	name string
}

// BrokerOptions of a broker.
type BrokerOptions struct {
	Cell   string
	Listen string // HOST:PORT; port 0 = any
	Cert   tls.Certificate
	Log    *slog.Logger
}

// NewBroker starts listening.
func NewBroker(o BrokerOptions) (*Broker, error) {
	host, p, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: %w", o.Listen, err)
	}
	port, err := strconv.Atoi(p)
	if err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("listen on %q: the port is no number", o.Listen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	own, err := nkeys.CreateUser()
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	b := &Broker{cell: o.Cell, own: own, grudge: newGrumbler(o.Log.With("part", "broker")), members: map[string]member{},
		live: map[string]map[uint64]bool{}}
	opts := &server.Options{
		ServerName: "xunlu-" + o.Cell, Host: host, Port: port, NoSigs: true, NoLog: true,
		MaxPayload: maxMessage + headLen, MaxConn: brokerConns, MaxSubs: brokerSubs, MaxPending: brokerPending, MaxControlLine: 4096,
		AuthTimeout: brokerAuth.Seconds(), TLSTimeout: brokerAuth.Seconds(), WriteDeadline: brokerAuth,
		PingInterval: pingEvery, MaxPingsOut: pingsOut,
		TLSConfig:         &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{o.Cert}},
		TLSHandshakeFirst: true, CustomClientAuthentication: b, AlwaysEnableNonce: true,
	}
	if b.server, err = server.NewServer(opts); err != nil {
		return nil, fmt.Errorf("listen on %s: %w", o.Listen, err)
	}
	b.server.SetLoggerV2(brokerLog{b.grudge}, false, false, false)
	go b.server.Start()
	if !b.server.ReadyForConnections(brokerReady) {
		b.server.Shutdown()
		b.server.WaitForShutdown()
		return nil, fmt.Errorf("listen on %s: the address is in use or not this PC's", o.Listen)
	}
	return b, nil
}

// Addr is where it listens.
func (b *Broker) Addr() string { return b.server.Addr().String() }

// Close ends it.
func (b *Broker) Close() {
	b.server.Shutdown()
	b.server.WaitForShutdown()
}

// Admit lets the holder of a key in under a name.
func (b *Broker) Admit(key string, role Role, name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members[key] = member{role, name}
}

// Expel revokes the keys of a name and cuts its connections.
func (b *Broker) Expel(name string) {
	b.mu.Lock()
	for key, m := range b.members {
		if m.name == name {
			delete(b.members, key)
		}
	}
	b.mu.Unlock()
	b.Kick(name)
}

// Kick cuts the connections of a name; it may come again.
func (b *Broker) Kick(name string) {
	b.mu.Lock()
	ids := b.live[name]
	delete(b.live, name)
	b.mu.Unlock()
	for id := range ids {
		if err := b.server.DisconnectClientByID(id); err != nil {
			continue // it is gone already
		}
	}
}

// Check implements server.Authentication: a key that was admitted, proved by a signature of the server's nonce.
func (b *Broker) Check(c server.ClientAuthentication) bool {
	m, err := b.who(c)
	if err != nil {
		who := "unknown"
		if a := c.RemoteAddress(); a != nil {
			if host, _, herr := net.SplitHostPort(a.String()); herr == nil {
				who = host
			}
		}
		b.grudge.say(who, "a connection: "+err.Error())
		return false
	}
	c.RegisterUser(&server.User{Username: string(m.role) + " " + m.name, Permissions: RightsOf(b.cell, m.role, m.name).permissions()})
	if m.name != "" {
		b.mu.Lock()
		if b.live[m.name] == nil {
			b.live[m.name] = map[uint64]bool{}
		}
		b.live[m.name][c.GetID()] = true
		b.mu.Unlock()
	}
	return true
}

var (
	errNoKey    = errors.New("it showed no key")
	errWrongKey = errors.New("its key is not known: never given, or revoked")
	errForged   = errors.New("its signature is wrong")
)

func (b *Broker) who(c server.ClientAuthentication) (member, error) {
	o := c.GetOpts()
	if o.Nkey == "" {
		return member{}, errNoKey
	}
	own, err := b.own.PublicKey()
	if err != nil {
		return member{}, err
	}
	b.mu.Lock()
	m, ok := b.members[o.Nkey]
	b.mu.Unlock()
	if o.Nkey == own {
		ok = true
	}
	if !ok {
		return m, errWrongKey
	}
	pub, err := nkeys.FromPublicKey(o.Nkey)
	if err != nil {
		return m, errForged
	}
	sig, err := base64.RawURLEncoding.DecodeString(o.Sig)
	if err != nil || pub.Verify(c.GetNonce(), sig) != nil {
		return m, errForged
	}
	return m, nil
}

// brokerLog passes what the server complains of on, each kind once a minute.
type brokerLog struct{ g *grumbler }

func (l brokerLog) Noticef(string, ...any)         {}
func (l brokerLog) Debugf(string, ...any)          {}
func (l brokerLog) Tracef(string, ...any)          {}
func (l brokerLog) Warnf(format string, v ...any)  { l.say(format, v) }
func (l brokerLog) Fatalf(format string, v ...any) { l.say(format, v) }
func (l brokerLog) Errorf(format string, v ...any) { l.say(format, v) }

// say leaves out what Check says better, and the one remark the server makes at its start.
func (l brokerLog) say(format string, v []any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "authentication error") || strings.Contains(text, "TLS Handshake First") {
		return
	}
	kind := format
	if i := strings.LastIndex(format, `" - `); i >= 0 {
		kind, _, _ = strings.Cut(format[i+4:], " - ") // without the connection before it, of which there are ever new ones
	}
	l.g.say("broker", kind, "err", text)
}
