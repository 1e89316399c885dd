package web

import (
	_ "embed" // the page, its script and style
	"net/http"
)

//go:embed page.html
var pageHTML string

//go:embed page.js
var script string

//go:embed page.css
var style string

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	asset("text/html; charset=utf-8", pageHTML)(w, r)
}
