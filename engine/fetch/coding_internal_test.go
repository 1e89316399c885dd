package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

func packed(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch name {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "flate":
		f, err := flate.NewWriter(&b, 6)
		if err != nil {
			t.Fatal(err)
		}
		w = f
	case "zstd":
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestUncoded(t *testing.T) {
	text := []byte(strings.Repeat("桂林四日游 <a href=/x>1</a>\n", 500))
	gz, zs := packed(t, "gzip", text), packed(t, "zstd", text)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	tests := []struct {
		name, header string
		wire         []byte
		want         []byte
		err          error
	}{
		{"gzip", "gzip", gz, text, nil},
		{"gzip, old name", "X-GZIP", gz, text, nil},
		{"two members", "gzip", join(gz, gz), join(text, text), nil},
		{"rubbish behind", "gzip", join(gz, []byte("\x00\x00\nx")), text, nil},
		{"twice", "gzip, gzip", packed(t, "gzip", gz), text, nil},
		{"zlib", "deflate", packed(t, "zlib", text), text, nil},
		{"bare deflate", "deflate", packed(t, "flate", text), text, nil},
		{"zstd", "zstd", zs, text, nil},
		{"zstd in gzip", "zstd, gzip", packed(t, "gzip", zs), text, nil},
		{"declared but plain", "gzip", text, text, nil},
		{"zstd declared but plain", "zstd", text, text, nil},
		{"deflate declared but plain", "deflate", []byte("<html>"), []byte("<html>"), nil},
		{"empty", "gzip", nil, nil, nil},
		{"identity", "identity", text, text, nil},
		{"charset in place of an encoding", "gb2312", text, text, nil},
		{"brotli declared but plain", "br", text, text, nil},
		{"brotli", "br", []byte("\x0b\x02\x80hello\x03"), nil, errCoding},
		{"brotli in gzip", "br, gzip", packed(t, "gzip", []byte("\x0b\x02\x80hello\x03")), nil, errCoding},
		{"compress", "compress", []byte("\x1f\x9d\x90"), nil, errCoding},
		{"gzip cut", "gzip", gz[:len(gz)/2], nil, io.ErrUnexpectedEOF},
		{"gzip cut in its trailer", "gzip", gz[:len(gz)-3], nil, io.ErrUnexpectedEOF},
		{"second member cut", "gzip", join(gz, gz[:5]), nil, io.ErrUnexpectedEOF},
		{"zstd cut", "zstd", zs[:len(zs)-2], nil, io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			names, err := codings(tt.header)
			if err != nil {
				t.Fatal(err)
			}
			for _, src := range []io.Reader{bytes.NewReader(tt.wire), iotest.OneByteReader(bytes.NewReader(tt.wire)), iotest.DataErrReader(bytes.NewReader(tt.wire))} {
				u := &uncoded{src: src, names: names}
				got, err := io.ReadAll(u)
				u.Close()
				if !errors.Is(err, tt.err) || tt.err == nil && !bytes.Equal(got, tt.want) {
					t.Errorf("%d bytes and %v, want %d and %v", len(got), err, len(tt.want), tt.err)
				}
			}
		})
	}
	if _, err := codings("gzip,gzip,gzip,gzip"); !errors.Is(err, errCoding) {
		t.Errorf("four times over: %v", err)
	}
	// The transfer was cut behind the last member: the stream must not pass for whole.
	u := &uncoded{src: io.MultiReader(bytes.NewReader(gz), iotest.ErrReader(io.ErrUnexpectedEOF)), names: []string{"gzip"}}
	if _, err := io.ReadAll(u); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut behind the data: %v", err)
	}
}
