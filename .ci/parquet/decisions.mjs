// Reads a directory of decisions with hyparquet, and checks its first rows against
// what 'xuezhan dataset head --json' prints of them, every value and every number of
// the vector, and of all rows that the causes add up to the points.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const [dir, headFile] = process.argv.slice(2)

function demand(ok, text) {
  if (!ok) throw new Error(text)
}

function table(name) {
  const data = readFileSync(join(dir, name))
  const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
  return parquetReadObjects({ file, compressors, utf8: false })
}

// The numbers that the bytes of a vector stand for: float32, little-endian, or bytes.
function numbers(column, bytes) {
  if (column === 'planes') return [...bytes]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true))
}

function checkValue(i, name, got, want) {
  if (!Array.isArray(want)) {
    const plain = typeof got === 'bigint' ? Number(got) : got
    return demand(plain === want, `row ${i}: ${name} is ${plain}, printed ${want}`)
  }
  const list = numbers(name, got)
  demand(list.length === want.length, `row ${i}: ${name} has ${list.length} numbers, printed ${want.length}`)
  list.forEach((x, k) => demand(x === Math.fround(want[k]), `row ${i}: number ${k} of ${name} is ${x}, printed ${want[k]}`))
}

const names = readdirSync(dir).filter((f) => /^decisions-.*\.parquet$/.test(f)).sort()
const rows = (await Promise.all(names.map(table))).flat()
const { rows: head } = JSON.parse(readFileSync(headFile, 'utf8'))
demand(head.length > 0 && rows.length >= head.length, `${rows.length} rows, ${head.length} printed`)
head.forEach((row, i) => {
  demand(Object.keys(row).join() === Object.keys(rows[i]).join(), `row ${i} has other columns`)
  for (const [name, want] of Object.entries(row)) checkValue(i, name, rows[i][name], want)
})
const sources = Object.keys(rows[0]).filter((c) => c.startsWith('points_'))
rows.forEach((r, i) => demand(sources.reduce((x, c) => x + r[c], 0) === r.points, `row ${i}: the sources do not sum to the points`))
console.log(`hyparquet: ${rows.length} decisions, ${head.length} as printed, all sums hold`)
