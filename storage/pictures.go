package storage

import (
	"encoding/hex"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Picture is one picture that a page shows. Without a Hash and a Why it is still to be fetched.
type Picture struct {
	URL   string    `json:"url"`            // as the page names it, absolute
	At    string    `json:"at,omitempty"`   // where it lies, when that address led elsewhere
	Hash  string    `json:"hash,omitempty"` // SHA-256 of what is kept, in hex
	Why   string    `json:"why,omitempty"`  // why it is not kept, for good
	Tries int       `json:"tries,omitempty"`
	Due   time.Time `json:"due,omitzero"` // not to be tried again before
}

// Open says that the picture is still to be fetched.
func (p *Picture) Open() bool { return p.Hash == "" && p.Why == "" }

// Pictures are those of a page. Of is the Page.Hash of the body they were read from: another one makes the list old.
type Pictures struct {
	Site string    `json:"site"`
	Of   uint64    `json:"of,string"`
	List []Picture `json:"list"`
}

// PictureFile is a picture as it is kept, once however many pages show it.
type PictureFile struct {
	Place string `json:"place"` // in the archive of pictures
	Size  int64  `json:"size"`  // bytes
}

// Buckets of pictures came later than schema 1: Open adds them to an older store. Keys are a page's id, and the hash's bytes.
var (
	picturesBucket     = []byte("pictures")
	pictureFilesBucket = []byte("picturefiles")
)

func laterBuckets() [][]byte { return [][]byte{picturesBucket, pictureFilesBucket} }

// PicturesOf reads the list of a page; ErrNotFound when there is none.
func (s *Store) PicturesOf(page uint64) (Pictures, error) {
	var p Pictures
	v, err := s.get(picturesBucket, idKey(page))
	if err == nil && v == nil {
		err = ErrNotFound
	}
	if err == nil {
		err = unsealJSON(v, &p)
	}
	if err != nil {
		return p, fmt.Errorf("pictures of page %d: %w", page, err)
	}
	return p, nil
}

// PutPictures stores the list of a page. A page that left meanwhile is ErrNotFound.
func (s *Store) PutPictures(page uint64, p Pictures) error {
	list, err := sealJSON(p)
	if err != nil {
		return fmt.Errorf("put pictures of page %d: %w", page, err)
	}
	err = s.quietly(func(tx *bolt.Tx) error {
		if tx.Bucket(pagesBucket).Get(idKey(page)) == nil {
			return ErrNotFound
		}
		return tx.Bucket(picturesBucket).Put(idKey(page), list)
	})
	if err != nil {
		return fmt.Errorf("put pictures of page %d: %w", page, err)
	}
	return nil
}

// quietly is change for what nobody follows.
func (s *Store) quietly(fn func(*bolt.Tx) error) error {
	s.write.Lock()
	defer s.write.Unlock()
	return s.update(fn)
}

// PutPictureFile stores where a picture lies that is in the archive already; the list that names it comes after it.
func (s *Store) PutPictureFile(hash string, f PictureFile) error {
	key, err := hex.DecodeString(hash)
	var v []byte
	if err == nil {
		v, err = sealJSON(f)
	}
	if err == nil {
		err = s.quietly(func(tx *bolt.Tx) error { return tx.Bucket(pictureFilesBucket).Put(key, v) })
	}
	if err != nil {
		return fmt.Errorf("put picture %s: %w", hash, err)
	}
	return nil
}

// PictureFile finds a kept picture by its hash; ErrNotFound when there is none.
func (s *Store) PictureFile(hash string) (PictureFile, error) {
	var f PictureFile
	key, err := hex.DecodeString(hash)
	if err != nil || len(key) == 0 {
		return f, fmt.Errorf("picture %q: %w", hash, ErrNotFound)
	}
	v, err := s.get(pictureFilesBucket, key)
	if err == nil && v == nil {
		err = ErrNotFound
	}
	if err == nil {
		err = unsealJSON(v, &f)
	}
	if err != nil {
		return f, fmt.Errorf("picture %s: %w", hash, err)
	}
	return f, nil
}

// EachPictures calls fn for the list of every page in the order of ids.
func (s *Store) EachPictures(fn func(page uint64, p Pictures) error) error {
	type row struct {
		id uint64
		p  Pictures
	}
	return each(s, picturesBucket, 0, func(id uint64, v []byte, _ *words) (row, bool, error) {
		r := row{id: id}
		err := unsealJSON(v, &r.p)
		return r, true, err
	}, func(r row) error { return fn(r.id, r.p) })
}

// PictureFiles are all kept pictures by hash.
func (s *Store) PictureFiles() (map[string]PictureFile, error) {
	all, err := s.entries(pictureFilesBucket)
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	out := make(map[string]PictureFile, len(all))
	for _, e := range all {
		var f PictureFile
		if err := unsealJSON(e.value, &f); err != nil {
			return nil, fmt.Errorf("picture %x: %w", e.key, err)
		}
		out[hex.EncodeToString([]byte(e.key))] = f
	}
	return out, nil
}

// DropPictures forgets the lists of a site's pages, as when the user no longer wants its pictures.
func (s *Store) DropPictures(site string) error {
	var ids []uint64
	err := s.EachPictures(func(page uint64, p Pictures) error {
		if p.Site == site {
			ids = append(ids, page)
		}
		return nil
	})
	if err == nil && len(ids) > 0 {
		err = s.quietly(func(tx *bolt.Tx) error {
			for _, id := range ids {
				if err := tx.Bucket(picturesBucket).Delete(idKey(id)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("drop pictures of %s: %w", site, err)
	}
	return nil
}
