// The review of a hand: what each choice of a seat was worth, at its turn, and a list
// of those that cost most.

class Review {
  // view is the hand's; review is as the package review makes it.
  constructor(view, review) {
    this.view = view
    this.review = review
    this.byLine = new Map(review.choices.map((c) => [c.line, c]))
    this.now = el('div', { class: 'choice', 'aria-live': 'polite' })
    this.root = el('section', { class: 'review' })
  }

  translate() {
    const { review } = this
    const luck = review.luck ? [' ', words('luckIs', { n: number(review.luck[review.seat]) })] : ''
    this.root.setAttribute('aria-label', term('review'))
    this.root.replaceChildren(
      el('h2', {}, words('reviewOf', { seat: this.view.seatName(review.seat), by: review.by })),
      el('p', { class: 'sum' }, el('b', { 'data-given': review.given_away.value }, words('gaveAway', { points: interval(review.given_away) })), ' ',
        words('mistakesAre', { n: review.mistakes, choices: review.choices.length }), luck),
      this.now, this.list())
    this.draw()
  }

  // list has the choices that looked worse than another, by what they cost.
  list() {
    const worse = this.review.choices.filter((c) => c.given_away).sort((a, b) => b.given_away.value - a.given_away.value)
    return el('ol', { class: 'worse' }, worse.map((c) => el('li', {}, el('button', { type: 'button', 'data-line': c.line, click: () => this.goTo(c) },
      el('span', { class: `verdict ${c.verdict}` }, interval(c.given_away)), ' ', c.turn ? words('turnIs', { n: c.turn }) : term('opening'), ': ', optionWords(c.played), ' → ', optionWords(c.best)))))
  }

  // goTo shows the table as it was when the choice was made.
  goTo(choice) {
    const k = this.view.hand.frames.findIndex((f) => f.line === choice.line)
    this.view.show(Math.max(k - 1, 0))
  }

  // choiceAt returns the choice that a frame shows, or else the one that comes next.
  choiceAt(k) {
    const { frames } = this.view.hand
    return this.byLine.get(frames[k].line) ?? this.byLine.get(frames[k + 1]?.line)
  }

  draw() {
    const c = this.choiceAt(this.view.at)
    if (!c) {
      this.now.replaceChildren(el('p', { class: 'soft' }, term('noChoice')))
      return
    }
    const says = c.given_away
      ? [term('played'), ' ', optionWords(c.played), '; ', term('better'), ' ', optionWords(c.best), ': ', el('b', { class: `verdict ${c.verdict}` }, words('pointsMore', { points: interval(c.given_away) })), ` (${term(c.verdict)})`]
      : [term('played'), ' ', optionWords(c.played), ': ', term('isBest')]
    const range = rangeOf(c.options)
    this.now.replaceChildren(el('p', { class: 'says', 'data-choice': c.line }, says), el('div', { class: 'scroll' }, el('table', {},
      el('thead', {}, el('tr', {}, ['option', 'worthOf', '', 'lessPlayed'].map((key) => el('th', { scope: 'col' }, key && term(key))))),
      el('tbody', {}, c.options.map((o) => el('tr', { class: o.action === c.played ? 'is-played' : '', 'data-option': o.action },
        el('th', { scope: 'row' }, optionWords(o.action), o.action === c.played ? ` ${term('wasPlayed')}` : ''), el('td', {}, number(o.points.value)),
        el('td', {}, whisker(o.points, range, o.action === c.best)), el('td', {}, o.difference ? interval(o.difference) : '')))))),
      c.tried > c.options.length ? el('p', { class: 'soft' }, words('ofMany', { n: c.options.length, all: c.tried })) : '')
  }
}

// rangeOf returns the least and the most points that intervals reach.
function rangeOf(options) {
  const ends = options.flatMap((o) => [o.points.lo ?? o.points.value, o.points.hi ?? o.points.value])
  return [Math.min(...ends), Math.max(...ends)]
}

// whisker draws an interval within a range: a line, and a dot at the value.
function whisker(i, [lo, hi], best) {
  const at = (v) => 4 + (112 * (v - lo)) / (hi - lo || 1)
  const svg = (name, attributes, ...content) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value)
    e.append(...content)
    return e
  }
  return svg('svg', { class: best ? 'whisker best' : 'whisker', viewBox: '0 0 120 16', 'aria-hidden': 'true' },
    svg('line', { x1: at(i.lo ?? lo), x2: at(i.hi ?? hi), y1: 8, y2: 8 }), svg('circle', { cx: at(i.value), cy: 8, r: 4 }))
}

// optionWords tells an option, as the record's actions are written: "discard 5m".
function optionWords(text) {
  const [kind, ...about] = text.split(' ')
  return el('span', { class: 'option' }, term(`act_${kind}`), about.map((x) => [' ', /^[mps]$/.test(x) ? term(x) : tileOf(x)]))
}

function number(x) {
  const text = Math.abs(x).toFixed(1)
  return text === '0.0' ? text : (x < 0 ? '−' : '+') + text
}

function interval(i) {
  return i.lo === null || i.hi === null ? number(i.value) : `${number(i.value)} [${number(i.lo)}, ${number(i.hi)}]`
}
