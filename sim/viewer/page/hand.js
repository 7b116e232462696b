// A hand to watch: the table, what happens, and the controls to go through it.

class HandView {
  // hand is as the package viewer makes it. Options: parting, the frame at which it
  // parts from another; onMove is told of every move; onTile(tile) returns what a
  // click on an own tile does, { act, name, pressed }, or null.
  constructor(root, hand, options = {}) {
    this.root = root
    this.hand = hand
    this.header = hand.header
    this.sight = hand.header.visibility // whose eyes the record has
    this.bottom = this.sight.startsWith('seat') ? Number(this.sight.slice(5)) : -1 // −1: from above
    this.open = true
    this.marks = true
    this.at = 0
    this.parting = options.parting ?? -1
    this.onMove = options.onMove ?? (() => {})
    this.onTile = options.onTile ?? (() => null) // what a click on an own tile does
    this.states = statesOf(hand.frames)
    if (hand.review) this.bottom = hand.review.seat
    this.build()
  }

  // known reports whether the one who looks is told what only some seats know.
  known(...seats) {
    return this.open || seats.includes(this.bottom)
  }

  // eventAt returns the event of a frame as it is seen, null if it is not.
  eventAt(k) {
    const f = this.hand.frames[k]
    const seats = [f.event.seat, ...(f.event.event === 'exchange' ? [f.event.to] : [])]
    if (f.closed === undefined || this.known(...seats)) return f.event
    return f.closed
  }

  visible(k) {
    return this.eventAt(k) !== null
  }

  // step goes to the next frame in a direction that is seen and for which ok holds.
  step(direction, ok = () => true) {
    let k = this.at + direction
    while (k >= 0 && k < this.states.length && !(this.visible(k) && ok(k))) k += direction
    if (k >= 0 && k < this.states.length) this.show(k)
    else this.show(direction < 0 ? 0 : this.states.length - 1)
  }

  // startsTurn reports whether a frame is the first of its turn.
  startsTurn(k) {
    return k === 0 || this.hand.frames[k].turn !== this.hand.frames[k - 1].turn
  }

  toTurn(turn) {
    const k = this.hand.frames.findIndex((f) => f.turn >= turn)
    this.show(k < 0 ? this.states.length - 1 : k)
  }

  show(k) {
    this.at = Math.max(0, Math.min(k, this.states.length - 1))
    this.draw()
    this.onMove(this)
  }

  // place is the frame's name in a link: its turn, and how far it is into it.
  place() {
    const { frames } = this.hand
    const { turn } = frames[this.at]
    const into = this.at - frames.findIndex((f) => f.turn === turn)
    return `t${turn}${into ? `.${into}` : ''}`
  }

  // goTo goes to a place.
  goTo(place) {
    const m = /^t(\d+)(?:\.(\d+))?$/.exec(place)
    if (!m) return false
    const first = this.hand.frames.findIndex((f) => f.turn >= Number(m[1]))
    this.show(first < 0 ? this.states.length - 1 : first + Number(m[2] ?? 0))
    return true
  }

  seatName(s) {
    return words('seat', { n: s })
  }

  build() {
    this.root.classList.add('hand')
    this.root.replaceChildren(
      this.facts = el('p', { class: 'facts' }),
      this.table = el('div', { class: 'table' }),
      this.reviewBox = el('div'),
      this.controls = el('div', { class: 'controls', role: 'group' }),
      this.settings = el('div', { class: 'settings' }),
      el('div', { class: 'below' },
        this.logBox = el('section', { class: 'log' }),
        this.accountBox = el('section', { class: 'accounts' })),
      this.live = el('p', { class: 'unseen', 'aria-live': 'polite' }))
    this.translate()
  }

  // setReview shows a review of the hand, as the package review makes it.
  setReview(review) {
    this.hand.review = review
    this.translate()
  }

