// Package cluster lets nodes on other PCs work for a coordinator, over NATS. NATS is the wire: authentication, TLS, reconnecting,
// request and reply. The truth stays in the coordinator's store; nothing is kept in the broker.
//
// Host stands beside the coordinator and answers; Client stands beside a node and is its engine.Dispatcher. Broker is the NATS
// server inside the program; a server or cluster of one's own can be used instead. What comes from another PC is not
// believed: see check.go.
package cluster
