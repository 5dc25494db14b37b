// Meters come as one list of names and values; here they are sorted into those of the table and those of each bet.

import type { Meters } from '../../lib/wire.ts'

export interface MeterRow {
  /** A table, or a bet of it. */
  name: string
  values: ReadonlyMap<string, number>
}

const OF_BET = ['wagers', 'stakes', 'paid', 'collected', 'stood-off', 'commission', 'win']

export const meterColumns = {
  table: ['coups', 'voids', 'no-bet-coups', 'corrections', ...OF_BET, 'drop', 'credits-in', 'credits-out', 'vouchers', 'fills', 'credits'],
  bet: OF_BET,
  /** These are no money. */
  counts: ['coups', 'voids', 'no-bet-coups', 'corrections', 'wagers'],
} as const satisfies Record<string, readonly string[]> as Record<'table' | 'bet' | 'counts', readonly string[]>

/** The name of a bet's meter is the bet's, a blank, and the meter's. */
export function metersOf({ table, meters }: Meters): { all: MeterRow; bets: MeterRow[] } {
  const all = new Map<string, number>()
  const bets = new Map<string, Map<string, number>>()
  for (const [name, value] of meters) {
    const [bet, meter] = name.split(' ')
    if (meter === undefined || bet === undefined) {
      all.set(name, value)
      continue
    }
    const own = bets.get(bet) ?? new Map<string, number>()
    bets.set(bet, own.set(meter, value))
  }
  return { all: { name: table, values: all }, bets: [...bets].map(([name, values]) => ({ name, values })) }
}
