package fetch

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	devfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
)

// maxFrames is how often a page may load itself anew: some set a cookie and do it once.
const maxFrames = 3

// maxPost bounds what a page may send, in bytes: a query, never an upload.
const maxPost = 64 << 10

// answer decides on one request of the page and answers it. Whatever is not one of the cases is refused: pictures, fonts,
// media, downloads, frames, sockets, beacons and everything that is not http.
func (j *job) answer(p *browserProcess, ev *devfetch.EventRequestPaused) {
	u, err := parse(ev.Request.URL)
	if err != nil {
		p.refuse(ev.RequestID)
		return
	}
	switch ev.ResourceType {
	case network.ResourceTypeDocument:
		j.document(p, ev, u)
	case network.ResourceTypeStylesheet:
		// How a page looks changes nothing of its text; that a sheet has come may be what its scripts wait for.
		j.give(p, ev.RequestID, http.StatusOK, http.Header{"Content-Type": {"text/css"}}, nil)
	case network.ResourceTypeScript, network.ResourceTypeXHR, network.ResourceTypeFetch:
		j.part(p, ev, u)
	default:
		p.refuse(ev.RequestID)
	}
}

// document answers for the page itself; any other address is where a script leads, or a frame.
func (j *job) document(p *browserProcess, ev *devfetch.EventRequestPaused, u *url.URL) {
	top := string(ev.FrameID) == string(p.tab.TargetID) // a tab's first frame has the tab's name
	download := ev.NetworkID == ""                      // asked for by no loading page: a link's download
	if !top || download || ev.Request.Method != http.MethodGet {
		p.refuse(ev.RequestID)
		return
	}
	u.Fragment = ""
	if u.String() != j.at.String() {
		j.leave(u.String())
		p.fail(ev.RequestID, network.ErrorReasonAborted)
		return
	}
	j.mu.Lock()
	j.frames++
	again := j.frames > maxFrames
	j.mu.Unlock()
	if again {
		p.fail(ev.RequestID, network.ErrorReasonAborted) // what is shown stays
		return
	}
	j.give(p, ev.RequestID, j.got.Status, j.got.Header, j.got.Body)
}

// part answers for a script or for data: out of what is at hand, or by a fetch like any other of ours.
func (j *job) part(p *browserProcess, ev *devfetch.EventRequestPaused, u *url.URL) {
	script := ev.ResourceType == network.ResourceTypeScript
	j.mu.Lock()
	j.asked++
	many := j.asked > j.b.opts.MaxParts
	j.mu.Unlock()
	r, ok := j.request(ev, u, script)
	if many || !ok {
		p.refuse(ev.RequestID)
		return
	}
	select {
	case j.line <- struct{}{}:
		defer func() { <-j.line }()
	case <-j.ctx.Done():
		return
	}
	if script && r.Post == nil {
		if have, ok := j.b.parts.get(r.Access.share(r.URL)); ok {
			j.give(p, ev.RequestID, http.StatusOK, have.header, have.body)
			return
		}
	}
	if !j.allowed(r.URL, script) {
		p.refuse(ev.RequestID)
		return
	}
	resp, failed := j.b.plain.Fetch(j.ctx, r)
	switch {
	case resp != nil && !resp.Truncated:
		if script {
			resp.Header = named(resp.Header, resp.Body, j.r.Charset)
		}
		if script && r.Post == nil && resp.Status == http.StatusOK {
			j.b.parts.put(r.Access.share(r.URL), part{resp.Header, resp.Body})
		}
		j.give(p, ev.RequestID, resp.Status, resp.Header, resp.Body)
	case failed != nil && failed.Status >= 400:
		j.give(p, ev.RequestID, failed.Status, http.Header{}, nil)
	default:
		p.refuse(ev.RequestID)
	}
}

// request makes ours of the browser's: its address and what a script set; names, cookies and codings are our own affair.
func (j *job) request(ev *devfetch.EventRequestPaused, u *url.URL, script bool) (Request, bool) {
	u.Fragment = ""
	r := Request{URL: u.String(), Access: j.r.Access, Private: j.r.Private, AnyType: true, MaxBytes: j.b.opts.MaxBytes, Timeout: j.limit, Header: http.Header{}}
	for k, v := range ev.Request.Headers {
		s, ok := v.(string)
		switch k = http.CanonicalHeaderKey(k); {
		case !ok, strings.HasPrefix(k, "Sec-"), strings.HasPrefix(k, "Proxy-"), k == "User-Agent", k == "Cookie", k == "Accept-Encoding",
			k == "Accept-Language", k == "Host", k == "Connection", k == "Content-Length", k == "Upgrade-Insecure-Requests", k == "Range":
		default:
			r.Header.Set(k, s)
		}
	}
	switch ev.Request.Method {
	case http.MethodGet:
	case http.MethodPost:
		r.Post = []byte{}
		for _, e := range ev.Request.PostDataEntries {
			r.Post = append(r.Post, e.Bytes...)
		}
		if len(r.Post) > maxPost || len(r.Post) == 0 && ev.Request.HasPostData {
			return r, false
		}
	default:
		return r, false
	}
	r.Allow = func(to string) bool { return j.allowed(to, script) }
	return r, true
}

// allowed asks for leave to load a part. A page of the open web gets nothing from an http address when it came by https.
func (j *job) allowed(to string, script bool) bool {
	u, err := parse(to)
	if err != nil || j.at.Scheme == "https" && u.Scheme != "https" {
		return false
	}
	if j.r.Part == nil {
		return sameHost(j.at, u)
	}
	return j.r.Part(j.ctx, to, script)
}

// give answers a request in the browser. Headers about the way the bytes came, or about later visits, are left out.
func (j *job) give(p *browserProcess, id devfetch.RequestID, status int, h http.Header, body []byte) {
	var list []*devfetch.HeaderEntry
	for k, values := range h {
		switch k {
		case "Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Set-Cookie", "Strict-Transport-Security",
			"Alt-Svc", "Link", "Content-Disposition", "Clear-Site-Data", "Report-To", "Nel", "Etag", "Last-Modified":
			continue
		}
		for _, v := range values {
			if utf8.ValidString(v) {
				list = append(list, &devfetch.HeaderEntry{Name: k, Value: v})
			}
		}
	}
	if status < 200 || status == http.StatusNoContent || status == http.StatusResetContent || status > 599 {
		status = http.StatusOK // the browser must see a page, whatever a strange server called it
	}
	// On an error the browser or the page is gone, and nobody waits for the answer.
	ctx, cancel := context.WithTimeout(p.ctx, stopTime)
	defer cancel()
	_, err := cdp.Call(ctx, p.tab, devfetch.FulfillRequest,
		devfetch.FulfillRequestParams{RequestID: id, ResponseCode: int64(status), ResponseHeaders: list, Body: body})
	if err != nil && j.ctx.Err() == nil {
		j.b.opts.Log.Debug("the browser did not take an answer", "url", j.r.URL, "err", err)
	}
}

// named gives a script's charset a name when the server gave none and the bytes are no UTF-8: in the browser the page has
// become UTF-8, and its script must not be read as such.
func named(h http.Header, body []byte, charset string) http.Header {
	kind := h.Get("Content-Type")
	if charset == "" || charset == "utf-8" || strings.Contains(strings.ToLower(kind), "charset") || utf8.Valid(body) {
		return h
	}
	if kind == "" {
		kind = "text/javascript"
	}
	out := h.Clone()
	out.Set("Content-Type", kind+"; charset="+charset)
	return out
}
