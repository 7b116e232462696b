
// The worker: it unpacks and starts the program, and answers the page's questions.
globalThis.xuezhanReady = () => postMessage({ ready: true })
onmessage = async ({ data }) => {
  if (data.program) {
    try {
      const plain = await new Response(new Blob([data.program]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
      const go = new Go()
      const { instance } = await WebAssembly.instantiate(plain, go.importObject)
      go.run(instance)
    } catch (e) {
      postMessage({ failed: String(e) })
    }
    return
  }
  postMessage({ id: data.id, answer: globalThis.xuezhanCall(data.name, data.about) })
}
