// The panel to play against bots. The reader is seat 0.

// reviewWorlds is the number of worlds that a review in the page makes up at a choice.
const reviewWorlds = 90

class Player {
  constructor(root, about) {
    this.root = root
    this.about = about
    this.rules = 'wap-battle'
    this.bots = ['fast', 'value', 'big']
    this.seed = String(crypto.getRandomValues(new Uint32Array(1))[0])
    this.hand = 0
    this.points = 0
    this.played = 0
    this.picked = []
    this.file = '' // the address of the last hand's record
    this.translate()
  }

  translate() {
    const pick = (label, value, choices, set) => {
      const select = el('select', { name: label, change: () => set(select.value) }, choices.map((c) => el('option', { value: c, selected: c === value }, c)))
      return el('label', {}, term(label), ' ', select)
    }
    const number = (label, value, set) => {
      const input = el('input', { type: 'text', inputmode: 'numeric', name: label, value, size: 12, change: () => set(input.value) })
      return el('label', {}, term(label), ' ', input)
    }
    const names = this.about.bots.map((b) => b.name)
    this.root.replaceChildren(
      el('form', { class: 'ask', submit: (e) => { e.preventDefault(); this.deal() } }, this.setup = el('details', { open: !this.state }, el('summary', {}, term('setup')),
        el('div', { class: 'row' }, pick('rules', this.rules, this.about.rules.map((r) => r.name), (v) => { this.rules = v }),
          [1, 2, 3].map((s) => pick(`opponent${s}`, this.bots[s - 1], names, (v) => { this.bots[s - 1] = v }))),
        el('div', { class: 'row' }, number('seed', this.seed, (v) => { this.seed = v.trim() }), number('handNo', this.hand, (v) => { this.hand = Number(v) }),
          el('button', { type: 'submit', class: 'main', 'data-act': 'deal' }, term('dealNow'))))),
      this.note = el('p', { class: 'error', role: 'alert' }),
      el('div', { class: 'board' }, this.place = el('div'), this.actions = el('section', { class: 'actions', 'aria-label': term('yourChoice') })))
    if (this.state) this.show(this.state)
  }

  async deal() {
    this.picked = []
    this.state = null
    this.actions.replaceChildren()
    this.place.replaceChildren()
    this.root.querySelector('[name=handNo]').value = this.hand
    this.show(await engine.ask('deal', { rules: this.rules, bots: this.bots, seed: this.seed, hand: this.hand }))
  }

  async act(...actions) {
    if (this.busy) return
    this.busy = true
    this.picked = []
    const state = await engine.ask('act', { actions })
    this.busy = false
    this.show(state)
  }

  show(state) {
    this.note.textContent = state.error ?? ''
    if (state.error) {
      if (this.state) this.show(this.state)
      this.note.textContent = state.error
      return
    }
    const focused = this.root.contains(document.activeElement)
    this.setup.open = false
    const before = this.state?.hand.frames.length ?? 0
    if (state.over && state !== this.state) {
      this.played++
      this.points += state.hand.frames.at(-1) ? pointsOf(state.hand) : 0
    }
    this.state = state
    this.advice = null
    const root = el('article', { class: 'playing' })
    this.place.replaceChildren(root)
    this.view = new HandView(root, state.hand, { onTile: (tile) => this.tileAct(tile) })
    this.view.bottom = 0
    this.view.open = state.over
    this.view.marks = settings.marks
    this.view.at = state.hand.frames.length - 1
    this.view.translate()
    this.tell(state, before)
    this.drawActions()
    if (focused) (this.actions.querySelector('button.main:not(:disabled)') ?? this.place.querySelector('.own-tile') ?? this.actions.querySelector('button'))?.focus({ preventScroll: true })
  }

  // tell says what has happened since the reader's last choice.
  tell(state, before) {
    if (state.over) return
    const from = state.hand.frames.length > before ? before : 0
    const texts = state.hand.frames.slice(Math.max(from, 0)).slice(-8).map((f) => spoken(this.view.sentence(f.event)))
    this.view.live.textContent = texts.join(' ')
  }

  // tileAct returns what a click on an own tile does, null for nothing.
  tileAct(tile) {
    const { state } = this
    if (!state || state.over) return null
    if (state.phase === 'exchange') return this.mayPass(tile) && { act: () => this.toggle(tile), pressed: this.picked.includes(tile), name: term('act_exchange') }
    const a = state.legal.find((x) => x.tile === tile && (x.kind === 'discard' || x.kind === 'commit_void'))
    return a ? { act: () => this.act(a.id), pressed: null, name: term(`act_${a.kind}`) } : null
  }

  // own returns the tiles that the reader holds.
  own() {
    return tilesOf(this.state.hand.frames.reduce((held, f) => f.seats[0].held ?? held, ''))
  }

  // mayPass reports whether a tile can be among those to pass on.
  mayPass(tile) {
    return !this.state.one_suit || this.own().filter((t) => t[1] === tile[1]).length >= this.state.exchange
  }

