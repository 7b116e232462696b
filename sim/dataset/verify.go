package dataset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/store"
)

// A Verification says how a run is verified. The zero value replays no hand and keeps no
// fault.
type Verification struct {
	store.Verification
	// Replay replays a hand of the run, from what the manifest says. Nil replays none.
	// What it returns may be used again by the next call.
	Replay func(hand int64) (sim.Replay, error)
	Sample int    // stored hands that are replayed, chosen at random
	Seed   uint64 // of that choice
}

// Verify compares everything that is stored with what it must be, in this order: the manifest; of each
// part its files, byte for byte, then what each column may hold and what must
// hold between columns, rows and tables, and the rows of the hands that are
// replayed; at the end, where nothing was amiss, the digest of the run. Only the
// context's end is an error: all that is wrong with the dataset is a fault.
func (r *Reader) Verify(ctx context.Context, v Verification) (*store.Findings, error) {
	f := store.NewFindings(&r.manifest, &v.Verification)
	r.verifyManifest(f)
	c := newChecker(r, &v, f)
	for _, p := range r.manifest.Parts {
		if err := c.part(ctx, p); err != nil {
			return f, err
		}
	}
	return f, r.verifyDigest(ctx, f)
}

// choose returns the hands to replay in their order: different ones, each as
// likely as any other (R. Floyd's method; Bentley, CACM 30, 1987, 754-757).
func (r *Reader) choose(v *Verification) []int64 {
	total := int64(0)
	for _, p := range r.manifest.Parts {
		total += p.Count
	}
	if v.Replay == nil || total == 0 {
		return nil
	}
	n := min(int64(max(v.Sample, 0)), total)
	random := rand.New(rand.NewPCG(v.Seed, 0))
	chosen := map[int64]bool{}
	for j := total - n; j < total; j++ {
		k := random.Int64N(j + 1)
		if chosen[k] {
			k = j
		}
		chosen[k] = true
	}
	return r.storedHands(chosen)
}

// storedHands returns the hands with these indexes among all that are stored.
func (r *Reader) storedHands(indexes map[int64]bool) []int64 {
	hands := make([]int64, 0, len(indexes))
	for k := range indexes {
		for _, p := range r.manifest.Parts {
			if k < p.Count {
				hands = append(hands, p.First+k)
				break
			}
			k -= p.Count
		}
	}
	slices.Sort(hands)
	return hands
}

// verifyManifest checks the manifest by itself and against the directory.
func (r *Reader) verifyManifest(f *store.Findings) {
	if want := r.inputs.Planned(); int64(r.manifest.Planned) != want {
		f.InManifest("planned_parts", r.manifest.Planned, want, "hands in parts of part_hands")
	}
	r.inputs.VerifyParts(&r.manifest, f)
	f.Stray(r.dir, &r.manifest, kindOfRuns())
}

// Planned returns the number of parts of all hands.
func (in *Inputs) Planned() int64 { return (in.Hands + in.PartHands - 1) / in.PartHands }

// VerifyParts checks that the parts that are listed cover their hands, and that the
// bots play.
func (in *Inputs) VerifyParts(m *store.Manifest, f *store.Findings) {
	if perGame := int64(in.unitHands()); in.PartHands%perGame != 0 {
		f.InManifest("part_hands", in.PartHands, fmt.Sprintf("a multiple of %d", perGame), "a part has whole games")
	}
	for i, b := range in.Bots {
		if !slices.Contains(in.Seats[:], i) {
			f.InManifest("bots", b.Spec, "a bot that some seat has", "a bot is listed because it plays")
		}
	}
	for _, p := range m.Parts {
		first := int64(p.Index) * in.PartHands
		if p.First != first {
			f.InManifest(fmt.Sprintf("part %d: first", p.Index), p.First, first, "parts follow each other without gap or overlap")
		}
		if want := min(in.PartHands, in.Hands-first); p.Count != want {
			f.InManifest(fmt.Sprintf("part %d: hands", p.Index), p.Count, want, "parts have part_hands hands, but for the last")
		}
	}
}

// VerifyBots returns the faults of bots that inputs in dir name: those that a program
// does not have, or has with other content. Bots that may not be started are left out.
func (in *Inputs) VerifyBots(dir string, p *sim.Program) []store.Fault {
	return VerifyBots(dir, in.Bots, &in.Rules, p)
}

// VerifyBots is Inputs.VerifyBots for bots that play under some rules.
func VerifyBots(dir string, bots []Bot, r *rules.Rules, p *sim.Program) []store.Fault {
	known, err := ProgramOf(dir, p, Specs(bots))
	if err != nil {
		return []store.Fault{{File: store.ManifestName, Column: "bots", Stored: "a bot that plays by a net", Want: "the net, attached to the manifest", Why: err.Error()}}
	}
	var faults []store.Fault
	for _, b := range bots {
		fault := func(stored, want, why string) {
			faults = append(faults, store.Fault{File: store.ManifestName, Column: "bots", Stored: stored, Want: want, Why: why})
		}
		if spec, err := known.Bots.Parse(b.Spec); err != nil {
			fault(b.Spec, "a bot of this program", err.Error())
		} else if p.Admit != nil && p.Admit(spec) != nil {
			continue // it cannot be asked who it is
		} else if d, err := spec.Identify(r); err != nil {
			fault(b.Spec, "a bot that can be started", err.Error())
		} else if d != b.Digest {
			fault(b.Digest, d, "the digest of "+b.Spec)
		}
	}
	return faults
}

// verifyDigest compares the digest of the run with that of the stored hands.
func (r *Reader) verifyDigest(ctx context.Context, f *store.Findings) error {
	if !r.Finished() || f.Count > 0 {
		return nil
	}
	var d sim.Digest
	block := sim.BlockHands(r.inputs.unitHands())
	for _, p := range r.manifest.Parts {
		for b, err := range r.Batches(p, block) {
			if err != nil {
				f.Add(store.Fault{File: fileName(Hands, p.Index), Stored: err.Error(), Want: "readable", Why: "the part is read for the digest"})
				return nil
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			d.Add(b)
		}
	}
	if got := d.String(); got != r.Digest() {
		f.Add(store.Fault{File: store.ManifestName, Column: "digest", Stored: r.Digest(), Want: got, Why: "the digest of the stored hands"})
	}
	return nil
}

// unitHands returns the hands of a game, 1 where hands are played alone.
func (in *Inputs) unitHands() int {
	if in.Games > 0 {
		return in.Rules.HandsPerGame
	}
	return 1
}

// botAt returns the bot at a seat in a hand.
func (in *Inputs) botAt(seat int, hand int64) int {
	if in.Rotate {
		seat = int((int64(seat) + hand/int64(in.unitHands())) % int64(len(in.Seats)))
	}
	return in.Seats[seat]
}
