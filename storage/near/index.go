package near

// MaxLimit is the largest distance an Index finds without a gap: four bands of 16 bits, of which one agrees when no more than
// three bits differ.
const MaxLimit = 3

const bands = 4

// Index finds the fingerprints near another. 40 bytes an entry and 1 MB: a million take 41 MB. The last entries of a band are
// looked at first and no more than maxLook of them, so that a million pages of one software cost no more than ten thousand.
// One goroutine at a time.
type Index struct {
	heads [bands][1 << 16]int32 // newest entry of the value, 1-based
	all   []entry
}

type entry struct {
	print uint64
	id    uint64
	group uint32
	older [bands]int32 // the next older entry with the same value of the band
}

const maxLook = 4096

// Len is the number of entries.
func (x *Index) Len() int { return len(x.all) }

// Add puts a fingerprint in. group keeps apart what should not be compared: a site.
func (x *Index) Add(print, id uint64, group uint32) {
	e := entry{print: print, id: id, group: group}
	at := int32(len(x.all) + 1)
	for b := range bands {
		head := &x.heads[b][uint16(print>>(16*b))]
		e.older[b] = *head
		*head = at
	}
	x.all = append(x.all, e)
}

// Find calls fn for the entries of a group within limit bits, each once, newest first in each band, until fn says stop. With any
// the group does not matter.
func (x *Index) Find(print uint64, limit int, group uint32, anyGroup bool, fn func(id uint64, distance int) (more bool)) {
	for b := range bands {
		key := uint16(print >> (16 * b))
		looked := 0
		for at := x.heads[b][key]; at != 0 && looked < maxLook; looked++ {
			e := &x.all[at-1]
			at = e.older[b]
			d := Distance(e.print, print)
			if d > limit || !anyGroup && e.group != group || earlier(e.print, print, b) {
				continue
			}
			if !fn(e.id, d) {
				return
			}
		}
	}
}

// earlier says that two fingerprints agree in a band before b, where they were met already.
func earlier(a, c uint64, b int) bool {
	for i := range b {
		if uint16((a^c)>>(16*i)) == 0 {
			return true
		}
	}
	return false
}
