// Which tables of the lobby are shown, and in which order.

import { word } from '../../lib/i18n.svelte.ts'
import type { TableSummary } from '../../lib/wire.ts'

export type Shown = 'all' | 'open' | 'free'

export interface Wanted {
  text: string
  shown: Shown
  /** A rulebook's id; empty for any. */
  book: string
}

/** The tables somebody asked for; those in play come first, those out of service last. */
export function among(tables: readonly TableSummary[], { text, shown, book }: Wanted): TableSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter((part) => part !== '')
  const rank = (table: TableSummary): number => (table.fault !== null ? 2 : table.phase === 'closed' ? 1 : 0)
  return tables
    .filter((table) => {
      const about = [table.table, table.title, table.document, word('rulebook', table.rulebook), word('variant', table.variant)].join(' ').toLowerCase()
      if (!words.every((part) => about.includes(part))) return false
      if (book !== '' && table.rulebook !== book) return false
      const open = table.phase !== 'closed' && table.fault === null
      const free = table.seats === 0 || table.taken < table.seats
      return shown === 'all' || (open && (shown === 'open' || free))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

/** The rulebooks in use. */
export function booksOf(tables: readonly TableSummary[]): string[] {
  return [...new Set(tables.map(({ rulebook }) => rulebook))].toSorted()
}
