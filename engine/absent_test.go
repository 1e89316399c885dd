package engine_test

import (
	"testing"

	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/judge"
)

// TestSoft404UnderATemplate: a template calls an address a route; a page there that only says it is gone is none.
func TestSoft404UnderATemplate(t *testing.T) {
	templates, err := judge.CompileTemplates([]judge.Template{{Name: "tour", Class: judge.ClassRoute, Pattern: `/tour/\d+`}})
	if err != nil {
		t.Fatal(err)
	}
	terms, err := judge.NewTerms(testRules())
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.Compile(testRules(), terms)
	if err != nil {
		t.Fatal(err)
	}
	for body, route := range map[string]bool{
		"<title>提示信息</title><p>该产品已下架或暂停销售，请选择其他线路。</p><a href=/tour/2>湖畔三日游</a>":                       false,
		"<title>Notice</title><p>Sorry, this tour is no longer available.</p>":                          false,
		"<title>湖畔三日游</title><h1>湖畔三日游</h1><p>第1天 湖畔</p><p>第2天 山</p><p>第3天 返程</p><p>如行程中的商品不存在，请告知</p>": true,
		"<title>湖畔三日游</title><h1>湖畔三日游</h1><p>费用包含：酒店、门票、导游</p>":                                        true,
	} {
		o, _ := engine.Process(&page.Response{URL: "http://a.example/tour/1", FinalURL: "http://a.example/tour/1", Status: 200, Body: []byte("<html><meta charset=utf-8>" + body)},
			&engine.Context{Judge: j, Terms: terms, Templates: templates})
		if o.Failed() || o.Verdict.Route != route {
			t.Errorf("route %v, want %v (%s): %s", o.Verdict.Route, route, o.Error, body)
		}
	}
}
