package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

var auditTables = sync.OnceValue(shape.New)

// playedConfig is that of a run which playedRun plays.
func playedConfig(t *testing.T, in *Inputs) *sim.Config {
	t.Helper()
	c := &sim.Config{Rules: in.Rules, Seed: in.Seed, Hands: in.Hands, Rotate: in.Rotate}
	if in.Games > 0 {
		c.Hands, c.Games = 0, in.Games
	}
	var err error
	if c.Walls, err = sim.ParseWalls(in.Walls); err != nil {
		t.Fatal(err)
	}
	for s, bot := range in.Seats {
		if c.Seats[s], err = policy.NewCatalog().Parse(in.Bots[bot].Spec); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// playedInputs are those of a run of so many hands, or games, in three parts.
func playedInputs(t *testing.T, preset string, hands, games int64) Inputs {
	t.Helper()
	in := testInputs(hands, 40)
	var err error
	if in.Rules, err = rules.Lookup(preset); err != nil {
		t.Fatal(err)
	}
	in.Bots = []Bot{{"fast", "0011223344556677"}, {"random", "8899aabbccddeeff"}}
	if games > 0 {
		in.Games, in.Hands = games, games*int64(in.Rules.HandsPerGame)
		in.PartHands = 3 * int64(in.Rules.HandsPerGame)
	}
	return in
}

// playedRun plays a run and stores it, all of it or but the last part.
func playedRun(t *testing.T, in Inputs, finished bool) string {
	t.Helper()
	table, err := sim.NewWorker(playedConfig(t, &in), sim.Options{Tables: auditTables()})
	if err != nil {
		t.Fatal(err)
	}
	parts := testParts(in)
	dir := t.TempDir()
	w, err := CreateInputs(dir, in, len(parts))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if !finished {
		parts = parts[:len(parts)-1]
	}
	var d sim.Digest
	for _, p := range parts {
		var b sim.Batch
		perGame := int64(in.unitHands())
		for unit := p.First / perGame; unit < (p.First+p.Hands)/perGame; unit++ {
			if err := table.PlayUnit(unit, &b); err != nil {
				t.Fatal(err)
			}
		}
		d.Add(&b)
		if err := writePart(w, p, &b); err != nil {
			t.Fatal(err)
		}
	}
	if finished {
		if err := w.Finish(d.String()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// audited audits a run, playing so many of its hands again.
func audited(t *testing.T, dir string, sample int) *store.Findings {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	a := Verification{Verification: store.Verification{Limit: 10000}, Sample: sample}
	if in := r.Inputs(); sample > 0 {
		replayer, err := sim.NewReplayer(playedConfig(t, &in), auditTables())
		if err != nil {
			t.Fatal(err)
		}
		a.Replay = replayer.Hand
	}
	f, err := r.Verify(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// every is more hands than there are.
const every = 1 << 30

// A whole run of each preset has no fault, finished or not.
func TestVerifyWhole(t *testing.T) {
	presets := rules.Names()
	if testing.Short() {
		presets = presets[2:3]
	}
	for _, preset := range presets {
		for _, games := range []int64{0, 10} {
			for _, finished := range []bool{true, false} {
				in := playedInputs(t, preset, 110, games)
				stored := in.Hands
				parts := testParts(in)
				if !finished {
					stored -= parts[len(parts)-1].Hands
				}
				f := audited(t, playedRun(t, in, finished), every)
				if f.Count != 0 || len(f.Faults) != 0 {
					t.Errorf("%s, %d games, finished %v: %v", preset, games, finished, f.Faults)
				}
				if f.Hands != stored || f.Replayed != stored || f.Skipped != 0 || f.Finished != finished || f.Planned != len(parts) {
					t.Errorf("%s, %d games, finished %v: got %+v", preset, games, finished, f)
				}
			}
		}
	}
}

// copyDir copies a directory's files.
func copyDir(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// A manifest is a run's manifest with its inputs read.
type manifest struct {
	store.Manifest
	Inputs Inputs `json:"inputs"`
}

// changeManifest changes the manifest of a dataset.
func changeManifest(t *testing.T, dir string, change func(*manifest)) {
	t.Helper()
	rewrite(t, filepath.Join(dir, store.ManifestName), func(text string) string {
		var m manifest
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		m.Layout, m.SHA256 = 0, "" // as earlier programs wrote it, so that the change alone is found
		change(&m)
		data, err := json.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	})
}

// relist makes a file the one that the manifest lists, with the rows it has.
func relist(t *testing.T, dir string, table Table, part int, rows int64) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, fileName(table, part)))
	if err != nil {
		t.Fatal(err)
	}
	changeManifest(t, dir, func(m *manifest) {
		m.Parts[part].Files[table] = store.File{Name: fileName(table, part), Rows: rows, Bytes: int64(len(data)), SHA256: sha256Text(data)}
	})
}

// A cellTable is a table's rows of a part as a Parquet reader has them.
type cellTable struct {
	names   []string
	nodes   []parquet.Node
	columns [][]parquet.Value
}

func readCells(t *testing.T, dir string, table Table, part int) *cellTable {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, fileName(table, part)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	c := new(cellTable)
	for _, f := range file.Schema().Fields() {
		c.names = append(c.names, f.Name())
		c.nodes = append(c.nodes, f)
	}
	rows := make([]parquet.Row, file.NumRows())
	if n, _ := parquet.NewReader(file).ReadRows(rows); int64(n) != file.NumRows() {
		t.Fatalf("%d rows of %d", n, file.NumRows())
	}
	c.columns = make([][]parquet.Value, len(c.names))
	for _, row := range rows {
		for i, v := range row {
			c.columns[i] = append(c.columns[i], v.Clone())
		}
	}
	return c
}

// write puts the table in the place of the file, and lists it.
func (c *cellTable) write(t *testing.T, dir string, table Table, part int) {
	t.Helper()
	group := parquet.Group{}
	for i, name := range c.names {
		group[name] = c.nodes[i]
	}
	schema := parquet.NewSchema(table.String(), group)
	n := len(c.columns[0])
	rows := make([]parquet.Row, n)
	for k := range rows {
		rows[k] = make(parquet.Row, len(c.names))
		for i, name := range c.names {
			leaf, _ := schema.Lookup(name)
			v := c.columns[i][k]
			rows[k][leaf.ColumnIndex] = v.Level(0, v.DefinitionLevel(), leaf.ColumnIndex)
		}
	}
	f, err := os.Create(filepath.Join(dir, fileName(table, part)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := parquet.NewWriter(f, schema)
	if _, err := w.WriteRows(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	relist(t, dir, table, part, int64(n))
}

func (c *cellTable) index(name string) int { return slices.Index(c.names, name) }

// textValue is a text as a Parquet reader has it.
func textValue(s string) parquet.Value { return parquet.ByteArrayValue([]byte(s)) }

// other returns a value that a column could as well have.
func other(c column.Column, v parquet.Value) parquet.Value {
	switch {
	case v.IsNull():
		return parquet.Int32Value(3).Level(0, 1, 0)
	case c.Type == "bool":
		return parquet.BooleanValue(!v.Boolean())
	case c.Type == "int64":
		return parquet.Int64Value(v.Int64() + 100000)
	case c.Type == "uint64":
		return parquet.Int64Value(v.Int64() ^ 1)
	case c.Name == "patterns":
		return textValue("root,full_flush")
	case c.Name == "bot":
		return textValue(map[string]string{"fast": "random", "random": "fast"}[string(v.ByteArray())])
	case c.Type == "text":
		k := slices.Index(c.Words, string(v.ByteArray()))
		return textValue(c.Words[(k+1)%len(c.Words)])
	}
	return parquet.Int32Value(v.Int32()+1).Level(0, v.DefinitionLevel(), 0)
}

// has reports whether some fault says all this.
func has(f *store.Findings, file string, row int64, field string, words ...string) bool {
	return slices.ContainsFunc(f.Faults, func(x store.Fault) bool {
		if x.File != file || x.Column != field || (x.Row == nil) != (row < 0) || row >= 0 && *x.Row != row {
			return false
		}
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(x.String(), w) })
	})
}

// Where every hand is played again, another value in any column of any table is
// found, though the files' digests have been made to agree.
func TestVerifyFindsEveryColumn(t *testing.T) {
	whole := playedRun(t, playedInputs(t, "wap-flow", 100, 0), true)
	const part, row = 1, 17
	for table := range NumTables {
		for i, c := range Columns(table) {
			if testing.Short() && i%8 != 7 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", table, c.Name), func(t *testing.T) {
				dir := copyDir(t, whole)
				cells := readCells(t, dir, table, part)
				was := cells.columns[i][row]
				cells.columns[i][row] = other(c, was)
				cells.write(t, dir, table, part)
				f := audited(t, dir, every)
				if !has(f, fileName(table, part), row, c.Name, textOf(c, cells.columns[i][row])) {
					t.Errorf("%v instead of %v: got %d faults, %v", cells.columns[i][row], was, f.Count, f.Faults)
				}
			})
		}
	}
}

func textOf(c column.Column, v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case c.Type == "bool":
		return strconv.FormatBool(v.Boolean())
	case c.Type == "text":
		return string(v.ByteArray())
	case c.Type == "uint64":
		return strconv.FormatUint(v.Uint64(), 10)
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	}
	return strconv.FormatInt(int64(v.Int32()), 10)
}

// What must hold between values is found without playing a hand again.
func TestVerifyFindsBrokenRelations(t *testing.T) {
	whole := playedRun(t, playedInputs(t, "wap-battle", 100, 0), true)
	number := func(n int32) parquet.Value { return parquet.Int32Value(n) }
	some := func(n int32) parquet.Value { return parquet.Int32Value(n).Level(0, 1, 0) }
	for i, c := range []struct {
		table  Table
		column string
		row    int64
		value  parquet.Value
		at     string // column named, if another
		words  []string
	}{
		{Hands, "hand", 3, parquet.Int64Value(7), "", []string{"7, not 43", "follow each other"}},
		{Hands, "game", 3, parquet.Int64Value(7), "", []string{"7, not 43"}},
		{Hands, "hand_in_game", 3, number(1), "", []string{"1, not 0"}},
		{Hands, "dealer", 3, number(4), "", []string{"4, not 0 to 3"}},
		{Hands, "direction", 3, number(-1), "", []string{"-1, not 0 to 3"}},
		{Hands, "wall_left", 3, number(56), "", []string{"56, not 0 to 55"}},
		{Hands, "winners", 3, number(4), "", []string{"seats with a win_order"}},
		{Hands, "wins", 3, number(9), "", []string{"9, not", "rows in wins"}},
		{Hands, "actions", 3, number(0), "", []string{"0, not 1 or more"}},
		{Hands, "p0", 3, number(77), "", []string{"points of the seat in seats"}},
		{Hands, "p3", 3, number(77), "p0 to p3", []string{"sum", "zero"}},
		{Seats, "hand", 9, parquet.Int64Value(41), "", []string{"41, not 42"}},
		{Seats, "game", 9, parquet.Int64Value(41), "", []string{"41, not 42", "same column in hands"}},
		{Seats, "hand_in_game", 9, number(2), "", []string{"2, not 0"}},
		{Seats, "seat", 9, number(2), "", []string{"2, not 1"}},
		{Seats, "bot", 9, textValue("nobody"), "", []string{"nobody, not one of fast random"}},
		{Seats, "start_shanten", 9, number(9), "", []string{"9, not -1 to 8"}},
		{Seats, "longest_suit", 9, number(4), "", []string{"4, not 5 to 14"}},
		{Seats, "pairs", 9, number(8), "", []string{"8, not 0 to 7"}},
		{Seats, "exchange_suit", 9, textValue("-"), "", []string{"a suit", "direction"}},
		{Seats, "void", 9, textValue("z"), "", []string{"z, not one of m p s"}},
		{Seats, "void_tiles", 9, number(15), "", []string{"15, not 0 to 14"}},
		{Seats, "void_shanten", 9, number(-2), "", []string{"-2, not -1 to 13"}},
		{Seats, "draws", 9, number(-1), "", []string{"-1, not 0 or more"}},
		{Seats, "cleared_at", 9, some(99), "", []string{"99, not", "draws"}},
		{Seats, "ready_at", 9, some(99), "", []string{"99, not", "draws"}},
		{Seats, "won_at", 9, some(99), "", []string{"99, not", "draws"}},
		{Seats, "ready_wide", 9, some(28), "", []string{"28, not 0 to 27"}},
		{Seats, "ready_live", 9, some(-3), "", []string{"-3, not 0 to 108"}},
		{Seats, "melds", 9, number(5), "", []string{"5, not 0 to 4"}},
		{Seats, "added_kongs", 9, number(4), "melds", []string{"4 or more", "its kongs"}},
		{Seats, "wins_by_discard", 9, number(6), "", []string{"6, not", "rows in wins"}},
		{Seats, "wins_by_self_draw", 9, number(6), "", []string{"6, not", "rows in wins"}},
		{Seats, "wins_by_robbing", 9, number(6), "", []string{"6, not", "rows in wins"}},
		{Seats, "deal_ins", 9, number(6), "", []string{"6, not", "rows in wins"}},
		{Seats, "win_order", 9, number(7), "", []string{"7, not 0 to 4"}},
		{Seats, "ending", 9, textValue("asleep"), "", []string{"asleep, not one of won ready"}},
		{Seats, "game_points", 9, number(12345), "", []string{"12345, not"}},
		{Seats, "points", 9, number(12345), "", []string{"sum of its causes"}},
		{Seats, "points_discard_wins", 9, number(-5), "", []string{"-5, not 0 or more"}},
		{Seats, "points_deal_ins", 9, number(5), "", []string{"5, not 0 or less"}},
		{Seats, "points_kongs", 9, number(500), "points", []string{"sum of its causes"}},
		{Seats, "points_flower_pig", 9, number(500), "", []string{"sum 500, not 0", "another pays"}},
		{Wins, "win_in_hand", 5, number(9), "", []string{"9, not", "follow each other"}},
		{Wins, "hand", 5, parquet.Int64Value(99), "", []string{"99, not 40 to 79"}},
		{Wins, "seat", 5, number(4), "", []string{"4, not 0 to 3"}},
		{Wins, "from_seat", 5, number(-1), "", []string{"-1, not 0 to 3"}},
		{Wins, "tile", 5, textValue("0z"), "", []string{"0z, not one of 1m"}},
		{Wins, "patterns", 5, textValue("no_such"), "", []string{"no_such, not names of patterns"}},
		{Wins, "fan", 5, number(-1), "", []string{"-1, not 0 or more"}},
		{Wins, "wall_left", 5, number(56), "", []string{"56, not 0 to 55"}},
		{Wins, "draws", 5, number(90), "", []string{"90, not", "draws in seats"}},
	} {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(fmt.Sprintf("%s/%s", c.table, c.column), func(t *testing.T) {
			dir := copyDir(t, whole)
			cells := readCells(t, dir, c.table, 1)
			cells.columns[cells.index(c.column)][c.row] = c.value
			cells.write(t, dir, c.table, 1)
			at, row := c.column, c.row
			if c.at != "" {
				at = c.at
			}
			if at == "points_flower_pig" {
				row = row / 4 * 4 // of the hand
			}
			if f := audited(t, dir, 0); !has(f, fileName(c.table, 1), row, at, c.words...) {
				t.Errorf("got %d faults, %v", f.Count, f.Faults)
			}
		})
	}
}

// The digest of the run finds a consistent change that nothing else does.
func TestVerifyFindsOtherDigest(t *testing.T) {
	dir := playedRun(t, playedInputs(t, "wap-battle", 100, 0), true)
	cells := readCells(t, dir, Hands, 2)
	trace := cells.columns[cells.index("trace")]
	trace[4] = parquet.Int64Value(trace[4].Int64() ^ 1<<40)
	cells.write(t, dir, Hands, 2)
	if f := audited(t, dir, 0); f.Count != 1 || !has(f, store.ManifestName, -1, "digest", "stored hands") {
		t.Errorf("got %v", f.Faults)
	}
}

// Rows that are too many or too few, with files' digests that agree.
func TestVerifyFindsOtherRows(t *testing.T) {
	whole := playedRun(t, playedInputs(t, "wap-battle", 100, 0), true)
	for _, c := range []struct {
		what   string
		change func(column []parquet.Value) []parquet.Value
		table  Table
		column string
		file   Table
	}{
		{"win removed", func(c []parquet.Value) []parquet.Value { return slices.Delete(c, 5, 6) }, Wins, "wins", Hands},
		{"win repeated", func(c []parquet.Value) []parquet.Value { return slices.Insert(c, 5, c[5]) }, Wins, "wins", Hands},
		{"wins gone", func(c []parquet.Value) []parquet.Value { return nil }, Wins, "wins", Hands},
		{"wins in another order", func(c []parquet.Value) []parquet.Value { c[3], c[30] = c[30], c[3]; return c }, Wins, "hand", Wins},
		{"seats in another order", func(c []parquet.Value) []parquet.Value { c[3], c[30] = c[30], c[3]; return c }, Seats, "seat", Seats},
		{"hands in another order", func(c []parquet.Value) []parquet.Value { c[3], c[30] = c[30], c[3]; return c }, Hands, "hand", Hands},
		{"hand repeated", func(c []parquet.Value) []parquet.Value { c[3] = c[4]; return c }, Hands, "hand", Hands},
	} {
		dir := copyDir(t, whole)
		cells := readCells(t, dir, c.table, 1)
		for i := range cells.columns {
			cells.columns[i] = c.change(cells.columns[i])
		}
		cells.write(t, dir, c.table, 1)
		f := audited(t, dir, 0)
		if !slices.ContainsFunc(f.Faults, func(x store.Fault) bool { return x.File == fileName(c.file, 1) && x.Column == c.column }) {
			t.Errorf("%s: got %v", c.what, f.Faults)
		}
	}
}

// Files that are not what was written.
func TestVerifyFindsOtherFiles(t *testing.T) {
	whole := playedRun(t, playedInputs(t, "wap-battle", 100, 0), true)
	flip := func(numerator, denominator int) func(string) string {
		return func(s string) string {
			b := []byte(s)
			b[(len(b)-1)*numerator/denominator] ^= 0x10
			return string(b)
		}
	}
	swap := func(a, b string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			was := ""
			rewrite(t, filepath.Join(dir, a), func(s string) string { was = s; return s })
			rewrite(t, filepath.Join(dir, a), func(string) string {
				data, _ := os.ReadFile(filepath.Join(dir, b))
				return string(data)
			})
			rewrite(t, filepath.Join(dir, b), func(string) string { return was })
		}
	}
	zeros := func(s string) string { return strings.Repeat("\x00", len(s)) }
	change := func(name string, how func(string) string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { rewrite(t, filepath.Join(dir, name), how) }
	}
	type fileCase struct {
		what   string
		change func(*testing.T, string)
		file   string
		words  []string
	}
	list := []fileCase{
		{"truncated", change("seats-000001.parquet", func(s string) string { return s[:len(s)-1] }), "seats-000001.parquet", []string{"bytes", "size"}},
		{"half", change("hands-000001.parquet", func(s string) string { return s[:len(s)/2] }), "hands-000001.parquet", []string{"size"}},
		{"empty", change("wins-000002.parquet", func(s string) string { return "" }), "wins-000002.parquet", []string{"0 bytes"}},
		{"longer", change("wins-000000.parquet", func(s string) string { return s + "x" }), "wins-000000.parquet", []string{"size"}},
		{"zeros", change("hands-000000.parquet", zeros), "hands-000000.parquet", []string{"SHA-256"}},
		{"zeros that are listed", func(t *testing.T, dir string) {
			change("hands-000000.parquet", zeros)(t, dir)
			relist(t, dir, Hands, 0, 40)
		}, "hands-000000.parquet", []string{"Parquet"}},
		{"swapped parts", swap("seats-000000.parquet", "seats-000001.parquet"), "seats-000001.parquet", nil},
		{"swapped tables", swap("hands-000001.parquet", "wins-000001.parquet"), "wins-000001.parquet", nil},
		{"missing", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "hands-000002.parquet")) }, "hands-000002.parquet", []string{"missing"}},
		{"moved", func(t *testing.T, dir string) {
			name := filepath.Join(dir, "hands-000002.parquet")
			os.Remove(name)
			if err := os.Symlink("/no/shard/here", name); err != nil {
				t.Skip(err)
			}
		}, "hands-000002.parquet", []string{"missing", "/no/shard/here"}},
		{"a folder", func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "hands-000002.parquet"))
			os.Mkdir(filepath.Join(dir, "hands-000002.parquet"), 0o777)
		}, "hands-000002.parquet", nil},
		{"stray", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, "seats-000009.parquet"), nil, 0o666)
		}, "seats-000009.parquet", []string{"no part"}},
		{"other sha", func(t *testing.T, dir string) {
			changeManifest(t, dir, func(m *manifest) { m.Parts[1].Files[Wins].SHA256 = strings.Repeat("0", 64) })
		}, "wins-000001.parquet", []string{"SHA-256", "0000000000000000…"}},
		{"other size", func(t *testing.T, dir string) {
			changeManifest(t, dir, func(m *manifest) { m.Parts[1].Files[Wins].Bytes++ })
		}, "wins-000001.parquet", []string{"size"}},
		{"other rows", func(t *testing.T, dir string) {
			changeManifest(t, dir, func(m *manifest) { m.Parts[1].Files[Wins].Rows++ })
		}, "wins-000001.parquet", []string{"length", "rows"}},
		{"two parts' files exchanged and listed so", func(t *testing.T, dir string) {
			swap("hands-000000.parquet", "hands-000001.parquet")(t, dir)
			relist(t, dir, Hands, 0, 40)
			relist(t, dir, Hands, 1, 40)
		}, "hands-000001.parquet", []string{"hand 0: hand: 0, not 40"}},
		{"column missing", func(t *testing.T, dir string) {
			cells := readCells(t, dir, Seats, 1)
			cells.names[7] = "longest"
			cells.write(t, dir, Seats, 1)
		}, "seats-000001.parquet", []string{"longest_suit", "missing"}},
		{"column of another type", func(t *testing.T, dir string) {
			cells := readCells(t, dir, Seats, 1)
			cells.nodes[7] = parquet.String()
			for i := range cells.columns[7] {
				cells.columns[7][i] = textValue("7")
			}
			cells.write(t, dir, Seats, 1)
		}, "seats-000001.parquet", []string{"longest_suit", "int32"}},
	}
	for table := range NumTables {
		for k := range 5 {
			name := fileName(table, k%3)
			list = append(list, fileCase{fmt.Sprintf("%s flipped at %d/4", name, k), change(name, flip(k, 4)), name, nil})
		}
	}
	for i, c := range list {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(c.what, func(t *testing.T) {
			dir := copyDir(t, whole)
			c.change(t, dir)
			f := audited(t, dir, 5)
			if !slices.ContainsFunc(f.Faults, func(x store.Fault) bool {
				return x.File == c.file && !slices.ContainsFunc(c.words, func(w string) bool { return !strings.Contains(x.String(), w) })
			}) {
				t.Errorf("got %v", f.Faults)
			}
		})
	}
}

