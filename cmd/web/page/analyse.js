// The panel that measures a position.

const hows = ['self-draw', 'replacement', 'robbing', 'last', 'shot', 'heavenly', 'earthly']
const allTiles = ['m', 'p', 's'].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`))

class Analyser {
  constructor(root, about) {
    this.root = root
    this.about = about
    this.fields = { tiles: '123m456p7889p24m99p', river0: '', river1: '', river2: '', river3: '', melds1: '', melds2: '', melds3: '' }
    this.target = 'tiles'
    this.as = 'single'
    this.void = 's'
    this.voids = ['', '', '', '']
    this.rules = 'wap-battle'
    this.draws = 0
    this.how = new Set()
    this.bots = new Set(['fast', 'big', 'value', 'guard', 'search'])
    this.asked = 0
    this.translate()
  }

  translate() {
    const { fields } = this
    const field = (name, help = '') => el('label', { class: 'field' }, el('span', {}, term(name)),
      el('input', { type: 'text', value: fields[name], name, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': help || null,
        focus: () => this.aim(name), input: (e) => this.set(name, e.target.value) }))
    this.boxes = {}
    this.root.replaceChildren(
      el('form', { class: 'ask', submit: (e) => e.preventDefault() },
        field('tiles', 'tiles-help'), el('p', { class: 'help', id: 'tiles-help' }, term('tilesHelp')),
        this.shown = el('div', { class: 'tiles own', role: 'group', 'aria-label': term('tiles') }),
        this.palette(),
        el('div', { class: 'row' }, this.pick('void', 'void', [['', term('auto')], ['m', term('m')], ['p', term('p')], ['s', term('s')]]),
          this.pick('rules', 'rules', this.about.rules.map((r) => [r.name, r.name])),
          this.pick('draws', 'draws', [[0, term('noDraws')], ...[1, 2, 3, 4].map((n) => [n, words('drawsUnit', { n })])])),
        el('details', {}, el('summary', {}, term('more')),
          ['river0', 'river1', 'river2', 'river3', 'melds1', 'melds2', 'melds3'].map((n) => field(n)),
          el('div', { class: 'row' }, [1, 2, 3].map((s) => this.voidOf(s)))),
        el('details', {}, el('summary', {}, term('how')), el('div', { class: 'row' }, hows.map((h) => this.check(this.how, h, term(`${h}How`))))),
        el('details', {}, el('summary', {}, term('botsPlay')), el('div', { class: 'row' }, this.about.bots.map((b) => this.check(this.bots, b.name, b.name, b.doc))))),
      this.result = el('div', { class: 'answer', 'aria-live': 'polite' }))
    this.drawOwn()
    this.run()
  }

  pick(name, label, choices) {
    const select = el('select', { name, change: () => this.choose(name, select.value) }, choices.map(([value, text]) => el('option', { value, selected: String(value) === String(this[name]) }, text)))
    return el('label', {}, term(label), ' ', select)
  }

  voidOf(s) {
    const select = el('select', { name: `void${s}`, change: () => { this.voids[s] = select.value; this.run() } }, [['', '–'], ['m', term('m')], ['p', term('p')], ['s', term('s')]].map(([value, text]) => el('option', { value, selected: value === this.voids[s] }, text)))
    return el('label', {}, `${term(`opponent${s}`)}: ${term('void')}`, ' ', select)
  }

  check(set, value, text, title = null) {
    const box = el('input', { type: 'checkbox', name: value, checked: set.has(value), change: () => { set[box.checked ? 'add' : 'delete'](value); this.run() } })
    return el('label', { title }, box, ' ', text)
  }

  choose(name, value) {
    this[name] = name === 'draws' ? Number(value) : value
    this.run()
  }

  // palette has the tiles to click.
  palette() {
    const as = el('select', { name: 'as', change: () => { this.as = as.value } }, ['single', 'pung', 'claimed_kong', 'concealed_kong', 'added_kong'].map((k) => el('option', { value: k, selected: k === this.as }, term(k))))
    this.aimed = el('b', {}, term(this.target))
    return el('div', { class: 'palette', role: 'group', 'aria-label': term('addTo') },
      el('p', { class: 'row' }, el('span', {}, term('addTo'), ': ', this.aimed), el('label', {}, term('addAs'), ' ', as),
        el('button', { type: 'button', click: () => this.removeLast() }, term('removeLast')),
        el('button', { type: 'button', click: () => { this.set(this.target, ''); this.tidy() } }, term('clear'))),
      el('div', { class: 'kinds' }, allTiles.map((t) => el('button', { type: 'button', class: 'kind', 'data-kind': t, 'aria-label': tileName(t), click: () => this.add(t) }, hushed(tileOf(t))))))
  }

  aim(name) {
    this.target = name
    this.aimed.textContent = term(name)
  }

  // add puts a tile, or a meld of it, behind the text of the field.
  add(tile) {
    const four = tile[0].repeat(4)
    const text = { single: tile, pung: `[${tile[0].repeat(3)}${tile[1]}]`, claimed_kong: `[${four}${tile[1]}]`, concealed_kong: `[${four}${tile[1]}c]`, added_kong: `[${four}${tile[1]}a]` }[this.as]
    this.set(this.target, this.fields[this.target] + text)
    this.tidy()
  }

  // removeLast takes the last tile or meld off the text of the field.
  removeLast() {
    const parts = this.fields[this.target].match(/\[[^\]]*\]|[1-9]+[mps]|\S/g) ?? []
    const last = parts.pop() ?? ''
    if (/^[1-9]{2,}[mps]$/.test(last)) parts.push(last.slice(0, -2) + last.slice(-1))
    this.set(this.target, parts.join(''))
    this.tidy()
  }

  // tidy writes the field that was changed by a click.
  tidy() {
    const input = this.root.querySelector(`input[name="${this.target}"]`)
    input.value = this.fields[this.target]
  }

  set(name, text) {
    this.fields[name] = text
    this.drawOwn()
    this.run()
    return true
  }

  // drawOwn shows the tiles of the first field; a click takes one away.
  drawOwn() {
    const text = this.fields.tiles
    const melds = text.match(/\[[1-9]{3,4}[mps][ca]?\]/g) ?? []
    const tiles = tilesOf(text.replace(/\[[^\]]*\]/g, ' '))
    const without = (i) => { this.set('tiles', tiles.filter((_, k) => k !== i).join('') + melds.join('')); this.writeTiles() }
    this.shown.replaceChildren(
      el('span', { class: 'group' }, tiles.map((t, i) => el('button', { type: 'button', class: 'kind', 'aria-label': `${tileName(t)} −`, click: () => without(i) }, hushed(tileOf(t))))),
      el('span', { class: 'melds' }, melds.map(meldElement)))
  }

  writeTiles() {
    this.root.querySelector('input[name="tiles"]').value = this.fields.tiles
  }

  // position is the case for eval under a rule system.
  position(rules) {
    const { fields } = this
    const seen = ['river0', 'river1', 'river2', 'river3'].map((n) => fields[n]).join('') +
      ['melds1', 'melds2', 'melds3'].map((n) => fields[n].replace(/[[\]]/g, '').replace(/([mps])[ca]/g, '$1')).join('')
    const p = { tiles: fields.tiles, rules }
    if (this.void) p.void = this.void
    if (seen) p.seen = seen
    if (this.how.size) p.how = [...this.how].join(',')
    if (this.draws && rules === this.rules) p.draws = this.draws
    return p
  }

  // run asks for the answers, and shows them if nothing has changed since.
  run() {
    clearTimeout(this.soon)
    this.soon = setTimeout(async () => {
      const asked = ++this.asked
      this.root.setAttribute('aria-busy', 'true')
      const names = this.about.rules.map((r) => r.name)
      const texts = await Promise.all(names.map((n) => engine.text('eval', this.position(n))))
      const answers = Object.fromEntries(texts.map((t, i) => [names[i], JSON.parse(t)]))
      const main = answers[this.rules]
      const advice = main.error || !main.discards ? null : await engine.ask('advise', this.tableOf(main))
      if (asked !== this.asked) return
      this.root.removeAttribute('aria-busy')
      this.draw(main, answers, advice, texts[names.indexOf(this.rules)])
    }, 120)
  }

  // tableOf is the position as bots are asked about it.
  tableOf(answer) {
    const { fields } = this
    return { tiles: fields.tiles, melds: ['', fields.melds1, fields.melds2, fields.melds3], void: answer.void, voids: this.voids, rivers: [0, 1, 2, 3].map((s) => fields[`river${s}`]), rules: this.rules, dealer: 0, bots: [...this.bots] }
  }

  draw(main, answers, advice, text) {
    this.result.replaceChildren(...(main.error ? [el('p', { class: 'error', role: 'alert' }, main.error)] : this.report(main, answers, advice)),
      el('details', {}, el('summary', {}, term('json')), el('pre', { class: 'json' }, text)))
  }

  report(main, answers, advice) {
    const title = main.shanten < 0 ? term('isComplete') : main.shanten === 0 ? term('ready') : words('shantenIs', { n: main.shanten })
    const parts = [el('h2', {}, title, ' ', el('span', { class: 'soft' }, `${words('voidIs', { suit: term(main.void) })} · ${main.rules}`))]
    if (main.win) parts.push(this.wins(answers))
    parts.push(...(main.discards ? [this.discards(main)] : [this.pause(main), this.waits(main, answers)]))
    if (main.draws && !main.discards) parts.push(this.curve(main.draws))
    parts.push(el('h3', {}, term('botsPlay')), advice ? this.advice(advice) : el('p', { class: 'soft' }, term('noBots')))
    return parts
  }

  wins(answers) {
    return table([term('rules'), term('fanPoints'), term('patterns')], Object.entries(answers).filter(([, a]) => a.win).map(([name, a]) => [name, `${a.win.fan} · ${a.win.points}`, patternText(a.win)]), term('isComplete'))
  }

  discards(main) {
    const last = main.draws ? main.draws.curve.length - 1 : 0
    const chances = new Map((main.draws?.discards ?? []).map((d) => [d.tile, d.curve[last]]))
    const figures = main.draws ? [`${term('winChance')} %`, `${term('readyChance')} %`, term('expected')] : []
    const head = [term('discardOne'), term('shanten'), term('liveTiles'), ...figures, term('accepts')]
    const rows = main.discards.map((d) => {
      const c = chances.get(d.tile)
      return [tileOf(d.tile), d.shanten, d.live, ...(main.draws ? [percent(c.win), percent(c.ready), c.points.toFixed(3)] : []), el('span', { class: 'group' }, d.acceptance.map((t) => tileOf(t)))]
    })
    return table(head, rows, main.draws ? `${term('chances')}, ${words('drawsUnit', { n: last + 1 })}` : '')
  }

  pause(main) {
    return el('p', {}, `${term('accepts')}: `, main.acceptance.length ? el('span', { class: 'group' }, main.acceptance.map((t) => tileOf(t))) : term('nothing'), ` · ${words('live', { n: main.live })}`)
  }

  // waits has a row for each wait and a column for each rule system.
  waits(main, answers) {
    if (!main.waits.length) return el('p', {}, `${term('waits')}: ${term('none')}`)
    const systems = Object.entries(answers).filter(([, a]) => a.waits)
    const rows = main.waits.map((w) => [tileOf(w.tile), w.live, patternText(w), ...systems.map(([, a]) => {
      const x = a.waits.find((y) => y.tile === w.tile)
      return x ? `${x.fan} · ${x.points}` : '–'
    })])
    return table([term('waitFor'), term('liveTiles'), term('patterns'), ...systems.map(([name]) => el('span', { class: 'name' }, name))], rows, `${term('byRules')}: ${term('fanPoints')}`)
  }

  curve(draws) {
    return table([term('within'), `${term('winChance')} %`, `${term('readyChance')} %`, term('expected'), term('fanWord')], draws.curve.map((c) => [words('drawsUnit', { n: c.draws }), percent(c.win), percent(c.ready), c.points.toFixed(3), c.fan.toFixed(3)]), term('chances'))
  }

  advice(advice) {
    if (advice.error) return el('p', { class: 'error' }, advice.error)
    return adviceTable(advice)
  }
}

// adviceTable shows what bots would play.
function adviceTable(advice) {
  return table([term('bot'), term('plays')], advice.map((a) => [a.bot, a.error ?? el('span', { 'data-action': a.action.id }, actionWords(a.action))]))
}

// actionWords tells an action: its name and its tile or suit.
function actionWords(a) {
  return [term(`act_${a.kind}`), ...(a.tile ? [' ', tileOf(a.tile)] : a.suit ? [' ', term(a.suit)] : [])]
}

function percent(x) {
  return (100 * x).toFixed(2)
}

function patternText(win) {
  return win.patterns.map((p) => `${term(patternTerm[p.name] ?? p.name)} ${p.fan}`).join(', ') || term('noPattern')
}

// table makes a table of heads and rows.
function table(heads, rows, caption = '') {
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption || heads[0] }, el('table', {}, caption ? el('caption', {}, caption) : '',
    el('thead', {}, el('tr', {}, heads.map((h) => el('th', { scope: 'col' }, h)))),
    el('tbody', {}, rows.map((r) => el('tr', {}, r.map((c, i) => el(i ? 'td' : 'th', i ? {} : { scope: 'row' }, c ?? '')))))))
}

// hushed takes a picture from those who hear the page: what it is in has a name.
function hushed(e) {
  e.setAttribute('aria-hidden', 'true')
  return e
}
