package assets

import _ "embed" // the URL rules are a file

//go:embed templates.json
var templates []byte

// Templates gives the URL rules of the large platforms as JSON: a list of {hosts, templates}. A rule belongs to a host and to all below it.
func Templates() []byte { return templates }
