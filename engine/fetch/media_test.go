package fetch_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

func TestFetchTypes(t *testing.T) {
	tests := []struct {
		name, kind, body string
		page             bool
	}{
		{"html", "text/html", front, true},
		{"html, upper case", "TEXT/HTML; Charset=GBK", front, true},
		{"xhtml", "application/xhtml+xml", `<?xml version="1.0"?>` + front, true},
		{"no type, page", "", "\n\n<!-- 首页 -->" + front, true},
		{"no type, text", "", "just words", false},
		{"plain but page", "text/plain", front, true},
		{"octets but page", "application/octet-stream", front, true},
		{"plain text", "text/plain", "User-agent: *", false},
		{"feed", "text/xml", `<?xml version="1.0"?><rss><channel/></rss>`, false},
		{"picture said to be html", "text/html", "\xFF\xD8\xFF\xE0\x00\x10JFIF" + strings.Repeat("\x01\xFE", 900), false},
		{"PDF said to be html", "text/html", "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n", false},
		{"picture", "image/png", "\x89PNG\r\n\x1a\n", false},
		{"archive", "application/zip", "PK\x03\x04", false},
		{"UTF-16", "text/html", "\xFF\xFE<\x00h\x00t\x00m\x00l\x00>\x00", true},
		{"empty", "text/html", "", true},
		{"fragment said to be html", "text/html", "云南六日游 <b>1980</b>", true},
	}
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var i int
		fmt.Sscanf(r.URL.Path, "/%d", &i)
		w.Header()["Content-Type"] = nil
		if tests[i].kind != "" {
			w.Header().Set("Content-Type", tests[i].kind)
		}
		io.WriteString(w, tests[i].body)
	})
	p := plain(t)
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := fetch.Request{URL: fmt.Sprintf("%s/%d", base, i), Private: []string{host}}
			resp, failed := p.Fetch(t.Context(), r)
			if tt.page {
				want(t, failed, "")
			} else {
				want(t, failed, storage.FailNotHTML)
			}
			if resp != nil && string(resp.Body) != tt.body {
				t.Errorf("body %q", resp.Body)
			}
			r.AnyType = true
			resp, failed = p.Fetch(t.Context(), r)
			want(t, failed, "")
			if resp == nil || string(resp.Body) != tt.body || resp.Header.Get("Content-Type") != tt.kind {
				t.Errorf("any type: %+v", resp)
			}
		})
	}
}
