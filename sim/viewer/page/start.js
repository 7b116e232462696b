// The page of hands that stands alone: its hands are in the element with id "hands".

function start() {
  const data = JSON.parse(document.getElementById('hands').textContent)
  setLanguage(language)
  const main = document.querySelector('main')
  const views = data.beside ? data.hands.map((hand, i) => viewOf(hand, data.beside.parting[i])) : [viewOf(data.hands[0])]
  let shown = 0
  let open = views[0]

  function viewOf(hand, parting) {
    return new HandView(el('article'), hand, { parting, onMove: moved })
  }

  let leading = false

  // moved keeps the address, and lets the hand beside follow: event by event as long as
  // they are the same, then turn by turn.
  function moved(view) {
    if (leading) return
    open = view
    if (data.beside) {
      leading = true
      const other = views[1 - views.indexOf(view)]
      const { at, parting } = view
      if (parting < 0 || at <= parting) other.show(at)
      else other.toTurn(view.hand.frames[at].turn)
      leading = false
    }
    const hash = (data.hands.length > 1 ? `h${data.beside ? views.indexOf(view) : shown}` : '') + view.place()
    if (location.hash.slice(1) !== hash) history.replaceState(null, '', `#${hash}`)
  }

  // follow goes to the place that the address names.
  function follow() {
    const m = /^#(?:h(\d+))?(t.*)?$/.exec(location.hash)
    if (!m) return
    const hand = Math.min(Number(m[1] ?? 0), data.hands.length - 1)
    if (data.beside) open = views[hand]
    else if (hand !== shown) choose(hand)
    if (m[2]) open.goTo(m[2])
  }

  function choose(hand) {
    shown = hand
    const view = viewOf(data.hands[hand])
    views[0].root.replaceWith(view.root)
    views[0] = open = view
    header()
  }

  function header() {
    document.title = `xuezhan · ${open.facts.textContent}`
    const pick = el('select', { change: () => choose(Number(pick.value)) }, data.hands.map((h, i) => el('option', { value: i, selected: i === shown }, `${i}`)))
    const tongue = el('select', { 'data-act': 'language', change: () => speak(tongue.value) }, Object.entries(languages).map(([code, name]) => el('option', { value: code, selected: code === language, lang: code }, name)))
    const marks = el('input', { type: 'checkbox', checked: open.marks, change: () => mark(marks.checked) })
    document.querySelector('header').replaceChildren(el('h1', {}, '血战 xuezhan'),
      data.hands.length > 1 && !data.beside ? el('label', {}, term('hand'), ' ', pick) : '',
      el('label', {}, marks, ' ', term('marks')), el('label', {}, term('language'), ' ', tongue))
  }

  function mark(on) {
    for (const v of views) {
      v.marks = on
      v.translate()
    }
    header()
  }

  function speak(to) {
    setLanguage(to)
    for (const v of views) v.translate()
    header()
  }

  document.addEventListener('keydown', (e) => {
    const typing = /^(SELECT|TEXTAREA)$/.test(e.target.tagName) || e.target.type === 'number'
    if (!typing && /^m$/i.test(e.key)) mark(!open.marks)
    else if (!typing && /^l$/i.test(e.key)) speak(language === 'en' ? 'zh' : 'en')
    else if (!open.key(e)) return
    e.preventDefault()
  })
  addEventListener('hashchange', follow)
  main.classList.toggle('beside', views.length > 1)
  main.replaceChildren(...views.map((v) => v.root))
  header()
  follow()
  if (data.beside && !location.hash) open.show(Math.max(open.parting, 0))
}

start()
