// Casino baccarat by the book: every answer names the clause it rests on. Nothing is decided here; what is asked goes to the
// engine and what it answers comes back.

/** What was asked for is refused: why, and by which clauses. */
export class Refused extends Error {
  constructor({ reason, by }) {
    super(`${reason} (${by})`)
    this.name = 'Refused'
    this.reason = reason
    this.by = by
  }
}

/** The engine behind something that takes a question as JSON and gives the answer as JSON. */
export class Punto {
  #ask

  constructor(ask) {
    this.#ask = ask
  }

  ask(question) {
    const told = JSON.parse(this.#ask(JSON.stringify(question)))
    if (told.refused) throw new Refused(told.refused)
    if ('wrong' in told) throw new TypeError(told.wrong)
    return told.answer
  }

  get version() {
    return this.ask({ ask: 'version' })
  }

  documents() {
    return this.ask({ ask: 'documents' })
  }

  clause(document, id) {
    return this.ask({ ask: 'clause', document, id })
  }

  coup(document, cards) {
    return this.ask({ ask: 'coup', document, cards })
  }

  settle(document, cards, wagers, { variant, chips, house = {} } = {}) {
    return this.ask({ ask: 'settle', document, cards, wagers, variant, chips, house: Object.entries(house) })
  }

  odds(document, { variant, decks, removed } = {}) {
    return this.ask({ ask: 'odds', document, variant, decks, removed })
  }

  roads(entries, { tail } = {}) {
    return this.ask({ ask: 'roads', entries, tail })
  }

  runScript(text, { document } = {}) {
    return this.ask({ ask: 'run-script', text, document })
  }

  /** A running table under a document, closed at first. */
  table(document) {
    return new Table(this, this.ask({ ask: 'new-table', document }))
  }
}

/** A running table. What is said to it are lines of scripts. */
export class Table {
  #punto
  #table

  constructor(punto, table) {
    this.#punto = punto
    this.#table = table
  }

  say(line, { by } = {}) {
    return this.#punto.ask({ ask: 'say', table: this.#table, line, by })
  }

  wait(time) {
    this.#punto.ask({ ask: 'wait', table: this.#table, time })
  }

  get phase() {
    return this.#punto.ask({ ask: 'phase', table: this.#table })
  }

  roads() {
    return this.#punto.ask({ ask: 'table-roads', table: this.#table })
  }

  /** Forgets the table. */
  leave() {
    this.#punto.ask({ ask: 'leave', table: this.#table })
  }
}

/** What asks an instance of the engine, through the memory that both sides see. */
export function through({ memory, punto_question, punto_answer, punto_place }) {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]
  return (question) => {
    const bytes = encoder.encode(question)
    // An address is a number without a sign. The memory may move whenever the engine needs more of it.
    const room = punto_question(bytes.length) >>> 0
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes)
    const length = punto_answer() >>> 0
    return decoder.decode(new Uint8Array(memory.buffer, punto_place() >>> 0, length))
  }
}

/** Loads the engine: from these bytes of `punto.wasm`, or from the file beside this module. */
export async function load(wasm) {
  const bytes = wasm ?? (await beside(new URL('punto.wasm', import.meta.url)))
  const { instance } = await WebAssembly.instantiate(bytes, {})
  return new Punto(through(instance.exports))
}

async function beside(url) {
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer()
  const { readFile } = await import('node:fs/promises')
  return readFile(url)
}