  // toggle puts a tile among those to pass on, or takes its kind out once all of it is
  // among them. Where they have to be of one suit, another suit starts over.
  toggle(tile) {
    const held = this.own().filter((t) => t === tile).length
    if (this.state.one_suit && this.picked.some((t) => t[1] !== tile[1])) this.picked = []
    if (this.picked.filter((t) => t === tile).length >= held) this.picked = this.picked.filter((t) => t !== tile)
    else this.picked.push(tile)
    if (this.picked.length > this.state.exchange) this.picked.shift()
    const focused = document.activeElement?.dataset.own
    this.view.draw()
    this.drawActions()
    const next = this.picked.length === this.state.exchange ? this.actions.querySelector('[data-act="pass-on"]') : this.place.querySelector(`[data-own="${focused}"]`)
    if (focused) next?.focus({ preventScroll: true })
  }

  drawActions() {
    const { state } = this
    const button = (a) => el('button', { type: 'button', 'data-action': a.id, class: ['win', 'pung', 'kong', 'pass'].includes(a.kind) ? 'main' : '', click: () => this.act(a.id) }, actionWords(a))
    let parts
    if (state.over) parts = this.overParts()
    else if (state.phase === 'exchange') parts = this.exchangeParts()
    else {
      const asked = state.offered ? [el('span', {}, words('asked', { seat: this.view.seatName(state.from) }), ' ', tileOf(state.offered))] : []
      parts = [el('p', { class: 'row' }, el('b', {}, term('yourChoice')), asked), el('div', { class: 'row choices' }, state.legal.filter((a) => a.kind !== 'discard').map(button), state.legal.some((a) => a.kind === 'discard') ? el('span', {}, term('clickTile')) : '')]
    }
    if (!state.over) parts.push(el('div', { class: 'row' }, el('button', { type: 'button', 'data-act': 'coach', click: () => this.coach() }, term('coach'))), this.coachBox = el('div', { class: 'coach', 'aria-live': 'polite' }))
    this.actions.replaceChildren(...parts)
  }

  exchangeParts() {
    const { state } = this
    const left = state.exchange - this.picked.length
    const ids = [...this.picked].sort((a, b) => a[1].localeCompare(b[1]) || a.localeCompare(b)).map((t) => 81 + 'mps'.indexOf(t[1]) * 9 + Number(t[0]) - 1)
    return [el('p', { class: 'row' }, el('b', {}, words('choose', { n: state.exchange, left })), el('span', { class: 'group' }, this.picked.map((t) => tileOf(t)))),
      el('div', { class: 'row choices' },
        el('button', { type: 'button', class: 'main', 'data-act': 'pass-on', disabled: left > 0, click: () => this.act(...ids) }, term('passOn')))]
  }

  overParts() {
    const points = pointsOf(this.state.hand)
    const save = el('a', { class: 'button', 'data-act': 'save', download: `hand-${this.seed}-${this.hand}.jsonl` }, term('save'))
    this.offer(save)
    return [el('p', { role: 'status', class: 'result' }, el('b', {}, words('over', { points: signed(points) })), ' ', words('sum', { points: signed(this.points), hands: this.played })),
      el('p', { class: 'row' }, el('button', { type: 'button', class: 'main', 'data-act': 'again', click: () => { this.hand++; this.deal() } }, term('again')),
        save, el('button', { type: 'button', 'data-act': 'review', disabled: Boolean(this.state.hand.review), click: (e) => this.review(e.target) }, term('reviewYours')))]
  }

  // review judges the reader's choices in the hand that is over.
  async review(button) {
    const { hand } = this.state
    button.disabled = true
    this.note.textContent = term('reviewing')
    const { text } = await engine.ask('record')
    const review = await engine.ask('review', { text, hand: 0, seat: 0, by: 'value', worlds: reviewWorlds })
    this.note.textContent = review.error ?? ''
    if (!review.error && hand === this.state.hand) this.view.setReview(review)
  }

  // offer makes the record a file that the link to save it leads to.
  async offer(link) {
    const { text } = await engine.ask('record')
    URL.revokeObjectURL(this.file)
    this.file = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
    link.href = this.file
  }

  async coach() {
    const answer = await engine.ask('coach', { bots: ['fast', 'value', 'guard', 'search'], draws: 0 })
    if (answer.error) {
      this.coachBox.replaceChildren(el('p', { class: 'error' }, answer.error))
      return
    }
    const parts = [el('h3', {}, term('coachSays')), sameAdvice(answer.advice)]
    const m = answer.eval
    if (m?.discards) parts.push(el('details', {}, el('summary', {}, term('measured')), Analyser.prototype.discards.call(null, m)))
    else if (m?.waits) parts.push(Analyser.prototype.pause.call(null, m))
    this.coachBox.replaceChildren(...parts)
  }

  key(e) {
    return this.view?.key(e) ?? false
  }
}

// sameAdvice lists what is advised, each with the bots that would play it.
function sameAdvice(advice) {
  const actions = new Map()
  for (const a of advice) {
    const key = a.error ?? a.action.id
    actions.set(key, [...(actions.get(key) ?? []), a])
  }
  return el('ul', { class: 'advice' }, [...actions.values()].map((same) => el('li', {}, el('b', {}, same[0].error ?? actionWords(same[0].action)), ` — ${same.map((a) => a.bot).join(', ')}`)))
}

// pointsOf returns the reader's points of a hand that is over.
function pointsOf(hand) {
  return hand.ledger.points[0]
}

// spoken returns a sentence as text alone.
function spoken(parts) {
  return parts.map((x) => (typeof x === 'string' ? x : x.getAttribute?.('aria-label') ?? x)).join('')
}