// Manifests that lie.
func TestVerifyFindsOtherManifest(t *testing.T) {
	whole := playedRun(t, playedInputs(t, "wap-battle", 100, 0), true)
	const again = "the hand replayed"
	for _, c := range []struct {
		what   string
		change func(*manifest)
		file   string
		column string
		why    string
	}{
		{"seed", func(m *manifest) { m.Inputs.Seed++ }, "hands-000000.parquet", "trace", again},
		{"walls", func(m *manifest) { m.Inputs.Walls = "shared" }, "hands-000000.parquet", "trace", again},
		{"rules", func(m *manifest) { m.Inputs.Rules.FanCap = 1 }, "wins-000000.parquet", "points", again},
		{"start points", func(m *manifest) { m.Inputs.Rules.StartPoints = 9 }, "seats-000000.parquet", "game_points", "the points of the game before"},
		{"rotate", func(m *manifest) { m.Inputs.Rotate = false }, "seats-000000.parquet", "bot", "the seating in the manifest"},
		{"seats", func(m *manifest) { m.Inputs.Seats[1] = 0 }, "seats-000000.parquet", "bot", "the seating in the manifest"},
		{"bots exchanged", func(m *manifest) { slices.Reverse(m.Inputs.Bots) }, "seats-000000.parquet", "bot", "the seating in the manifest"},
		{"bot added", func(m *manifest) { m.Inputs.Bots = append(m.Inputs.Bots, Bot{Spec: "big"}) }, store.ManifestName, "bots", "because it plays"},
		{"bot of another name", func(m *manifest) { m.Inputs.Bots[1].Spec = "big" }, "seats-000000.parquet", "bot", "the values of the column"},
		{"hands", func(m *manifest) { m.Inputs.Hands = 99 }, store.ManifestName, "part 2: hands", "parts have part_hands hands"},
		{"part_hands", func(m *manifest) { m.Inputs.PartHands = 50 }, store.ManifestName, "planned_parts", "in parts of part_hands"},
		{"overlap", func(m *manifest) { m.Parts[1].First = 20 }, store.ManifestName, "part 1: first", "without gap or overlap"},
		{"gap", func(m *manifest) { m.Parts[2].First = 90 }, store.ManifestName, "part 2: first", "without gap or overlap"},
		{"digest", func(m *manifest) { m.Digest = "0011" }, store.ManifestName, "digest", "the stored hands"},
	} {
		dir := copyDir(t, whole)
		changeManifest(t, dir, c.change)
		f := audited(t, dir, every)
		if !slices.ContainsFunc(f.Faults, func(x store.Fault) bool {
			return x.File == c.file && x.Column == c.column && strings.Contains(x.Why, c.why)
		}) {
			t.Errorf("%s: got %d faults, %.2000v", c.what, f.Count, f.Faults)
		}
	}
}

