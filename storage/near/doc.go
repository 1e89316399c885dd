// Package near finds texts that are nearly the same: a fingerprint of 64 bits in which like texts differ in few bits (SimHash,
// Charikar 2002; Manku, Jain, Das Sarma 2007), and an index that finds all fingerprints within a few bits of another. It serves
// duplicate pages of a crawl and one tour sold by several agencies alike; what a text is made of, its caller decides.
package near
