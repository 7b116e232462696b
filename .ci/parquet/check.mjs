// Reads a run's tables with hyparquet and checks what must hold in any run:
// row counts, points that sum to zero, causes that add up to the points.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const dir = process.argv[2]

async function table(name) {
  const files = readdirSync(dir).filter((f) => f.startsWith(name + '-') && f.endsWith('.parquet')).sort()
  const rows = []
  for (const f of files) {
    const data = readFileSync(join(dir, f))
    const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
    for (const row of await parquetReadObjects({ file, compressors })) rows.push(row)
  }
  return rows
}

function demand(ok, text) {
  if (!ok) throw new Error(text)
}

const [hands, seats, wins] = [await table('hands'), await table('seats'), await table('wins')]
demand(hands.length > 0 && seats.length === 4 * hands.length, 'row counts')
hands.forEach((h, i) => {
  demand(Number(h.hand) === i, `hand ${i} is out of order`)
  demand(h.p0 + h.p1 + h.p2 + h.p3 === 0, `the points of hand ${i} do not sum to zero`)
})
const sources = Object.keys(seats[0]).filter((c) => c.startsWith('points_'))
demand(sources.length === 12, `${sources.length} sources`)
seats.forEach((s, i) => {
  const sum = sources.reduce((x, c) => x + s[c], 0)
  demand(sum === s.points, `row ${i} of seats: the sources sum to ${sum}, the points are ${s.points}`)
  demand(s.points === hands[i >> 2]['p' + s.seat], `row ${i} of seats differs from hands`)
})
demand(wins.length === hands.reduce((x, h) => x + h.wins, 0), 'wins')
console.log(`hyparquet: ${hands.length} hands, ${seats.length} seats, ${wins.length} wins, all sums hold`)
