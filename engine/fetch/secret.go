package fetch

// Secret is a text that shows itself only to who asks for it: printed, logged or written as JSON it is nothing but its place
// in memory, so that a password cannot get into a file by a careless line.
type Secret struct{ text *string }

// NewSecret hides a text.
func NewSecret(s string) Secret { return Secret{&s} }

// Reveal gives the text; "" of the zero Secret.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String says that there is something, and no more.
func (s Secret) String() string { return "[secret]" }

// Secrets are those of one site by their names (storage.SecretPassword …).
type Secrets map[string]Secret
