package rules

import "fmt"

// Rules is one rule system. It is comparable: two values are the same rules
// exactly when they are ==, apart from the name. Points are whole numbers.
//
// The tags are read by Fields, Parse and Validate: json is the field's name in
// files and columns, range its least and greatest value, doc what it means. A
// field with the option omitzero is newer than rules that are stored: its zero
// value is neither written nor hashed, so that those stay as they are.
type Rules struct {
	Name string `json:"name" doc:"how reports call these rules"`

	// The opening.
	ExchangeTiles     int       `json:"exchange_tiles" range:"0..4" doc:"tiles each seat passes on before the void suits are named; 0 for none"`
	ExchangeOneSuit   bool      `json:"exchange_one_suit" doc:"the tiles passed on are of one suit"`
	ExchangeDirection Direction `json:"exchange_direction" doc:"where the tiles go; random draws left, opposite or right for each hand. right is the next seat in turn order"`
	VoidCommits       bool      `json:"void_commit_first_discard" doc:"naming a void suit one holds sets aside one of its tiles, which is the seat's first discard"`
	VoidHidden        bool      `json:"void_hidden_until_first_discard" doc:"a seat's void suit is not known to the others before its first discard"`

	// Turns and claims.
	ClaimWithVoid   bool      `json:"claim_with_void" doc:"discards may be claimed for pungs and kongs while tiles of the void suit are held"`
	KongWithVoid    bool      `json:"kong_with_void" doc:"concealed and added kongs may be declared while tiles of the void suit are held"`
	KongAfterPung   bool      `json:"kong_after_pung" doc:"a kong may be declared on the turn of a pung, before anything was drawn"`
	MultipleWins    bool      `json:"multiple_wins" doc:"every seat that wins on a tile is paid; otherwise only the nearest in turn order"`
	PassedWin       PassedWin `json:"passed_win" doc:"what a passed win forbids: none; until_draw any further win on others' tiles until the next draw; higher_fan only wins of no more fan than the best one passed"`
	PassedPung      bool      `json:"passed_pung_lock" doc:"a passed pung may not be claimed on the same kind before the next draw"`
	SacredDiscard   bool      `json:"sacred_discard" doc:"no win on another's discard of a kind that the seat itself has discarded"`
	SacredRobbing   bool      `json:"sacred_discard_covers_robbing" doc:"the sacred discard forbids robbing a kong too"`
	AfterWin        AfterWin  `json:"after_win" doc:"leave: blood battle, a winner is out and the third win ends the hand; stay: blood flow, a winner's tiles are locked and it wins again until the wall is empty"`
	ConcealedShown  bool      `json:"concealed_kong_visible" doc:"the others see the kind of a concealed kong"`
	ReplacementFrom WallEnd   `json:"replacement_from" doc:"end of the wall from which a kong's replacement tile comes"`
	LateAddedKong   LateAdded `json:"late_added_kong" doc:"a kong added with a tile that was not just drawn: paid, unpaid, or illegal"`

	// Kongs.
	KongConcealed int  `json:"kong_concealed_points" range:"0..16" doc:"points for a concealed kong from each seat that is liable"`
	KongClaimed   int  `json:"kong_claimed_points" range:"0..16" doc:"points for a claimed kong from the discarder"`
	KongAdded     int  `json:"kong_added_points" range:"0..16" doc:"points for an added kong from each seat that is liable"`
	ShotReturns   bool `json:"shot_after_kong_returns_payment" doc:"a win on the discard that follows a kong takes back that kong's payment"`
	ShotByRobbing bool `json:"shot_after_kong_by_robbing" doc:"robbing a further kong added on the turn of a kong counts as a shot after that kong"`

	// Fan of the patterns; 0 turns a pattern off.
	AllPungs           int  `json:"all_pungs_fan" range:"0..16" doc:"four pungs or kongs with a pair"`
	FullFlush          int  `json:"full_flush_fan" range:"0..16" doc:"all tiles of one suit"`
	SevenPairs         int  `json:"seven_pairs_fan" range:"0..16" doc:"seven pairs, nothing declared"`
	SevenPairsQuads    bool `json:"seven_pairs_quads" doc:"four of a kind may stand as two of the seven pairs"`
	Root               int  `json:"root_fan" range:"0..16" doc:"each kind owned four times, declared or not"`
	GoldenHook         int  `json:"golden_hook_fan" range:"0..16" doc:"four groups declared, the win completes the pair"`
	GoldenStacks       bool `json:"golden_hook_adds_all_pungs" doc:"the golden hook adds to all pungs instead of replacing it"`
	GoldenDeclared     bool `json:"golden_requires_declared" doc:"the golden hook wants four declared groups; otherwise any four pungs with a win on the pair"`
	TerminalGroups     int  `json:"terminal_groups_fan" range:"0..16" doc:"every group and the pair contain a 1 or a 9"`
	TerminalSevenPairs int  `json:"terminal_seven_pairs_fan" range:"0..16" doc:"seven pairs of 1s and 9s only, instead of seven pairs"`
	JiangPungs         int  `json:"jiang_pungs_fan" range:"0..16" doc:"four pungs and a pair of 2s, 5s and 8s only, instead of all pungs and golden hook"`
	DragonSevenPairs   bool `json:"dragon_seven_pairs" doc:"seven pairs with quads are named as one dragon pattern that includes its roots; the sum is the same"`
	Replacement        int  `json:"replacement_fan" range:"0..16" doc:"self-draw on a kong's replacement tile"`
	Robbing            int  `json:"robbing_fan" range:"0..16" doc:"win on the tile that is added to a pung"`
	LastTile           int  `json:"last_tile_fan" range:"0..16" doc:"self-draw of the wall's last tile"`
	LastDiscard        int  `json:"last_discard_fan" range:"0..16" doc:"win on a discard when the wall is empty"`
	ShotAfterKong      int  `json:"shot_after_kong_fan" range:"0..16" doc:"win on the discard that follows a kong"`
	SelfDrawFan        int  `json:"self_draw_fan" range:"0..16" doc:"any self-draw, as fan"`
	Heavenly           bool `json:"heavenly_limit" doc:"the dealer's complete opening tiles pay the cap"`
	Earthly            bool `json:"earthly_limit" doc:"a self-draw on another seat's first draw, before any pung, kong or win, pays the cap"`

	// Payment of wins: 2 to the power of fan.
	MinFan         int `json:"min_fan,omitzero" range:"0..16" doc:"fewest fan of a win, those for how it comes about included; tiles that would win with fewer still count as ready"`
	FanCap         int `json:"fan_cap" range:"0..16" doc:"most fan that are paid"`
	SelfDrawPoints int `json:"self_draw_points" range:"0..64" doc:"points that each payer of a self-draw adds to the base"`

	// Exhaustion of the wall.
	FlowerPig           int       `json:"flower_pig_points" range:"0..1024" doc:"points that a seat still holding its void suit pays to each seat entitled; 0 for none"`
	PigAmount           PigAmount `json:"flower_pig_amount,omitzero" doc:"fixed: flower_pig_points; larger: to a seat that is ready the most its waits are worth, where that is more"`
	PigPaysWinners      bool      `json:"flower_pig_pays_winners" doc:"earlier winners are entitled to the flower pig's payment"`
	PigPaysReady        bool      `json:"flower_pig_pays_ready_check" doc:"a seat holding its void suit pays the ready check as not ready"`
	ReadyCheck          bool      `json:"ready_check" doc:"seats that are not ready pay those that are the most their waits are worth"`
	ReadyFifthCopy      FifthCopy `json:"ready_fifth_copy" doc:"whether a wait for a fifth copy makes ready: shape_only yes; exclude_owned no; exclude_concealed not where the seat holds all four concealed"`
	ReadyWinnersCollect bool      `json:"ready_check_winners_collect" doc:"earlier winners of a blood-flow hand collect the ready check"`
	Refund              Refund    `json:"kong_refund" doc:"to whom a seat that is not ready gives back its kong income: none, payers, or those payers who are ready or have won"`

	// The game: a series of hands.
	Dealer       Dealer  `json:"next_dealer" doc:"first_winner (several at once: the discarder; none: the dealer stays), rotate, or stay"`
	HandsPerGame int     `json:"hands_per_game" range:"1..64" doc:"hands of a game"`
	StartPoints  int     `json:"start_points" range:"-100000..100000" doc:"points each seat starts a game with"`
	Ranking      Ranking `json:"ranking" doc:"what decides a game: points, or place_points 4-3-2-1 a hand with shared places"`
}

