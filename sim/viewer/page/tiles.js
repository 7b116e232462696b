// Tiles as elements, and their notation.

// tilesOf returns the tiles of a text: ["1m", "2m", "5p"] of "12m5p".
function tilesOf(text) {
  return [...text.matchAll(/([1-9]+)([mps])/g)].flatMap(([, ranks, suit]) => [...ranks].map((r) => r + suit))
}

// meldOf reads a meld: "[9999mc]".
function meldOf(text) {
  const m = /^\[([1-9-]+)([mps]?)([ca]?)\]$/.exec(text)
  const tiles = [...m[1]].map((r) => (m[2] ? r + m[2] : '--'))
  const kind = tiles.length === 3 ? 'pung' : m[3] === 'a' ? 'added_kong' : m[3] === 'c' || !m[2] ? 'concealed_kong' : 'claimed_kong'
  return { kind, tiles }
}

function tileName(tile) {
  return tile === '--' ? term('back_') : words('tile', { rank: tile[0], suit: term(tile[1]) })
}

// tileOf returns the picture of a tile, "--" being face down.
function tileOf(tile, note = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', `tile${note ? ` is-${note}` : ''}`)
  svg.setAttribute('viewBox', '0 0 30 40')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', note && terms.en[note] ? `${tileName(tile)}, ${term(note)}` : tileName(tile))
  svg.dataset.tile = tile
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', tile === '--' ? '#tile-back' : `#tile-${tile}`)
  svg.append(use)
  return svg
}

// meldElement returns the picture of a meld. Of a concealed kong the outer tiles
// are face down.
function meldElement(text) {
  const { kind, tiles } = meldOf(text)
  const shown = tiles.map((t, i) => (kind === 'concealed_kong' && (i === 0 || i === 3) ? '--' : t))
  const e = el('span', { class: 'meld', role: 'img', 'aria-label': `${term(kind)}, ${tileName(tiles[1])}`, 'data-meld': text }, shown.map((t) => tileOf(t)))
  for (const t of e.children) t.setAttribute('aria-hidden', 'true')
  return e
}

// riverTile reads a discard, "4p-": the tile and what became of it.
function riverTile(text) {
  return { tile: text.slice(0, 2), note: { '-': 'claimed', '!': 'wonOn', '^': 'robbed' }[text[2]] ?? '' }
}
