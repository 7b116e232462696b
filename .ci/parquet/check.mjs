// Reads a run's tables with hyparquet, part by part, and checks what must hold
// in any run: row counts, points that sum to zero, causes that add up to the
// points.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const dir = process.argv[2]
const count = { parts: 0, hands: 0, seats: 0, wins: 0 }

function demand(ok, text) {
  if (!ok) throw new Error(text)
}

function table(name) {
  const data = readFileSync(join(dir, name))
  const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
  return parquetReadObjects({ file, compressors })
}

function check(hands, seats, wins) {
  demand(hands.length > 0 && seats.length === 4 * hands.length, 'row counts')
  hands.forEach((h, i) => {
    demand(Number(h.hand) === count.hands + i, `hand ${count.hands + i} is out of order`)
    demand(h.p0 + h.p1 + h.p2 + h.p3 === 0, `the points of hand ${h.hand} do not sum to zero`)
  })
  const sources = Object.keys(seats[0]).filter((c) => c.startsWith('points_'))
  demand(sources.length === 12, `${sources.length} sources`)
  seats.forEach((s, i) => {
    const sum = sources.reduce((x, c) => x + s[c], 0)
    demand(sum === s.points, `seat ${s.seat} of hand ${s.hand}: the sources sum to ${sum}, the points are ${s.points}`)
    demand(s.points === hands[i >> 2]['p' + s.seat], `seat ${s.seat} of hand ${s.hand} differs from hands`)
  })
  demand(wins.length === hands.reduce((x, h) => x + h.wins, 0), 'wins')
}

for (const name of readdirSync(dir).filter((f) => /^hands-.*\.parquet$/.test(f)).sort()) {
  const part = name.slice('hands'.length)
  const [hands, seats, wins] = await Promise.all([table(name), table('seats' + part), table('wins' + part)])
  check(hands, seats, wins)
  count.parts++
  count.hands += hands.length
  count.seats += seats.length
  count.wins += wins.length
}
demand(count.parts > 0, 'no parts')
console.log(`hyparquet: ${count.parts} parts, ${count.hands} hands, ${count.seats} seats, ${count.wins} wins, all sums hold`)
