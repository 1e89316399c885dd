package order_test

import (
	"testing"

	"xunlu/engine/order"
)

func TestShapeOf(t *testing.T) {
	for _, c := range []struct{ url, path, full string }{
		{"http://a.test/", "/", "/"},
		{"http://a.test/tour/123.html", "/tour/*.html", "/tour/*.html"},
		{"http://a.test/p/9e3779b1.html", "/p/*.html", "/p/*.html"},
		{"http://a.test/p/00000001.html", "/p/*.html", "/p/*.html"},
		{"http://a.test/list-3-0-1.html", "/*.html", "/*.html"},
		{"http://a.test/guilin-five-days-tour", "/*", "/*"},
		{"http://a.test/%E6%A1%82%E6%9E%97/", "/*/", "/*/"},
		{"http://a.test/about.html", "/about.html", "/about.html"},
		{"http://a.test/l?page=2&cat=5", "/l", "/l?cat&page"},
		{"http://a.test/l?cat=5&page=9", "/l", "/l?cat&page"},
		{"http://a.test/index.php?m=tour&a=show&id=7", "/index.php", "/index.php?a=show&id&m=tour"},
	} {
		if got := order.ShapeOf(c.url); got.Path != c.path || got.Full != c.full {
			t.Errorf("ShapeOf(%s) = %q, %q; want %q, %q", c.url, got.Path, got.Full, c.path, c.full)
		}
	}
}
