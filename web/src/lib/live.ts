// A table's socket: views come in order, commands go out once, and silence is noticed.

import type { Speech } from './commands.ts'
import { failureOf } from './failure.ts'
import { newId } from './ids.ts'
import { Intents } from './intents.ts'
import { onWake } from './wake.ts'
import type { Allowed, CoupRef, Farewell, Frame, Role, Said, Say, TableView } from './wire.ts'

/**
 * `connecting` until the first word; `live`; `silent` after two seconds without a beat, when wagering must
 * lock; `gone` when it ended for good.
 */
export type LiveState = 'connecting' | 'live' | 'silent' | 'gone'

/** Why it ended for good. Any other end is followed by a new try. */
export type EndReason = 'session-ended' | 'version' | 'missing' | 'not-allowed'

/** The little of a WebSocket that is used. */
export interface Socket {
  send(text: string): void
  close(): void
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export type Offers = 'none' | 'in-role' | 'in-each'

export interface LiveOptions {
  table: string
  /** In which role staff watch, where they have several. */
  role?: Role | null
  /** The terminal gives shares of the house's own shoes by itself. */
  shares?: boolean
  /** Wants to be told what may be said: in the role it watches in, or in each the person has. */
  offers?: Offers
  onview(view: TableView): void
  onoffers?(offers: readonly Allowed[]): void
  onstate(state: LiveState, why: EndReason | null): void
  /** The server's clock, in microseconds. */
  ontime?(now: number): void
  /** Asked when a socket closed before its first frame: is it over, or is the server only away? */
  probe?(): Promise<EndReason | null>
  connect?(address: string): Socket
  now?(): number
  newId?(): string
  random?(): number
}

interface Waiting {
  say: Say
  /** The same words, said of the same coup, are the same intent. */
  what: string
  answer(said: Said): void
  fail(error: Error): void
}

const FRAMES = 2
const LOOK_MS = 500
const SILENT_MS = 2000
/** A socket that stays dumb this long is given up and made anew. */
const DEAD_MS = 6000
const RETRY_FIRST_MS = 250
const RETRY_MOST_MS = 8000

/** Whether a connection that ended so is not made anew. */
function isFinal(why: Farewell): why is Farewell & EndReason {
  switch (why) {
    case 'session-ended':
    case 'version':
      return true
    case 'too-slow':
    case 'shutting-down':
      return false
  }
}

export class GoneError extends Error {
  override name = 'GoneError'
}

/** Commands that got no answer are sent again under the same id after a reconnect, so none counts twice. */
export class LiveClient {
  state: LiveState = 'connecting'
  #options: LiveOptions
  #socket: Socket | null = null
  #greeted = false
  #seq: number | null = null
  /** The coup that was shown last; what is said is said of it. */
  #coup: CoupRef | undefined
  #offers: Offers
  #intents: Intents
  #heard = 0
  #tries = 0
  #waiting = new Map<string, Waiting>()
  #pulse: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #sleep: (() => void) | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#offers = options.offers ?? 'none'
    this.#intents = new Intents(options.newId ?? newId)
  }

  start(): void {
    this.#open()
    this.#pulse = setInterval(() => this.#look(), LOOK_MS)
    this.#sleep = onWake(() => this.#wake())
  }

