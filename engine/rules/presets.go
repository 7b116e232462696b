package rules

import (
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine/spell"
)

// A Preset is a named rule system and where its rules are published.
type Preset struct {
	Rules  Rules
	Alias  string // a second name, or ""
	Source string
}

// Presets returns the six presets, in the order in which they are listed.
func Presets() []Preset {
	return []Preset{
		{planet(), "planet-blood-battle-v1", "Mahjong Planet, Sichuan Blood Battle rules"},
		{wapBattle(), "", "The World at Play, Sichuan mahjong rules, blood battle"},
		{wapFlow(), "", "The World at Play, Sichuan mahjong rules, blood flow"},
		{tsumo(), "", "tsumo, Sichuan Bloody Battle rules"},
		{sbr(), "", "Sichuan Bloody Rules (SBR) mahjong, a rule page"},
		{mil(), "", "Mahjong International League, Sichuan mahjong competition rules 2025"},
	}
}

// Names returns the names of the presets in their order.
func Names() []string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Rules.Name)
	}
	return names
}

// Lookup returns the preset of a name or alias. The error lists the presets.
func Lookup(name string) (Rules, error) {
	presets := Presets()
	i := slices.IndexFunc(presets, func(p Preset) bool {
		return p.Rules.Name == name || p.Alias != "" && p.Alias == name
	})
	if i < 0 {
		return Rules{}, fmt.Errorf("unknown rules %q%s; presets are %s", name, spell.Hint(name, Names()), strings.Join(Names(), ", "))
	}
	return presets[i].Rules, nil
}

// planet is the page's one fixed preset, a blood battle of one hand.
func planet() Rules {
	return Rules{
		Name: "planet",

		ExchangeTiles: 3, ExchangeOneSuit: true,

		MultipleWins: true, PassedWin: UntilDraw, PassedPung: true, ConcealedShown: true,
		KongConcealed: 2, KongClaimed: 2, KongAdded: 1,

		AllPungs: 1, FullFlush: 2, SevenPairs: 2, SevenPairsQuads: true, Root: 1,
		GoldenHook: 1, GoldenStacks: true, GoldenDeclared: true,
		Replacement: 1, Robbing: 1, LastTile: 1, LastDiscard: 1,
		FanCap: 3, SelfDrawPoints: 1,

		FlowerPig: 8, ReadyCheck: true, ReadyFifthCopy: ExcludeOwned, Refund: RefundPayers,
		HandsPerGame: 1,
	}
}

// wapBattle differs from planet in its cap, its open readings of readiness
// and its lack of locks. The amount of a claimed kong is lost with the page's
// table; it is taken from the pages that agree on it.
func wapBattle() Rules {
	r := planet()
	r.Name = "wap-battle"
	r.PassedWin, r.PassedPung = NoLock, false
	r.FanCap = 4
	r.FlowerPig, r.PigPaysWinners = 16, true
	r.ReadyFifthCopy = ShapeOnly
	r.HandsPerGame, r.StartPoints = 8, 100
	return r
}

// wapFlow is the same page's blood flow: only what becomes of winners differs.
func wapFlow() Rules {
	r := wapBattle()
	r.Name = "wap-flow"
	r.AfterWin, r.ReadyWinnersCollect = Stay, true
	return r
}

// tsumo has the longest list of patterns. The page does not say how many
// hands a game has; eight are taken, as elsewhere.
func tsumo() Rules {
	r := planet()
	r.Name = "tsumo"
	r.ClaimWithVoid, r.KongWithVoid = true, true
	r.PassedWin, r.PassedPung = NoLock, false
	r.GoldenHook, r.GoldenStacks = 2, false
	r.TerminalGroups, r.TerminalSevenPairs, r.JiangPungs = 2, 4, 3
	r.DragonSevenPairs, r.Heavenly, r.Earthly = true, true, true
	r.FanCap, r.SelfDrawPoints = 4, 0
	r.FlowerPig, r.Refund = 16, RefundReadyOrWon
	r.HandsPerGame = 8
	return r
}

// sbr has no exchange, a void suit committed by its first discard, kongs of
// one point and the sacred discard. Its golden hook counts two and already
// includes all pungs.
func sbr() Rules {
	r := planet()
	r.Name = "sbr"
	r.ExchangeTiles = 0
	r.VoidCommits, r.VoidHidden = true, true
	r.ClaimWithVoid, r.KongWithVoid = true, true
	r.PassedWin, r.PassedPung, r.SacredDiscard = NoLock, false, true
	r.LateAddedKong = LateUnpaid
	r.KongConcealed, r.KongClaimed, r.KongAdded = 1, 1, 1
	r.ShotReturns, r.ShotAfterKong = true, 1
	r.GoldenHook, r.GoldenStacks = 2, false
	r.FlowerPig, r.PigPaysReady = 0, true
	r.Dealer, r.HandsPerGame = Rotate, 8
	return r
}

// mil is the competition form of sbr: the void suit is shown, kongs pay more,
// and a passed win allows only dearer ones.
func mil() Rules {
	r := sbr()
	r.Name = "mil"
	r.VoidCommits, r.VoidHidden = false, false
	r.KongConcealed, r.KongClaimed, r.KongAdded = 2, 2, 1
	r.ReplacementFrom = Front
	r.GoldenHook, r.GoldenStacks = 1, true
	r.ShotByRobbing = true
	r.PassedWin, r.SacredDiscard = HigherFan, false
	r.ReadyFifthCopy = ExcludeConcealed
	r.Dealer, r.Ranking = FirstWinner, ByPlacePoints
	return r
}