  // translate writes all texts anew: in another language, or as seen otherwise.
  translate() {
    const { header } = this
    const facts = [header.rules.name, header.seed === undefined ? '' : words('seedHand', { hand: header.hand, seed: header.seed }), words('dealtBy', { seat: this.seatName(header.dealer) })]
    this.facts.textContent = facts.filter(Boolean).join(' · ')
    this.root.classList.toggle('tile-plain', !this.marks)
    this.buildControls()
    this.buildLog()
    this.review = this.hand.review ? new Review(this, this.hand.review) : null
    this.reviewBox.replaceChildren(this.review?.root ?? '')
    this.review?.translate()
    this.draw()
  }

  buildControls() {
    const button = (key, text, act) => el('button', { type: 'button', title: term(key), 'aria-label': term(key), click: act, 'data-act': key }, text)
    const last = this.states.length - 1
    this.slider = el('input', { type: 'range', min: 0, max: last, step: 1, 'aria-label': term('position'), input: () => this.show(Number(this.slider.value)) })
    this.turnField = el('input', { type: 'number', min: 0, max: this.hand.frames[last].turn, class: 'turn', 'aria-label': term('turns'), change: () => this.toTurn(Number(this.turnField.value)) })
    this.playButton = button(this.timer ? 'pause' : 'play', this.timer ? '❚❚' : '▶', () => this.play())
    this.controls.setAttribute('aria-label', term('position'))
    this.controls.replaceChildren(
      el('div', { class: 'buttons' },
        button('first', '⇤', () => this.show(0)), button('turnBack', '«', () => this.step(-1, (k) => this.startsTurn(k))), button('back', '‹', () => this.step(-1)),
        this.playButton,
        button('next', '›', () => this.step(1)), button('turnNext', '»', () => this.step(1, (k) => this.startsTurn(k))), button('last', '⇥', () => this.show(last)),
        el('label', {}, term('turns'), ' ', this.turnField)),
      this.slider)
    this.settings.replaceChildren(...this.buildSettings(), el('p', { class: 'keys' }, term('keys')))
  }

  buildSettings() {
    if (this.sight !== 'full') return []
    const from = el('select', { 'data-act': 'from', change: () => this.look(Number(from.value), this.open) },
      [-1, 0, 1, 2, 3].map((s) => el('option', { value: s, selected: s === this.bottom }, s < 0 ? term('above') : this.seatName(s))))
    const faces = el('input', { type: 'checkbox', 'data-act': 'faces', checked: this.open, change: () => this.look(this.bottom, faces.checked) })
    return [el('label', {}, term('from'), ' ', from), el('label', {}, faces, ' ', term('faces'))]
  }

  // look changes from where the table is seen and whether hidden tiles are.
  look(bottom, open) {
    this.bottom = bottom
    this.open = open
    while (!this.visible(this.at)) this.at--
    this.translate()
    this.onMove(this)
  }

  play() {
    clearInterval(this.timer)
    this.timer = this.timer ? 0 : setInterval(() => {
      if (this.at === this.states.length - 1) this.play()
      else this.step(1)
    }, 900)
    this.buildControls()
    this.draw()
  }

  buildLog() {
    const list = el('ol', { class: 'events' })
    this.rows = this.hand.frames.map((f, k) => {
      const e = this.eventAt(k)
      if (e === null) return null
      const row = el('li', { class: k === this.parting ? 'parting' : '' }, el('button', { type: 'button', click: () => this.show(k) }, this.sentence(e)))
      if (this.startsTurn(k) && f.turn > 0) list.append(el('li', { class: 'turn' }, words('turnIs', { n: f.turn })))
      if (k === this.parting) list.append(el('li', { class: 'turn' }, term('parts')))
      list.append(row)
      return row
    })
    this.logBox.setAttribute('aria-label', term('log'))
    this.logBox.replaceChildren(el('h2', {}, term('log')), list)
    this.list = list
  }

