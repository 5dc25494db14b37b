// Meters as the rows of a table: those of each table, and those of each bet.

import type { MeterName, Meters } from '../../lib/wire.ts'

export interface MeterRow {
  /** A table, or a bet of it. */
  name: string
  values: ReadonlyMap<MeterName, number>
}

const OF_BET: readonly MeterName[] = ['wagers', 'stakes', 'paid', 'collected', 'tokens', 'stood-off', 'commission', 'win']

export const meterColumns: Record<'table' | 'bet', readonly MeterName[]> = {
  table: ['coups', 'voids', 'no-bet-coups', 'corrections', ...OF_BET, 'drop', 'credits-in', 'credits-out', 'vouchers', 'fills', 'credits'],
  bet: OF_BET,
}

/** These are no money. */
export const COUNTS: ReadonlySet<MeterName> = new Set(['coups', 'voids', 'no-bet-coups', 'corrections', 'wagers'])

export function metersOf({ table, meters, bets }: Meters): { all: MeterRow; bets: MeterRow[] } {
  return { all: { name: table, values: new Map(meters) }, bets: bets.map(({ bet, meters: own }) => ({ name: bet, values: new Map(own) })) }
}
