package cluster

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"xunlu/engine"
)

// Waits of a client. A question for work is kept open by the coordinator for leaseWait.
const (
	askWait    = 10 * time.Second
	reportWait = 30 * time.Second
)

// Client is the coordinator as a node on another PC sees it. It implements engine.Dispatcher; its methods may be called from
// any goroutine, each of them from one at a time, as a Node does.
type Client struct {
	// constant after Dial
	token   Token
	session uint64 // of this program: another one with the same token is told apart
	nc      *nats.Conn
	pack    *packer
	shape   uint64
	log     *slog.Logger
	grudge  *grumbler
	sites   *siteCache

	mu      sync.Mutex
	seq     uint64
	lease   uint64 // number of the question for work that is not answered yet; 0 = none
	params  *engine.Params
	news    chan struct{} // closed and replaced when the coordinator says so
	cut     chan struct{} // closed when the line breaks, replaced when it is back
	refused error         // for good
}

// DialOptions of Dial.
type DialOptions struct {
	Token Token
	Addr  string // HOST:PORT of the coordinator; "" with a NATS server of one's own
	Creds string // credentials file for that server; "" = the token's own key
	Log   *slog.Logger
}

// Dial begins to connect and returns at once: the line may come later, and again and again.
func Dial(o DialOptions) (*Client, error) {
	p, err := newPacker()
	if err != nil {
		return nil, err
	}
	c := &Client{token: o.Token, session: rand.Uint64() | 1, pack: p, shape: wireShape(), log: o.Log.With("part", "cluster"), sites: newSiteCache(),
		news: make(chan struct{}), cut: make(chan struct{})}
	c.grudge = newGrumbler(c.log)
	to, opts, err := c.line(o)
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	if c.nc, err = nats.Connect(to, opts...); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to %s: %w", to, err), p.close())
	}
	if _, err := c.nc.Subscribe(newsOf(o.Token.Cell, o.Token.Role), func(*nats.Msg) { c.tell() }); err != nil {
		c.nc.Close()
		return nil, errors.Join(fmt.Errorf("listen for news: %w", err), p.close())
	}
	return c, nil
}

// line gives address and options of the connection.
func (c *Client) line(o DialOptions) (string, []nats.Option, error) {
	opts := append(lineOptions("node "+o.Token.Name, inboxOf(o.Token.Cell, o.Token.Name)), nats.RetryOnFailedConnect(true),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { c.broken(err) }),
		nats.ReconnectHandler(func(*nats.Conn) { c.mended() }),
		nats.ConnectHandler(func(*nats.Conn) { c.mended() }),
		nats.ClosedHandler(func(nc *nats.Conn) { c.closed(nc.LastError()) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			c.grudge.say("line", "an error of the line", "err", err)
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { c.grudge.say("line", "no line to the coordinator yet", "err", err) }))
	kp, err := nkeys.FromSeed([]byte(o.Token.Seed))
	if err != nil {
		return "", nil, ErrToken
	}
	auth, err := seedOption(kp)
	if err != nil {
		return "", nil, err
	}
	if o.Addr == "" {
		urls := strings.Join(o.Token.NATS, ",")
		if err := safeURLs(urls); err != nil {
			return "", nil, err
		}
		if o.Creds != "" {
			if auth, err = credsOption(o.Creds); err != nil {
				return "", nil, err
			}
		}
		return urls, append(opts, auth), nil
	}
	if _, _, err := net.SplitHostPort(o.Addr); err != nil {
		return "", nil, fmt.Errorf("join address %q is not HOST:PORT", o.Addr)
	}
	if o.Token.Fingerprint == "" {
		return "", nil, errors.New("the coordinator's fingerprint is missing: it is part of the token file and of the join command")
	}
	pin := pinned(o.Token.Fingerprint)
	verify := pin.VerifyConnection
	pin.VerifyConnection = func(s tls.ConnectionState) error {
		err := verify(s)
		if err != nil {
			c.grudge.say(o.Addr, "who answers there", "err", err)
		}
		return err
	}
	return "tls://" + o.Addr, append(opts, auth, nats.Secure(pin), nats.TLSHandshakeFirst()), nil
}

