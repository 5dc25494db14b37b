// The whole floor as the pit sees it: every table with its live view, events and proposals that wait.

import { api, apiAll } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.ts'
import type { Role, ProposalView, SignificantView, TableSummary } from '../../lib/wire.ts'
import { Desk } from '../dealer/desk.svelte.ts'

const EVERY_MS = 4000

export class Floor {
  readonly roles: readonly Role[]
  tables = $state.raw<readonly TableSummary[] | null>(null)
  /** `null` for somebody who may not read them. */
  events = $state.raw<readonly SignificantView[] | null>([])
  proposals = $state.raw<readonly ProposalView[] | null>([])
  error = $state.raw<unknown>(null)
  desks = $state.raw<ReadonlyMap<string, Desk>>(new Map())
  #stops = new Map<string, () => void>()
  #closed: ('events' | 'proposals')[] = []

  constructor(roles: readonly Role[]) {
    this.roles = roles
  }

  /** For an `$effect`. */
  start(): () => void {
    void this.refresh()
    const timer = setInterval(() => void this.refresh(), EVERY_MS)
    return () => {
      clearInterval(timer)
      for (const stop of this.#stops.values()) stop()
    }
  }

  async refresh(): Promise<void> {
    try {
      const tables = await api<TableSummary[]>('/api/v1/tables')
      this.#follow(tables)
      this.tables = tables
      this.events = await this.#read('events', () => apiAll<SignificantView>('/api/v1/events?waiting=true'))
      this.proposals = await this.#read('proposals', () => api<ProposalView[]>('/api/v1/proposals'))
      this.error = null
    } catch (error) {
      this.error = error
    }
  }

  /** Every refusal is put on record, so a door that is closed to this person is tried once. */
  async #read<Row>(name: 'events' | 'proposals', ask: () => Promise<Row[]>): Promise<Row[] | null> {
    if (this.#closed.includes(name)) return null
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'not-allowed') throw error
      this.#closed.push(name)
      return null
    }
  }

  /** A socket for each table, opened once. */
  #follow(tables: readonly TableSummary[]): void {
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
