package demo

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// scriptDesign is a single-page shop: its HTML is an empty frame, lists and routes are fetched as JSON and built by
// script. Articles are plain HTML, and a sitemap names everything.
var scriptDesign = &design{
	name: "script", lang: "zh-CN", charset: "utf-8", declared: "utf-8", header: "utf-8", perPage: 12, sitemap: true, script: true,
	urls: urls{
		route: "/detail/{a}|/tour/{a}|/line?id={a}", list: "/list/{a}/{b}|/lines?cid={a}&page={b}", item: "/{k}/{a}", index: "/{k}?page={b}", single: "/{k}", home: "/home",
	},
	home: scriptHome, route: scriptRoute, list: scriptList, article: scriptArticle, index: scriptIndex, asset: scriptAsset,
}

const scriptCSS = `body{margin:0;font:14px/1.8 "PingFang SC",sans-serif;background:#f4f4f6}.app{max-width:1100px;margin:auto}.top{background:linear-gradient(90deg,$main,$dark);color:#fff;padding:16px 24px}.top a{color:#fff;margin-left:14px}
.cell{background:#fff;margin:10px 0;padding:14px;border-radius:8px;overflow:hidden}.cell img{float:left;width:150px;height:96px;margin-right:14px;border-radius:6px}.cell em{color:$price;font-style:normal;font-size:20px}
.kv{display:flex;flex-wrap:wrap}.kv div{width:50%}.kv label{color:#999;margin-right:8px}.loading{padding:80px;text-align:center;color:#aaa}.footer{text-align:center;color:#999;padding:24px}.tb td,.tb th{padding:4px 12px;border:1px solid #eee}`

const scriptCode = `function el(t, c, x){ var e = document.createElement(t); if (c) e.className = c; if (x) e.textContent = x; return e; }
function items(box, list){ list.forEach(function(t){ var c = el("div", "cell"), a = el("a", "", t.title), i = el("img"); i.src = t.image; a.href = t.url; c.appendChild(i); c.appendChild(a);
  c.appendChild(el("p", "", t.note)); c.appendChild(el("em", "", t.price)); box.appendChild(c); }); }
function parts(box, list){ list.forEach(function(s){ var c = el("div", "cell"); c.appendChild(el("h2", "", s.head)); s.paras.forEach(function(x){ c.appendChild(el("p", "", x)); }); box.appendChild(c); }); }
function show(d){ var box = document.getElementById("app"); box.innerHTML = ""; document.title = d.title + " - " + d.site; var h = el("div", "cell"); h.appendChild(el("h1", "", d.title));
  if (d.price) h.appendChild(el("em", "price", d.price)); if (d.market) { var s = el("del", "", d.market); h.appendChild(s); } var kv = el("div", "kv");
  (d.fields || []).forEach(function(f){ var r = el("div"); r.appendChild(el("label", "", f.k + "：")); r.appendChild(el("span", "", f.v)); kv.appendChild(r); }); h.appendChild(kv); box.appendChild(h);
  parts(box, d.parts || []); items(box, d.items || []); (d.pages || []).forEach(function(p){ var a = el("a", "pg", p.text); a.href = p.url; a.style.margin = "6px"; box.appendChild(a); }); }
fetch(window.DATA).then(function(r){ return r.json(); }).then(show);
`

// scriptData is what the script builds a page from.
type scriptData struct {
	Site   string       `json:"site"`
	Title  string       `json:"title"`
	Price  string       `json:"price,omitempty"`
	Market string       `json:"market,omitempty"`
	Fields []scriptKV   `json:"fields,omitempty"`
	Parts  []scriptPart `json:"parts,omitempty"`
	Items  []scriptItem `json:"items,omitempty"`
	Pages  []scriptLink `json:"pages,omitempty"`
}

type scriptKV struct {
	K string `json:"k"`
	V string `json:"v"`
}

type scriptPart struct {
	Head  string   `json:"head"`
	Paras []string `json:"paras"`
}

type scriptItem struct {
	Title string `json:"title"`
	URL   string `json:"url"`
	Image string `json:"image"`
	Note  string `json:"note"`
	Price string `json:"price"`
}

type scriptLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

func scriptShell(p *page, title string, body func()) {
	s := p.s
	p.pf("<!doctype html><html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>%s</title><style>%s</style></head><body><div class=\"top\"><b>%s</b>", title, raw(p.style(scriptCSS)), s.name)
	for i, m := range p.sections() {
		if i == 0 || i > len(s.cats) {
			p.anchor(m.href, m.text)
		}
	}
	p.put("</div><div class=\"app\">")
	body()
	p.put("</div>")
	p.friends()
	p.footer("div")
	p.chatter()
	p.put("</body></html>")
}

