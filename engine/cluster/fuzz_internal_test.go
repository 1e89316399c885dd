package cluster

import (
	"encoding/json"
	"testing"

	"xunlu/engine"
)

// FuzzMessage: whatever a node or a stranger sends as head, packed body and JSON of the five questions is taken or refused with an
// error; nothing unpacks to more than the limit.
func FuzzMessage(f *testing.F) {
	p, err := newPacker()
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := p.close(); err != nil {
			f.Error(err)
		}
	})
	for _, v := range []any{syncAsk{Beat: engine.Heartbeat{Node: "a"}}, leaseAsk{Max: 64}, sitesAsk{IDs: []string{"a", "b"}}, []wireTask{{ID: 1, URL: "http://a.test/"}}, wireSite{Profile: []byte{1, 2, 3}}} {
		body, err := json.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(append(head{session: 1, parts: 1}.append(nil), body...))
		f.Add(append(head{packed: true, session: 1, seq: 2, parts: 1}.append(nil), p.enc.EncodeAll(body, nil)...))
	}
	f.Add([]byte{protocol, 1, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, body, err := p.read(data); err == nil && len(body) > maxPlain {
			t.Fatalf("an answer of %d bytes", len(body))
		}
		h, rest, err := parseHead(data)
		if err != nil {
			return
		}
		if h.part >= h.parts || h.parts > maxParts || h.session == 0 {
			t.Fatalf("head %+v", h)
		}
		body, err := p.unpack(rest, h.packed)
		if err != nil {
			return
		}
		if len(body) > max(maxPlain, len(rest)) {
			t.Fatalf("%d bytes became %d", len(rest), len(body))
		}
		for _, v := range []any{new(syncAsk), new(leaseAsk), new(sitesAsk), new([]wireTask), new(syncTell)} {
			_ = decodeJSON(body, v) // taken or refused
		}
		var s wireSite
		if decodeJSON(body, &s) == nil {
			_, _ = s.profile() // taken or refused
		}
	})
}

// FuzzToken: a file of a join command is read or refused; what was read can be written and read again.
func FuzzToken(f *testing.F) {
	token, _, err := NewToken("office", RoleNode, "pc", "ab", []string{"127.0.0.1:4222"})
	if err != nil {
		f.Fatal(err)
	}
	file, err := token.File()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		token, err := ParseToken(data)
		if err != nil {
			return
		}
		file, err := token.File()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseToken(file); err != nil {
			t.Fatalf("%q is read, and not after it was written: %v", data, err)
		}
	})
}