// The running points of games are followed from hand to hand.
func TestVerifyFindsOtherGamePoints(t *testing.T) {
	dir := playedRun(t, playedInputs(t, "tsumo", 0, 10), true)
	cells := readCells(t, dir, Seats, 1)
	values := cells.columns[cells.index("game_points")]
	values[21] = parquet.Int32Value(values[21].Int32() + 1)
	cells.write(t, dir, Seats, 1)
	if f := audited(t, dir, 0); f.Count != 1 || !has(f, fileName(Seats, 1), 21, "game_points", "game before") {
		t.Errorf("got %v", f.Faults)
	}
}

// Faults beyond the limit are counted, those of the caller come first, and rows
// of a part with a damaged file are not looked at.
func TestVerifyLimits(t *testing.T) {
	dir := playedRun(t, playedInputs(t, "wap-battle", 100, 0), true)
	for _, name := range []string{"hands-000000.parquet", "seats-000000.parquet", "wins-000000.parquet"} {
		os.Remove(filepath.Join(dir, name))
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	hands := int64(0)
	f, err := r.Verify(t.Context(), Verification{Verification: store.Verification{
		Limit: 2, Known: []store.Fault{{File: "known"}}, Progress: func(n int64) { hands += n },
	}})
	if err != nil || f.Count != 4 || len(f.Faults) != 2 || f.Faults[0].File != "known" || f.Skipped != 40 || f.Hands != 60 || hands != 100 {
		t.Errorf("got %+v, %v, progress of %d hands", f, err, hands)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Verify(ended, Verification{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: got %v", err)
	}
}

func TestChoose(t *testing.T) {
	r := &Reader{manifest: store.Manifest{Parts: []store.Part{{Index: 1, First: 100, Count: 30}, {Index: 4, First: 400, Count: 70}}}}
	replay := func(int64) (sim.Replay, error) { return sim.Replay{}, nil }
	count := map[int64]int{}
	for seed := range uint64(2000) {
		hands := r.choose(&Verification{Replay: replay, Sample: 10, Seed: seed})
		if len(hands) != 10 || !slices.IsSorted(hands) || len(slices.Compact(slices.Clone(hands))) != 10 {
			t.Fatalf("got %v", hands)
		}
		for _, h := range hands {
			count[h]++
		}
	}
	// 200 of each of 100 hands are expected; five standard deviations are 67.
	for hand, n := range count {
		if stored := hand >= 100 && hand < 130 || hand >= 400 && hand < 470; !stored || n < 133 || n > 267 {
			t.Errorf("hand %d was chosen %d times", hand, n)
		}
	}
	if got := r.choose(&Verification{Replay: replay, Sample: every}); len(got) != 100 {
		t.Errorf("all: got %d hands", len(got))
	}
}

func sha256Text(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
