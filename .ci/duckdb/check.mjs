// Runs the README's SQL in DuckDB, exactly as it stands there, and compares what
// it finds with the answer of the README's 'xuezhan dataset query'. The current
// directory must be one in which the paths of the SQL lead to a run.
//
//   node check.mjs README.md answer.json
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const [readme, answerFile] = process.argv.slice(2)

function demand(ok, text) {
  if (!ok) throw new Error(text)
}

const blocks = [...readFileSync(readme, 'utf8').matchAll(/^```sql\n(.*?)^```$/gms)].map((m) => m[1])
demand(blocks.length === 1, `the README has ${blocks.length} blocks of SQL, not one`)
const answer = JSON.parse(readFileSync(answerFile, 'utf8'))

const database = await DuckDBInstance.create(':memory:')
const connection = await database.connect()
const rows = (await connection.runAndReadAll(blocks[0])).getRowObjectsJson()
demand(rows.length > 1 && rows.length === answer.groups.length, `${rows.length} rows, ${answer.groups.length} groups`)

let means = 0
rows.forEach((row, i) => {
  const group = answer.groups[i]
  const where = JSON.stringify(group.key)
  for (const [column, value] of Object.entries(group.key)) {
    demand(row[column] === value, `row ${i} of the SQL has ${column} ${row[column]}, the query ${value}`)
  }
  demand(Number(row.n) === group.rows, `${where}: ${row.n} rows in SQL, ${group.rows} in the query`)
  const mean = group.means.points.value
  if (mean === null) return // too few
  demand(Math.abs(row.points - mean) < 1e-9, `${where}: mean ${row.points} in SQL, ${mean} in the query`)
  means++
})
demand(means > 0, 'no group has a mean')
console.log(`DuckDB: ${rows.length} groups, the same rows and ${means} same means as 'xuezhan dataset query'`)
