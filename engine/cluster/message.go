package cluster

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/klauspost/compress/zstd"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/judge"
	"xunlu/storage"
)

// protocol is the version of what follows. A message begins with it.
const protocol = 1

// Sizes in bytes. NATS carries one million a message by default.
const (
	maxMessage  = 1 << 20   // NATS payload of our broker
	partSize    = 700 << 10 // of a message in parts
	maxParts    = 32        // of one report
	maxPlain    = 40 << 20  // a report, unpacked
	reportAim   = 4 << 20   // outcomes of one report, unpacked, after which the next one begins
	maxOutcomes = engine.MaxCommitGroup
	packAbove   = 2 << 10 // smaller messages travel as they are
	leaseMost   = 256     // tasks in one answer
)

var taskType = reflect.TypeFor[engine.Task]()

// head stands before every message of a node: version, flags, session, number, part, parts.
type head struct {
	packed  bool
	session uint64
	seq     uint64
	part    int
	parts   int
}

const headLen = 1 + 1 + 8 + 8 + 2 + 2

func (h head) append(b []byte) []byte {
	flags := byte(0)
	if h.packed {
		flags = 1
	}
	b = append(b, protocol, flags)
	b = binary.BigEndian.AppendUint64(b, h.session)
	b = binary.BigEndian.AppendUint64(b, h.seq)
	b = binary.BigEndian.AppendUint16(b, uint16(h.part))
	return binary.BigEndian.AppendUint16(b, uint16(h.parts))
}

var (
	errVersion = errors.New("the message is of a newer version of Xunlu")
	errForm    = errors.New("the message has no form")
)

func parseHead(b []byte) (head, []byte, error) {
	switch {
	case len(b) == 0:
		return head{}, nil, errForm
	case b[0] != protocol && len(b) >= headLen && b[0] < 32:
		return head{}, nil, errVersion
	case b[0] != protocol || len(b) < headLen || b[1] > 1:
		return head{}, nil, errForm
	}
	h := head{packed: b[1] == 1, session: binary.BigEndian.Uint64(b[2:]), seq: binary.BigEndian.Uint64(b[10:]),
		part: int(binary.BigEndian.Uint16(b[18:])), parts: int(binary.BigEndian.Uint16(b[20:]))}
	if h.parts < 1 || h.parts > maxParts || h.part >= h.parts || h.session == 0 {
		return h, nil, errForm
	}
	return h, b[headLen:], nil
}

// packer compresses and unpacks. Safe for all goroutines.
type packer struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newPacker() (*packer, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(true), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, fmt.Errorf("make a packer: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxPlain), zstd.WithDecoderConcurrency(2))
	if err != nil {
		return nil, fmt.Errorf("make a packer: %w", err)
	}
	return &packer{enc, dec}, nil
}

func (p *packer) close() error {
	p.dec.Close()
	return p.enc.Close()
}

// pack compresses data when that is worth it.
func (p *packer) pack(data []byte) (out []byte, packed bool) {
	if len(data) < packAbove {
		return data, false
	}
	return p.enc.EncodeAll(data, make([]byte, 0, len(data)/3)), true
}

func (p *packer) unpack(data []byte, packed bool) ([]byte, error) {
	if !packed {
		return data, nil
	}
	out, err := p.dec.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCodec, err)
	}
	return out, nil
}

// Answer codes.
const (
	ansOK       = 0
	ansLost     = 1 // some leases had run out; the rest was taken
	ansRefused  = 2 // for good
	ansAgain    = 3 // not now, or not whole: send it again
	ansStranger = 4 // sync first
)

// answer is what comes back: version, code, flags, then the body, or the reason.
func (p *packer) answer(code byte, body []byte) []byte {
	data, packed := p.pack(body)
	flags := byte(0)
	if packed {
		flags = 1
	}
	return append([]byte{protocol, code, flags}, data...)
}

