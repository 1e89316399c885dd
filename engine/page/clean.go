package page

import (
	"strings"
	"sync"
)

// Removal is one kind of parameter that Canonical takes out of an address, because it names the visitor or the way he
// came and not the page.
type Removal struct {
	Name   string // parameter, lower case; with Prefix the beginning of one
	Prefix bool
	Token  bool   // only when the value looks like a session token or a clock: the name alone has other uses
	Why    string // one line for people
}

// Removals lists what Canonical removes, for the window, the manual and the test. Besides these parameters it removes
// ";jsessionid=…" and "/(S(…))/" from paths, empty parameters, and an empty query.
func Removals() []Removal {
	const session, campaign, fresh = "session id", "campaign or referrer tracking", "defeats caches"
	return []Removal{
		{Name: "phpsessid", Why: session}, {Name: "jsessionid", Why: session}, {Name: "aspsessionid", Prefix: true, Why: session},
		{Name: "asp.net_sessionid", Why: session}, {Name: "bv_sessionid", Why: session}, {Name: "_sessionid", Why: session},
		{Name: "cfid", Token: true, Why: session}, {Name: "cftoken", Token: true, Why: session},
		{Name: "sid", Token: true, Why: session}, {Name: "_sid", Token: true, Why: session}, {Name: "s", Token: true, Why: session},
		{Name: "session", Token: true, Why: session}, {Name: "sessionid", Token: true, Why: session},
		{Name: "session_id", Token: true, Why: session}, {Name: "sess", Token: true, Why: session},
		{Name: "sessid", Token: true, Why: session}, {Name: "zenid", Token: true, Why: session},
		{Name: "oscsid", Token: true, Why: session},
		{Name: "utm_", Prefix: true, Why: campaign}, {Name: "hmsr", Why: campaign}, {Name: "hmpl", Why: campaign},
		{Name: "hmcu", Why: campaign}, {Name: "hmkw", Why: campaign}, {Name: "hmci", Why: campaign},
		{Name: "bd_vid", Why: campaign}, {Name: "spm", Why: campaign}, {Name: "gclid", Why: campaign}, {Name: "gbraid", Why: campaign},
		{Name: "wbraid", Why: campaign}, {Name: "dclid", Why: campaign}, {Name: "fbclid", Why: campaign},
		{Name: "msclkid", Why: campaign}, {Name: "yclid", Why: campaign}, {Name: "qhclickid", Why: campaign},
		{Name: "mc_cid", Why: campaign}, {Name: "mc_eid", Why: campaign}, {Name: "_ga", Why: campaign}, {Name: "_gl", Why: campaign},
		{Name: "share_token", Why: campaign}, {Name: "from_share", Why: campaign},
		{Name: "_", Token: true, Why: fresh}, {Name: "_t", Token: true, Why: fresh}, {Name: "timestamp", Token: true, Why: fresh},
		{Name: "rnd", Token: true, Why: fresh}, {Name: "rand", Token: true, Why: fresh}, {Name: "random", Token: true, Why: fresh},
	}
}

// removalIndex is Removals by name.
type removalIndex struct {
	exact    map[string]Removal
	prefixes []string
}

var removals = sync.OnceValue(func() removalIndex {
	x := removalIndex{exact: map[string]Removal{}}
	for _, r := range Removals() {
		if r.Prefix {
			x.prefixes = append(x.prefixes, r.Name)
		} else {
			x.exact[r.Name] = r
		}
	}
	return x
})

// paramName bounds the names that are looked up.
const paramName = 32

// removable says whether a "name=value" of a query goes.
func removable[T string | []byte](param T) bool {
	var low [paramName]byte
	n := 0
	for n < len(param) && param[n] != '=' {
		if n == paramName {
			return false
		}
		c := param[n]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		low[n] = c
		n++
	}
	if n == 0 {
		return len(param) < 2 // "" and "="
	}
	for i := n; i < len(param); i++ {
		if param[i] == ';' && i+1 < len(param) && param[i+1]|0x20 == 'j' {
			return true // ";jsessionid=": let the slow path look
		}
	}
	x := removals()
	if r, ok := x.exact[string(low[:n])]; ok {
		return !r.Token || n < len(param) && tokenLike(string(param[n+1:]))
	}
	for _, p := range x.prefixes {
		if n >= len(p) && string(low[:len(p)]) == p {
			return true
		}
	}
	return false
}

