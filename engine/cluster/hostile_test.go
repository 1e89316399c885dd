package cluster_test

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"xunlu/engine"
	"xunlu/engine/cluster"
)

// intruder is a connection with a node's own key that sends what it likes.
func (o *office) intruder(tok cluster.Token) *nats.Conn {
	o.t.Helper()
	kp, err := nkeys.FromSeed([]byte(tok.Seed))
	if err != nil {
		o.t.Fatal(err)
	}
	pub, _ := kp.PublicKey()
	nc, err := nats.Connect("tls://"+o.broker.Addr(), nats.Nkey(pub, kp.Sign), nats.Secure(&tls.Config{InsecureSkipVerify: true}),
		nats.TLSHandshakeFirst(), nats.CustomInboxPrefix("xunlu."+cell+".inbox."+tok.Name), nats.MaxReconnects(0),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(nc.Close)
	return nc
}

// told says whether a line of the log holds all words.
func (o *office) told(words ...string) int {
	n := 0
lines:
	for _, l := range o.log.all() {
		for _, w := range words {
			if !strings.Contains(l, w) {
				continue lines
			}
		}
		n++
	}
	return n
}

func (o *office) waitTold(words ...string) {
	o.t.Helper()
	eventually(o.t, func() (int, error) {
		if n := o.told(words...); n > 0 {
			return n, nil
		}
		return 0, fmt.Errorf("no log line with %q among %q", words, o.log.all())
	})
}

// TestRawMessages: what is no message changes nothing, is logged once a kind, and the node's work goes on.
func TestRawMessages(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	o.site("agency.example", 2)
	tok := o.token(cluster.RoleNode, "a")
	a := o.dial(tok)
	o.sync(a, "a")
	held := lease(t, a, "a", 1)
	seq, _ := o.store.LastSeq()
	nc := o.intruder(tok)
	newer := append([]byte{9, 0}, make([]byte, 40)...)
	for _, m := range [][]byte{nil, []byte("{{{{"), []byte(strings.Repeat("[", 100000)), []byte(`{"type":"format_disk"}`),
		[]byte(`{"type":"result","job":"J1","seq":1}`), newer} {
		for _, verb := range []string{"sync", "lease", "report", "sites"} {
			for range 3 {
				if err := nc.Publish("xunlu."+cell+".node.a."+verb, m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if m, err := nc.Request("xunlu."+cell+".node.a.report", newer, 5*time.Second); err != nil || !strings.Contains(string(m.Data), "newer version") {
		t.Errorf("a message of a newer version is answered with %v, %v", m, err)
	}
	o.waitTold("no form")
	if n := o.told("no form"); n != 1 {
		t.Errorf("logged %d times, want once", n)
	}
	if err := a.Report(t.Context(), []*engine.Outcome{crawled(held[0], "x")}); err != nil {
		t.Errorf("the honest report after it: %v", err)
	}
	if now, _ := o.store.LastSeq(); now == seq {
		t.Error("nothing was stored of the honest report")
	}
}

// TestBadResults: outcomes that no honest node reports are refused, or lose the field that is wrong.
func TestBadResults(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, func(p *engine.Options) { p.Params.LeaseSize = 32 })
	defer o.close()
	o.site("agency.example", 12)
	o.site("other.example", 1)
	a, b := o.join("a"), o.join("b")
	tasks := lease(t, a, "a", 12)
	var mine []engine.Task
	for _, x := range tasks {
		if x.Host == "agency.example" {
			mine = append(mine, x)
		}
	}
	refused := map[string]func(*engine.Outcome){
		"foreign site":  func(x *engine.Outcome) { x.Task.URL = "http://bank.example/" },
		"private url":   func(x *engine.Outcome) { x.Task.URL = "http://127.0.0.1/" },
		"foreign page":  func(x *engine.Outcome) { x.Response.URL = "http://bank.example/" },
		"answered from": func(x *engine.Outcome) { x.Response.FinalURL = "http://bank.example/x" },
		"verdict":       func(x *engine.Outcome) { x.Verdict.Score = math.NaN() },
		"evidence":      func(x *engine.Outcome) { x.Evidence = []byte("garbage") },
		"redirect":      func(x *engine.Outcome) { x.Redirect = "javascript:alert(1)" },
	}
	for name, spoil := range refused {
		x := crawled(mine[0], "x")
		spoil(x)
		if err := a.Report(t.Context(), []*engine.Outcome{x}); !errors.Is(err, engine.ErrLeaseLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.Report(t.Context(), []*engine.Outcome{crawled(mine[0], "of a's task")}); !errors.Is(err, engine.ErrLeaseLost) {
		t.Errorf("a result for another node's job: %v", err)
	}
	if n := o.store.Counts().Total.Pages; n != 0 {
		t.Fatalf("%d pages stored of refused results", n)
	}
	x := crawled(mine[0], "x")
	x.Title = "<script>\u202e=cmd()\x00"
	x.Response.Fetched = time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)
	x.Route.Price, x.Route.PriceHigh, x.Route.MarketPrice, x.Route.Days = math.NaN(), 1e308, -5, -3
	x.Route.Image, x.Route.State, x.Route.To = "file:///etc/passwd", "gone", []string{"桂林\u202e"}
	if err := a.Report(t.Context(), []*engine.Outcome{x}); err != nil {
		t.Fatal(err)
	}
	p, err := o.store.PageOf(mine[0].URL)
	if err != nil || strings.ContainsAny(p.Title, "\u202e\x00") || p.Fetched.After(time.Now()) {
		t.Errorf("stored as %+v, %v", p, err)
	}
	r, err := o.store.Route(p.ID)
	if err != nil || r.Price != 0 || r.PriceHigh != 0 || r.MarketPrice != 0 || r.Days != 0 || r.Image != "" || r.State != "new" || r.To[0] != "桂林" {
		t.Errorf("its route is %+v, %v", r, err)
	}
}

// TestKeys: wrong, missing and revoked keys get no line; nobody speaks or hears for another; it is said once.
func TestKeys(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	tok := o.token(cluster.RoleNode, "a")
	o.token(cluster.RoleNode, "b")
	wrong, _, err := cluster.NewToken(cell, cluster.RoleNode, "a", o.print, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := o.dial(wrong)
	eventually(t, func() (int, error) {
		if _, err := c.Sync(t.Context(), engine.Heartbeat{}); errors.Is(err, engine.ErrRefused) {
			return 0, nil
		}
		return 0, errors.New("not refused yet")
	})
	insecure := nats.Secure(&tls.Config{InsecureSkipVerify: true})
	if nc, err := nats.Connect("tls://"+o.broker.Addr(), insecure, nats.TLSHandshakeFirst()); err == nil {
		nc.Close()
		t.Error("no key at all was let in")
	}
	if nc, err := nats.Connect("tls://"+o.broker.Addr(), insecure, nats.TLSHandshakeFirst(), nats.UserInfo("node a", "")); err == nil {
		nc.Close()
		t.Error("a user name was let in")
	}
	o.waitTold("a connection", "no key")
	good := o.dial(tok)
	o.sync(good, "a")
	o.host.Expel("a")
	eventually(t, func() (int, error) {
		if _, err := good.Sync(t.Context(), engine.Heartbeat{}); errors.Is(err, engine.ErrRefused) {
			return 0, nil
		}
		return 0, errors.New("a revoked key is still let in")
	})
}

// TestSubjects: a node's line carries its own subjects and nothing else.
func TestSubjects(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	nc := o.intruder(o.token(cluster.RoleNode, "a"))
	b := o.join("b")
	heard := make(chan *nats.Msg, 64)
	for _, s := range []string{">", "xunlu.>", "xunlu." + cell + ".node.b.>", "xunlu." + cell + ".inbox.b.>", "$SYS.>", "_INBOX.>", "xunlu." + cell + ".rows"} {
		if _, err := nc.ChanSubscribe(s, heard); err != nil {
			t.Fatal(err)
		}
	}
	// an answer that a hostile node wants sent to another's inbox
	m := append(cluster.MessageHead(7, 1), []byte(`{}`)...)
	for _, s := range []string{"xunlu." + cell + ".node.b.sync", "xunlu." + cell + ".news", "xunlu." + cell + ".inbox.b.x", "$SYS.REQ.SERVER.PING", "xunlu." + cell + ".follow.a.rows"} {
		if err := nc.PublishRequest(s, "xunlu."+cell+".inbox.b.x", m); err != nil {
			t.Fatal(err)
		}
	}
	if err := nc.PublishRequest("xunlu."+cell+".node.a.sync", "xunlu."+cell+".inbox.b.x", cluster.MessageHead(7, 1)); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	news := b.News()
	o.sync(b, "b")
	select {
	case x := <-heard:
		t.Errorf("a heard %s", x.Subject)
	case <-news:
		t.Error("b heard news that a made up")
	default:
	}
	o.waitTold("broker", "Violation")
	if st := o.coord.Status(); len(st.Nodes) != 1 {
		t.Errorf("the nodes are %+v", st.Nodes)
	}
}

// TestLine: the port speaks TLS from the first byte, a client with another pin goes away, an oversized message is cut off.
func TestLine(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	plain, err := net.Dial("tcp", o.broker.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if _, err := plain.Write([]byte("CONNECT {}\r\nPING\r\n")); err != nil {
		t.Fatal(err)
	}
	if err := plain.SetReadDeadline(time.Now().Add(15 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(plain); err == nil && strings.Contains(string(got), "INFO") || strings.Contains(string(got), "PONG") {
		t.Errorf("a plain line is answered with %q", got)
	}
	tok := o.token(cluster.RoleNode, "a")
	nc := o.intruder(tok)
	before := resident(t)
	if err := nc.Publish("xunlu."+cell+".node.a.report", make([]byte, 64<<20)); err == nil {
		t.Error("64 MB went out as one message")
	}
	o.oversized(tok)
	if grown := resident(t) - before; grown > 2*64<<20 { // the test's own message is half of it
		t.Errorf("64 MB sent in one message cost %d MB", grown>>20)
	}
	tok.Fingerprint = strings.Repeat("0", 64)
	other := o.dial(tok)
	if _, err := other.Sync(t.Context(), engine.Heartbeat{}); !errors.Is(err, engine.ErrAway) {
		t.Errorf("an impostor is asked: %v", err)
	}
	o.waitTold("who answers there", "another certificate")
}

// oversized sends 64 MB in one message past the client library, which would not: the broker hangs up before it took them.
func (o *office) oversized(tok cluster.Token) {
	o.t.Helper()
	kp, err := nkeys.FromSeed([]byte(tok.Seed))
	if err != nil {
		o.t.Fatal(err)
	}
	public, _ := kp.PublicKey()
	c, err := tls.Dial("tcp", o.broker.Addr(), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		o.t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	line, err := in.ReadString('\n')
	var info struct{ Nonce string }
	if err != nil || json.Unmarshal([]byte(strings.TrimPrefix(line, "INFO ")), &info) != nil {
		o.t.Fatalf("the broker says %q, %v", line, err)
	}
	sig, err := kp.Sign([]byte(info.Nonce))
	if err != nil {
		o.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(c, "CONNECT {\"verbose\":false,\"nkey\":%q,\"sig\":%q,\"protocol\":1}\r\nPING\r\n", public, base64.RawURLEncoding.EncodeToString(sig)); err != nil {
		o.t.Fatal(err)
	}
	for line != "PONG\r\n" {
		if line, err = in.ReadString('\n'); err != nil {
			o.t.Fatalf("the broker does not let it in: %v", err)
		}
	}
	sent, err := fmt.Fprintf(c, "PUB xunlu.%s.node.a.report %d\r\n", cell, 64<<20)
	for chunk := make([]byte, 64<<10); err == nil && sent < 64<<20; {
		var n int
		n, err = c.Write(chunk)
		sent += n
	}
	if err == nil {
		o.t.Errorf("the broker took %d MB of one message", sent>>20)
	}
	answer, _ := io.ReadAll(in)
	if !strings.Contains(string(answer), "Maximum Payload") {
		o.t.Logf("the broker hung up after %d bytes and said %q", sent, answer)
	}
}

// resident is how many bytes of the process are in memory, 0 where it is not known.
func resident(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(data), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// TestFlood: a hundred thousand messages are not worked on, and another node is served meanwhile.
func TestFlood(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	nc := o.intruder(o.token(cluster.RoleNode, "a"))
	b := o.join("b")
	for i := range 20_000 {
		if err := nc.Publish("xunlu."+cell+".node.a.sync", []byte("x")); err != nil {
			break // cut off
		}
		if i%5000 == 0 {
			o.sync(b, "b")
		}
	}
	o.sync(b, "b")
	o.waitTold("too many messages")
	if n := o.told("too many messages"); n != 1 {
		t.Errorf("logged %d times", n)
	}
}

// TestTwice: a token used by a second program: the newer takes the place of the older, which is told why.
func TestTwice(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	o.site("agency.example", 2)
	tok := o.token(cluster.RoleNode, "a")
	first := o.dial(tok)
	o.sync(first, "a")
	held := lease(t, first, "a", 2)
	second := o.dial(tok)
	o.sync(second, "a")
	if _, err := first.Sync(t.Context(), engine.Heartbeat{}); !errors.Is(err, engine.ErrRefused) || !strings.Contains(err.Error(), "another program") {
		t.Errorf("the first is told %v", err)
	}
	o.waitTold("used by two programs")
	if got := o.host.Trouble("a"); !strings.Contains(got, "two programs") {
		t.Errorf("the nodes list says %q", got)
	}
	if got := lease(t, second, "a", 2); len(got) != len(held) {
		t.Errorf("%d of %d tasks came to the second", len(got), len(held))
	}
}

// TestNodeMessagesConformance goes through the shared list of hostile messages: each that is a message is sent as it is, and
// nothing of it is stored.
func TestNodeMessagesConformance(t *testing.T) {
	f, err := os.Open(sharedFile("cases/security/node_messages.jsonl"))
	if err != nil {
		t.Skip("the shared cases are not beside the repository")
	}
	defer f.Close()
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	o.site("agency.example", 1)
	nc := o.intruder(o.token(cluster.RoleNode, "a"))
	seq, _ := o.store.LastSeq()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		var c struct {
			Name, Raw, Subject string
			Recipe             string `json:"raw_recipe"`
			Msg                json.RawMessage
			Times              int
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		data := []byte(c.Raw)
		if c.Msg != nil {
			data = c.Msg
		}
		if c.Recipe != "" {
			data = []byte(strings.Repeat("[", 100000))
		}
		for _, verb := range []string{"sync", "lease", "report", "sites"} {
			for _, msg := range [][]byte{data, append(cluster.MessageHead(5, 1), data...)} {
				if err := nc.Publish("xunlu."+cell+".node.a."+verb, msg); err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
			}
		}
		if c.Subject != "" {
			if err := nc.Publish(strings.ReplaceAll(c.Subject, ">", "x"), data); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	o.join("b")
	if now, _ := o.store.LastSeq(); now != seq || o.store.Counts().Total.Pages != 0 {
		t.Error("a hostile message changed the store")
	}
	said := map[string]bool{}
	for _, l := range o.log.all() {
		if strings.HasPrefix(l, "refused: ") && said[l] {
			t.Errorf("logged again: %s", l)
		}
		said[l] = true
	}
	if n < 28 || len(said) == 0 {
		t.Errorf("%d cases, %d lines in the log", n, len(said))
	}
	t.Logf("%d cases, logged: %q", n, o.log.all())
}

func sharedFile(name string) string {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if f := filepath.Join(dir, "shared", name); exists(f) {
			return f
		}
	}
	return name
}

func exists(f string) bool { _, err := os.Stat(f); return err == nil }
