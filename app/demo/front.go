package demo

import (
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// serveFront opens the front page on 127.0.0.1 with the sites' port. It is a convenience: where that address is taken,
// as it is when the sites share one IP, there is none.
func (s *Server) serveFront(port int) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return
	}
	s.frontAddr = l.Addr().String()
	s.frontSrv = &http.Server{Handler: http.HandlerFunc(s.front), ReadHeaderTimeout: 10 * time.Second}
	s.wg.Go(func() {
		if err := s.frontSrv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.failed <- fmt.Errorf("serve front page: %w", err)
		}
	})
}

// Front is the address of the page that names all sites, empty when there is none.
func (s *Server) Front() string {
	if s.frontAddr == "" {
		return ""
	}
	return "http://" + s.frontAddr + "/"
}

// front is the page at the address the web was asked to listen on: it names the sites, for people who look around.
// It belongs to no site and is not in the truth.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="robots" content="noindex,nofollow"><title>demo web</title>` +
		`<style>body{font:15px/1.8 sans-serif;max-width:900px;margin:40px auto}td{padding:2px 14px}</style></head><body><h1>演示网站 Demo web</h1><table>`)
	for _, x := range s.web.Sites() {
		fmt.Fprintf(&b, `<tr><td><a href="%s" rel="nofollow">%s</a></td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>`,
			x.Start, html.EscapeString(x.Name), x.Kind, x.Design, x.Charset, x.Start)
	}
	b.WriteString("</table></body></html>")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(w, r, http.StatusOK, []byte(b.String()))
}
