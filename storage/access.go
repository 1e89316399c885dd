package storage

// Access is how a site is entered when the usual way does not do. What is secret of it – passwords, a pasted cookie, the values
// of secret headers – is not here and in no file: the system's keyring has it, by the names below.
type Access struct {
	Agent         string   `json:"agent,omitempty"`          // User-Agent in place of the program's, and its name in robots.txt
	Headers       []Header `json:"headers,omitempty"`        // sent to the site's own hosts
	Proxy         string   `json:"proxy,omitempty"`          // http, https or socks5 URL, "direct" = none, "" = the program's; never with a password
	ProxyPassword bool     `json:"proxy_password,omitempty"` // the user named in Proxy has one
	Lenient       bool     `json:"lenient,omitempty"`        // certificates of the site's own hosts are not checked
	Cookie        bool     `json:"cookie,omitempty"`         // a Cookie header was pasted
	Login         Login    `json:"login,omitzero"`
}

// Header is one more line of a request.
type Header struct {
	Name   string `json:"name"`
	Value  string `json:"value,omitempty"` // "" when it is secret
	Secret bool   `json:"secret,omitempty"`
}

// Login is a form that lets the user in. Its password is a secret.
type Login struct {
	URL       string `json:"url,omitempty"` // of the page with the form, canonical; "" = the site wants no login
	User      string `json:"user,omitempty"`
	Field     string `json:"field,omitempty"`      // name of the input for the user, "" = found by its place
	LoggedOut string `json:"logged_out,omitempty"` // text that stands on pages only while nobody is logged in
}

// Names of a site's secrets; that of a header is SecretHeader and its name.
const (
	SecretProxy    = "proxy"
	SecretCookie   = "cookie"
	SecretPassword = "password"
	SecretHeader   = "header:"
)

// Secrets are the names of all that must be known before the site can be asked.
func (a *Access) Secrets() []string {
	var out []string
	if a.ProxyPassword {
		out = append(out, SecretProxy)
	}
	if a.Cookie {
		out = append(out, SecretCookie)
	}
	if a.Login.URL != "" {
		out = append(out, SecretPassword)
	}
	for _, h := range a.Headers {
		if h.Secret {
			out = append(out, SecretHeader+h.Name)
		}
	}
	return out
}
