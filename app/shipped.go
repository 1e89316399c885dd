package app

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"

	"xunlu/assets"
	"xunlu/judge"
)

// shippedSite is one row of the templates that come with the program.
type shippedSite struct {
	Hosts     []string         `json:"hosts"` // without www; a host below one of them belongs to it
	Templates []judge.Template `json:"templates"`
}

// ShippedTemplates gives the URL rules known of a host (with or without port): those of the large platforms (paper A §模板类). None is no
// error: the content decides there.
func ShippedTemplates(host string) ([]judge.Template, error) {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	var sites []shippedSite
	if err := json.Unmarshal(assets.Templates(), &sites); err != nil {
		return nil, fmt.Errorf("shipped templates: %w", err)
	}
	for _, s := range sites {
		for _, h := range s.Hosts {
			if strings.HasSuffix(host, "."+h) {
				return s.Templates, nil
			}
		}
	}
	return nil, nil
}
