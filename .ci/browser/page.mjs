// Uses the page in Chromium from its file: the analyser's answers are held against
// eval, a hand is played by clicks and another by the keyboard alone, their records
// are verified and watched, and nothing leaves the page.
//
//   node page.mjs XUEZHAN DIR PAGE    pictures go to DIR
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faults, open, withBrowser } from './sight.mjs'

const [program, dir, file] = process.argv.slice(2)
const address = pathToFileURL(resolve(file)).href
const run = (args, input = '') => execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 })
const presets = ['planet', 'wap-battle', 'wap-flow', 'tsumo', 'sbr', 'mil']

function demand(ok, text) {
  if (!ok) throw new Error(text)
}

// chance returns numbers 0 to n−1, the same in every run.
function chance(seed) {
  let x = seed
  return (n) => {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0
    return (x >>> 8) % n
  }
}

// positions makes up cases: tiles of two suits and few of a third, some melds, some
// tiles seen.
function positions(n) {
  const below = chance(7)
  return Array.from({ length: n }, (_, i) => {
    const wall = ['m', 'p', 's'].flatMap((suit) => Array.from({ length: 36 }, (_, k) => `${1 + (k >> 2)}${suit}`))
    const void_ = 'mps'[below(3)]
    const take = (ok) => {
      const fit = wall.filter(ok)
      const tile = fit[below(fit.length)]
      wall.splice(wall.indexOf(tile), 1)
      return tile
    }
    const tiles = []
    let size = 13 + below(2)
    let melds = ''
    for (let k = below(3); k > 0; k--) {
      const tile = take((t) => t[1] !== void_ && wall.filter((x) => x === t).length === 4)
      const four = below(3) === 0
      for (let j = four ? 3 : 2; j > 0; j--) wall.splice(wall.indexOf(tile), 1)
      melds += `[${tile[0].repeat(four ? 4 : 3)}${tile[1]}${four ? ['', 'c', 'a'][below(3)] : ''}]`
      size -= 3
    }
    const loose = below(4) === 0 ? below(3) : 0
    const near = below(2) === 0 // of one suit
    const main = ['m', 'p', 's'].filter((x) => x !== void_)[below(2)]
    while (tiles.length < size) tiles.push(take((t) => (tiles.length < loose ? t[1] === void_ : t[1] !== void_ && (!near || t[1] === main))))
    const seen = Array.from({ length: below(12) }, () => take(() => true)).join('')
    return { tiles: tiles.join('') + melds, rules: presets[i % 6], void: void_, ...(seen ? { seen } : {}), ...(i % 10 === 0 ? { draws: 2 } : {}) }
  })
}

// checkAnalyser asks the analyser for cases and compares the JSON that it shows.
async function checkAnalyser(page) {
  const cases = positions(100)
  const want = run(['eval', '-'], cases.map((c) => JSON.stringify(c) + '\n').join('')).trim().split('\n')
  await page.getByRole('tab', { name: 'Analyse' }).click()
  await page.locator('summary').nth(0).click()
  for (const [i, c] of cases.entries()) {
    await page.locator('select[name=rules]').first().selectOption(c.rules)
    await page.locator('select[name=void]').selectOption(c.void)
    await page.locator('select[name=draws]').selectOption(String(c.draws ?? 0))
    await page.locator('input[name=river2]').fill(c.seen ?? '')
    await page.locator('input[name=tiles]').fill(c.tiles)
    await page.waitForFunction((text) => document.querySelector('.json')?.textContent === text, want[i], { timeout: 30000 })
      .catch(async () => { throw new Error(`analyser of ${JSON.stringify(c)}: ${await page.locator('.json').textContent()}, not ${want[i]}`) })
  }
  demand(want.filter((t) => t.includes('"error"')).length < 5, 'most cases are positions')
  await page.locator('input[name=river2]').fill('')
  await page.locator('input[name=tiles]').fill('')
  for (const t of ['1m', '2m', '3m', '4p', '4p', '4p', '5p', '6p', '7p', '9p']) await page.locator(`[data-kind="${t}"]`).click()
  await page.locator('select[name=void]').selectOption('s')
  await page.locator('select[name=as]').selectOption('pung')
  await page.locator('[data-kind="9m"]').click()
  const clicked = run(['eval', '1m2m3m4p4p4p5p6p7p9p[999m]', '--rules', cases.at(-1).rules, '--void', 's', '--json']).trim()
  await page.waitForFunction((text) => document.querySelector('.json')?.textContent === text, clicked, { timeout: 30000 })
  return cases.length
}

