package engine

import "time"

// Event is something a person may want to know: a site that ended, a host that is held, a node that fell silent.
type Event struct {
	At   time.Time `json:"at"`
	Kind string    `json:"kind"` // started, finished, held, failing, node
	Site string    `json:"site,omitempty"`
	Host string    `json:"host,omitempty"`
	Text string    `json:"text"` // English, one sentence
}