func (c *Client) broken(err error) {
	c.mu.Lock()
	select {
	case <-c.cut:
	default:
		close(c.cut)
	}
	c.mu.Unlock()
	if err != nil {
		c.grudge.say("line", "the line to the coordinator broke; it is tried again", "err", err)
	}
}

func (c *Client) mended() {
	c.mu.Lock()
	select {
	case <-c.cut:
		c.cut = make(chan struct{})
	default:
	}
	c.mu.Unlock()
	c.log.Info("connected to the coordinator")
	c.tell()
}

// closed: NATS gave up, which it does only when the key is refused.
func (c *Client) closed(err error) {
	if err == nil {
		return
	}
	c.refuse(fmt.Errorf("%w: this PC's key is not known there, it was removed or replaced; ask for a new token file (%w)", engine.ErrRefused, err))
}

func (c *Client) refuse(err error) error {
	c.mu.Lock()
	if c.refused == nil {
		c.refused = err
	}
	err = c.refused
	c.mu.Unlock()
	c.tell()
	return err
}

// tell wakes who waits for news.
func (c *Client) tell() {
	c.mu.Lock()
	close(c.news)
	c.news = make(chan struct{})
	c.mu.Unlock()
}

// News is closed when the coordinator says that something changed, and when the line is back.
func (c *Client) News() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.news
}

// Close ends the line.
func (c *Client) Close() error {
	c.nc.Close()
	return c.pack.close()
}

// next gives the number of a new message.
func (c *Client) next() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	return c.seq
}

// ask sends a message and waits for its answer. ErrAway: nothing is known of whether it was heard.
func (c *Client) ask(ctx context.Context, verb string, data []byte, wait time.Duration) (byte, []byte, error) {
	c.mu.Lock()
	cut, refused := c.cut, c.refused
	c.mu.Unlock()
	if refused != nil {
		return 0, nil, refused
	}
	if !c.nc.IsConnected() {
		return 0, nil, fmt.Errorf("%w: no line", engine.ErrAway)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-cut:
			cancel()
		case <-stop:
		}
	}()
	m, err := c.nc.RequestWithContext(ctx, verbSubject(c.token.Cell, c.token.Role, c.token.Name, verb), data)
	if err != nil {
		return 0, nil, fmt.Errorf("%w: %w", engine.ErrAway, err)
	}
	code, body, err := c.pack.read(m.Data)
	switch {
	case err != nil:
		return 0, nil, err
	case code == ansRefused:
		return code, nil, c.refuse(fmt.Errorf("%w: %s", engine.ErrRefused, body))
	case code == ansStranger:
		c.tell() // the coordinator was started anew: a heartbeat makes us known
		return code, nil, fmt.Errorf("%w: it was started anew", engine.ErrAway)
	case code == ansAgain:
		return code, nil, fmt.Errorf("%w: %s", engine.ErrAway, body)
	}
	return code, body, nil
}

// askJSON is ask for a message that fits into one.
func (c *Client) askJSON(ctx context.Context, verb string, seq uint64, q, into any, wait time.Duration) error {
	data, err := json.Marshal(q)
	if err != nil {
		return err
	}
	data, packed := c.pack.pack(data)
	msg := append(head{packed: packed, session: c.session, seq: seq, parts: 1}.append(nil), data...)
	_, body, err := c.ask(ctx, verb, msg, wait)
	if err != nil {
		return err
	}
	return decodeJSON(body, into)
}

