// The page: its panels, the reader's settings, and the keys.

const settings = { marks: true }
const tabs = ['analyse', 'watch', 'play']
const panels = {}
let chosen = tabs.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'analyse'

function header() {
  document.title = `xuezhan · ${term(chosen === 'play' ? 'playTab' : chosen)}`
  const tongue = el('select', { name: 'language', change: () => speak(tongue.value) }, Object.entries(languages).map(([code, name]) => el('option', { value: code, selected: code === language, lang: code }, name)))
  const marks = el('input', { type: 'checkbox', name: 'marks', checked: settings.marks, change: () => mark(marks.checked) })
  document.querySelector('header').replaceChildren(
    el('h1', {}, '血战 xuezhan'),
    el('div', { role: 'tablist', 'aria-label': term('tabs') }, tabs.map((t) => el('button', {
      type: 'button', role: 'tab', id: `tab-${t}`, 'aria-controls': `panel-${t}`, 'aria-selected': t === chosen, tabindex: t === chosen ? 0 : -1, click: () => choose(t), keydown: moveTab,
    }, term(t === 'play' ? 'playTab' : t)))),
    el('label', {}, marks, ' ', term('marks')), el('label', {}, term('language'), ' ', tongue),
    el('p', { class: 'purpose' }, term('purpose')))
}

// moveTab moves between the tabs with the arrow keys.
function moveTab(e) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key]
  if (!by) return
  e.preventDefault()
  e.stopPropagation()
  choose(tabs[(tabs.indexOf(chosen) + by + tabs.length) % tabs.length])
  document.getElementById(`tab-${chosen}`).focus()
}

function choose(tab) {
  chosen = tab
  for (const t of tabs) document.getElementById(`panel-${t}`).hidden = t !== tab
  history.replaceState(null, '', `#${tab}`)
  const focused = document.activeElement?.role === 'tab'
  header()
  if (focused) document.getElementById(`tab-${tab}`).focus()
}

function speak(to) {
  setLanguage(to)
  header()
  for (const p of Object.values(panels)) p.translate()
}

function mark(on) {
  settings.marks = on
  document.querySelector('main').classList.toggle('tile-plain', !on)
  for (const p of Object.values(panels)) {
    if (!p.view) continue
    p.view.marks = on
    p.view.translate()
  }
}

async function start() {
  setLanguage(language)
  header()
  const main = document.querySelector('main')
  main.replaceChildren(el('p', { class: 'loading', role: 'status' }, term('loading')))
  try {
    await engine.start()
  } catch (e) {
    main.replaceChildren(el('p', { class: 'error', role: 'alert' }, words('failed', { why: e.message })))
    return
  }
  const about = await engine.ask('about')
  main.replaceChildren(...tabs.map((t) => el('section', { role: 'tabpanel', id: `panel-${t}`, 'aria-labelledby': `tab-${t}`, class: `panel ${t}`, hidden: t !== chosen })))
  panels.analyse = new Analyser(document.getElementById('panel-analyse'), about)
  panels.watch = new Watcher(document.getElementById('panel-watch'))
  panels.play = new Player(document.getElementById('panel-play'), about)
  document.body.dataset.started = 'true'
}

document.addEventListener('keydown', (e) => {
  if (panels[chosen]?.key?.(e)) e.preventDefault()
})
start()
