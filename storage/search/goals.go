package search

import (
	"strings"

	"xunlu/storage"
)

// places adds where the route goes and where it starts.
func (a analyst) places(t routeTerms, r *storage.Route, title folded, spans []span, aliases []string) {
	from := a.gaz.canonical(r.From)
	for _, name := range []string{r.From, from} {
		t.field(fieldStart).add(foldString(name))
		t.field(fieldFrom).add(foldString(name))
	}
	for _, name := range a.gaz.above(from) {
		t.field(fieldFrom).add(a.gaz.lore(name).plain)
	}
	var goals []string
	for _, to := range r.To {
		goals = append(goals, to)
		if c := a.gaz.canonical(to); c != to {
			goals = append(goals, c)
		}
	}
	for _, to := range goals {
		us := units(fold(to))
		addPairs(t.field(fieldTitle), us, nil)
		for _, u := range us {
			t.field(fieldTitle).add(u.text)
		}
	}
	a.goals(t, []string{fieldTo, fieldPlace}, goals)
	var named []string
	for _, s := range spans {
		named = append(named, s.name)
	}
	known := false
	for _, name := range goals {
		known = known || len(a.gaz.above(name)) > 0
	}
	for _, name := range append(named, aliases...) {
		if name == from && (known || startsHere(title, spans, name)) && !contains(goals, name) {
			continue // 北京出发 in a title says where it starts
		}
		fields := []string{fieldPlace}
		if len(goals) == 0 {
			fields = append(fields, fieldTo)
		}
		a.goals(t, fields, []string{name})
	}
}

// startsHere is true when a title says of a place that the tour leaves from it.
func startsHere(title folded, spans []span, name string) bool {
	for _, s := range spans {
		if s.name != name {
			continue
		}
		after := string(title.r[s.to:min(len(title.r), s.to+2)])
		for _, w := range []string{"出发", "起止", "往返", "直飞", "始发", "集合", "到", "至", "飞", "去"} {
			if strings.HasPrefix(after, w) {
				return true
			}
		}
	}
	return false
}

// goals adds places to the fields that filter and find them, with all that they lie in and with their pinyin.
func (a analyst) goals(t routeTerms, fields []string, names []string) {
	for _, name := range names {
		l := a.gaz.lore(name)
		for _, f := range fields {
			t.field(f).add(l.plain)
		}
		a.spell(t, l)
		for _, above := range l.above {
			up := a.gaz.lore(above)
			t.field(fieldAbove).add(up.plain)
			if contains(fields, fieldTo) {
				t.field(fieldTo).add(up.plain)
			}
			a.spell(t, up)
		}
	}
}

func (a analyst) spell(t routeTerms, l *lore) {
	pinyin, letters := t.field(fieldPinyin), t.field(fieldInitials)
	for _, term := range l.pinyin {
		pinyin.add(term)
	}
	for _, term := range l.letters {
		letters.add(term)
	}
}
