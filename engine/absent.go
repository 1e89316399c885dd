package engine

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"xunlu/engine/page"
)

// What a page says that is served in place of one that is gone: of what it speaks, and what became of it.
var (
	absentOf = []string{"产品", "產品", "线路", "線路", "行程", "页面", "頁面", "商品", "内容", "信息", "资讯", "您访问", "您要找", "您查找", "tour", "page", "product", "trip", "package"}
	absentIs = []string{"下架", "已下线", "不存在", "已删除", "已刪除", "被删除", "已过期", "已過期", "已停售", "停止销售", "暂停销售", "暫停銷售", "已失效", "找不到", "未找到",
		"no longer available", "not found", "been removed", "does not exist", "no longer exists", "discontinued", "has expired"}
)

// absentBlock is how long, in characters, a notice is at most.
const absentBlock = 80

// absent says whether a page speaks of itself as gone (a soft 404): a short notice, and no itinerary. Asked only where a
// template calls a page a route by its address, since then its text has no other say.
func absent(doc *page.Document) bool {
	if doc.Page.Features.DaySequence > 1 {
		return false
	}
	for _, block := range bytes.Split(doc.Page.Text, []byte{'\n'}) {
		if len(block) == 0 || utf8.RuneCount(block) > absentBlock {
			continue
		}
		text := strings.ToLower(string(block))
		if containsOne(text, absentIs) && containsOne(text, absentOf) {
			return true
		}
	}
	return false
}

func containsOne(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
