package cluster

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"sync"
	"time"
)

// The codec writes Go values of known types as bytes, field after field, without names: both ends have the same types, which a
// hash of them, told with every heartbeat, makes sure of. What is read comes from another PC: every length is
// checked against what is there, and the number of things made from one message is bounded.

// maxThings bounds the slice and map elements of one message.
const maxThings = 500_000

var errCodec = errors.New("message is damaged")

// writer appends values.
type writer struct{ b []byte }

// reader takes them off again; the first fault is kept.
type reader struct {
	b      []byte
	things int
	err    error
}

func (r *reader) fail() {
	r.b = nil
	if r.err == nil {
		r.err = errCodec
	}
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// take gives n bytes, still in the message.
func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail()
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

// count reads the number of elements of a slice or map: each takes a byte at least.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.b)) || r.things+int(n) > maxThings {
		r.fail()
		return 0
	}
	r.things += int(n)
	return int(n)
}

// coder writes and reads one type.
type coder struct {
	write func(w *writer, v reflect.Value)
	read  func(r *reader, v reflect.Value)
}

var coders sync.Map // reflect.Type → *coder; grows with the types, not with use

var (
	timeType  = reflect.TypeFor[time.Time]()
	bytesType = reflect.TypeFor[[]byte]()
)

// coderOf makes the coder of a type. A type it cannot write is a mistake of the programmer: it panics.
func coderOf(t reflect.Type) *coder {
	if c, ok := coders.Load(t); ok {
		return c.(*coder)
	}
	c := makeCoder(t)
	coders.Store(t, c)
	return c
}

func makeCoder(t reflect.Type) *coder {
	switch {
	case t == timeType:
		return timeCoder()
	case t == bytesType:
		return bytesCoder()
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.String:
		return plainCoder(t.Kind())
	case reflect.Pointer:
		return pointerCoder(t)
	case reflect.Slice:
		return sliceCoder(t)
	case reflect.Map:
		return mapCoder(t)
	case reflect.Struct:
		return structCoder(t)
	}
	panic(fmt.Sprintf("cluster: a %s cannot be sent", t))
}

func plainCoder(k reflect.Kind) *coder {
	switch k {
	case reflect.Bool:
		return &coder{func(w *writer, v reflect.Value) {
			if v.Bool() {
				w.b = append(w.b, 1)
			} else {
				w.b = append(w.b, 0)
			}
		}, func(r *reader, v reflect.Value) { v.SetBool(r.uint() != 0) }}
	case reflect.String:
		return &coder{func(w *writer, v reflect.Value) {
			s := v.String()
			w.b = append(binary.AppendUvarint(w.b, uint64(len(s))), s...)
		}, func(r *reader, v reflect.Value) { v.SetString(string(r.take(r.uint()))) }}
	case reflect.Float32, reflect.Float64:
		return &coder{func(w *writer, v reflect.Value) {
			w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v.Float()))
		},
			func(r *reader, v reflect.Value) {
				if b := r.take(8); b != nil {
					v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
				}
			}}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &coder{func(w *writer, v reflect.Value) { w.b = binary.AppendVarint(w.b, v.Int()) },
			func(r *reader, v reflect.Value) {
				n := r.uint()
				v.SetInt(int64(n>>1) ^ -int64(n&1))
			}}
	}
	return &coder{func(w *writer, v reflect.Value) { w.b = binary.AppendUvarint(w.b, v.Uint()) },
		func(r *reader, v reflect.Value) { v.SetUint(r.uint()) }}
}

// timeCoder keeps the instant to the nanosecond and drops the zone.
func timeCoder() *coder {
	return &coder{func(w *writer, v reflect.Value) {
		t := v.Interface().(time.Time)
		if t.IsZero() {
			w.b = append(w.b, 0)
			return
		}
		w.b = binary.AppendVarint(append(w.b, 1), t.Unix())
		w.b = binary.AppendUvarint(w.b, uint64(t.Nanosecond()))
	}, func(r *reader, v reflect.Value) {
		if r.uint() == 0 {
			return
		}
		s := r.uint()
		v.Set(reflect.ValueOf(time.Unix(int64(s>>1)^-int64(s&1), int64(r.uint()%1e9)).UTC()))
	}}
}

