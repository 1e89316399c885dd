package judge

import "bytes"

// eachBlock calls do for every block: a stretch of touching runs without a line break.
func eachBlock(p *Page, do func(start, end int)) {
	for i := 0; i < len(p.Runs); {
		start, end := int(p.Runs[i].Start), int(p.Runs[i].End)
		for i++; i < len(p.Runs) && int(p.Runs[i].Start) == end; i++ {
			end = int(p.Runs[i].End)
		}
		for start < end {
			stop := end
			if n := bytes.IndexByte(p.Text[start:end], '\n'); n >= 0 {
				stop = start + n
			}
			if stop > start {
				do(start, stop)
			}
			start = stop + 1
		}
	}
}
