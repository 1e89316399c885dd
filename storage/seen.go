package storage

import (
	"hash/maphash"
	"math/bits"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// HashURL is the hash by which URLs and bodies are compared across runs and machines.
func HashURL(url string) uint64 { return xxhash.Sum64String(url) }

// HashBody is HashURL for the body of a page.
func HashBody(body []byte) uint64 { return xxhash.Sum64(body) }

// seenSet answers "is this URL known, and which id has it" from memory: 59 of 60 links of a page are known, so a bloom
// filter would not help and a read of the file a link would cost more than the rest of the page.
//
// It keeps 88 bits of every URL: a 64-bit hash seeded anew in every process (nobody can craft a page whose links
// collide) and 24 bits of another hash. That any two of five million URLs share them has a chance of 4 in 10^14; to look
// into the log at every hit would cost 36 µs a page of 60 links and buy nothing that could be noticed.
//
// Sixteen bytes a slot, 68 to 85 % of the slots in use, grown shard by shard: at most 24 bytes a URL.
type seenSet struct {
	seed maphash.Seed // constant

	mu     sync.RWMutex
	shards [shardCount]shard // guarded by mu
	twins  map[string]uint64 // URLs of the log whose key another has, by their text; guarded by mu
	n      int               // guarded by mu
}

const (
	shardBits  = 6
	shardCount = 1 << shardBits
	idBits     = 40
	idMask     = 1<<idBits - 1
)

// slot is free when word is 0: ids begin with 1.
type slot struct {
	hash uint64
	word uint64 // fingerprint << 40 | id
}

type shard struct {
	slots []slot
	used  int
}

func newSeenSet() *seenSet { return &seenSet{seed: maphash.MakeSeed()} }

func (s *seenSet) keyString(url string) (hash, print uint64) {
	return maphash.String(s.seed, url), xxhash.Sum64String(url) << idBits
}

func (s *seenSet) keyBytes(url []byte) (hash, print uint64) {
	return maphash.Bytes(s.seed, url), xxhash.Sum64(url) << idBits
}

// lookup returns the id of a known URL.
func (s *seenSet) lookup(url string) (uint64, bool) {
	hash, print := s.keyString(url)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.twins) > 0 {
		if id, ok := s.twins[url]; ok {
			return id, true
		}
	}
	id := s.shards[hash>>(64-shardBits)].find(hash, print)
	return id, id != 0
}

// len is the number of URLs known.
func (s *seenSet) len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.n
}

// add puts a URL that is not known in; the caller has checked.
func (s *seenSet) add(url string, id uint64) {
	hash, print := s.keyString(url)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.insert(hash, print, id, func() string { return url })
}

// insert is called with mu held, or before the set is shared. Every URL comes once, so a key that is there already
// belongs to another URL: a twin.
func (s *seenSet) insert(hash, print, id uint64, text func() string) {
	s.n++
	sh := &s.shards[hash>>(64-shardBits)]
	if sh.find(hash, print) != 0 {
		if s.twins == nil {
			s.twins = make(map[string]uint64)
		}
		s.twins[text()] = id
		return
	}
	if sh.used*20 >= len(sh.slots)*17 {
		sh.grow()
	}
	sh.put(slot{hash: hash, word: print | id})
	sh.used++
}

// start is where a hash belongs: the bits below the shard's, scaled to the number of slots.
func (sh *shard) start(hash uint64) int {
	hi, _ := bits.Mul64(hash<<shardBits, uint64(len(sh.slots)))
	return int(hi)
}

func (sh *shard) find(hash, print uint64) uint64 {
	n := len(sh.slots)
	if n == 0 {
		return 0
	}
	for i := sh.start(hash); ; {
		at := &sh.slots[i]
		if at.word == 0 {
			return 0
		}
		if at.hash == hash && at.word&^idMask == print {
			return at.word & idMask
		}
		if i++; i == n {
			i = 0
		}
	}
}

func (sh *shard) put(s slot) {
	i := sh.start(s.hash)
	for sh.slots[i].word != 0 {
		if i++; i == len(sh.slots) {
			i = 0
		}
	}
	sh.slots[i] = s
}

func (sh *shard) grow() {
	old := sh.slots
	sh.slots = make([]slot, max(32, len(old)+len(old)/4))
	for _, s := range old {
		if s.word != 0 {
			sh.put(s)
		}
	}
}

// empty is a set with the same seed and room for n URLs, to be filled and then handed to replace.
func (s *seenSet) empty(n uint64) *seenSet {
	set := &seenSet{seed: s.seed}
	for i := range set.shards {
		set.shards[i].slots = make([]slot, n*5/4/shardCount+32)
	}
	return set
}

// replace takes over what a set made by empty holds.
func (s *seenSet) replace(from *seenSet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shards, s.twins, s.n = from.shards, from.twins, from.n
}