  // sentence tells an event.
  sentence(e) {
    const seat = (s) => this.seatName(s)
    const places = {
      seat: seat(e.seat), from: seat(e.from), to: seat(e.to), points: e.points, tile: e.tile ? tileOf(e.tile) : '', suit: term(e.suit ?? e.void),
      action: term(e.action), cause: term(e.cause), meld: e.meld ? [term(meldOf(e.meld).kind), ' ', meldElement(e.meld)] : '',
    }
    switch (e.event) {
      case 'exchange': return say(e.tile ? 'exchange' : 'exchangeClosed', places)
      case 'void': return say(!e.suit ? 'voidsClosed' : e.tile ? 'aside' : 'voids', places)
      case 'draw': return say((e.replacement ? 'replacement' : 'draw') + (e.tile ? '' : 'Closed'), places)
      case 'discard': return say(e.void ? 'reveals' : 'discard', places)
      case 'meld': return say(e.seat === e.from ? 'meld' : 'claims', places)
      case 'robbed': return say('isRobbed', places)
      case 'win':
        places.patterns = [e.patterns.map((p) => term(patternTerm[p] ?? p)).join(', ') || term('noPattern'), '; ', words('worth', e)]
        return say(e.seat !== e.from ? 'wins' : e.tile ? 'selfDraw' : 'selfDrawClosed', places)
    }
    return say(e.event, places)
  }

  // draw shows the frame.
  draw() {
    const frame = this.hand.frames[this.at]
    const first = Math.max(this.bottom, 0)
    const sides = ['bottom', 'right', 'top', 'left']
    this.table.replaceChildren(this.middle(frame), ...sides.map((side, i) => this.seat((first + i) % 4, side)))
    this.slider.value = this.at
    this.slider.setAttribute('aria-valuetext', words('where', { event: this.at + 1, events: this.states.length }))
    this.turnField.value = frame.turn
    for (const row of this.list.querySelectorAll('[aria-current]')) row.removeAttribute('aria-current')
    const row = this.rows[this.at]
    row?.querySelector('button').setAttribute('aria-current', 'step')
    if (row) this.list.scrollTop = row.offsetTop - this.list.clientHeight / 2
    this.drawAccounts()
    this.review?.draw()
    this.live.textContent = this.sentence(this.eventAt(this.at)).map((x) => (typeof x === 'string' ? x : x.getAttribute?.('aria-label') ?? x)).join('')
  }

  middle(frame) {
    return el('div', { class: 'middle' },
      el('p', { class: 'count' }, el('span', {}, `${term('wall')} `, el('b', { 'data-left': frame.left }, String(frame.left))), ' ',
        el('span', {}, frame.turn ? words('turnIs', { n: frame.turn }) : term('opening'))),
      el('p', { class: this.at === this.parting ? 'now parting' : 'now' }, this.sentence(this.eventAt(this.at))))
  }

  // seat draws a seat's part of the table.
  seat(s, side) {
    const state = this.states[this.at][s]
    const event = this.eventAt(this.at)
    const known = this.known(s) && (state.held !== '' || state.count === 0)
    const melds = this.known(s) ? state.melds : state.open_melds
    const suit = this.known(s) ? state.void : state.open_void
    const active = event.seat === s
    const tags = [s === this.header.dealer ? term('dealer') : '', state.won ? term('won') : '']
    return el('section', { class: `seat ${side}${active ? ' active' : ''}${state.won ? ' won' : ''}`, 'aria-label': this.seatName(s), 'data-seat': s },
      el('h3', {}, el('span', {}, this.seatName(s)), ' ', el('span', { class: 'policy' }, this.header.seats[s]), tags.filter(Boolean).map((t) => el('span', { class: 'tag' }, t)),
        el('span', { class: 'points', 'data-points': state.points }, signed(state.points), ` ${term('points')}`)),
      el('p', { class: 'about' }, el('span', { 'data-void': suit }, words('voidIs', { suit: suit === '-' ? '–' : term(suit) })), known ? this.distance(state) : ''),
      el('div', { class: 'tiles held', role: 'group', 'aria-label': term('held') }, this.held(s, state, known),
        melds.length ? el('span', { class: 'melds', role: 'group', 'aria-label': term('melds') }, melds.map(meldElement)) : ''),
      el('div', { class: 'tiles river', role: 'group', 'aria-label': term('river') }, state.river.map((text) => {
        const { tile, note } = riverTile(text)
        return tileOf(tile, note)
      })))
  }

