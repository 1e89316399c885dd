package judge

// Method is how the factors become one number.
type Method string

const (
	Sum     Method = "sum"     // paper A §判别: W = Σ w(factor i)
	Density Method = "density" // paper B (2): k = (1/len)·(1/N)·Σ count_i·b_i
)

// Rules is a rule set: data, versioned, readable and editable by a person. Every verdict names Name and Version.
type Rules struct {
	Name      string   `json:"name"`
	Version   int      `json:"version"`
	Title     string   `json:"title,omitempty"`    // one line for people, English
	TitleZH   string   `json:"title_zh,omitempty"` // the same in Chinese
	Topic     string   `json:"topic,omitempty"`    // what a positive page is; "route" when empty
	Method    Method   `json:"method"`
	Threshold float64  `json:"threshold"`        // positive when the score is above it (>)
	Unsure    float64  `json:"unsure,omitempty"` // half width of the band around Threshold that goes to the labelling queue
	Source    string   `json:"source,omitempty"` // data and procedure the weights come from
	Formula   string   `json:"formula,omitempty"`
	Factors   []Factor `json:"factors"`
}

// Factor is one row of the table. It hits when its terms occur at least AtLeast times in the places of Where,
// or, when Feature is set, when that feature of the page is at least Min.
type Factor struct {
	Name     string   `json:"name"`
	NameZH   string   `json:"name_zh,omitempty"`
	Weight   float64  `json:"weight"`
	Prior    float64  `json:"prior,omitempty"`    // what somebody who knows the topic expects, in log odds; fits may start from it, judging does not look at it
	Off      bool     `json:"off,omitempty"`      // kept in the table, adds nothing
	Where    []string `json:"where,omitempty"`    // place names; "body" = text + link; empty = title, heading, text, link
	Words    []string `json:"words,omitempty"`    // literal; ASCII letters match in either case
	Patterns []string `json:"patterns,omitempty"` // RE2, matched inside one block of text
	AtLeast  int      `json:"at_least,omitempty"` // occurrences needed; 0 means 1
	Feature  string   `json:"feature,omitempty"`  // JSON name of a judge.Features field
	Min      float64  `json:"min,omitempty"`      // feature value needed
	Concept  bool     `json:"concept,omitempty"`  // paper B: any term of a dictionary counts for one concept
	// Paper A table 2.1: on how many of the fitted route pages and other pages the factor occurred.
	RouteHits int `json:"route_hits,omitempty"`
	OtherHits int `json:"other_hits,omitempty"`
}

// Class of a site template (paper A's 模板类 URL classes).
type Class string

const (
	ClassRoute   Class = "route"   // 普通旅游线路: a route page
	ClassAgency  Class = "agency"  // 指定旅行社旅游线路: a route page of one agency on a platform
	ClassTicket  Class = "ticket"  // 门票: not a route (paper A counts it as one in its experiment only)
	ClassListing Class = "listing" // mined for links, not judged
	ClassIgnore  Class = "ignore"  // not followed
)

// Template is a named URL expression of a site. The first one that matches decides.
type Template struct {
	Name    string `json:"name"`
	Class   Class  `json:"class"`
	Pattern string `json:"pattern"` // RE2 over the canonical URL
}
