//go:build proof

package cli

import "testing"

// TestCrashProof is `make crash`: the rounds that were asked for.
func TestCrashProof(t *testing.T) {
	t.Run("killed two hundred times", func(t *testing.T) { killRounds(t, "127.0.4.15", 3000, 200) })
	t.Run("damaged by two hundred seeds", func(t *testing.T) {
		seeds := make([]uint64, 200)
		for i := range seeds {
			seeds[i] = uint64(i + 1)
		}
		damageRounds(t, "127.0.4.16", 100, seeds...)
	})
}