// tokenLike says whether a value looks like a random token (16 and more letters and digits mixed), a clock reading
// (ten and more digits) or a random fraction. "sid=12" and "s=丽江" are not.
func tokenLike(v string) bool {
	if frac, ok := strings.CutPrefix(v, "0."); ok && len(frac) >= 6 {
		v = frac
	}
	digits, letters := 0, 0
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case '0' <= c && c <= '9':
			digits++
		case isLetter(c):
			letters++
		case c == '-' || c == '_':
		default:
			return false
		}
	}
	if letters == 0 {
		return digits >= 10 && digits == len(v)
	}
	return len(v) >= 16 && digits >= 2
}

// clean takes out of a serialized http(s) address what does not belong to its identity.
func clean(href string) string {
	start := strings.Index(href, "://")
	if start < 0 {
		return href
	}
	start += len("://")
	end := start + strings.IndexAny(href[start:]+"/", "/?")
	authority := href[start:end]
	host, port := authority, ""
	if at := strings.LastIndexByte(authority, ':'); at >= 0 && strings.IndexByte(authority[at:], ']') < 0 {
		host, port = authority[:at], authority[at:]
	}
	path, query, _ := strings.Cut(href[end:], "?")
	path = cleanPath(path)
	if path == "" {
		path = "/"
	}
	query = cleanQuery(query)
	out := href[:start] + strings.TrimRight(host, ".") + port + path
	if query != "" {
		out += "?" + query
	}
	return out
}

// cleanPath drops session ids that servers without cookies write into paths.
func cleanPath(path string) string {
	for {
		at := indexFold(path, ";jsessionid=")
		if at < 0 {
			break
		}
		end := at + 1
		for end < len(path) && path[end] != '/' && path[end] != ';' {
			end++
		}
		path = path[:at] + path[end:]
	}
	for from := 0; ; {
		at := strings.Index(path[from:], "/(")
		if at < 0 {
			break
		}
		at += from
		end := strings.Index(path[at:], "))/")
		if end >= 0 && cookieless(path[at+2:at+end+1]) {
			path = path[:at] + path[at+end+2:]
			continue
		}
		from = at + 2
	}
	return normalEscapes(path)
}

// cookieless recognizes the inside of ASP.NET's "(S(token))": S(token).
func cookieless(s string) bool {
	if len(s) < 20 || s[0]|0x20 != 's' || s[1] != '(' || s[len(s)-1] != ')' {
		return false
	}
	for _, c := range []byte(s[2 : len(s)-1]) {
		if !isLetter(c) && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func cleanQuery(query string) string {
	if query == "" {
		return ""
	}
	kept := make([]string, 0, 8)
	for param := range strings.SplitSeq(query, "&") {
		if at := indexFold(param, ";jsessionid="); at >= 0 {
			param = param[:at]
		}
		param = normalEscapes(param)
		if param != "" && !removable(param) {
			kept = append(kept, param)
		}
	}
	return strings.Join(kept, "&")
}

// normalEscapes writes escapes in upper case and unreserved characters plainly. An escape whose character would, with a
// '%' before it, make another escape stays as it is.
func normalEscapes(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) || hexValue(s[i+1]) < 0 || hexValue(s[i+2]) < 0 {
			out = append(out, s[i])
			continue
		}
		c := byte(hexValue(s[i+1])<<4 | hexValue(s[i+2]))
		if unreserved(c) && !afterPercent(out) {
			out = append(out, c)
		} else {
			out = append(out, '%', upperHex(s[i+1]), upperHex(s[i+2]))
		}
		i += 2
	}
	return string(out)
}

// afterPercent says whether one or two more hex digits would complete an escape at the end of b.
func afterPercent(b []byte) bool {
	n := len(b)
	if n > 0 && b[n-1] == '%' {
		return true
	}
	return n > 1 && b[n-2] == '%' && hexValue(b[n-1]) >= 0 && !(n > 3 && b[n-3] == '%')
}

func unreserved(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func upperHex(c byte) byte {
	if c >= 'a' {
		return c - 0x20
	}
	return c
}

// Removed tells which parameters of an address Canonical takes out, each with the reason, in the order they come.
func Removed(ref string) []string {
	ref, _, _ = strings.Cut(ref, "#")
	_, query, _ := strings.Cut(ref, "?")
	var out []string
	for param := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(param, "=")
		if name == "" || !removable(param) {
			continue
		}
		for _, r := range Removals() {
			if low := strings.ToLower(name); (low == r.Name || r.Prefix && strings.HasPrefix(low, r.Name)) && (!r.Token || tokenLike(value)) {
				out = append(out, name+": "+r.Why)
				break
			}
		}
	}
	if low := strings.ToLower(ref); strings.Contains(low, ";jsessionid=") || strings.Contains(low, "/(s(") {
		out = append(out, "session id in the path")
	}
	return out
}
