package robots

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
)

// decode takes off a byte order mark and turns UTF-16, with a mark or betrayed by its zero bytes, into UTF-8.
func decode(body []byte) []byte {
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return body[3:]
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return fromUTF16(body[2:], binary.LittleEndian)
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return fromUTF16(body[2:], binary.BigEndian)
	case len(body) >= 4 && body[1] == 0 && body[3] == 0 && body[0] != 0:
		return fromUTF16(body, binary.LittleEndian)
	case len(body) >= 4 && body[0] == 0 && body[2] == 0 && body[1] != 0:
		return fromUTF16(body, binary.BigEndian)
	}
	return body
}

func fromUTF16(body []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(body)/2)
	for i := range units {
		units[i] = order.Uint16(body[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// looksHTML tells a web page from a robots.txt whose first line merely is odd.
func looksHTML(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n\x00")
	if len(text) == 0 || text[0] != '<' {
		return false
	}
	head := bytes.ToLower(text[:min(len(text), 1024)])
	for _, mark := range []string{"<!doctype", "<html", "<head", "<body", "<title", "<meta", "<script", "<div", "<?xml", "<?php"} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// nextLine cuts off one line ended by CR, LF or CR LF.
func nextLine(text []byte) (line, rest []byte) {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i < 0:
		return text, nil
	case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
		return text[:i], text[i+2:]
	}
	return text[:i], text[i+1:]
}

// splitLine takes the comment off and parts key and value. The colon may be the full-width one of a Chinese keyboard, or
// be missing between two words.
func splitLine(line string) (key, value string, ok bool) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	line = strings.TrimFunc(line, isBlank)
	if line == "" {
		return "", "", false
	}
	at, width := strings.IndexByte(line, ':'), 1
	if wide := strings.Index(line, "："); wide >= 0 && (at < 0 || wide < at) {
		at, width = wide, len("：")
	}
	if at >= 0 {
		key = strings.TrimFunc(line[:at], isBlank)
		if directive(key) != "" || !strings.ContainsFunc(key, isBlank) {
			return key, strings.TrimFunc(line[at+width:], isBlank), key != ""
		}
	}
	words := strings.FieldsFunc(line, isBlank)
	if len(words) == 2 {
		return words[0], words[1], true
	}
	return "", "", false
}

func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B' || r == 0
}

// directive names the line types that are read, with the misspellings that occur in real files; "" is any other.
func directive(key string) string {
	switch strings.ToLower(key) {
	case "user-agent", "useragent", "user agent", "user_agent":
		return "user-agent"
	case "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw", "desallow":
		return "disallow"
	case "allow":
		return "allow"
	case "crawl-delay", "crawldelay", "crawl delay":
		return "crawl-delay"
	case "sitemap", "site-map":
		return "sitemap"
	}
	return ""
}

// fileToken reads the value of a User-agent line: "*", or the leading run of token characters in lower case, which takes
// a version, a star or a second word off.
func fileToken(value string) string {
	if value == "*" || strings.HasPrefix(value, "*") && strings.IndexFunc(value[1:], isBlank) == 0 {
		return "*"
	}
	return productToken(value)
}

// productToken is the leading run of [A-Za-z_-] in lower case (RFC 9309 §2.2.1), "" when there is none.
func productToken(agent string) string {
	end := 0
	for end < len(agent) {
		c := agent[end]
		if c != '_' && c != '-' && (c|0x20 < 'a' || c|0x20 > 'z') {
			break
		}
		end++
	}
	return strings.ToLower(agent[:end])
}

// parseDelay reads seconds, whole or with a fraction; anything else is passed over.
func parseDelay(value string) (time.Duration, bool) {
	s, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(s) || s < 0 {
		return 0, false
	}
	if s >= maxDelay.Seconds() {
		return maxDelay, true
	}
	return time.Duration(s * float64(time.Second)), true
}
