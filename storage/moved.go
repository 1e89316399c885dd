package storage

import (
	"encoding/hex"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// movesAtOnce is how many rows one transaction of a move writes.
const movesAtOnce = 2048

// MoveCopies tells pages that their copies lie elsewhere, old place → new. A page that has another copy by now is left alone. What it wrote
// before an error stands, and may be told again.
func (s *Store) MoveCopies(news map[string]string) error {
	type move struct {
		id       uint64
		from, to string
	}
	var moves []move
	err := s.EachPage(0, func(p Page) error {
		if to, ok := news[p.Archive]; ok {
			moves = append(moves, move{p.ID, p.Archive, to})
		}
		return nil
	})
	for len(moves) > 0 && err == nil {
		n := min(len(moves), movesAtOnce)
		err = s.quietly(func(tx *bolt.Tx) error {
			b := tx.Bucket(pagesBucket)
			for _, m := range moves[:n] {
				v := b.Get(idKey(m.id))
				if v == nil {
					continue
				}
				p, err := decodePage(m.id, v, nil)
				if err != nil {
					return fmt.Errorf("page %d: %w", m.id, err)
				}
				if p.Archive != m.from {
					continue
				}
				p.Archive = m.to
				if err := b.Put(idKey(m.id), encodePage(&p)); err != nil {
					return err
				}
			}
			return nil
		})
		moves = moves[n:]
	}
	if err != nil {
		return fmt.Errorf("move copies: %w", err)
	}
	return nil
}

// MovePictures is the same for kept pictures.
func (s *Store) MovePictures(news map[string]string) error {
	files, err := s.PictureFiles()
	if err == nil {
		err = s.quietly(func(tx *bolt.Tx) error {
			for hash, f := range files {
				to, ok := news[f.Place]
				if !ok {
					continue
				}
				key, err := hex.DecodeString(hash)
				if err != nil {
					return err
				}
				f.Place = to
				v, err := sealJSON(f)
				if err != nil {
					return err
				}
				if err := tx.Bucket(pictureFilesBucket).Put(key, v); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("move pictures: %w", err)
	}
	return nil
}

// ForgetPictures drops the files of pictures that no page's list names and gives the places of those that stay. Nobody may file a
// picture meanwhile.
func (s *Store) ForgetPictures() (places []string, err error) {
	files, err := s.PictureFiles()
	if err != nil {
		return nil, err
	}
	shown := map[string]bool{}
	if err := s.EachPictures(func(_ uint64, p Pictures) error {
		for _, x := range p.List {
			shown[x.Hash] = true
		}
		return nil
	}); err != nil {
		return nil, err
	}
	var lost [][]byte
	for hash, f := range files {
		if shown[hash] {
			places = append(places, f.Place)
			continue
		}
		key, err := hex.DecodeString(hash)
		if err != nil {
			return nil, err
		}
		lost = append(lost, key)
	}
	if len(lost) == 0 {
		return places, nil
	}
	return places, s.quietly(func(tx *bolt.Tx) error {
		for _, key := range lost {
			if err := tx.Bucket(pictureFilesBucket).Delete(key); err != nil {
				return err
			}
		}
		return nil
	})
}
