package bench

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const signatureFile = "testdata/signature.txt"

// TestSignature notices every change of behaviour. After an intended one run
//
//	go test ./bench -run TestSignature -update
//
// and name the new signature in the commit.
func TestSignature(t *testing.T) {
	digests, err := PlayDigests(t.Context(), testTables())
	if err != nil {
		t.Fatal(err)
	}
	got := digests.Text()
	if *update {
		if err := os.WriteFile(signatureFile, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	was := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(was) || line != was[i] {
			t.Errorf("behaviour has changed: %s", line)
		}
	}
}

func TestSignatureDependsOnEachDigest(t *testing.T) {
	a := Digests{{"planet", "fast", "shared", "00"}, {"planet", "fast", "lanes", "11"}}
	b := Digests{{"planet", "fast", "shared", "00"}, {"planet", "fast", "lanes", "12"}}
	if a.Signature() == b.Signature() || len(a.Signature()) != 16 {
		t.Errorf("got %s and %s", a.Signature(), b.Signature())
	}
}

// Every parameter of a bot shows in the digests: with it at one end or the other the
// bot plays some hand of the fixed set otherwise.
func TestSignatureDependsOnEachParameter(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the fixed set for every parameter")
	}
	for _, b := range signatureBots {
		name, options, _ := strings.Cut(b.bot, ":")
		spec, err := policy.Parse(b.bot)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range spec.Bot().Params {
			if strings.Contains(options, p.Name+"=") {
				continue
			}
			set := name + ":"
			if options != "" {
				set += options + ","
			}
			ends := [2]string{fmt.Sprintf("%s%s=%d", set, p.Name, p.Min), fmt.Sprintf("%s%s=%d", set, p.Name, p.Max)}
			if !playsOtherwise(t, b.bot, ends[0], b.hands) && !playsOtherwise(t, b.bot, ends[1], b.hands) {
				t.Errorf("%s and %s play all hands of the signature as %s does", ends[0], ends[1], b.bot)
			}
		}
	}
}

// playsOtherwise reports whether a preset has a hand that two bots play differently.
func playsOtherwise(t *testing.T, a, b string, n int64) bool {
	t.Helper()
	for _, p := range rules.Presets() {
		var digests [2]string
		for i, bot := range []string{a, b} {
			r, err := sim.Run(t.Context(), hands(p.Rules, lookupBot(bot), n), sim.Options{Tables: testTables(), Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			digests[i] = r.Digest
		}
		if digests[0] != digests[1] {
			return true
		}
	}
	return false
}