// checkDiscards holds the shanten after each discard, as the analyser has it (its answers
// are eval's), against what study discard says of the same positions.
function checkDiscards() {
  let n = 0
  for (const c of positions(100)) {
    if (c.draws || n === 12) continue
    const answer = JSON.parse(run(['eval', '-'], JSON.stringify(c) + '\n'))
    if (!answer.discards || answer.win) continue
    const want = Object.fromEntries(answer.discards.map((d) => [d.tile, d.shanten]))
    const seen = c.seen ? ['--seen', c.seen] : []
    const study = JSON.parse(run(['study', 'discard', c.tiles, '--void', c.void, '--rules', c.rules, ...seen, '--samples', '1', '--json', '--quiet']))
    const discards = study.actions.filter((a) => a.action.startsWith('discard '))
    for (const a of discards) demand(want[a.action.slice(8)] === a.shanten, `${a.action} of ${JSON.stringify(c)}: study discard has shanten ${a.shanten}, eval ${want[a.action.slice(8)]}`)
    demand(discards.length > 0, `${JSON.stringify(c)} has no discards`)
    n++
  }
  demand(n === 12, `only ${n} positions have discards`)
}

// deal starts a hand.
async function deal(page, rules, seed) {
  await page.getByRole('tab', { name: 'Play' }).click()
  if (!await page.locator('#panel-play select[name=rules]').isVisible()) await page.locator('#panel-play summary').first().click()
  await page.locator('#panel-play select[name=rules]').selectOption(rules)
  await page.locator('input[name=seed]').fill(String(seed))
  await page.locator('[data-act=deal]').click()
  await page.locator('.board article').waitFor()
}

// choices are the controls with which the reader can go on.
const choices = '#panel-play .own-tile:not([aria-pressed=true]), #panel-play .choices button:not(:disabled)'

// save returns the record of the hand that is over: what the link to its file leads to.
async function save(page) {
  await page.locator('[data-act=save][href^="blob:"][download$=".jsonl"]').waitFor()
  return page.evaluate(async () => (await engine.ask('record')).text)
}

// playByClicks plays a hand, and returns its record.
async function playByClicks(page, rules, seed) {
  const below = chance(seed)
  await deal(page, rules, seed)
  for (let n = 0; await page.locator('[data-act=save]').count() === 0; n++) {
    demand(n < 300, 'the hand does not end')
    const before = await page.locator('#panel-play .board').innerHTML()
    const list = page.locator(choices)
    await list.nth(below(await list.count())).click()
    await page.waitForFunction((html) => document.querySelector('#panel-play .board').innerHTML !== html, before)
    if (n === 6) {
      await page.locator('[data-act=coach]').click()
      await page.locator('.coach li').first().waitFor()
    }
  }
  return save(page)
}

