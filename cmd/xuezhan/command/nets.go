package command

import (
	"bytes"
	"fmt"
	"path/filepath"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/policy/net"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/match"
	"xuezhan/sim/store"
)

// netName returns the name of the file that is attached for the net of a digest.
func netName(digest string) string { return "net-" + digest + ".json" }

// attachedNets returns the nets by which the bots of a run play, to be attached to its
// manifest, which knows them by their digests alone.
func attachedNets(c *sim.Config) ([]store.Attachment, error) {
	var list []store.Attachment
	seen := map[string]bool{}
	for _, spec := range c.Seats {
		n := spec.Net()
		if n == nil || seen[n.Digest()] {
			continue
		}
		seen[n.Digest()] = true
		var file bytes.Buffer
		if err := n.Write(&file, nil); err != nil {
			return nil, err
		}
		list = append(list, store.Attachment{Name: netName(n.Digest()), Data: file.Bytes()})
	}
	return list, nil
}

// takeNets lets specs be read from now on whose bots play by the nets that are
// attached to a manifest.
func (a *app) takeNets(dir string, bots []dataset.Bot) error {
	for _, b := range bots {
		digest, ok := policy.NetDigest(b.Spec)
		if !ok {
			continue
		}
		n, err := readNet(dir, digest)
		if err != nil {
			return fmt.Errorf("the net of %s: %w; put the file that was learned there, as %s", b.Spec, err, filepath.Join(dir, netName(digest)))
		}
		a.bots = a.bots.WithNets(n)
	}
	return nil
}

// readNet reads the net of a digest.
func readNet(dir, digest string) (*net.Net, error) {
	data, err := store.ReadAttachment(dir, netName(digest))
	if err != nil {
		return nil, err
	}
	n, err := net.Parse(data)
	if err != nil {
		return nil, err
	}
	if got := n.Digest(); got != digest {
		return nil, fmt.Errorf("the file has the digest %s", got)
	}
	return n, nil
}

// recordedBot returns a bot as a match's record has it.
func (a *app) recordedBot(b match.HeaderBot, r *rules.Rules) (match.Bot, error) {
	if b.Net != nil {
		n, err := net.Parse(b.Net)
		if err != nil {
			return match.Bot{}, fmt.Errorf("the net of %s: %w", b.Spec, err)
		}
		a.bots = a.bots.WithNets(n)
	}
	spec, err := a.bots.Parse(b.Spec)
	if err != nil {
		return match.Bot{}, err
	}
	digest, err := a.digestOf(spec, r)
	return match.BotOf(spec, digest), err
}
