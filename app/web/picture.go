package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// picturePath is where kept pictures lie; the hash follows.
const picturePath = "/picture/"

// pictureKey lets in to one picture. A stored page is shown in a sandbox that has neither cookies nor an origin, and must not know the
// token.
func (s *Server) pictureKey(hash string) string {
	m := hmac.New(sha256.New, []byte(s.token))
	m.Write([]byte(hash)) // never fails (hash.Hash)
	return hex.EncodeToString(m.Sum(nil)[:16])
}

// pictureURL is the address of a kept picture; "" for no hash.
func (s *Server) pictureURL(hash string) string {
	if hash == "" {
		return ""
	}
	return picturePath + hash + "?key=" + s.pictureKey(hash)
}

// picture shows a kept picture as what its bytes are.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	hash := r.PathValue("hash")
	if !hmac.Equal([]byte(r.URL.Query().Get("key")), []byte(s.pictureKey(hash))) {
		http.Error(w, "this picture needs the key of its page", http.StatusUnauthorized)
		return
	}
	kind, body, err := s.app.Picture(hash)
	if err != nil {
		s.fail(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // the sandbox of the page is no origin
	if _, err := w.Write(body); err != nil {
		return // the reader has gone
	}
}
