// The whole floor as the pit sees it: every table with its live view, events as they are pushed, proposals that wait.

import { api } from '../../lib/api.ts'
import { followEvents } from '../../lib/events.ts'
import { Failure } from '../../lib/failure.ts'
import { allowed } from '../../lib/session.svelte.ts'
import type { Role, ProposalView, SignificantView, TableSummary } from '../../lib/wire.ts'
import { Desk } from '../dealer/desk.svelte.ts'

const EVERY_MS = 4000

export class Floor {
  readonly roles: readonly Role[]
  tables = $state.raw<readonly TableSummary[] | null>(null)
  /** `null` for somebody who may not read them. */
  events = $state.raw<readonly SignificantView[] | null>(allowed('read-events') ? [] : null)
  proposals = $state.raw<readonly ProposalView[] | null>([])
  error = $state.raw<unknown>(null)
  desks = $state.raw<ReadonlyMap<string, Desk>>(new Map())
  #stops = new Map<string, () => void>()
  #closed = false
  #stopped = false

  constructor(roles: readonly Role[]) {
    this.roles = roles
  }

  /** For an `$effect`. */
  start(): () => void {
    this.#stopped = false
    void this.refresh()
    const timer = setInterval(() => void this.refresh(), EVERY_MS)
    // Events are pushed, and proposals that come with them are asked for at once.
    const unfollow = allowed('read-events') ? followEvents({ onevents: (events) => this.#take(events) }) : undefined
    return () => {
      clearInterval(timer)
      unfollow?.()
      this.#stopped = true
      for (const stop of this.#stops.values()) stop()
      this.#stops.clear()
      this.desks = new Map()
    }
  }

  async refresh(): Promise<void> {
    try {
      const tables = await api<TableSummary[]>('/api/v1/tables')
      this.#follow(tables)
      this.tables = tables
      this.proposals = await this.#readProposals()
      this.error = null
    } catch (error) {
      this.error = error
    }
  }

  #take(events: readonly SignificantView[]): void {
    this.events = events
    void this.refresh()
  }

  /** Every refusal is put on record, so a door that is closed to this person is tried once. */
  async #readProposals(): Promise<readonly ProposalView[] | null> {
    if (this.#closed) return null
    try {
      return await api<ProposalView[]>('/api/v1/proposals')
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'not-allowed') throw error
      this.#closed = true
      return null
    }
  }

  /** A socket for each table, opened once. */
  #follow(tables: readonly TableSummary[]): void {
    // An answer that came too late opens nothing: there is nobody who would close it.
    if (this.#stopped) return
    const fresh = tables.filter(({ table }) => !this.desks.has(table))
    if (fresh.length === 0) return
    const desks = new Map(this.desks)
    for (const { table } of fresh) {
      const desk = new Desk(table, this.roles)
      desks.set(table, desk)
      this.#stops.set(table, desk.start())
    }
    this.desks = desks
  }
}
