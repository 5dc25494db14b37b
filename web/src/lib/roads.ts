// The scoreboards as the server lays them out: the page draws cells and derives nothing.

import { isWinner, type Winner } from './sides.ts'
import type { Counts, MarkCell, RoadCell, RoadEntry, Roads } from './wire.ts'

export type { Counts, MarkCell, RoadCell, RoadEntry, Roads }

export const ROWS = 6

/** The derived roads in the order of the ask. */
export const DERIVED = ['eye', 'small', 'cockroach'] as const
export type DerivedName = (typeof DERIVED)[number]

/** How many columns a road needs. */
export function columnsOf(cells: readonly { column: number }[]): number {
  let most = 0
  for (const cell of cells) most = Math.max(most, cell.column + 1)
  return most
}

export const winnerOf = (entry: { winner: string }): Winner => (isWinner(entry.winner) ? entry.winner : 'tie')
export const markOf = (red: boolean): 'red' | 'blue' => (red ? 'red' : 'blue')
