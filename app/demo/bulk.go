package demo

import (
	"fmt"
	"strings"
)

// bulk writes the inline style and script that real pages carry around: icon sprites, a form check, a list of cities for
// the search box. None of it is content.
func (l *locale) bulk() string {
	p := &strings.Builder{}
	p.WriteString("<style type=\"text/css\">\n")
	for i := range 36 {
		fmt.Fprintf(p, ".ico%d{display:inline-block;width:20px;height:20px;background-position:-%dpx -%dpx}\n", i, i%6*22, i/6*22)
	}
	p.WriteString("</style>\n<script type=\"text/javascript\">\n")
	p.WriteString(`function checkOrder(f){
  var name = f.elements["uname"], tel = f.elements["tel"], day = f.elements["day"], num = f.elements["num"];
  if (!name || name.value.replace(/\s/g, "") == "") { alert("!"); if (name) name.focus(); return false; }
  if (!/^[0-9\-]{7,15}$/.test(tel.value)) { alert("tel?"); tel.focus(); return false; }
  if (day && day.value && !/^\d{4}-\d{1,2}-\d{1,2}$/.test(day.value)) { alert("date?"); day.focus(); return false; }
  if (num && (isNaN(num.value) || num.value < 1)) { num.value = 1; }
  return true;
}
function Marquee(id, step, wait){ var box = document.getElementById(id); if (!box) return; var top = 0, over = false;
  box.onmouseover = function(){ over = true; }; box.onmouseout = function(){ over = false; };
  setInterval(function(){ if (over) return; top += step; if (top >= box.scrollHeight - box.offsetHeight) top = 0; box.scrollTop = top; }, wait || 50); }
function cookie(n, v, d){ if (v === undefined) { var m = document.cookie.match(new RegExp("(^| )" + n + "=([^;]*)")); return m ? unescape(m[2]) : null; }
  var t = new Date(); t.setTime(t.getTime() + (d || 1) * 864e5); document.cookie = n + "=" + escape(v) + ";expires=" + t.toGMTString() + ";path=/"; }
`)
	p.WriteString("var cityData = [")
	for i, h := range l.pool("hub") {
		fmt.Fprintf(p, "{id:%d,name:%q,hot:%t},", i+1, h, i < 5)
	}
	for _, r := range l.regions {
		for _, t := range r.to {
			fmt.Fprintf(p, "{area:%q,name:%q},", r.name, t)
		}
	}
	p.WriteString("];\n</script>\n")
	return p.String()
}