// playByKeys plays a hand with Tab and Enter alone, from where the deal leaves the
// focus: on a choice, which is taken, or on its way to one.
async function playByKeys(page, rules, seed) {
  await deal(page, rules, seed)
  await page.locator('#panel-play .own-tile, #panel-play .choices button').first().waitFor()
  for (let n = 0; await page.locator('[data-act=save]').count() === 0; n++) {
    demand(n < 400, 'the hand does not end by keys')
    const before = await page.locator('#panel-play .board').innerHTML()
    for (let k = 0; !await page.evaluate((css) => document.activeElement.matches(css), choices); k++) {
      demand(k < 80, 'no key leads to a choice')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForFunction((html) => document.querySelector('#panel-play .board').innerHTML !== html, before)
  }
  return save(page)
}

// verify has the program play a record again, and its deck be the seed's.
function verify(text, rules, seed) {
  demand(run(['replay', '-', '--verify'], text) === '1 hands verified\n', 'the record is not verified')
  const header = JSON.parse(text.split('\n')[0])
  demand(header.rules.name === rules && header.seed === String(seed), `the record is of ${header.rules.name}, seed ${header.seed}`)
}

// watch opens a record's file in the panel, and sees it to its end.
async function watch(page, text, tmp) {
  const path = join(tmp, 'hand.jsonl')
  writeFileSync(path, text)
  await page.getByRole('tab', { name: 'Watch' }).click()
  await page.locator('input[name=file]').setInputFiles(path)
  await page.locator('#panel-watch [data-act=last]').click()
  const total = await page.locator('#panel-watch .total td').allTextContents()
  const want = JSON.parse(text.trim().split('\n').at(-1)).points.map((n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'))
  demand(JSON.stringify(total) === JSON.stringify(want), `the last table has ${total}, the record ${want}`)
}

// review has the page judge the choices of a seat, and holds what it says was given away
// against what the program says of the same record.
async function review(page, panel, text, seat) {
  await page.locator(`#${panel} [data-act=review]`).click()
  const given = page.locator(`#${panel} [data-given]`)
  await given.waitFor({ timeout: 120000 })
  const answer = JSON.parse(run(['review', '-', '--seat', String(seat), '--worlds', '90', '--json', '--quiet'], text))
  const want = answer.hands[0]
  demand(Math.abs(Number(await given.getAttribute('data-given')) - want.given_away.value) < 1e-9, 'the page says that something else was given away than review does')
  const worse = want.choices.filter((c) => c.given_away)
  demand(await page.locator(`#${panel} .worse button`).count() === worse.length, 'the page has other mistakes than review')
  if (worse.length === 0) return
  await page.locator(`#${panel} .worse button`).first().click()
  const worst = worse.toSorted((a, b) => b.given_away.value - a.given_away.value)[0]
  demand(await page.locator(`#${panel} [data-choice]`).getAttribute('data-choice') === String(worst.line), 'the worst choice does not lead to its turn')
  const options = await page.locator(`#${panel} [data-option]`).evaluateAll((list) => list.map((e) => e.dataset.option))
  demand(options.join() === worst.options.map((o) => o.action).join(), `the worst choice has the options ${options}`)
}

async function start(context, troubles, options) {
  const page = await open(context, address + (options?.hash ?? ''), troubles, options)
  await page.locator('body[data-started]').waitFor({ timeout: 120000 })
  return page
}

mkdirSync(dir, { recursive: true })
const tmp = mkdtempSync(join(tmpdir(), 'page-'))
try {
  await withBrowser(async (context) => {
    const troubles = []
    const before = Date.now()
    const page = await start(context, troubles)
    await page.locator('.json').waitFor({ state: 'attached' })
    const seconds = (Date.now() - before) / 1000
    const cases = await checkAnalyser(page)
    checkDiscards()
    const records = []
    for (const [i, rules] of presets.entries()) {
      const text = await playByClicks(page, rules, 40 + i)
      verify(text, rules, 40 + i)
      records.push(text)
    }
    const keyed = await playByKeys(page, 'wap-battle', 99)
    verify(keyed, 'wap-battle', 99)
    await review(page, 'panel-play', keyed, 0)
    await watch(page, records[2], tmp)
    await page.locator('#panel-watch select[name=seat]').selectOption('2')
    await review(page, 'panel-watch', records[2], 2)
    await page.close()
    for (const width of [390, 1280]) {
      for (const scheme of ['light', 'dark']) {
        const look = await start(context, troubles, { width, scheme, hash: '#analyse' })
        const note = async (what) => {
          troubles.push(...(await faults(look)).map((t) => `${what} at ${width} pixels, ${scheme}: ${t}`))
          await look.screenshot({ path: join(dir, `${what}-${width}-${scheme}.jpg`), type: 'jpeg', quality: 55 })
        }
        await look.locator('select[name=draws]').selectOption('2')
        await look.locator('.answer table td:nth-child(7)').first().waitFor()
        await note('analyse')
        await look.locator('select[name=language]').selectOption('zh')
        await look.locator('.answer table').first().waitFor()
        await note('analyse-zh')
        await look.locator('select[name=language]').selectOption('en')
        await deal(look, 'mil', 5)
        await look.locator('#panel-play .choices button').first().click()
        await look.locator('#panel-play .own-tile').first().click()
        await look.locator('[data-act=coach]').click()
        await look.locator('.coach li').first().waitFor()
        await note('play')
        await look.close()
      }
    }
    if (troubles.length) throw new Error(troubles.slice(0, 50).join('\n'))
    console.log(`chromium: the first answer after ${seconds.toFixed(1)} s; ${cases} positions are answered as by eval, with the discards of study discard; ${records.length} hands played by clicks and one by keys are verified; two are reviewed as by review; nothing left the page`)
  })
} finally {
  rmSync(tmp, { recursive: true, force: true })
}
