package fetch

import (
	"bytes"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

const (
	wallSmall = 16 << 10 // a page answered with 200 is only suspected below this many bytes
	wallLook  = 64 << 10 // how much of a refusal is looked at
	wallLinks = 8        // a page with more links is a page
)

// wallStatus are the answers that walls give. 404 and 500 are not among them: error pages often carry a login form with
// its 验证码.
var wallStatus = map[int]bool{
	401: true, 403: true, 405: true, 406: true, 412: true, 418: true, 429: true, 430: true, 456: true, 468: true, 493: true, 503: true, 521: true, 567: true,
}

// wallMarks stand in challenge pages and their scripts, and in no page that is worth keeping.
var wallMarks = []string{
	"_cf_chl_opt", "/cdn-cgi/challenge-platform/", "cf-browser-verification", "acw_sc__v2", "__jsl_clearance", "wzwschallenge",
	"aliyun_waf", "waf_captcha", "window._waf", "tcaptcha", "geetest_validate", "px-captcha", "captcha-delivery.com", "_incapsula_resource",
}

// wallTitles are titles, or parts of one, of challenge pages.
var wallTitles = []string{
	"just a moment", "attention required! | cloudflare", "access denied", "are you a robot", "robot check", "human verification",
	"security check", "verify you are human", "访问验证", "安全验证", "人机验证", "滑动验证", "验证中心", "访问过于频繁", "访问受限", "请求过于频繁",
	"安全检查", "安全检测", "访问被拒绝", "访问被拦截", "網站防火牆", "网站防火墙",
}

// wallPhrases speak to the visitor of a challenge; in the text of a refusal or of a page with little else.
var wallPhrases = []string{
	"verify you are human", "verifying you are human", "checking your browser", "unusual traffic", "are not a robot", "enable javascript and cookies to continue",
	"请完成安全验证", "请完成验证", "请完成下方验证", "请进行验证", "请输入验证码以继续", "请输入验证码后", "拖动滑块", "向右滑动", "按住滑块", "点击完成验证", "访问过于频繁", "操作过于频繁",
	"请求过于频繁", "访问频率过高", "异常流量", "异常访问", "访问验证", "人机验证", "安全验证", "网站防火墙", "请求已被拦截", "请求被拦截", "访问行为存在异常",
}

// isWall reports whether an answer is a challenge or captcha page in place of what was asked for.
func isWall(status int, h http.Header, body []byte) bool {
	if strings.EqualFold(h.Get("Cf-Mitigated"), "challenge") {
		return true
	}
	refused := wallStatus[status]
	if !refused && (status != http.StatusOK || len(body) > wallSmall || bytes.Count(body, []byte("<a ")) > wallLinks) {
		return false
	}
	text := readable(body[:min(len(body), wallLook)])
	if containsAny(text, wallMarks) || containsAny(title(text), wallTitles) {
		return true
	}
	if refused {
		return containsAny(text, wallPhrases) || strings.Contains(text, "验证码")
	}
	return strings.Count(text, "<a ") <= wallLinks/2 && containsAny(text, wallPhrases)
}

// readable gives a body in lower case and UTF-8; what is not UTF-8 is read as GB18030.
func readable(body []byte) string {
	if !utf8.Valid(body) {
		if text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(body); err == nil {
			body = text
		}
	}
	return string(bytes.ToLower(body))
}

func title(text string) string {
	_, rest, ok := strings.Cut(text, "<title")
	if !ok {
		return ""
	}
	_, rest, _ = strings.Cut(rest, ">")
	t, _, _ := strings.Cut(rest, "</title")
	return t[:min(len(t), 200)]
}

func containsAny(text string, marks []string) bool {
	for _, m := range marks {
		if strings.Contains(text, m) {
			return true
		}
	}
	return false
}
