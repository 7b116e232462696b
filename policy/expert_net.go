package policy

import (
	"embed"
	"encoding/binary"
	"sync"

	"xuezhan/engine/rules"
)

// expertHidden is the number of hidden units of expert's nets.
const expertHidden = 64

// weightBits are the bits behind the point of a net's weights.
const weightBits = 12

// An expertNet says what an action is worth, in 256ths of a point, up to what is the
// same for all actions of a decision: one layer of units that are 0 below 0, and a
// sum. It counts in whole numbers, so that it says the same on every machine.
type expertNet struct {
	first  [numTraits][expertHidden]int32
	bias   [expertHidden]int32 // in 256ths
	second [expertHidden]int32
	direct [numTraits]int32
}

// A netSums is what the situation adds to the sums of a net: the same for all actions of
// a decision.
type netSums struct {
	hidden [expertHidden]int64
	out    int64
}

// add adds traits from one on to the sums.
func (n *expertNet) add(s *netSums, x []int32, from int) {
	for i, v := range x {
		if v == 0 {
			continue
		}
		s.out += int64(n.direct[from+i]) * int64(v)
		row := &n.first[from+i]
		for j := range s.hidden {
			s.hidden[j] += int64(row[j]) * int64(v)
		}
	}
}

// begin sums up a situation.
func (n *expertNet) begin(s *netSums, base *traits) {
	s.out = 0
	for j, b := range n.bias {
		s.hidden[j] = int64(b) << weightBits
	}
	n.add(s, base[traitLeft:], traitLeft)
}

// value returns what the net says of an action in a situation that was summed up.
func (n *expertNet) value(base *netSums, x *traits) int64 {
	s := *base
	n.add(&s, x[:traitLeft], 0)
	n.add(&s, x[traitSameA:traitSameB+1], traitSameA)
	for j, h := range s.hidden {
		if h > 0 {
			s.out += h >> weightBits * int64(n.second[j])
		}
	}
	return s.out >> weightBits
}

// expertFiles are the nets, each named after the preset whose hands it was fitted to:
// the numbers of an expertNet in the order of its fields, as 16 bits, the lowest first.
//
//go:embed experts/*.net
var expertFiles embed.FS

// expertNets has the nets by the presets' names.
var expertNets = sync.OnceValue(func() map[string]*expertNet {
	nets := map[string]*expertNet{}
	for _, p := range rules.Presets() {
		if data, err := expertFiles.ReadFile("experts/" + p.Rules.Name + ".net"); err == nil {
			nets[p.Rules.Name] = readExpertNet(data)
		}
	}
	return nets
})

// readExpertNet reads a net.
func readExpertNet(data []byte) *expertNet {
	n := new(expertNet)
	read := func(dst []int32) {
		for i := range dst {
			dst[i] = int32(int16(binary.LittleEndian.Uint16(data)))
			data = data[2:]
		}
	}
	for i := range n.first {
		read(n.first[i][:])
	}
	read(n.bias[:])
	read(n.second[:])
	read(n.direct[:])
	if len(data) > 0 {
		panic("policy: a net of expert is too long")
	}
	return n
}

// netFor returns the net of the preset that is most like the rules, and of those that
// end a win in the same way; nil if there is none.
func netFor(r *rules.Rules) *expertNet {
	var best *expertNet
	least := 0
	for _, p := range rules.Presets() {
		n := expertNets()[p.Rules.Name]
		if n == nil || p.Rules.AfterWin != r.AfterWin {
			continue
		}
		if d := len(rules.Diff(&p.Rules, r)); best == nil || d < least {
			best, least = n, d
		}
	}
	return best
}
