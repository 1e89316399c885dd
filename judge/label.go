package judge

// Label turns a score into the answer: inside the band unsure, above the threshold a positive page. A band of zero leaves
// no score unsure.
func (r *Rules) Label(score float64) Label {
	t, band := r.Threshold, r.Unsure
	switch {
	case band > 0 && score >= t-band && score <= t+band:
		return LabelUnsure
	case score > t:
		return LabelRoute
	}
	return LabelOther
}
