// The panel that shows hands of records.

class Watcher {
  constructor(root) {
    this.root = root
    this.hands = []
    this.shown = 0
    root.addEventListener('dragover', (e) => e.preventDefault())
    root.addEventListener('drop', (e) => {
      e.preventDefault()
      this.open(e.dataTransfer.files[0])
    })
    this.translate()
  }

  translate() {
    const file = el('input', { type: 'file', name: 'file', accept: '.jsonl,.json,.txt,.html', change: () => this.open(file.files[0]) })
    const paste = el('textarea', { name: 'paste', rows: 3, spellcheck: 'false' })
    this.root.replaceChildren(
      el('form', { class: 'ask', submit: (e) => e.preventDefault() },
        el('label', { class: 'field' }, el('span', {}, term('file')), file), el('p', { class: 'help' }, term('drop')),
        el('label', { class: 'field' }, el('span', {}, term('paste')), paste),
        el('p', { class: 'row' }, el('button', { type: 'button', 'data-act': 'show', click: () => this.read(paste.value) }, term('show')),
          this.hands.length > 1 ? this.chooser() : '', this.reviewer())),
      this.note = el('p', { class: 'error', role: 'alert' }),
      this.place = el('div'))
    if (this.hands.length) this.show(this.shown)
  }

  chooser() {
    const select = el('select', { name: 'hand', change: () => this.show(Number(select.value)) }, this.hands.map((h, i) => el('option', { value: i, selected: i === this.shown }, String(h.header.hand ?? i))))
    return el('label', {}, term('hand'), ' ', select)
  }

  // reviewer asks for the review of a seat, where there are records.
  reviewer() {
    if (!this.text || this.hands[this.shown].header.visibility !== 'full') return ''
    const seat = el('select', { name: 'seat', 'aria-label': term('reviewSeat') }, [0, 1, 2, 3].map((s) => el('option', { value: s }, words('seat', { n: s }))))
    const button = el('button', { type: 'button', 'data-act': 'review', click: () => this.review(button, Number(seat.value)) }, term('reviewSeat'))
    return el('span', { class: 'row' }, seat, button)
  }

  // review judges a seat's choices in the hand that is shown.
  async review(button, seat) {
    const { view } = this
    button.disabled = true
    this.note.textContent = term('reviewing')
    const review = await engine.ask('review', { text: this.text, hand: this.shown, seat, by: 'value', worlds: reviewWorlds })
    button.disabled = false
    this.note.textContent = review.error ?? ''
    if (!review.error) view.look(seat, view.open)
    if (!review.error) view.setReview(review)
  }

  async open(file) {
    if (file) this.read(await file.text())
  }

  // read shows the hands of a text: records, or a page of hands.
  async read(text) {
    const page = /<script type="application\/json" id="hands">(.*?)<\/script>/s.exec(text)
    const answer = page ? JSON.parse(page[1]) : await engine.ask('watch', { text })
    if (answer.error) {
      this.note.textContent = answer.error
      return
    }
    this.text = page ? null : text
    this.hands = answer.hands
    this.shown = 0
    this.translate()
  }

  show(i) {
    this.shown = i
    const root = el('article')
    this.place.replaceChildren(root)
    this.view = new HandView(root, this.hands[i])
    this.view.marks = settings.marks
    this.view.translate()
  }

  key(e) {
    return this.view?.key(e) ?? false
  }
}
