// What must hold of any page that is looked at: nothing loaded, no error, nothing too
// wide, text that can be read, a name for everything that can be pressed.
import { chromium } from 'playwright-core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync']

// withBrowser calls act with a browser whose profile is new.
export async function withBrowser(act) {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'))
  const context = await chromium.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium', args, acceptDownloads: true })
  try {
    return await act(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

// open opens a page. What it says and asks for goes to the list of troubles.
export async function open(context, url, troubles, { width = 1280, scheme = 'light' } = {}) {
  const page = await context.newPage()
  const own = new URL(url)
  own.hash = ''
  page.on('console', (m) => troubles.push(`console: ${m.text()}`))
  page.on('pageerror', (e) => troubles.push(`error: ${e.stack}`))
  page.on('request', (r) => r.url().split('#')[0] === own.href || /^(data|blob):/.test(r.url()) || troubles.push(`request: ${r.url()}`))
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto(url)
  return page
}

// faults returns what is wrong with the page as it is laid out.
export const faults = (page) => page.evaluate(() => {
  const list = []
  const name = (e) => `${e.tagName}.${e.className?.baseVal ?? e.className} "${(e.textContent ?? '').trim().slice(0, 30)}"`
  if (document.documentElement.scrollWidth > window.innerWidth) list.push(`the page is ${document.documentElement.scrollWidth} wide`)
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour) => {
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor
      if (!/, 0\)$|transparent/.test(c)) return c
    }
    return 'white'
  }
  const seen = new Set()
  for (const e of document.body.querySelectorAll('*')) {
    if (e.closest('svg, script, style, noscript, [hidden], .unseen') || !e.checkVisibility()) continue
    const box = e.getBoundingClientRect()
    if (box.width > 0 && (box.left < -0.5 || box.right > window.innerWidth + 0.5) && !e.closest('.scroll, .accounts, .events')) list.push(`${name(e)} spans ${box.left} to ${box.right}`)
    if (!e.disabled && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) {
      const style = getComputedStyle(e)
      const key = `${style.color} on ${ground(e)}`
      if (!seen.has(key)) {
        seen.add(key)
        const [x, y] = [luminance(style.color), luminance(ground(e))].sort((p, q) => q - p)
        if ((x + 0.05) / (y + 0.05) < 4.5) list.push(`${name(e)} has contrast ${((x + 0.05) / (y + 0.05)).toFixed(2)}: ${key}`)
      }
      if (parseFloat(style.fontSize) < 11) list.push(`${name(e)} is ${style.fontSize} high`)
    }
    if (/^(BUTTON|SELECT|INPUT|TEXTAREA)$/.test(e.tagName)) {
      const label = e.getAttribute('aria-label') || e.textContent.trim() && e.tagName === 'BUTTON' || e.querySelector?.('[aria-label]') || [...(e.labels ?? [])].map((l) => l.textContent.trim()).join('')
      if (!label) list.push(`${name(e)} has no name`)
    }
  }
  for (const e of document.querySelectorAll('[role=img]')) if (e.getAttribute('aria-hidden') !== 'true' && !e.closest('[aria-hidden=true]') && !e.getAttribute('aria-label')) list.push(`${name(e)} has no name`)
  return list
})
