// The journal as an auditor reads it: one stream by pages, or what a search found, and the record that is looked at.

import { api, apiAll } from '../../lib/api.ts'
import type { Page, RecordView, StreamView } from '../../lib/wire.ts'
import type { SearchKind } from './body.ts'
import { linkOf, type Link } from './chain.ts'

const PAGE = 100

export interface Wanted {
  stream: string
  /** The record to be shown; the newest if `null`. */
  at: number | null
  kind: SearchKind
  search: string
  /** Searches every stream. */
  everywhere: boolean
}

export class Reader {
  streams = $state.raw<readonly StreamView[]>([])
  records = $state.raw<readonly RecordView[]>([])
  links = $state.raw<ReadonlyMap<string, Link>>(new Map())
  busy = $state(false)
  error = $state.raw<unknown>(null)
  /** Whether the server may have more behind the last of these. */
  more = $state(false)
  #asked = 0

  async start(): Promise<void> {
    this.streams = await apiAll<StreamView>('/api/v1/journal/streams')
  }

  /** Reads the page with the wanted record, unless it is on the page already. */
  async show(wanted: Wanted): Promise<void> {
    if (wanted.search.trim() !== '') return this.#find(wanted, null)
    const here = this.records.find((one) => one.stream === wanted.stream && one.seq === wanted.at)
    if (here && !this.#found) return
    const newest = this.streams.find((one) => one.stream === wanted.stream)?.seq ?? 0
    const first = wanted.at === null ? Math.max(0, newest - PAGE) : wanted.at - ((wanted.at - 1) % PAGE) - 1
    await this.#read(wanted.stream, first)
  }

  /** Reads the page behind the last record, or the one before the first. */
  async turn(wanted: Wanted, step: 1 | -1): Promise<void> {
    const edge = step === 1 ? this.records.at(-1) : this.records[0]
    if (wanted.search.trim() !== '') return this.#find(wanted, step === 1 ? this.#next : null)
    await this.#read(wanted.stream, step === 1 ? (edge?.seq ?? 0) : Math.max(0, (edge?.seq ?? 1) - 1 - PAGE))
  }

  /** Reads the newest page again: a journal grows while it is read. */
  async renew(stream: string): Promise<void> {
    try {
      await this.start()
    } catch (error) {
      this.error = error
      return
    }
    const newest = this.streams.find((one) => one.stream === stream)?.seq ?? 0
    await this.#read(stream, Math.max(0, newest - PAGE))
  }

  #found = false
  /** Where the next page of a search begins. */
  #next: string | null = null

  async #read(stream: string, after: number): Promise<void> {
    // One more before the page, so that its first record can be linked, too.
    const from = Math.max(0, after - 1)
    await this.#ask(async () => {
      const address = `/api/v1/journal/records?stream=${encodeURIComponent(stream)}&after=${from}&limit=${PAGE + after - from}`
      const { items: read, next } = await api<Page<RecordView>>(address)
      return { read, shown: read.filter((one) => one.seq > after), more: next !== null, found: false }
    })
  }

  async #find({ kind, search, stream, everywhere }: Wanted, after: string | null): Promise<void> {
    const query = new URLSearchParams({ kind, search, limit: String(PAGE) })
    if (!everywhere) query.set('stream', stream)
    await this.#ask(async () => {
      const { items: read, next } = await foundPage(query, after)
      this.#next = next
      return { read, shown: read, more: next !== null, found: true }
    })
  }

  async #ask(ask: () => Promise<{ read: RecordView[]; shown: RecordView[]; more: boolean; found: boolean }>): Promise<void> {
    this.#asked += 1
    const mine = this.#asked
    this.busy = true
    try {
      const { read, shown, more, found } = await ask()
      if (mine !== this.#asked) return
      this.records = shown
      this.links = new Map(read.map((one, index) => [nameOf(one), linkOf(one, read[index - 1])]))
      this.more = more
      this.#found = found
      this.error = null
    } catch (error) {
      if (mine === this.#asked) this.error = error
    } finally {
      if (mine === this.#asked) this.busy = false
    }
  }
}

/** The next page of a search that has anything on it; the server looks through so many records at a time. */
async function foundPage(query: URLSearchParams, after: string | null): Promise<Page<RecordView>> {
  if (after !== null) query.set('after', after)
  const page = await api<Page<RecordView>>(`/api/v1/journal/records?${query}`)
  return page.items.length === 0 && page.next !== null ? foundPage(query, page.next) : page
}

export const nameOf = (record: RecordView): string => `${record.stream} ${record.seq}`
