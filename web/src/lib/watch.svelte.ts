// A live view of one table as a screen reads it.

import { api } from './api.ts'
import type { Speech } from './commands.ts'
import { Failure } from './failure.ts'
import { LiveClient, type EndReason, type LiveState, type Offers } from './live.ts'
import { hear } from './time.svelte.ts'
import type { Allowed, Role, Said, TableView } from './wire.ts'

export class Watched {
  /** What the server last showed; it stays on the screen while the line is silent. */
  view = $state.raw<TableView | null>(null)
  /** What the server says could be said now, and for the rest why not, where that is wanted. */
  offers = $state.raw<readonly Allowed[]>([])
  state = $state<LiveState>('connecting')
  /** Why it is gone. */
  why = $state<EndReason | null>(null)
  #client: LiveClient

  /** `role`: in which staff watch and speak, where they have several. `shares`: the screen gives shares of shoes. */
  constructor(table: string, { role = null, shares = false, offers = 'none' }: { role?: Role | null; shares?: boolean; offers?: Offers } = {}) {
    this.#client = new LiveClient({
      table,
      role,
      shares,
      offers,
      onoffers: (list) => (this.offers = list),
      onview: (view) => (this.view = view),
      onstate: (state, why) => {
        this.state = state
        this.why = why
      },
      ontime: hear,
      probe: () => reasonOf(table),
    })
  }

  /** Whether wagers may be sent: not while the line is silent. */
  get open(): boolean {
    return this.state === 'live'
  }

  /** For an `$effect`: connects, and leaves when the screen goes. */
  start(): () => void {
    this.#client.start()
    return () => this.#client.stop()
  }

  /** Wants other offers from now on. */
  want(offers: Offers): void {
    this.#client.want(offers)
  }

  /** Says something; a refusal is in the answer, and what could not be taken at all is thrown. */
  say(speech: Speech, role?: Role): Promise<Said> {
    return this.#client.say(speech, role)
  }
}

/** So long is the reason waited for; then the table is tried again. */
const PROBE_MS = 8000

/** A browser does not say why a socket was refused; an ordinary request does. */
async function reasonOf(table: string): Promise<EndReason | null> {
  try {
    await api<TableView>(`/api/v1/tables/${encodeURIComponent(table)}`, { within: PROBE_MS })
    return null
  } catch (error) {
    const kind = error instanceof Failure ? error.kind : 'fault'
    if (kind === 'session') return 'session-ended'
    return kind === 'missing' || kind === 'not-allowed' ? kind : null
  }
}
