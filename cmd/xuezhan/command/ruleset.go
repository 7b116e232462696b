package command

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"xuezhan/engine/rules"
)

// defaultRules is the preset that is played where none is named.
const defaultRules = "wap-battle"

const rulesUsage = "preset, or JSON `RULES` file (see 'xuezhan rules')"

// loadRules returns the preset of a name, or reads a rules file. What is wrong
// with either is wrong usage.
func (a *app) loadRules(name string) (rules.Rules, error) {
	r, lookupErr := rules.Lookup(name)
	if lookupErr == nil {
		return r, nil
	}
	r, err := a.readRules(name)
	if errors.Is(err, fs.ErrNotExist) && filepath.Ext(name) != ".json" && !strings.ContainsRune(name, filepath.Separator) {
		return r, usageError{lookupErr}
	}
	if err != nil {
		return r, usageError{err}
	}
	return r, nil
}

// readRules reads a rules file.
func (a *app) readRules(path string) (rules.Rules, error) {
	data, err := a.readFile(path, maxSmallFile)
	if err != nil {
		return rules.Rules{}, fmt.Errorf("rules file: %w", err)
	}
	r, err := rules.Parse(data)
	if err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
