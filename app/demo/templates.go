package demo

import (
	"regexp"
	"strings"
)

// templates gives the URL rules of a platform; other sites have none.
func (s *site) templates() []Template {
	if s.kind != KindPlatform {
		return nil
	}
	rule := func(name, class, pattern string, kinds ...pageKind) Template {
		re := regexp.QuoteMeta(pattern)
		var words []string
		for _, k := range kinds {
			words = append(words, s.kindWord(k))
		}
		re = strings.NewReplacer(`\{a\}`, `\d+`, `\{b\}`, `\d+`, `\{c\}`, `\d+`, `\{k\}`, "(?:"+strings.Join(words, "|")+")").Replace(re)
		return Template{Name: name, Class: class, Pattern: `^https?://[^/]+` + re + `(?:[?#].*)?$`}
	}
	all := []pageKind{pkGuide, pkVisa, pkTicket, pkHotel, pkBlog}
	return []Template{
		rule("普通旅游线路", "route", s.urls.route),
		rule("指定旅行社旅游线路", "agency", s.urls.agency),
		rule("门票", "ticket", s.urls.item, pkTicket),
		rule("线路列表", "listing", s.urls.list),
		rule("文章列表", "listing", s.urls.index, all...),
		{Name: "会员与订单", Class: "ignore", Pattern: `^https?://[^/]+/(?:user|login|` + s.kindWord(pkCart) + `)\b`},
	}
}
