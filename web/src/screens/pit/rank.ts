// Which tables come first on the wall, and the state each shows at its edge.

import type { TableSummary, TableView } from '../../lib/wire.ts'
import { agreedIn } from '../dealer/agreed.ts'

/** Most urgent first: the edge has this colour and this sign. */
export const STATES = ['fault', 'ruling', 'waiting', 'play', 'preparing', 'closed'] as const
export type TileState = (typeof STATES)[number]

export function stateOf(summary: TableSummary, view: TableView | null): TileState {
  if ((view?.fault ?? summary.fault) !== null) return 'fault'
  if (view?.trouble !== null && view !== null && !view.trouble.ordered) return 'ruling'
  if ((view?.staff?.waiting.length ?? 0) > 0 || (view?.staff && agreedIn(view).length > 0)) return 'waiting'
  if (summary.phase === 'closed') return 'closed'
  return summary.phase === 'preparing' ? 'preparing' : 'play'
}

export const SIGNS: Record<TileState, string> = { fault: '!', ruling: '§', waiting: '…', play: '▸', preparing: '↻', closed: '×' }

/** Tables with something to decide come first; else they keep the order of the floor. */
export function ranked(tables: readonly TableSummary[], viewOf: (table: string) => TableView | null): TableSummary[] {
  const place = (summary: TableSummary): number => {
    const state = STATES.indexOf(stateOf(summary, viewOf(summary.table)))
    return state > 2 ? 3 : state
  }
  return tables.toSorted((a, b) => place(a) - place(b))
}