// bytesCoder keeps nil and empty apart; what is read lies in the message.
func bytesCoder() *coder {
	return &coder{func(w *writer, v reflect.Value) {
		if v.IsNil() {
			w.b = append(w.b, 0)
			return
		}
		b := v.Bytes()
		w.b = append(binary.AppendUvarint(w.b, uint64(len(b))+1), b...)
	}, func(r *reader, v reflect.Value) {
		if n := r.uint(); n > 0 {
			v.SetBytes(r.take(n - 1))
		}
	}}
}

func pointerCoder(t reflect.Type) *coder {
	e := t.Elem()
	elem := sync.OnceValue(func() *coder { return coderOf(e) })
	return &coder{func(w *writer, v reflect.Value) {
		if v.IsNil() {
			w.b = append(w.b, 0)
			return
		}
		w.b = append(w.b, 1)
		elem().write(w, v.Elem())
	}, func(r *reader, v reflect.Value) {
		if r.uint() == 0 {
			return
		}
		v.Set(reflect.New(e))
		elem().read(r, v.Elem())
	}}
}

func sliceCoder(t reflect.Type) *coder {
	elem := coderOf(t.Elem())
	return &coder{func(w *writer, v reflect.Value) {
		n := v.Len()
		w.b = binary.AppendUvarint(w.b, uint64(n))
		for i := range n {
			elem.write(w, v.Index(i))
		}
	}, func(r *reader, v reflect.Value) {
		n := r.count()
		if n == 0 {
			return
		}
		v.Set(reflect.MakeSlice(t, n, n))
		for i := 0; i < n && r.err == nil; i++ {
			elem.read(r, v.Index(i))
		}
	}}
}

func mapCoder(t reflect.Type) *coder {
	key, elem := coderOf(t.Key()), coderOf(t.Elem())
	return &coder{func(w *writer, v reflect.Value) {
		w.b = binary.AppendUvarint(w.b, uint64(v.Len()))
		for it := v.MapRange(); it.Next(); {
			key.write(w, it.Key())
			elem.write(w, it.Value())
		}
	}, func(r *reader, v reflect.Value) {
		n := r.count()
		if n == 0 {
			return
		}
		v.Set(reflect.MakeMapWithSize(t, n))
		for i := 0; i < n && r.err == nil; i++ {
			k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			key.read(r, k)
			elem.read(r, e)
			v.SetMapIndex(k, e)
		}
	}}
}

// skipped are fields that do not travel: the task is known where the outcome goes.
func skipped(f reflect.StructField) bool { return f.Type == taskType }

func structCoder(t reflect.Type) *coder {
	type part struct {
		i int
		c *coder
	}
	var parts []part
	for i := range t.NumField() {
		f := t.Field(i)
		if skipped(f) {
			continue
		}
		if !f.IsExported() {
			panic(fmt.Sprintf("cluster: %s.%s cannot be sent", t, f.Name))
		}
		parts = append(parts, part{i, coderOf(f.Type)})
	}
	return &coder{func(w *writer, v reflect.Value) {
		for _, p := range parts {
			p.c.write(w, v.Field(p.i))
		}
	}, func(r *reader, v reflect.Value) {
		for _, p := range parts {
			if r.err != nil {
				return
			}
			p.c.read(r, v.Field(p.i))
		}
	}}
}

// shape describes a type by the names and types of all its parts.
func shape(t reflect.Type, seen map[reflect.Type]bool) string {
	if t == timeType || seen[t] {
		return t.String()
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return t.Kind().String() + "(" + shape(t.Elem(), seen) + ")"
	case reflect.Map:
		return "map(" + shape(t.Key(), seen) + "," + shape(t.Elem(), seen) + ")"
	case reflect.Struct:
		s := t.String() + "{"
		for i := range t.NumField() {
			f := t.Field(i)
			s += f.Name + ":" + shape(f.Type, seen) + ";"
		}
		return s + "}"
	}
	return t.Kind().String()
}

func hashOf(types ...reflect.Type) uint64 {
	h := fnv.New64a()
	for _, t := range types {
		h.Write([]byte(shape(t, map[reflect.Type]bool{}))) // never fails
	}
	return h.Sum64()
}
