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
)

// netName returns the name of the file beside a manifest that has the net of a digest.
func netName(digest string) string { return "net-" + digest + ".json" }

// netsBeside returns the nets by which the bots of a run play, to be kept beside its
// manifest, which knows them by their digests alone.
func netsBeside(c *sim.Config) ([]dataset.Beside, error) {
	var list []dataset.Beside
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
		list = append(list, dataset.Beside{Name: netName(n.Digest()), Data: file.Bytes()})
	}
	return list, nil
}

// takeNets lets specs be read from now on whose bots play by the nets beside a
// dataset's manifest.
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
		a.fileBots = a.fileBots.WithNets(n)
	}
	return nil
}

// readNet reads the net of a digest.
func readNet(dir, digest string) (*net.Net, error) {
	data, err := dataset.ReadBeside(dir, netName(digest))
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
		a.fileBots = a.fileBots.WithNets(n)
	}
	spec, err := a.fileBots.Parse(b.Spec)
	if err == nil {
		err = a.admit(spec)
	}
	if err != nil {
		return match.Bot{}, err
	}
	digest, err := a.digestOf(spec, r)
	return match.BotOf(spec, digest), err
}
