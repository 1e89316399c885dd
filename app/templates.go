package app

import (
	"context"
	"fmt"

	"xunlu/judge"
	"xunlu/storage"
)

// TemplateHits says how many of a site's known addresses each template decides, and shows some that none does.
type TemplateHits struct {
	Hits     []int // in the order of the templates
	None     int
	Examples []string // of None, at most 5
}

// CountTemplates tries templates on every address known of a site. The first one that matches an address decides, as in the judge.
func (a *App) CountTemplates(ctx context.Context, site string, list []judge.Template) (TemplateHits, error) {
	t, err := judge.CompileTemplates(list)
	if err != nil {
		return TemplateHits{}, fmt.Errorf("site %s: %w", site, err)
	}
	place := make(map[judge.Template]int, len(list))
	for i, x := range list {
		if _, ok := place[x]; !ok {
			place[x] = i
		}
	}
	out := TemplateHits{Hits: make([]int, len(list))}
	err = a.store.EachLink(0, func(l storage.Link) error {
		if l.Site != site {
			return ctx.Err()
		}
		x, ok := t.Match(l.URL)
		if i, known := place[x]; ok && known {
			out.Hits[i]++
			return ctx.Err()
		}
		out.None++
		if len(out.Examples) < 5 {
			out.Examples = append(out.Examples, l.URL)
		}
		return ctx.Err()
	})
	return out, err
}
