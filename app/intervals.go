package app

import "xunlu/judge/learn"

// Intervals gives precision, recall, F1 and accuracy of counted right and wrong with their 95 % intervals (Wilson). That of F1 takes it
// as a share of 2·TP among 2·TP + FP + FN: an approximation; evaluations that know the sites draw it from them.
func Intervals(t learn.Table) [4]learn.Interval {
	return [4]learn.Interval{
		learn.Wilson(t.TP, t.TP+t.FP), learn.Wilson(t.TP, t.TP+t.FN),
		learn.Wilson(2*t.TP, 2*t.TP+t.FP+t.FN), learn.Wilson(t.TP+t.TN, t.N()),
	}
}
