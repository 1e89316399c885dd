package order

import (
	"encoding/binary"
	"errors"
	"math"
)

// Model predicts by logistic regression whether a link leads to a route page, and learns from every page that was read
// (AdaGrad: what is seen often moves less each time). It is changed by one goroutine at a time; whoever owns it locks.
type Model struct {
	w, g [Size]float32
	n    int // outcomes learned
}

// Steps of learning. What all sites teach moves slower than what a site teaches of itself.
const (
	siteStep  = 0.5
	priorStep = 0.15
)

// NewPrior is what is known of links before anything was read: a text with a number of days, or with a price, leads to a
// tour; a menu and a footer seldom do. The crawls of all sites go on teaching it.
func NewPrior() *Model {
	m := &Model{}
	m.w[featBias] = -1
	m.w[featDays], m.w[featPrice] = 1.5, 0.7
	m.w[featParentListing] = 0.5
	m.w[featNav], m.w[featFooter] = -0.3, -0.6
	m.w[featNoText], m.w[featDeep] = -0.2, -0.1
	return m
}

// Learned is the number of outcomes the model has learned from.
func (m *Model) Learned() int { return m.n }

func (m *Model) sum(features []uint16) float64 {
	var z float32
	for _, f := range features {
		z += m.w[f%Size]
	}
	return float64(z)
}

// Chance is the predicted chance, 0 … 1, that a link leads to a route, by what the site taught on top of what all taught.
func Chance(prior, site *Model, features []uint16) float64 {
	return sigmoid(prior.sum(features) + site.sum(features))
}

// Learn takes in what became of a link: want is 1 for a route, 0 for none.
func Learn(prior, site *Model, features []uint16, want float64) {
	zp := prior.sum(features)
	site.step(features, sigmoid(zp+site.sum(features))-want, siteStep)
	prior.step(features, sigmoid(zp)-want, priorStep)
}

func (m *Model) step(features []uint16, miss, rate float64) {
	m.n++
	g, r := float32(miss), float32(rate)
	for _, f := range features {
		f %= Size
		m.g[f] += g * g
		m.w[f] -= r * g / float32(math.Sqrt(float64(m.g[f])+1))
	}
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// ErrModel says that bytes are no model.
var ErrModel = errors.New("not a model of links")

const modelVersion = 1

// MarshalBinary writes the weights that are not zero.
func (m *Model) MarshalBinary() ([]byte, error) {
	out := binary.AppendUvarint([]byte{modelVersion}, uint64(m.n))
	for i := range m.w {
		if m.w[i] != 0 || m.g[i] != 0 {
			out = binary.LittleEndian.AppendUint16(out, uint16(i))
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(m.w[i]))
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(m.g[i]))
		}
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote; on an error the model is empty.
func (m *Model) UnmarshalBinary(b []byte) error {
	*m = Model{}
	if len(b) < 2 || b[0] != modelVersion {
		return ErrModel
	}
	n, used := binary.Uvarint(b[1:])
	if b = b[1+max(used, 0):]; used <= 0 || len(b)%10 != 0 {
		return ErrModel
	}
	for ; len(b) > 0; b = b[10:] {
		i := binary.LittleEndian.Uint16(b)
		w, g := math.Float32frombits(binary.LittleEndian.Uint32(b[2:])), math.Float32frombits(binary.LittleEndian.Uint32(b[6:]))
		if i >= Size || !(math.Abs(float64(w)) < 1e6) || !(g >= 0 && g < 1e12) {
			*m = Model{}
			return ErrModel
		}
		m.w[i], m.g[i] = w, g
	}
	m.n = int(n)
	return nil
}

// TopoFeature is the feature of a link that holds cash times as much of the site's standing as the mean link that waits
// (OPIC, Abiteboul 2003: each page read hands its cash out to what it links to).
func TopoFeature(ratio float64) uint16 {
	level := int(math.Round(math.Log2(max(ratio, 1e-3)))) + topoLevels/2
	return featTopo + uint16(min(max(level, 0), topoLevels-1))
}