  /** Wants other offers from now on, for which the line is made anew; nothing is missed in between. */
  want(offers: Offers): void {
    if (this.#offers === offers) return
    this.#offers = offers
    const socket = this.#socket
    if (socket === null || this.state === 'gone') return
    this.#open()
    socket.close()
  }

  /** Leaves the table: nothing is called back any more, and unanswered commands fail. */
  stop(): void {
    this.#end(null)
  }

  /** Says something to the table; resolves with its answer, however often the socket breaks in between. */
  say(speech: Speech, role: Role | null = this.#options.role ?? null): Promise<Said> {
    if (this.state === 'gone') return Promise.reject(new GoneError())
    const of = this.#coup
    const what = JSON.stringify([speech, role, of?.shoe, of?.coup])
    const id = this.#intents.take(what)
    const say: Say = { id, ...speech, role, ...(of === undefined ? {} : { of }) }
    return new Promise((answer, fail) => {
      this.#waiting.set(id, { say, what, answer, fail })
      if (this.#greeted) this.#send(say)
    })
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #open(): void {
    const query = new URLSearchParams({ version: String(FRAMES) })
    if (this.#seq !== null) query.set('from', String(this.#seq))
    if (this.#options.role) query.set('role', this.#options.role)
    if (this.#options.shares) query.set('shares', 'true')
    if (this.#offers !== 'none') query.set('allowed', 'true')
    if (this.#offers === 'in-each') query.set('each', 'true')
    const address = `/api/v1/tables/${encodeURIComponent(this.#options.table)}/live?${query}`
    const socket = (this.#options.connect ?? browserSocket)(address)
    this.#socket = socket
    this.#greeted = false
    this.#heard = this.#now()
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#hear(data)
    }
    socket.onclose = () => {
      if (socket === this.#socket) void this.#lost()
    }
  }

  #hear(text: string): void {
    let frame: Frame
    try {
      frame = JSON.parse(text) as Frame
    } catch {
      this.#drop() // Half a frame is as good as none: start afresh.
      return
    }
    this.#heard = this.#now()
    switch (frame.frame) {
      case 'hello':
        if (frame.version !== FRAMES) {
          this.#end('version')
          return
        }
        this.#options.ontime?.(frame.now)
        // Not resumed, a whole view follows; it counts even if the server has gone back to an older copy.
        if (!frame.resumed) this.#seq = null
        this.#greeted = true
        this.#tries = 0
        for (const { say } of this.#waiting.values()) this.#send(say)
        break
      case 'view':
        // A resumed socket may repeat what was seen; an older view is never shown.
        if (this.#seq === null || frame.view.seq >= this.#seq) {
          this.#seq = frame.view.seq
          this.#coup = frame.view.coup
          this.#options.onview(frame.view)
        }
        break
      case 'allowed':
        this.#options.onoffers?.(frame.allowed)
        break
      case 'events': // Only on the connection for events.
        break
      case 'beat':
        this.#options.ontime?.(frame.now)
        break
      case 'answer':
        this.#take(frame.answer.id)?.answer(frame.answer)
        break
      case 'problem':
        if (frame.id !== null) this.#fail(frame.id, failureOf(frame.problem, frame.problem.status))
        break
      case 'bye':
        if (isFinal(frame.why)) this.#end(frame.why)
        else this.#drop()
        return
    }
    if (this.state !== 'live' && this.#seq !== null) this.#become('live')
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #fail(id: string, error: Error): void {
    const waiting = this.#take(id)
    if (waiting === undefined) return
    this.#intents.failed(waiting.what, id, error)
    waiting.fail(error)
  }

  #look(): void {
    const quiet = this.#now() - this.#heard
    if (quiet > SILENT_MS && this.state === 'live') this.#become('silent')
    if (quiet > DEAD_MS && this.#socket !== null) this.#drop()
  }

  /** The line may be good again: whatever was waited for is tried at once. */
  #wake(): void {
    const socket = this.#socket
    if (socket !== null && this.#now() - this.#heard <= SILENT_MS) return
    clearTimeout(this.#retry)
    this.#tries = 0
    if (this.state === 'live') this.#become('silent')
    this.#open()
    socket?.close()
  }

  #drop(): void {
    const socket = this.#socket
    void this.#lost()
    socket?.close()
  }

  async #lost(): Promise<void> {
    this.#socket = null
    const greeted = this.#greeted
    this.#greeted = false
    if (this.state === 'live') this.#become('silent')
    const over = greeted ? null : await this.#options.probe?.()
    // Meanwhile it may have ended, or been made anew.
    if (this.state === 'gone' || this.#socket !== null) return
    if (over) {
      this.#end(over)
      return
    }
    const most = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** this.#tries)
    this.#tries += 1
    // Spread out, or a restarted server meets all its terminals at the same instant.
    const wait = most * (0.5 + (this.#options.random ?? Math.random)() / 2)
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#open(), wait)
  }

  #send(say: Say): void {
    try {
      this.#socket?.send(JSON.stringify(say))
    } catch {
      // It is closing: what waits goes out on the next one.
    }
  }

  #become(state: LiveState): void {
    this.state = state
    this.#options.onstate(state, null)
  }

  /** Ends it; with a reason the owner is told, without one the owner asked for it. */
  #end(why: EndReason | null): void {
    clearInterval(this.#pulse)
    clearTimeout(this.#retry)
    this.#sleep?.()
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.state = 'gone'
    if (why !== null) this.#options.onstate('gone', why)
    for (const { fail } of this.#waiting.values()) fail(new GoneError())
    this.#waiting.clear()
  }
}

export function browserSocket(address: string): Socket {
  const url = new URL(address, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(url) as Socket
}
