// The table of a hand, put together from the lines of its record by rules of its own:
// what a page shows is held against it.

// tilesOf returns the tiles of a text: ["1m", "2m"] of "12m".
export const tilesOf = (text) => [...text.matchAll(/([1-9]+)([mps])/g)].flatMap(([, ranks, suit]) => [...ranks].map((r) => r + suit))

const byTile = (a, b) => a[1].localeCompare(b[1]) || a.localeCompare(b)

// boards returns the table after each event that ends a frame: all tiles are dealt in
// one. Tiles that the record does not show are counted. staysIn says that winners keep
// their seats, as after_win of the rules has it.
export function boards(lines, staysIn) {
  const header = lines[0]
  const seats = [0, 1, 2, 3].map(() => ({ held: [], hidden: 0, melds: [], void: '-', river: [], points: 0 }))
  let left = 55
  const sees = (s) => header.visibility === 'full' || header.visibility === `seat ${s}`
  const give = (s, tile) => (sees(s) ? seats[s].held.push(tile) : seats[s].hidden++)
  const take = (s, tile, n = 1) => {
    for (let i = 0; i < n; i++) {
      if (sees(s)) seats[s].held.splice(seats[s].held.indexOf(tile), 1)
      else seats[s].hidden--
    }
  }
  const mark = (s, sign) => {
    const river = seats[s].river
    if (river.length && river.at(-1).length === 2) river[river.length - 1] += sign
  }
  const apply = {
    deal: (e) => give(e.seat, e.tile),
    exchange: (e) => { take(e.seat, e.tile); give(e.to, e.tile) },
    void: (e) => { seats[e.seat].void = e.suit ?? '-' },
    draw: (e) => { left--; give(e.seat, e.tile) },
    discard: (e) => {
      take(e.seat, e.tile)
      seats[e.seat].river.push(e.tile)
      if (e.void) seats[e.seat].void = e.void
    },
    meld: (e) => {
      const { melds } = seats[e.seat]
      const tile = e.meld === '[----]' ? undefined : e.meld[1] + /[mps]/.exec(e.meld)[0]
      if (e.meld.endsWith('a]')) {
        take(e.seat, tile)
        melds[melds.indexOf(`[${tile[0].repeat(3)}${tile[1]}]`)] = e.meld
        return
      }
      melds.push(e.meld)
      if (e.seat === e.from) return take(e.seat, tile, 4)
      take(e.seat, tile, e.meld.length === 6 ? 2 : 3)
      mark(e.from, '-')
    },
    robbed: (e) => {
      const { melds, river } = seats[e.seat]
      melds[melds.indexOf(`[${e.tile[0].repeat(4)}${e.tile[1]}a]`)] = `[${e.tile[0].repeat(3)}${e.tile[1]}]`
      river.push(`${e.tile}^`)
    },
    win: (e) => {
      if (e.seat !== e.from) mark(e.from, '!')
      else if (staysIn) take(e.seat, e.tile)
    },
    transfer: (e) => { seats[e.seat].points += e.points; seats[e.from].points -= e.points },
    answer() {}, exhausted() {}, end() {},
  }
  const list = []
  lines.slice(1, -1).forEach((e, i) => {
    apply[e.event](e)
    if (lines[i + 2].event === 'deal') return
    list.push({ event: e, left, seats: seats.map((s) => ({ held: s.held.toSorted(byTile).join(' '), count: s.held.length + s.hidden, melds: s.melds.join(' '), void: s.void, river: s.river.join(' '), points: s.points })) })
  })
  return { header, list, ledger: lines.at(-1) }
}
