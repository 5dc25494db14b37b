// Which tables and tournaments of the lobby are shown, and in which order.

import { t, word } from '../../lib/i18n.svelte.ts'
import { titleOf } from '../../lib/table-title.ts'
import type { TableSummary, TournamentSummary } from '../../lib/wire.ts'

export type Shown = 'all' | 'open' | 'free'

export interface Wanted {
  text: string
  shown: Shown
  /** A rulebook's id; empty for any. */
  book: string
  /** Whether somebody of the staff looks, who works at a tournament's tables too. */
  staff: boolean
  isFavourite: (table: string) => boolean
}

/** The tables somebody asked for: where they sit, what they have marked, those in play, and those out of service last. Entrants find theirs in the tournament. */
export function among(tables: readonly TableSummary[], { text, shown, book, staff, isFavourite }: Wanted): TableSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter((part) => part !== '')
  const rank = (table: TableSummary): number => (table.here ? -2 : isFavourite(table.table) ? -1 : table.fault !== null ? 2 : table.phase === 'closed' ? 1 : 0)
  return tables
    .filter((table) => {
      if (table.tournament && !staff) return false
      const about = [table.table, table.title, titleOf(table), table.document, word('rulebook', table.rulebook), word('variant', table.variant)].join(' ').toLowerCase()
      if (!words.every((part) => about.includes(part))) return false
      if (book !== '' && table.rulebook !== book) return false
      const open = table.phase !== 'closed' && table.fault === null
      const free = table.seats === 0 || table.taken < table.seats
      return shown === 'all' || (open && (shown === 'open' || free))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

/** What goes on at a table, in a word. */
export const stateOf = (table: TableSummary): string => (table.fault !== null ? t('lobby.fault') : table.trouble ? t('lobby.trouble') : t(`phase.${table.phase}`))

/** The rulebooks in use. */
export function booksOf(tables: readonly TableSummary[]): string[] {
  return [...new Set(tables.map(({ rulebook }) => rulebook))].toSorted()
}

/** The tournaments that can be entered or watched; while there is none, the latest one that is over, so that its result is found. */
export function played(tournaments: readonly TournamentSummary[]): readonly TournamentSummary[] {
  const open = tournaments.filter(({ stage }) => stage === 'entering' || stage === 'running')
  const over = tournaments.filter(({ stage }) => stage === 'over').toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
  return open.length > 0 ? open : over.slice(-1)
}
