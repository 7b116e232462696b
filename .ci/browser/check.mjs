// Opens report pages in Chromium, at the widths of a phone and of a desk, in light
// and dark, and checks what must hold of any page: no error, no request, nothing
// outside the page or its drawing, text that can be read, and the numbers of the
// headline, the tables and the charts those of the JSON that the page carries
// (numbers.mjs says which).
//
//   node check.mjs DIR PAGE...    pictures of the pages go to DIR
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { compare } from './numbers.mjs'

const [dir, ...pages] = process.argv.slice(2)
const widths = [390, 1280]
const schemes = ['light', 'dark']
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync']

function demand(ok, text) {
  if (!ok) throw new Error(text)
}

// The numbers that a page's answer must have.
function headline(report) {
  const ends = (e, ...names) => names.map((n) => e[n]).filter((x) => x !== null && x !== undefined)
  if (report.runs) return []
  if (report.history) return report.holdout ? ends(report.holdout.gain, 'value', 'lo', 'hi') : []
  if (report.path) {
    const best = report.median_unbiased ?? report.confidence_sequence ?? report.difference
    return best ? ends(best, 'value', 'lo', 'hi') : []
  }
  if (report.actions) return ends(report.lead ?? {}, 'value', 'lo', 'hi')
  if (report.question) {
    return [...ends(report.main.difference ?? {}, 'value', 'lo', 'hi'), ...ends(report.maxim?.gain ?? {}, 'value', 'lo', 'hi')]
  }
  if (report.differences.length > 0) {
    return report.differences.filter((d) => d.verdict !== 'too few')
      .flatMap((d) => ends(d.difference, 'lo', 'hi', ...(d.verdict === '~' ? [] : ['mean'])))
  }
  return report.bots.flatMap((b) => [100 * b.win_rate, b.fan.mean, 100 * b.deal_in_rate])
}

// Whether a text has a number, to as many digits as the text gives it.
function has(text, number) {
  return [...text.matchAll(/\d+(?:\.(\d+))?/g)].some(([t, decimals]) => {
    const unit = 10 ** -(decimals ?? '').length
    return Math.abs(Number(t) - Math.abs(number)) <= 0.5 * unit + 1e-9
  })
}

// What is wrong with the page as it is laid out; runs in the page.
function faults(open) {
  const list = []
  const page = document.documentElement
  for (const d of document.querySelectorAll('details')) d.open = open
  if (page.scrollWidth > window.innerWidth) list.push(`the page is ${page.scrollWidth} wide`)
  const name = (e) => `${e.tagName} "${(e.textContent ?? '').trim().slice(0, 40)}"`
  const inside = (r, box, slack) => r.left >= box.left - slack && r.right <= box.right + slack && r.top >= box.top - slack && r.bottom <= box.bottom + slack
  for (const e of document.body.querySelectorAll('*')) {
    const r = e.getBoundingClientRect()
    if (r.width === 0 || e.closest('.scroll') !== null && !e.matches('.scroll') || !e.checkVisibility()) continue
    if (r.left < -0.5 || r.right > window.innerWidth + 0.5) list.push(`${name(e)} spans ${r.left} to ${r.right}`)
  }
  const charts = [...document.querySelectorAll('svg.chart')].filter((svg) => svg.checkVisibility()) // the others are for other widths
  for (const svg of charts) {
    const box = svg.getBoundingClientRect()
    const texts = [...svg.querySelectorAll('text')].filter((t) => t.textContent !== '')
    for (const t of texts) if (!inside(t.getBoundingClientRect(), box, 0.5)) list.push(`${name(t)} leaves "${svg.ariaLabel}"`)
    for (const [i, t] of texts.entries()) {
      const a = t.getBoundingClientRect()
      for (const u of texts.slice(i + 1)) {
        const b = u.getBoundingClientRect()
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (across > 1 && down > 4) list.push(`${name(t)} and ${name(u)} overlap in "${svg.ariaLabel}"`)
      }
    }
    if (svg.getAttribute('role') !== 'img' || !svg.ariaLabel) list.push('a chart has no label')
  }
  for (const e of document.querySelectorAll('p, h1, h2, h3, td, th, li, summary, dt, dd, svg.chart text')) {
    if (!e.checkVisibility()) continue
    const size = parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.getScreenCTM().a : 1)
    if (size < 9) list.push(`${name(e)} is ${size} pixels high`)
  }
  return list.concat(contrasts())

  // Texts of less contrast than 4.5 against what is below them.
  function contrasts() {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const luminance = (colour) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const seen = new Map()
    const ground = (e) => {
      for (; e; e = e.parentElement) {
        const c = getComputedStyle(e).backgroundColor
        if (!/, 0\)$|transparent/.test(c)) return c
      }
      return 'white'
    }
    const check = (e, ink, below) => {
      const key = ink + below
      if (!seen.has(key)) {
        const [x, y] = [luminance(ink), luminance(below)].sort((p, q) => q - p)
        seen.set(key, (x + 0.05) / (y + 0.05))
      }
      if (seen.get(key) < 4.5) list.push(`${name(e)} has contrast ${seen.get(key).toFixed(2)}`)
    }
    for (const e of document.querySelectorAll('p, h1, h2, h3, td, th, li, summary, dt, dd')) check(e, getComputedStyle(e).color, ground(e))
    for (const svg of charts) {
      let cell = null
      for (const m of svg.children) {
        if (m.tagName === 'rect') cell = m
        if (m.tagName !== 'text') continue
        const onCell = cell !== null && inside(m.getBoundingClientRect(), cell.getBoundingClientRect(), 1)
        check(m, getComputedStyle(m).fill, onCell ? getComputedStyle(cell).fill : ground(svg))
      }
    }
    return []
  }
}

