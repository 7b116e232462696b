// Goes through hands on their page in Chromium, from above and as a seat, and holds
// every state that is shown against the table that the record's lines make, and
// shanten and waits against eval. Of a page's hands the first two are also seen as
// each seat, and then every eighth as one of them.
//
//   node hand.mjs XUEZHAN DIR PAGE RECORD [PAGE RECORD...]    pictures go to DIR
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { boards, tilesOf } from './board.mjs'
import { faults, open, withBrowser } from './sight.mjs'

const [program, dir, ...files] = process.argv.slice(2)
const run = (...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
const evalAll = (cases) => execFileSync(program, ['eval', '-'], { input: cases.map((c) => JSON.stringify(c) + '\n').join(''), encoding: 'utf8', maxBuffer: 1 << 28 }).trim().split('\n').map((l) => JSON.parse(l))

// handsOf splits a text into its records, as lists of lines.
function handsOf(text) {
  const hands = []
  for (const line of text.trim().split('\n').map((l) => JSON.parse(l))) {
    if (line.format) hands.push([])
    hands.at(-1).push(line)
  }
  return hands
}

// shown goes through a hand from its first event to the last; runs in the page, which is
// not laid out meanwhile.
function shown() {
  const text = (e) => e.dataset
  const states = []
  document.body.style.display = 'none'
  document.querySelector('[data-act=first]').click()
  for (;;) {
    const seats = []
    for (const seat of document.querySelectorAll('[data-seat]')) {
      const held = seat.querySelector('.held')
      const all = [...held.querySelectorAll('[data-tile]')].filter((t) => !t.closest('[data-meld]'))
      const faceUp = all.filter((t) => t.dataset.tile !== '--').map((t) => t.dataset.tile)
      seats[text(seat).seat] = {
        held: faceUp.sort((a, b) => a[1].localeCompare(b[1]) || a.localeCompare(b)).join(' '), count: all.length,
        melds: [...seat.querySelectorAll('[data-meld]')].map((m) => m.dataset.meld).join(' '),
        void: seat.querySelector('[data-void]').dataset.void,
        river: [...seat.querySelectorAll('.river [data-tile]')].map((t) => t.dataset.tile + (t.classList.contains('is-claimed') ? '-' : t.classList.contains('is-wonOn') ? '!' : t.classList.contains('is-robbed') ? '^' : '')).join(' '),
        points: Number(seat.querySelector('[data-points]').dataset.points),
        shanten: seat.querySelector('[data-shanten]')?.dataset.shanten ?? null,
        waits: [...seat.querySelectorAll('[data-wait]')].map((w) => w.dataset.wait).join(', '),
      }
    }
    const accounts = [...document.querySelectorAll('[data-source]')].map((r) => [r.dataset.source, ...[...r.querySelectorAll('td')].map((c) => Number(c.textContent.replace('−', '-').replace('·', '0').replace('+', '')))])
    states.push({ left: Number(document.querySelector('[data-left]').dataset.left), seats, accounts, hash: location.hash })
    const { value, max } = document.querySelector('input[type=range]')
    if (value === max) {
      document.body.style.display = ''
      return states
    }
    document.querySelector('[data-act=next]').click()
  }
}

// compare holds states against boards and returns the first differences.
function compare(states, list, what) {
  const troubles = []
  if (states.length !== list.length) troubles.push(`${what}: ${states.length} states, ${list.length} events`)
  for (const [k, state] of states.entries()) {
    const board = list[k]
    if (!board) break
    if (state.left !== board.left) troubles.push(`${what}, state ${k}: ${state.left} tiles left, not ${board.left}`)
    for (const s of [0, 1, 2, 3]) {
      for (const field of Object.keys(board.seats[s])) {
        if (state.seats[s][field] !== board.seats[s][field]) troubles.push(`${what}, state ${k}, seat ${s}: ${field} is ${state.seats[s][field]}, not ${board.seats[s][field]}`)
      }
    }
  }
  return troubles.slice(0, 5)
}

// compareLedger holds the last state's points by source against the record's.
function compareLedger(state, ledger, what) {
  const sum = (s) => Object.fromEntries(state.accounts.filter((row) => row[s + 1]).map((row) => [row[0], row[s + 1]]))
  return [0, 1, 2, 3].filter((s) => JSON.stringify(Object.entries(sum(s)).sort()) !== JSON.stringify(Object.entries(ledger.accounts[s]).sort())).map((s) => `${what}: the points of seat ${s} are ${JSON.stringify(sum(s))}, not ${JSON.stringify(ledger.accounts[s])}`)
}

// measured holds shanten and waits of states against eval.
function measured(states, list, rules, shownKongs, staysIn, what) {
  const cases = []
  const want = []
  const laid = [] // tiles laid open by winners who keep their others
  const out = [false, false, false, false]
  for (const [k, board] of list.entries()) {
    const e = board.event
    if (e.event === 'win') {
      if (e.seat === e.from && staysIn) laid.push(e.tile)
      if (!staysIn) out[e.seat] = true
    }
    for (const s of [0, 1, 2, 3]) {
      const { held, count, melds, void: suit } = board.seats[s]
      const size = count + 3 * (melds ? melds.split(' ').length : 0)
      if (out[s] || size !== 13 && size !== 14) {
        if (states[k].seats[s].shanten !== null) return [`${what}, state ${k}, seat ${s}: a shanten where there is none`]
        continue
      }
      const seen = [0, 1, 2, 3].flatMap((o) => board.seats[o].river.split(' ').filter((t) => t && !t.endsWith('-')).map((t) => t.slice(0, 2)))
        .concat([0, 1, 2, 3].filter((o) => o !== s).flatMap((o) => board.seats[o].melds.split(' ').filter((m) => m && (shownKongs || !m.endsWith('c]'))).flatMap((m) => tilesOf(m))), laid)
      cases.push({ tiles: held.replaceAll(' ', ''), melds: melds ? melds.split(' ') : [], rules, seen: seen.join(''), ...(suit === '-' ? {} : { void: suit }) })
      want.push([k, s])
    }
  }
  const troubles = []
  for (const [i, a] of evalAll(cases).entries()) {
    const [k, s] = want[i]
    const { shanten, waits } = states[k].seats[s]
    const text = (a.waits ?? []).map((w) => `${w.tile} ${w.live} ${w.points}`).join(', ')
    if (Number(shanten) !== a.shanten || waits !== text) troubles.push(`${what}, state ${k}, seat ${s}: shanten ${shanten}, waits ${waits}; eval of ${JSON.stringify(cases[i])}: ${a.error ?? `${a.shanten}, ${text}`}`)
  }
  return troubles.slice(0, 5)
}

async function checkHand(page, h, lines, seatLines, what) {
  const { header } = boards(lines, false)
  const rules = JSON.parse(run('rules', 'show', header.rules.name, '--json'))
  const staysIn = rules.after_win === 'stay'
  await page.evaluate((to) => { location.hash = to }, `#h${h}t0`)
  await page.waitForTimeout(50)
  const { list, ledger } = boards(lines, staysIn)
  const states = await page.evaluate(shown)
  const troubles = [...compare(states, list, what), ...compareLedger(states.at(-1), ledger, what), ...measured(states, list, header.rules.name, rules.concealed_kong_visible, staysIn, what)]
  const seats = [0, 1, 2, 3].filter((s) => h < 2 || h % 8 === 7 && s === (h >> 3) % 4)
  for (const s of seats) {
    await page.locator('[data-act=from]').selectOption(String(s))
    await page.locator('[data-act=faces]').setChecked(false)
    const seen = await page.evaluate(shown)
    troubles.push(...compare(seen, boards(seatLines[s], staysIn).list, `${what} as seat ${s}`))
    await page.locator('[data-act=faces]').setChecked(true)
  }
  await page.locator('[data-act=from]').selectOption('-1')
  return { troubles, states: states.length * (1 + seats.length) }
}

await withBrowser(async (context) => {
  mkdirSync(dir, { recursive: true })
  const troubles = []
  let states = 0
  let hands = 0
  for (let i = 0; i < files.length; i += 2) {
    const [file, recordFile] = files.slice(i, i + 2)
    const page = await open(context, pathToFileURL(resolve(file)).href, troubles)
    const all = handsOf(readFileSync(recordFile, 'utf8'))
    const asSeat = [0, 1, 2, 3].map((s) => handsOf(run('replay', recordFile, '--seat', String(s), '--json')))
    for (const [h, lines] of all.entries()) {
      const result = await checkHand(page, h, lines, asSeat.map((l) => l[h]), `${basename(file)}, hand ${h}`)
      troubles.push(...result.troubles)
      states += result.states
      hands++
    }
    await page.close()
    for (const width of [390, 1280]) {
      for (const scheme of ['light', 'dark']) {
        const look = await open(context, `${pathToFileURL(resolve(file)).href}#h0t30`, troubles, { width, scheme })
        troubles.push(...(await faults(look)).map((t) => `${file} at ${width} pixels, ${scheme}: ${t}`))
        await look.keyboard.press('l')
        troubles.push(...(await faults(look)).map((t) => `${file} in Chinese at ${width} pixels, ${scheme}: ${t}`))
        if (i === 0) await look.screenshot({ path: join(dir, `hand-${width}-${scheme}.jpg`), type: 'jpeg', quality: 55 })
        await look.close()
      }
    }
    if (troubles.length > 50) break
  }
  if (troubles.length) throw new Error(troubles.slice(0, 50).join('\n'))
  console.log(`chromium: ${states} states of ${hands} hands, from above and as seats, are those of replay --json; shanten and waits those of eval`)
})
