package judge

// feature is one field of Features as rules name it and as Evidence stores it.
type feature struct {
	name string
	get  func(*Features) float64
	set  func(*Features, float64)
}

// count and share make a feature of an int and of a float64 field.
func count(name string, field func(*Features) *int) feature {
	return feature{name,
		func(f *Features) float64 { return float64(*field(f)) },
		func(f *Features, v float64) { *field(f) = int(v) }}
}

func share(name string, field func(*Features) *float64) feature {
	return feature{name,
		func(f *Features) float64 { return *field(f) },
		func(f *Features, v float64) { *field(f) = v }}
}

// features in the order in which Evidence stores them: append only.
var features = []feature{
	count("text_len", func(f *Features) *int { return &f.TextLen }),
	share("link_share", func(f *Features) *float64 { return &f.LinkShare }),
	count("links", func(f *Features) *int { return &f.Links }),
	count("images", func(f *Features) *int { return &f.Images }),
	count("tables", func(f *Features) *int { return &f.Tables }),
	count("forms", func(f *Features) *int { return &f.Forms }),
	count("booking_form", func(f *Features) *int { return &f.BookingForm }),
	count("priced_cards", func(f *Features) *int { return &f.PricedCards }),
	count("price_count", func(f *Features) *int { return &f.PriceCount }),
	count("day_sequence", func(f *Features) *int { return &f.DaySequence }),
	count("ld_trip", func(f *Features) *int { return &f.LDTrip }),
	count("ld_product", func(f *Features) *int { return &f.LDProduct }),
	count("ld_article", func(f *Features) *int { return &f.LDArticle }),
	count("ld_list", func(f *Features) *int { return &f.LDList }),
	count("breadcrumb", func(f *Features) *int { return &f.Breadcrumb }),
	count("url_depth", func(f *Features) *int { return &f.URLDepth }),
	count("url_digits", func(f *Features) *int { return &f.URLDigits }),
	count("heading_count", func(f *Features) *int { return &f.HeadingCount }),
	share("long_text", func(f *Features) *float64 { return &f.LongText }),
	count("fact_lines", func(f *Features) *int { return &f.FactLines }),
	count("link_items", func(f *Features) *int { return &f.LinkItems }),
	count("times", func(f *Features) *int { return &f.Times }),
	count("own_prices", func(f *Features) *int { return &f.OwnPrices }),
}

// FeatureNames are the names that Factor.Feature may hold.
func FeatureNames() []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.name
	}
	return names
}

func featureNamed(name string) (feature, bool) {
	for _, f := range features {
		if f.name == name {
			return f, true
		}
	}
	return feature{}, false
}