  held(s, state, known) {
    if (!known) {
      const backs = Array.from({ length: state.count }, () => tileOf('--'))
      for (const b of backs) b.setAttribute('aria-hidden', 'true')
      return [el('span', { class: 'group', role: 'img', 'aria-label': words('hidden', { n: state.count }), 'data-count': state.count }, backs)]
    }
    const tiles = tilesOf(state.held)
    if (state.drawn) tiles.splice(tiles.indexOf(state.drawn), 1)
    const own = (t, note) => (this.at === this.states.length - 1 ? this.clickable(s, tileOf(t, note), t) : tileOf(t, note))
    return [el('span', { class: 'group' }, tiles.map((t) => own(t))), state.drawn ? own(state.drawn, 'drawn') : '']
  }

  // clickable makes a button of an own tile if a click does something.
  clickable(s, picture, tile) {
    const does = s === this.bottom ? this.onTile(tile) : null
    if (!does) return picture
    picture.setAttribute('aria-hidden', 'true')
    return el('button', { type: 'button', class: 'own-tile', 'data-own': tile, 'aria-label': `${does.name} ${tileName(tile)}`, 'aria-pressed': does.pressed === null ? null : String(does.pressed), click: does.act }, picture)
  }

  // distance tells how far a seat is from a win, and its waits.
  distance(state) {
    if (state.shanten === null) return ''
    const text = state.shanten < 0 ? term('complete') : state.shanten === 0 ? term('ready') : words('shantenIs', { n: state.shanten })
    const waits = state.waits.map((w) => el('span', { class: 'wait', title: words('worth', w), 'data-wait': `${w.tile} ${w.live} ${w.points}` }, tileOf(w.tile), ` ${words('live', { n: w.live })} (${words('worth', w)})`))
    return [' · ', el('span', { 'data-shanten': state.shanten }, text), waits.length ? [' · ', `${term('waits')} `, waits] : '']
  }

  drawAccounts() {
    const states = this.states[this.at]
    const sources = [...new Set(states.flatMap((x) => Object.keys(x.account)))]
    const cell = (n) => el('td', {}, n ? signed(n) : '·')
    this.accountBox.setAttribute('aria-label', term('source'))
    this.accountBox.replaceChildren(el('h2', {}, term('points')), el('table', {},
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, term('source')), [0, 1, 2, 3].map((s) => el('th', { scope: 'col' }, this.seatName(s))))),
      el('tbody', {}, sources.map((key) => el('tr', { 'data-source': key }, el('th', { scope: 'row' }, term(sourceTerm[key] ?? key)), states.map((x) => cell(x.account[key])))),
        el('tr', { class: 'total' }, el('th', { scope: 'row' }, term('total')), states.map((x) => el('td', {}, signed(x.points)))))))
  }

  // key acts on a key and reports whether it did.
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return false
    const typing = /^(SELECT|TEXTAREA)$/.test(e.target.tagName) || e.target.tagName === 'INPUT' && e.target.type !== 'checkbox'
    const pressing = e.target.tagName === 'BUTTON' || e.target.tagName === 'INPUT'
    const arrow = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), ArrowUp: () => this.step(-1, (k) => this.startsTurn(k)), ArrowDown: () => this.step(1, (k) => this.startsTurn(k)), Home: () => this.show(0), End: () => this.show(this.states.length - 1) }[e.key]
    if (arrow && !typing) return arrow() ?? true
    if (typing) return false
    if (e.key === ' ' && !pressing) return this.play() ?? true
    if (/^[0-4]$/.test(e.key) && this.sight === 'full') return this.look(Number(e.key) - 1, this.open) ?? true
    if (/^h$/i.test(e.key) && this.sight === 'full') return this.look(this.bottom, !this.open) ?? true
    return false
  }
}

// statesOf returns the states of the four seats after each frame.
function statesOf(frames) {
  let seats = [{}, {}, {}, {}]
  return frames.map((f) => {
    seats = seats.map((s, i) => (Object.keys(f.seats[i]).length ? { ...s, ...f.seats[i] } : s))
    return seats
  })
}

function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'
}
