package search

import (
	"fmt"
	"strings"
)

// order is how routes are sorted: by a key that is smaller for what comes first.
type order struct {
	fit     bool
	key     func(r *row) (key float64, known bool)
	reverse bool
}

// orderOf reads Query.Sort. Without text there is nothing to fit: the newest come first.
func orderOf(q Query) (order, error) {
	name, reverse := strings.CutPrefix(q.Sort, "-")
	switch name {
	case "", SortFit:
		if strings.TrimSpace(q.Text) != "" {
			return order{fit: true, reverse: reverse}, nil
		}
		return order{key: newest, reverse: reverse}, nil
	case SortNewest:
		return order{key: newest, reverse: reverse}, nil
	case SortPrice:
		return order{key: func(r *row) (float64, bool) { return r.price, r.price > 0 }, reverse: reverse}, nil
	case SortPriceDay:
		return order{key: func(r *row) (float64, bool) { return r.perDay(), r.perDay() > 0 }, reverse: reverse}, nil
	case SortDays:
		return order{key: func(r *row) (float64, bool) { return float64(r.days), r.days > 0 }, reverse: reverse}, nil
	case SortDrop:
		return order{key: func(r *row) (float64, bool) { return -r.drop, r.drop > 0 }, reverse: reverse}, nil
	}
	return order{}, fmt.Errorf("search: no sort order %q", q.Sort)
}

func newest(r *row) (float64, bool) { return -float64(r.first), r.first != 0 }
