package bench

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

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
