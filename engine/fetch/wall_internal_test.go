package fetch

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

func TestIsWall(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("<html><title>访问验证</title><body>请输入验证码</body></html>")
	if err != nil {
		t.Fatal(err)
	}
	links := strings.Repeat("<a href=/line>线路</a>", 20)
	login := "<form>用户名<input> 密码<input> 验证码<input></form>"
	tests := []struct {
		name   string
		status int
		header http.Header
		body   string
		want   bool
	}{
		{"Cloudflare", 403, nil, "<html><head><title>Just a moment...</title></head></html>", true},
		{"Cloudflare by header", 403, http.Header{"Cf-Mitigated": {"challenge"}}, "", true},
		{"Cloudflare script on 200", 200, nil, "<script>window._cf_chl_opt={}</script>", true},
		{"Chinese, GBK", 403, nil, gbk, true},
		{"captcha on 429", 429, nil, "<p>请输入验证码</p>", true},
		{"script challenge", 200, nil, "<html><script>var arg1='x';document.cookie='acw_sc__v2='+arg1</script></html>", true},
		{"521 challenge", 521, nil, "<script>document.cookie='__jsl_clearance=1'</script>", true},
		{"small 200 page", 200, nil, "<html><body>您的访问过于频繁,请拖动滑块完成验证</body></html>", true},
		{"small page of a stranger", 200, nil, "<html><body>verify you are human</body></html>", true},
		{"plain refusal", 403, nil, "<html><title>403 Forbidden</title>nginx</html>", false},
		{"plain overload", 503, nil, "<html><title>Service Unavailable</title></html>", false},
		{"login form", 200, nil, "<html><title>会员登录</title>" + login + "</html>", false},
		{"page with a login form", 200, nil, "<title>昆明旅行社</title>" + login + links, false},
		{"page about walls", 200, nil, "<title>新闻</title>" + links + "安全验证 请求过于频繁", false},
		{"error page with a login form", 404, nil, "<title>找不到</title>" + login, false},
		{"large page", 200, nil, "<title>三亚五日游</title>" + strings.Repeat("行程 ", 4000) + "人机验证", false},
	}
	for _, tt := range tests {
		if got := isWall(tt.status, tt.header, []byte(tt.body)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
