package demo

// pageKind says what a page is; the numbers appear in addresses, so new kinds come last.
type pageKind int

const (
	pkHome pageKind = iota
	pkRoute
	pkList
	pkIndex
	pkGuide
	pkNews
	pkVisa
	pkTicket
	pkHotel
	pkBlog
	pkAbout
	pkFaq
	pkCart
	pkGoods
	pkThread
	pkRecipe
	pkMissing // a page that says with status 200 that it is not there
	pkFrame   // a frameset or a part of it
)

// fault is what goes wrong with a page.
type fault int

const (
	faultNone   fault = iota
	faultOnce         // 503 at the first request, then fine
	faultAlways       // 500
	faultSlow
)

// entry is a page of a site's plan.
type entry struct {
	kind  pageKind
	n     int
	path  string // path and query
	fault fault
}

// category is a group of tours that lists and menus show.
type category struct {
	name  string
	reg   *region // nil for groups over several regions
	tours []int
	size  int // as menus state it: of edition 1
}

// listPage is a page of a category.
type listPage struct {
	cat, page int
}

// labelOf gives the truth's word for a kind of page on a kind of site.
func labelOf(k pageKind, site Kind) string {
	switch k {
	case pkRoute:
		return "route"
	case pkList, pkIndex:
		return "list"
	case pkHome:
		if site == KindAgency || site == KindPlatform {
			return "list"
		}
		return "other"
	case pkGuide:
		return "guide"
	case pkNews:
		return "news"
	case pkVisa:
		return "visa"
	case pkTicket:
		return "ticket"
	case pkHotel:
		return "hotel"
	case pkBlog:
		return "blog"
	case pkAbout:
		return "about"
	case pkFaq:
		return "faq"
	case pkCart:
		return "cart"
	}
	return "other"
}
