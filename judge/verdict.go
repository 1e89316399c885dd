package judge

// Label is the judge's answer.
type Label string

const (
	LabelRoute  Label = "route"
	LabelOther  Label = "other"
	LabelUnsure Label = "unsure" // inside the band around the threshold: not a route, but worth a label
)

// By says which part of the judge decided.
type By string

const (
	ByTemplate By = "template"
	BySum      By = "sum"
	ByDensity  By = "density"
)

// Verdict is one page's judgement. It is small; Reasons are only filled where somebody reads them.
type Verdict struct {
	Label     Label     `json:"label"`
	Route     bool      `json:"route"` // Label == LabelRoute
	By        By        `json:"by"`
	Template  string    `json:"template,omitempty"` // name of the template that decided
	Class     Class     `json:"class,omitempty"`
	Score     float64   `json:"score"`
	Threshold float64   `json:"threshold"`
	Rules     string    `json:"rules"`             // "name@version"
	Profile   int       `json:"profile,omitempty"` // version of the site's profile that the counts were made with; 0 = none
	Reasons   []Reason  `json:"reasons"`
	LeftOut   []LeftOut `json:"left_out,omitempty"` // filled with Reasons
}

// LeftOut is a block of the page that holds terms but is no evidence, because it stands on nearly every page of the site.
type LeftOut struct {
	Text string `json:"text"` // its beginning
	On   int    `json:"on"`   // pages it stood on
	Of   int    `json:"of"`   // pages the profile was made from
}

// Reason is one factor that hit.
type Reason struct {
	Factor  string  `json:"factor"`
	FactorZ string  `json:"factor_zh,omitempty"`
	Weight  float64 `json:"weight"` // what it added to the score
	Where   string  `json:"where"`
	Term    string  `json:"term"`
	Count   int     `json:"count"`
	Snippet string  `json:"snippet,omitempty"`
	Start   int     `json:"start"` // offset of the first hit in Page.Text, -1 for a feature
	End     int     `json:"end"`
}