// Points returns the base value of a win with that many fan: 2 to the power of
// fan, at most of FanCap.
func (r *Rules) Points(fan int) int { return 1 << min(fan, r.FanCap) }

// Validate reports the first field that is out of range, or the first pair of
// fields that contradict each other. Presets are always valid.
func (r *Rules) Validate() error {
	for _, f := range Fields() {
		if err := f.check(r); err != nil {
			return fmt.Errorf("rules: field %q: %w", f.Name, err)
		}
	}
	golden := r.GoldenHook // what a golden hook brings in all
	if r.GoldenHook > 0 && r.GoldenStacks {
		golden += r.AllPungs
	}
	conflicts := []struct {
		found       bool
		field, with string
	}{
		{r.ReadyWinnersCollect && r.AfterWin != Stay, "ready_check_winners_collect", `needs "after_win": "stay", where winners keep their waits`},
		{r.ReadyWinnersCollect && !r.ReadyCheck, "ready_check_winners_collect", `needs "ready_check": true`},
		{r.PigPaysReady && !r.ReadyCheck, "flower_pig_pays_ready_check", `needs "ready_check": true`},
		{r.PigPaysWinners && r.FlowerPig == 0, "flower_pig_pays_winners", `needs "flower_pig_points" above 0`},
		{r.MinFan > r.FanCap, "min_fan", `needs at least as much "fan_cap"`},
		{r.SacredRobbing && !r.SacredDiscard, "sacred_discard_covers_robbing", `needs "sacred_discard": true`},
		{r.ShotByRobbing && r.ShotAfterKong == 0 && !r.ShotReturns, "shot_after_kong_by_robbing", `needs "shot_after_kong_fan" above 0 or "shot_after_kong_returns_payment": true`},
		{r.TerminalSevenPairs > 0 && r.SevenPairs == 0, "terminal_seven_pairs_fan", `needs "seven_pairs_fan" above 0`},
		{r.TerminalSevenPairs > 0 && r.TerminalSevenPairs < r.SevenPairs, "terminal_seven_pairs_fan", `replaces seven pairs and needs at least "seven_pairs_fan"`},
		{r.GoldenHook > 0 && !r.GoldenStacks && r.GoldenHook < r.AllPungs, "golden_hook_fan", `replaces all pungs and needs at least "all_pungs_fan"`},
		{r.JiangPungs > 0 && r.JiangPungs < max(r.AllPungs, golden), "jiang_pungs_fan", `replaces all pungs and the golden hook and needs at least their fan`},
		{r.DragonSevenPairs && (r.SevenPairs == 0 || !r.SevenPairsQuads), "dragon_seven_pairs", `needs "seven_pairs_fan" above 0 and "seven_pairs_quads": true`},
	}
	for _, c := range conflicts {
		if c.found {
			return fmt.Errorf("rules: field %q: cannot be played as set; it %s", c.field, c.with)
		}
	}
	return nil
}
