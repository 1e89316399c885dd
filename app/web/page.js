"use strict";
// The page holds nothing but what the JSON API says; every text goes in as text, never as markup.
const $ = id => document.getElementById(id);
const fields = ["q", "from", "to", "days_min", "days_max", "price_min", "price_max", "date_from", "sort"];
const pageSize = 30;
let offset = 0, asked = 0, timer = 0, site = "";

// The page is written in Chinese; a browser in another language gets English, by these words.
const english = {
  "目的地、天数、关键词…": "destination, days, words…", "筛选": "Filters", "出发地": "From", "目的地": "To", "天数": "Days", "价格": "Price", "出发日期": "Departure", "排序": "Sort",
  "最相关": "best fit", "每天价格": "price a day", "最新": "newest", "降价": "price drop", "更多": "More", "条线路": "routes", "飞机": "flight", "火车": "train", "汽车": "coach", "轮船": "ship",
  "自驾": "self-drive", "天": " days ", "晚": " nights", "已下架": "gone", "关闭": "Close", "（市场价 ": " (market price ", "）": ")", "，儿童 ": ", child ", "交通": "Transport", "旅行社": "Agency",
  "电话": "Phone", "第": "Day ", "费用包含": "Included", "费用不含": "Not included", "须知": "Notes", "签证": "Visa", "价格变化": "Price history", "餐：": "Meals: ", "宿：": "Hotel: ", "天天": "daily",
  "查看存档页面": "Open the stored page", "同一线路，其他旅行社": "The same tour at other agencies", "试用演示": "Try the demo", "添加网站": "Add a site", "开始": "Start", "暂停": "Pause",
  "已暂停": "Paused", "抓取中": "Crawling", "空闲": "Idle", "页": "pages", "待抓取": "waiting", "页/秒": "pages/s",
};
const zh = /^zh/i.test(navigator.language || "zh");
const L = s => zh ? s : english[s] ?? s;
function translate() {
  if (zh) return;
  document.documentElement.lang = "en";
  document.title = "Xunlu";
  for (const e of document.querySelectorAll("[placeholder]")) e.placeholder = L(e.placeholder);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = walk.nextNode());) { const t = n.data.trim(); if (english[t]) n.data = n.data.replace(t, english[t]); }
}

const el = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
const money = r => r.price ? (r.currency === "CNY" || !r.currency ? "¥" : r.currency + " ") + r.price : "–";
const ways = { flight: L("飞机"), train: L("火车"), coach: L("汽车"), ship: L("轮船"), self_drive: L("自驾") };
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
    $("count").textContent = v.total + " " + L("条线路");
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
    el("span", "s", [r.from && r.to ? r.from + " → " + r.to.join("、") : (r.to || []).join("、"), r.days ? r.days + L("天") : "", way(r.transport), r.agency, r.state === "gone" ? L("已下架") : ""].filter(Boolean).join(" · ")));
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
  const close = el("button", "close", L("关闭"));
  close.onclick = () => { location.hash = ""; };
  box.append(close);
  try {
    const r = await get("/api/route/" + id);
    box.append(el("h2", "", r.title));
    const t = el("table");
    const row = (k, v) => { if (v && v.length !== 0) { const tr = el("tr"); tr.append(el("td", "s", k), el("td", "", v)); t.append(tr); } };
    row(L("价格"), money(r) + (r.market_price ? L("（市场价 ") + r.market_price + L("）") : "") + (r.child_price ? L("，儿童 ") + r.child_price : ""));
    row(L("天数"), r.days ? r.days + L("天") + (r.nights ? r.nights + L("晚") : "") : "");
    row(L("出发地"), r.from); row(L("目的地"), (r.to || []).join("、")); row(L("交通"), way(r.transport));
    row(L("出发日期"), (r.dates || []).concat((r.ranges || []).map(x => x.start + "～" + x.end), r.weekly || [], r.daily ? [L("天天")] : []).join("  "));
    row(L("旅行社"), r.agency); row(L("电话"), r.phone);
    for (const d of r.itinerary || []) row(L("第") + d.n + (zh ? "天" : ""), [d.title, d.text, d.meals && L("餐：") + d.meals, d.hotel && L("宿：") + d.hotel].filter(Boolean).join("\n"));
    row(L("费用包含"), r.included); row(L("费用不含"), r.excluded); row(L("须知"), r.notice); row(L("签证"), r.visa);
    row(L("价格变化"), (r.prices || []).map(p => p.at.slice(0, 10) + "  " + p.price).join("\n"));
    for (const h of (r.history || []).slice(-10)) if (h.field !== "price") row(h.at.slice(0, 10), h.field + "：" + h.old + " → " + h.new);
    box.append(t);
    const link = el("a", "", L("查看存档页面")); link.href = "/copy/" + r.id; link.target = "_blank"; link.rel = "noopener";
    box.append(el("p"), link, el("p", "s", r.url));
    const tour = await get("/api/tour/" + id);
    if (tour.offers.length > 1) {
      box.append(el("h3", "", L("同一线路，其他旅行社")));
      const ol = el("ol"); ol.id = "offers";
      for (const o of tour.offers) ol.append(el("li", "", money(o) + "  " + (o.agency || o.site) + "  " + o.title));
      box.append(ol);
    }
  } catch (e) { box.append(el("p", "", e.message)); }
}

for (const f of fields) $(f).addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => search(false), 60); });
$("next").onclick = () => search(true);
addEventListener("hashchange", detail);

// The crawl, for whoever sits at the computer it runs on; others only read how far it is.
let paused = false;
function crawling(v) {
  paused = v.paused;
  $("crawl").hidden = false;
  const how = v.paused ? L("已暂停") : v.idle ? L("空闲") : L("抓取中");
  $("state").textContent = how + " · " + v.pages + " " + L("页") + " · " + v.routes + " " + L("条线路") + " · " + v.queued + " " + L("待抓取") + (v.rate >= 0.05 ? " · " + v.rate.toFixed(1) + " " + L("页/秒") : "");
  $("go").hidden = !v.control || !v.sites;
  $("go").textContent = v.paused ? L("开始") : L("暂停");
  $("begin").hidden = !v.control;
  $("demo").hidden = v.sites > 0;
}
async function ask(what) {
  try {
    const r = await fetch("/api/intent", { method: "POST", headers: { "X-Xunlu-Intent": "1", "Content-Type": "application/json" }, body: JSON.stringify(what) });
    const v = await r.json();
    if (!r.ok) throw new Error(v.error || r.status);
    $("address").value = "";
    crawling(v);
  } catch (e) { $("count").textContent = e.message; }
}
$("go").onclick = () => ask({ do: paused ? "start" : "pause" });
$("demo").onclick = () => ask({ do: "demo" });
$("begin").onsubmit = e => { e.preventDefault(); ask({ do: "add", url: $("address").value }); };
let routes = -1;
async function watch() {
  try {
    const v = await get("/api/status");
    crawling(v);
    if (v.routes !== routes && routes >= 0 && !offset && !location.hash) search(false); // new routes show themselves
    routes = v.routes;
  } catch (e) { $("state").textContent = e.message; }
  setTimeout(watch, 2000);
}

translate();
search(false);
detail();
watch();
