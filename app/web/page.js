"use strict";
// The page holds nothing but what the JSON API says; every text goes in as text, never as markup.
const $ = id => document.getElementById(id);
const fields = ["q", "from", "to", "days_min", "days_max", "price_min", "price_max", "date_from", "sort"];
const pageSize = 30;
let offset = 0, asked = 0, timer = 0, site = "";

const el = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
const money = r => r.price ? (r.currency === "CNY" || !r.currency ? "¥" : r.currency + " ") + r.price : "–";
const ways = { flight: "飞机", train: "火车", coach: "汽车", ship: "轮船", self_drive: "自驾" };
const way = t => (t || "").split("/").map(w => ways[w] || w).join("/");

function marked(title, marks) {
  const e = el("span", "t"), signs = Array.from(title || "—");
  let at = 0;
  for (const m of marks || []) {
    e.append(signs.slice(at, m.Start).join(""), el("mark", "", signs.slice(m.Start, m.End).join("")));
    at = m.End;
  }
  e.append(signs.slice(at).join(""));
  return e;
}

async function get(path) {
  const r = await fetch(path);
  const v = await r.json();
  if (!r.ok) throw new Error(v.error || r.status);
  return v;
}

async function search(more) {
  const mine = ++asked;
  offset = more ? offset + pageSize : 0;
  const p = new URLSearchParams({ limit: pageSize, offset, facets: 1 });
  for (const f of fields) if ($(f).value) p.set(f, $(f).value);
  if (site) p.set("site", site);
  try {
    const v = await get("/api/search?" + p);
    if (mine !== asked) return; // a later keystroke has been answered for
    $("count").textContent = v.total + " 条线路";
    if (!more) $("list").replaceChildren();
    for (const r of v.routes) $("list").append(line(r));
    $("next").hidden = offset + pageSize >= v.total;
    facets(v.facets || {});
  } catch (e) {
    if (mine === asked) $("count").textContent = e.message;
  }
}

function line(r) {
  const li = el("li");
  li.append(marked(r.title, r.marks), el("span", "p", money(r)),
    el("span", "s", [r.from && r.to ? r.from + " → " + r.to.join("、") : (r.to || []).join("、"), r.days ? r.days + "天" : "", way(r.transport), r.agency, r.state === "gone" ? "已下架" : ""].filter(Boolean).join(" · ")));
  li.tabIndex = 0;
  li.onclick = () => { location.hash = r.id; };
  li.onkeydown = e => { if (e.key === "Enter") location.hash = r.id; };
  return li;
}

function facets(all) {
  const box = $("facets");
  box.replaceChildren();
  for (const f of (all.to || []).slice(0, 12)) {
    const b = el("button", "", f.Value + " " + f.Count);
    b.onclick = () => { $("to").value = f.Value; search(false); };
    box.append(b);
  }
  for (const f of (all.site || []).slice(0, 8)) {
    const b = el("button", "", f.Value + " " + f.Count);
    b.onclick = () => { site = site === f.Value ? "" : f.Value; search(false); };
    box.append(b);
  }
}

async function detail() {
  const id = location.hash.slice(1), box = $("detail");
  box.hidden = !/^\d+$/.test(id);
  box.replaceChildren();
  if (box.hidden) return;
  const close = el("button", "close", "关闭");
  close.onclick = () => { location.hash = ""; };
  box.append(close);
  try {
    const r = await get("/api/route/" + id);
    box.append(el("h2", "", r.title));
    const t = el("table");
    const row = (k, v) => { if (v && v.length !== 0) { const tr = el("tr"); tr.append(el("td", "s", k), el("td", "", v)); t.append(tr); } };
    row("价格", money(r) + (r.market_price ? "（市场价 " + r.market_price + "）" : "") + (r.child_price ? "，儿童 " + r.child_price : ""));
    row("天数", r.days ? r.days + "天" + (r.nights ? r.nights + "晚" : "") : "");
    row("出发地", r.from); row("目的地", (r.to || []).join("、")); row("交通", way(r.transport));
    row("出发日期", (r.dates || []).concat((r.ranges || []).map(x => x.start + "～" + x.end), r.weekly || [], r.daily ? ["天天"] : []).join("  "));
    row("旅行社", r.agency); row("电话", r.phone);
    for (const d of r.itinerary || []) row("第" + d.n + "天", [d.title, d.text, d.meals && "餐：" + d.meals, d.hotel && "宿：" + d.hotel].filter(Boolean).join("\n"));
    row("费用包含", r.included); row("费用不含", r.excluded); row("须知", r.notice); row("签证", r.visa);
    row("价格变化", (r.prices || []).map(p => p.at.slice(0, 10) + "  " + p.price).join("\n"));
    for (const h of (r.history || []).slice(-10)) if (h.field !== "price") row(h.at.slice(0, 10), h.field + "：" + h.old + " → " + h.new);
    box.append(t);
    const link = el("a", "", "查看存档页面"); link.href = "/copy/" + r.id; link.target = "_blank"; link.rel = "noopener";
    box.append(el("p"), link, el("p", "s", r.url));
    const tour = await get("/api/tour/" + id);
    if (tour.offers.length > 1) {
      box.append(el("h3", "", "同一线路，其他旅行社"));
      const ol = el("ol"); ol.id = "offers";
      for (const o of tour.offers) ol.append(el("li", "", money(o) + "  " + (o.agency || o.site) + "  " + o.title));
      box.append(ol);
    }
  } catch (e) { box.append(el("p", "", e.message)); }
}

for (const f of fields) $(f).addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => search(false), 60); });
$("next").onclick = () => search(true);
addEventListener("hashchange", detail);
search(false);
detail();
