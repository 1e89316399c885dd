package page_test

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"xunlu/engine/page"
)

func loginPage(body []byte) *page.Response {
	return &page.Response{URL: "https://www.tour.test/user/login.php?from=1", Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: body}
}

func TestFindLogin(t *testing.T) {
	const search = `<form action=/s><input name=q></form>`
	for _, c := range []struct {
		name, body, field string
		action, send      string
		err               error
	}{
		{name: "token, ticked box, button", body: search + `<form method=POST action="do.php"><input type=hidden name=csrf value=" a&amp;b "><input name=account>
			<input type=password name=pwd><input type=checkbox name=keep checked><input type=checkbox name=no><select name=kind><option value=1>x<option selected>会员</select>
			<input type=submit name=go value=登录><input type=submit name=register value=r></form>`,
			action: "https://www.tour.test/user/do.php", send: "csrf=+a%26b+&account=li&pwd=p%26w&keep=on&kind=%E4%BC%9A%E5%91%98&go=%E7%99%BB%E5%BD%95"},
		{name: "its own address", body: `<form method=post><input name=u><input type=password name=p></form>`,
			action: "https://www.tour.test/user/login.php?from=1", send: "u=li&p=p%26w"},
		{name: "base, named field", body: `<base href="/m/"><form method=post action=in><input name=tel><input name=company><input type=password name=p></form>`, field: "tel",
			action: "https://www.tour.test/m/in", send: "tel=li&company=&p=p%26w"},
		{name: "registration before login", body: `<form method=post action=/reg><input name=u><input type=password name=p><input type=password name=p2></form>
			<form method=post action=/in><input name=u><input type=password name=p></form>`, action: "https://www.tour.test/in", send: "u=li&p=p%26w"},
		{name: "none", body: search, err: page.ErrNoLogin},
		{name: "new password", body: `<form method=post><input name=u><input type=password name=p><input type=password name=p2></form>`, err: page.ErrNoLogin},
		{name: "get", body: `<form><input name=u><input type=password name=p></form>`, err: page.ErrLoginGet},
		{name: "captcha", body: `<form method=post><input name=u><input type=password name=p><input name=c placeholder=请输入验证码></form>`, err: page.ErrLoginCaptcha},
		{name: "no user", body: `<form method=post><input type=password name=p></form>`, err: page.ErrLoginUser},
	} {
		f, err := page.FindLogin(loginPage([]byte(`<meta charset=utf-8>`+c.body)), c.field)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if err != nil || f == nil {
			continue
		}
		if got := string(f.Fill("li", "p&w")); f.Action != c.action || got != c.send {
			t.Errorf("%s: %s to %s\nwant %s to %s", c.name, got, f.Action, c.send, c.action)
		}
	}
}

// TestLoginInGBK: a name is sent in the charset of the page, and the mark of strangers is found in its bytes.
func TestLoginInGBK(t *testing.T) {
	body, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(`<meta charset=gb2312><title>会员登录</title><p>您好，请先登录</p><form method=post action=in><input name=u><input type=password name=p></form>`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := page.FindLogin(loginPage(body), "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(f.Fill("李", "x")), "u="+url.QueryEscape("\xc0\xee")+"&p=x"; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	if !page.HasMark(body, "请先登录") || page.HasMark(body, "退出登录") || page.HasMark(body, "") {
		t.Error("the mark is not told from what does not stand there")
	}
}
