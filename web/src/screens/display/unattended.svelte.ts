// A table watched where nobody stands by to press anything: what has ended is tried again, for ever, and a newer page
// of the server's is taken by itself.

import type { EndReason, LiveState } from '../../lib/live.ts'
import { newerPage } from '../../lib/newer.ts'
import { Watched } from '../../lib/watch.svelte.ts'
import type { TableView } from '../../lib/wire.ts'

const AGAIN_MS = 20_000

export class Unattended {
  readonly #table: string
  #watched = $state.raw<Watched>() as Watched
  #kept = $state.raw<TableView | null>(null)
  #lost = false

  constructor(table: string) {
    this.#table = table
    this.#watched = new Watched(table)
  }

  get state(): LiveState {
    return this.#watched.state
  }

  get why(): EndReason | null {
    return this.#watched.why
  }

  /** What was last seen; it stays while the table is tried again. */
  get view(): TableView | null {
    return this.#watched.view ?? this.#kept
  }

  /** For an `$effect`: connects, and leaves with the screen. */
  start(): () => void {
    return $effect.root(() => {
      $effect(() => this.#watched.start())
      $effect(() => this.#follow())
    })
  }

  #follow(): (() => void) | undefined {
    const { state, why, view } = this.#watched
    if (state === 'live') {
      if (this.#lost) void newerPage().then((newer) => newer && window.location.reload())
      this.#lost = false
    } else if (state !== 'connecting') this.#lost = true
    if (state !== 'gone') return undefined
    const again = setTimeout(() => {
      if (why === 'version') window.location.reload()
      this.#kept = view ?? this.#kept
      this.#watched = new Watched(this.#table)
    }, AGAIN_MS)
    return () => clearTimeout(again)
  }
}