// read opens an answer.
func (p *packer) read(b []byte) (code byte, body []byte, err error) {
	if len(b) < 3 || b[0] != protocol {
		return 0, nil, fmt.Errorf("%w: the coordinator runs another version of Xunlu; install the same one", engine.ErrRefused)
	}
	body, err = p.unpack(b[3:], b[2]&1 == 1)
	return b[1], body, err
}

// syncAsk and syncTell are a heartbeat and what comes back.
type syncAsk struct {
	Beat  engine.Heartbeat `json:"beat"`
	Shape uint64           `json:"shape"` // of the types that travel: see codec.go
}

type syncTell struct {
	Same   bool           `json:"same,omitempty"` // the node has them: only Term is told
	Term   uint64         `json:"term"`
	Params *engine.Params `json:"params,omitempty"`
}

type leaseAsk struct {
	Max int `json:"max"`
}

// wireTask is a task whose site the node knows or asks for.
type wireTask struct {
	ID           uint64    `json:"id"`
	URL          string    `json:"url"`
	Host         string    `json:"host"`
	Depth        int       `json:"depth,omitempty"`
	Attempt      int       `json:"attempt"`
	Sitemap      bool      `json:"sitemap,omitempty"`
	Revisit      bool      `json:"revisit,omitempty"`
	Site         string    `json:"site"`
	SiteVersion  int       `json:"site_version"`
	Profile      int       `json:"profile,omitempty"` // its version
	Blocks       bool      `json:"blocks,omitempty"`
	ETag         string    `json:"etag,omitempty"`
	LastModified string    `json:"last_modified,omitempty"`
	Hint         string    `json:"hint,omitempty"`
	Deadline     time.Time `json:"deadline"`
	Lease        uint64    `json:"lease"`
}

type sitesAsk struct {
	IDs []string `json:"ids"`
}

type wireSite struct {
	Site    storage.Site `json:"site"`
	Profile []byte       `json:"profile,omitempty"` // judge.Profile, encoded
	// Secrets let the node in at the site. They are told over an encrypted line alone, and kept nowhere but in the node's memory.
	Secrets map[string]string `json:"secrets,omitempty"`
}

func (s *wireSite) secrets() fetch.Secrets {
	out := fetch.Secrets{}
	for name, text := range s.Secrets {
		out[name] = fetch.NewSecret(text)
	}
	return out
}

func (s *wireSite) profile() (*judge.Profile, error) {
	if len(s.Profile) == 0 {
		return nil, nil
	}
	p := new(judge.Profile)
	return p, p.UnmarshalBinary(s.Profile)
}

// wireShape is the hash of all types that travel.
func wireShape() uint64 {
	return hashOf(reflect.TypeFor[engine.Outcome](), reflect.TypeFor[engine.Params](), reflect.TypeFor[wireSite](), reflect.TypeFor[wireTask]())
}

// appendOutcome writes an outcome with the lease it settles; the task itself is known to the coordinator.
func appendOutcome(w *writer, o *engine.Outcome) {
	w.b = binary.AppendUvarint(w.b, o.Task.ID)
	w.b = binary.AppendUvarint(w.b, o.Task.Lease)
	w.b = append(binary.AppendUvarint(w.b, uint64(len(o.Task.URL))), o.Task.URL...)
	coderOf(reflect.TypeFor[engine.Outcome]()).write(w, reflect.ValueOf(o).Elem())
}

// readOutcomes reads what appendOutcome wrote, one after another.
func readOutcomes(data []byte) ([]*engine.Outcome, error) {
	r := &reader{b: data}
	c := coderOf(reflect.TypeFor[engine.Outcome]())
	var all []*engine.Outcome
	for len(r.b) > 0 {
		if len(all) >= maxOutcomes {
			return nil, errCodec
		}
		o := new(engine.Outcome)
		o.Task.ID, o.Task.Lease, o.Task.URL = r.uint(), r.uint(), string(r.take(r.uint()))
		c.read(r, reflect.ValueOf(o).Elem())
		all = append(all, o)
	}
	return all, r.err
}

func decodeJSON(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return errForm
	}
	return nil
}