// Sync implements engine.Dispatcher.
func (c *Client) Sync(ctx context.Context, beat engine.Heartbeat) (engine.Params, error) {
	c.mu.Lock()
	had := c.params
	c.mu.Unlock()
	if had == nil {
		beat.Params = 0
	} else {
		beat.Params = had.Version
	}
	var t syncTell
	if err := c.askJSON(ctx, verbSync, c.next(), syncAsk{Beat: beat, Shape: c.shape}, &t, askWait); err != nil {
		return engine.Params{}, err
	}
	switch {
	case t.Params != nil:
		had = t.Params
	case !t.Same || had == nil:
		return engine.Params{}, fmt.Errorf("%w: its answer holds no parameters", engine.ErrAway)
	}
	p := *had
	p.Term = t.Term
	if err := p.Validate(); err != nil {
		return p, fmt.Errorf("%w: %w", engine.ErrAway, err)
	}
	c.mu.Lock()
	c.params = &p
	c.mu.Unlock()
	return p, nil
}

// Lease implements engine.Dispatcher. A question that was not answered is put again under its number: what it was answered
// with must not be lost.
func (c *Client) Lease(ctx context.Context, _ string, most int) ([]engine.Task, error) {
	for {
		c.mu.Lock()
		if c.lease == 0 {
			c.seq++
			c.lease = c.seq
		}
		seq := c.lease
		c.mu.Unlock()
		var got []wireTask
		if err := c.askJSON(ctx, verbLease, seq, leaseAsk{Max: min(most, leaseMost)}, &got, leaseWait+askWait); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, err
		}
		tasks, err := c.tasks(ctx, got)
		if err != nil {
			return nil, err // the question stays open: the same answer comes again
		}
		c.mu.Lock()
		c.lease = 0
		c.mu.Unlock()
		if len(tasks) > 0 {
			return tasks, nil
		}
	}
}

// Report implements engine.Dispatcher. A report that was not acknowledged may be given again.
func (c *Client) Report(ctx context.Context, outcomes []*engine.Outcome) error {
	var lost []error
	for len(outcomes) > 0 {
		var w writer
		n := 0
		for ; n < len(outcomes) && (n == 0 || len(w.b) < reportAim); n++ {
			c.append(&w, outcomes[n])
		}
		err := c.hand(ctx, w.b)
		switch {
		case errors.Is(err, engine.ErrLeaseLost):
			lost = append(lost, err)
		case err != nil:
			return err
		}
		outcomes = outcomes[n:]
	}
	return errors.Join(lost...)
}

// append writes an outcome; a page too large for the wire becomes a failure that says so.
func (c *Client) append(w *writer, o *engine.Outcome) {
	from := len(w.b)
	appendOutcome(w, o)
	if len(w.b)-from <= maxPlain-reportAim {
		return
	}
	w.b = w.b[:from]
	appendOutcome(w, &engine.Outcome{Task: o.Task, Status: o.Status, Failure: "too_large", Delay: o.Delay,
		Error: "the page is larger than what a node on another PC may report"})
}

// hand sends a report in as many parts as it needs and waits for the commit.
func (c *Client) hand(ctx context.Context, plain []byte) error {
	data, packed := c.pack.pack(plain)
	parts := max(1, (len(data)+partSize-1)/partSize)
	h := head{packed: packed, session: c.session, seq: c.next(), parts: parts}
	subject := verbSubject(c.token.Cell, c.token.Role, c.token.Name, verbReport)
	for ; ; h.part++ {
		n := min(len(data), partSize)
		msg := append(h.append(make([]byte, 0, headLen+n)), data[:n]...)
		data = data[n:]
		if h.part == parts-1 {
			code, body, err := c.ask(ctx, verbReport, msg, reportWait)
			if err == nil && code == ansLost {
				return fmt.Errorf("%s: %w", body, engine.ErrLeaseLost)
			}
			return err
		}
		if err := c.nc.Publish(subject, msg); err != nil {
			return fmt.Errorf("%w: %w", engine.ErrAway, err)
		}
	}
}
