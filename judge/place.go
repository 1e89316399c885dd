package judge

// Place says where on a page a run of text stands; a bit set, because a heading may be a link too.
type Place uint16

const (
	Title     Place = 1 << iota // <title>
	Heading                     // h1 … h6
	Text                        // visible text outside links
	Link                        // visible text inside links
	TableHead                   // th, dt: labels of a table or a list of facts
	URL                         // the page's own address, percent-decoded
	Meta                        // meta description and keywords
	Data                        // JSON-LD and microdata values
)

// Body is all visible text; Anywhere is every place.
const (
	Body     = Text | Link
	Anywhere = Title | Heading | Text | Link | TableHead | URL | Meta | Data
)

// placeNames in the order of the bits; the names of rule files.
var placeNames = []string{"title", "heading", "text", "link", "tablehead", "url", "meta", "data"}
