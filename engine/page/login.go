package page

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// LoginForm is the form of a page that asks for a password, with what it sends besides: the hidden fields with their tokens, boxes that are
// ticked, the first button.
type LoginForm struct {
	Action   string // absolute, canonical
	charset  string // what it is sent in
	fields   [][2]string
	user     int // place in fields of the name
	password int // and of the password
}

// Why a page's form cannot be used.
var (
	// ErrNoLogin is a page without a form that asks for one password.
	ErrNoLogin = errors.New("there is no login form")
	// ErrLoginGet is a form that would put the password into an address.
	ErrLoginGet = errors.New("the login form would send the password in an address")
	// ErrLoginCaptcha is a form that wants to know who reads it.
	ErrLoginCaptcha = errors.New("the login form asks for a captcha; log in with a browser and paste its cookie instead")
	// ErrLoginUser is a form without an input for the user's name.
	ErrLoginUser = errors.New("the login form has no input for the user")
)

// FindLogin finds the form on a page that asks for exactly one password; a form for a new password asks twice. field names the
// input for the user; "" takes the last text before the password. The errors are those above, ErrCharset and that of an action that
// is no address.
func FindLogin(r *Response, field string) (*LoginForm, error) {
	if !bytes.Contains(bytes.ToLower(r.Body), []byte("password")) {
		return nil, ErrNoLogin
	}
	text, charset, _, err := Decode(r.Body, r.Header.Get("Content-Type"), "")
	if err != nil {
		return nil, err
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, ErrNoLogin // elements nested beyond what a form is worth
	}
	base := r.FinalURL
	if base == "" {
		base = r.URL
	}
	if ref := baseOf(root); ref != "" {
		if b, err := Resolve(base, ref, charset); err == nil {
			base = b
		}
	}
	found := ErrNoLogin
	for n := range root.Descendants() {
		if n.DataAtom != atom.Form {
			continue
		}
		f, err := readLogin(n, base, charset, field)
		if err == nil {
			return f, nil
		}
		if errors.Is(found, ErrNoLogin) {
			found = err
		}
	}
	return nil, found
}

// captchaWords name inputs for the letters of a picture.
var captchaWords = bytes.Fields([]byte("captcha verify vcode checkcode validcode authcode yzm 验证码"))

func readLogin(form *html.Node, base, charset, field string) (*LoginForm, error) {
	f := &LoginForm{charset: charset, user: -1, password: -1}
	passwords, button, captcha := 0, false, false
	for n := range form.Descendants() {
		name, value := attrExactly(n, "name"), attrExactly(n, "value")
		if hasAttr(n, "disabled") || name == "" {
			continue
		}
		kind := strings.ToLower(attrOf(n, "type"))
		switch n.DataAtom {
		case atom.Select:
			value = chosen(n)
		case atom.Textarea:
			value = rawText(n)
		case atom.Button:
			if kind != "" && kind != "submit" || button {
				continue
			}
			button = true
		case atom.Input:
			switch kind {
			case "password":
				passwords++
				f.password = len(f.fields)
			case "checkbox", "radio":
				if !hasAttr(n, "checked") {
					continue
				}
				if value == "" {
					value = "on"
				}
			case "submit", "image":
				if button || kind == "image" {
					continue
				}
				button = true
			case "button", "reset", "file":
				continue
			case "hidden":
			default:
				about := [][]byte{[]byte(name), []byte(attrOf(n, "id")), []byte(attrOf(n, "placeholder"))}
				captcha = captcha || value == "" && name != field && anyWord(captchaWords, about...)
				if name == field || field == "" && passwords == 0 {
					f.user = len(f.fields)
				}
			}
		default:
			continue
		}
		f.fields = append(f.fields, [2]string{name, value})
	}
	return f.leading(form, base, charset, passwords, captcha)
}

// leading finds where a form is sent and in which charset, and refuses one that is no login.
func (f *LoginForm) leading(form *html.Node, base, charset string, passwords int, captcha bool) (*LoginForm, error) {
	action, err := Resolve(base, attrOf(form, "action"), charset)
	if attrOf(form, "action") == "" {
		action, err = Canonical(base)
	}
	switch {
	case passwords != 1:
		return nil, ErrNoLogin
	case err != nil:
		return nil, fmt.Errorf("the login form leads nowhere: %w", err)
	case !strings.EqualFold(attrOf(form, "method"), "post"):
		return nil, ErrLoginGet
	case captcha:
		return nil, ErrLoginCaptcha
	case f.user < 0:
		return nil, ErrLoginUser
	}
	f.Action = action
	for _, label := range strings.Fields(attrOf(form, "accept-charset")) {
		if name, _, ok := lookup(label); ok {
			f.charset = name
			break
		}
	}
	return f, nil
}

// Fill is the body of the form's POST (application/x-www-form-urlencoded), in the charset it wants.
func (f *LoginForm) Fill(user, password string) []byte {
	var out []byte
	for i, kv := range f.fields {
		value := kv[1]
		switch i {
		case f.user:
			value = user
		case f.password:
			value = password
		}
		if i > 0 {
			out = append(out, '&')
		}
		out = append(append(append(out, f.escape(kv[0])...), '='), f.escape(value)...)
	}
	return out
}

func (f *LoginForm) escape(s string) string {
	if name, enc, ok := lookup(f.charset); ok && name != "utf-8" && !isASCII(s) {
		if b, err := enc.NewEncoder().String(s); err == nil {
			s = b
		}
	}
	return url.QueryEscape(s)
}

// HasMark says whether a text stands in the bytes of a page, in any of the charsets that pages here are in.
func HasMark(body []byte, mark string) bool {
	if mark == "" {
		return false
	}
	if bytes.Contains(body, []byte(mark)) {
		return true
	}
	if isASCII(mark) {
		return false
	}
	for _, label := range []string{"gb18030", "big5"} {
		_, enc, ok := lookup(label)
		if !ok {
			continue
		}
		if b, err := enc.NewEncoder().Bytes([]byte(mark)); err == nil && bytes.Contains(body, b) {
			return true
		}
	}
	return false
}

// chosen is the value of a list: the option that is selected, or the first.
func chosen(list *html.Node) string {
	first, any := "", false
	for n := range list.Descendants() {
		if n.DataAtom != atom.Option {
			continue
		}
		value := attrExactly(n, "value")
		if !hasAttr(n, "value") {
			value = squeeze(rawText(n))
		}
		if hasAttr(n, "selected") {
			return value
		}
		if !any {
			first, any = value, true
		}
	}
	return first
}
