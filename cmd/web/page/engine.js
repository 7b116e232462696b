// The program, in a worker: engine.ask(name, about) resolves to its answer.

const engine = {
  waiting: new Map(),
  asked: 0,

  // start unpacks the program and resolves once it answers.
  start() {
    const packed = document.getElementById('program')
    const bytes = Uint8Array.from(atob(packed.textContent), (c) => c.charCodeAt(0))
    packed.remove()
    const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }))
    this.worker = new Worker(address)
    return new Promise((resolve, reject) => {
      this.worker.onerror = (e) => reject(new Error(e.message))
      this.worker.onmessage = ({ data }) => {
        if (data.ready) resolve()
        else if (data.failed) reject(new Error(data.failed))
        else {
          this.waiting.get(data.id)(data.answer)
          this.waiting.delete(data.id)
        }
      }
      this.worker.postMessage({ program: bytes.buffer }, [bytes.buffer])
    })
  },

  // text resolves to the answer as it is written.
  text(name, about) {
    const id = this.asked++
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.worker.postMessage({ id, name, about: JSON.stringify(about) })
    })
  },

  async ask(name, about = {}) {
    return JSON.parse(await this.text(name, about))
  },
}