// scriptFrame writes the empty page that loads its data from a path.
func scriptFrame(p *page, data string) {
	scriptShell(p, p.s.name, func() {
		p.put("<div id=\"app\"><div class=\"loading\">页面加载中，请稍候…</div></div><noscript>请启用 JavaScript 后浏览本站</noscript>")
		p.pf("<script>window.DATA=%s;</script><script src=\"/static/app.js\"></script>", raw(strconv.Quote(data)))
	})
}

func scriptHome(p *page)                        { scriptFrame(p, "/api/home.json") }
func scriptRoute(p *page, t *tour, _ *tourText) { scriptFrame(p, scriptRouteData(t.n)) }

func scriptList(p *page, l *listing) { scriptFrame(p, "/api/list/"+strconv.Itoa(p.e.n)+".json") }
func scriptItems(p *page, tours []*tour) []scriptItem {
	var out []scriptItem
	for _, t := range tours {
		out = append(out, scriptItem{t.title, p.href(pkRoute, t.n), p.image(t.n), t.from + " " + p.s.dayText(t.days) + " " + t.dep.text, p.priceText(t.price)})
	}
	return out
}

func scriptRouteData(n int) string { return "/api/route/" + strconv.Itoa(n) + ".json" }

// scriptAsset serves the script and the data behind the empty pages.
func scriptAsset(p *page, path string) (string, []byte) {
	s := p.s
	if path == "/static/app.js" {
		return "text/javascript; charset=utf-8", []byte(scriptCode)
	}
	name, ok := strings.CutPrefix(path, "/api/")
	if !ok || !strings.HasSuffix(name, ".json") {
		return "", nil
	}
	kind, num, _ := strings.Cut(strings.TrimSuffix(name, ".json"), "/")
	n, err := strconv.Atoi(num)
	d := scriptData{Site: s.name}
	switch {
	case kind == "home":
		d.Title = s.slogan
		for i, c := range s.cats {
			first := s.firstList(i)
			tours := s.listing(first).tours
			d.Items = append(d.Items, scriptItems(p, tours[:min(4, len(tours))])...)
			d.Pages = append(d.Pages, scriptLink{c.name + "旅游", p.href(pkList, first)})
		}
	case kind == "list" && err == nil && n >= 0 && n < len(s.lists):
		l := s.listing(n)
		d.Title, d.Items = l.title, scriptItems(p, l.tours)
		for i := range l.pages {
			d.Pages = append(d.Pages, scriptLink{strconv.Itoa(i + 1), p.href(pkList, l.first+i)})
		}
	case kind == "route" && err == nil && n >= 0 && n < len(s.tours) && s.tours[n].alive():
		scriptTour(p, &d, s.tours[n])
	default:
		return "", nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(d); err != nil {
		panic("demo: page data: " + err.Error()) // strings always encode
	}
	return "application/json; charset=utf-8", b.Bytes()
}

func scriptTour(p *page, d *scriptData, t *tour) {
	s := p.s
	x := s.text(t)
	d.Title, d.Price = t.title, p.priceText(t.price)
	if t.price > 0 {
		d.Price += p.perPerson()
	}
	if t.market > 0 {
		d.Market = s.label("market") + s.money(t.market)
	}
	for _, f := range append(x.fields, p.extras(t)...) {
		d.Fields = append(d.Fields, scriptKV{f.label, f.value})
	}
	d.Parts = append(d.Parts, scriptPart{x.feature.label, x.feature.paras})
	for i, day := range x.days {
		head := day.head + " " + day.title
		if i == 0 {
			d.Parts = append(d.Parts, scriptPart{s.label("plan"), nil})
		}
		d.Parts = append(d.Parts, scriptPart{head, append(day.paras, s.label("meals")+"："+day.meals)})
	}
	if x.free.label != "" {
		d.Parts = append(d.Parts, scriptPart{x.free.label, x.free.paras})
	}
	for _, sec := range x.sectionsAfter() {
		d.Parts = append(d.Parts, scriptPart{sec.label, sec.paras})
	}
	for i := range d.Parts {
		if d.Parts[i].Paras == nil {
			d.Parts[i].Paras = []string{}
		}
	}
}

func scriptArticle(p *page, a *article) {
	scriptShell(p, a.title, func() {
		p.pf("<div class=\"cell\"><h1>%s</h1><p>%s %s</p>", a.title, iso(a.date), a.author)
		if a.price > 0 {
			p.pf("<em>%s</em>", p.s.money(a.price))
		}
		p.table("tb", a.table)
		for _, b := range a.blocks {
			if b.head != "" {
				p.pf("<h3>%s</h3>", b.head)
			}
			p.paras("p", b.paras)
		}
		p.after(a, "p")
		p.put("</div>")
	})
}

func scriptIndex(p *page, x *indexPage) {
	scriptShell(p, x.title, func() {
		p.pf("<h1>%s</h1>", x.title)
		for _, it := range x.items {
			p.pf("<div class=\"cell\"><a href=\"%s\">%s</a><p>%s</p></div>\n", it.href, it.a.title, it.a.blocks[0].paras[0])
		}
		p.indexPager(x)
	})
}
