package judge

import (
	"bytes"
	"encoding/json"
)

// Format writes the rule set as JSON with one factor a line, so that a person can read it and a diff shows what changed.
// ParseRules reads it back.
func (r Rules) Format() ([]byte, error) {
	head := r
	head.Factors = []Factor{}
	data, err := encode(head, "  ")
	if err != nil {
		return nil, err
	}
	open := bytes.LastIndex(data, []byte("[]"))
	var b bytes.Buffer
	b.Write(data[:open+1])
	for i, f := range r.Factors {
		if i > 0 {
			b.WriteByte(',')
		}
		line, err := encode(f, "")
		if err != nil {
			return nil, err
		}
		b.WriteString("\n    ")
		b.Write(line)
	}
	b.WriteString("\n  ]\n}\n")
	return b.Bytes(), nil
}

// encode leaves <, > and & readable: patterns are full of them.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
