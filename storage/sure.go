package storage

// Dispute is what another place of the page says of a field: kept, because the page itself does not decide it.
type Dispute struct {
	Field  string `json:"field"`
	Value  string `json:"value"`  // written as corrections are: lists parted by commas
	Source string `json:"source"` // as in Route.Sources
}

// Disputed says whether the page says two things of a field. What a person wrote is not disputed.
func (r *Route) Disputed(field string) bool {
	if r.Sources[field] == SourceUser {
		return false
	}
	for _, d := range r.Disputes {
		if d.Field == field {
			return true
		}
	}
	return false
}

// sureness is how likely a value from a source is right: what was counted on the demo web (docs/benchmarks.md), rounded down, as
// real pages are less orderly.
var sureness = map[string]float64{
	SourceUser: 1, "jsonld": 0.98, "microdata": 0.98, "label": 0.97, "title": 0.96, "heading": 0.96, "text": 0.85,
}

// disputedShare is what is left of that when the page says something else too.
const disputedShare = 0.7

// sureOfGoals is the same for where a tour goes, which titles and texts tell less well.
var sureOfGoals = map[string]float64{"text": 0.8, "title": 0.6}

// Sure is how likely a field is right, 0 to 1; 0 when the page says nothing of it.
func (r *Route) Sure(field string) float64 {
	s := sureness[r.Sources[field]]
	if v, ok := sureOfGoals[r.Sources[field]]; ok && field == "to" {
		s = v
	}
	if r.Disputed(field) {
		s *= disputedShare
	}
	return s
}