// The page's tables and what its charts say under the pointer; runs in the page.
function numbers() {
  const text = (e) => e.textContent.replaceAll('\u00a0', ' ').trim()
  const tables = [...document.querySelectorAll('table')].map((t) => ({
    title: t.closest('.scroll').ariaLabel,
    head: [...t.querySelectorAll('thead th')].map(text),
    rows: [...t.querySelectorAll('tbody tr')].map((r) => [...r.children].map(text)),
  }))
  return { tables, hints: [...document.querySelectorAll('svg.chart title')].map(text) }
}

async function checkPage(context, file, width, scheme) {
  const page = await context.newPage()
  const url = pathToFileURL(resolve(file)).href
  const troubles = []
  page.on('console', (m) => troubles.push(`console: ${m.text()}`))
  page.on('pageerror', (e) => troubles.push(`error: ${e.message}`))
  page.on('request', (r) => r.url() === url || r.url() === 'data:,' || troubles.push(`request: ${r.url()}`))
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto(url)
  const report = JSON.parse(await page.locator('#report').textContent())
  const answer = (await page.locator('.answer').allTextContents()).join('\n')
  for (const n of headline(report)) if (!has(answer, n)) troubles.push(`the headline lacks ${n}: ${answer}`)
  if (width === widths[0] && scheme === schemes[0]) {
    const { tables, hints } = await page.evaluate(numbers)
    const { troubles: wrong, counts } = compare(report, tables, hints)
    troubles.push(...wrong)
    console.log(`${basename(file)}: as in the JSON are ${headline(report).length} numbers of the headline, ${counts.named} cells at their place, ${counts.found} other cells, ${counts.hints} marks of charts`)
  }
  troubles.push(...await page.evaluate(faults, true), ...await page.evaluate(faults, false))
  await page.reload()
  const picture = `${basename(file, '.html')}-${width}-${scheme}.png`
  await page.screenshot({ path: join(dir, picture), fullPage: true })
  await page.close()
  return troubles.map((t) => `${file} at ${width} pixels, ${scheme}: ${t}`)
}

demand(pages.length > 0, 'usage: node check.mjs DIR PAGE...')
mkdirSync(dir, { recursive: true })
const profile = mkdtempSync(join(tmpdir(), 'browser-'))
try {
  const troubles = []
  const context = await chromium.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium', args })
  try {
    for (const file of pages) for (const width of widths) for (const scheme of schemes) troubles.push(...await checkPage(context, file, width, scheme))
    demand(troubles.length === 0, troubles.slice(0, 50).join('\n'))
    console.log(`chromium: ${pages.length} pages at ${widths.join(' and ')} pixels, ${schemes.join(' and ')}: nothing amiss`)
  } finally {
    await context.close()
  }
} finally {
  rmSync(profile, { recursive: true, force: true })
}
