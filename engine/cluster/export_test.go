package cluster

// MessageHead is the beginning of a message as a node sends it.
func MessageHead(session, seq uint64) []byte {
	return head{session: session, seq: seq, parts: 1}.append(nil)
}
