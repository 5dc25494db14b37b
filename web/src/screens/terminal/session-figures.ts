// What a patron's own wagers of the last coups came to.

import type { CoupView } from '../../lib/wire.ts'

export interface SessionFigures {
  /** Coups with a wager of theirs, the oldest first: what each came to. */
  nets: readonly number[]
  staked: number
  net: number
  won: number
  lost: number
}

/** What a coup came to for the patron; nothing where they had no wager. */
export function netOf(coup: Pick<CoupView, 'settled'>): number | null {
  const mine = coup.settled.filter((one) => one.mine)
  if (mine.length === 0) return null
  return mine.reduce((sum, one) => sum + (one.result === 'paid' ? one.amount : one.result === 'collected' ? -one.stake : 0), 0)
}

/** The figures of coups, the newest first as they come. */
export function figuresOf(coups: readonly Pick<CoupView, 'settled'>[]): SessionFigures {
  const own = coups.toReversed()
  const nets = own.flatMap((coup) => netOf(coup) ?? [])
  const stakes = own.flatMap(({ settled }) => settled.filter(({ mine }) => mine).map(({ stake }) => stake))
  const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)
  return { nets, staked: sum(stakes), net: sum(nets), won: nets.filter((net) => net > 0).length, lost: nets.filter((net) => net < 0).length }
}

/** The line of a small chart, `wide` by `high`: what all so far came to, coup by coup, from nought. */
export function lineOf(nets: readonly number[], wide: number, high: number): { points: string; zero: number } {
  let all = 0
  const sums = [0, ...nets.map((net) => (all += net))]
  const [least, most] = [Math.min(...sums), Math.max(...sums)]
  const y = (sum: number): number => (most === least ? high / 2 : high - ((sum - least) / (most - least)) * high)
  const x = (index: number): number => (sums.length < 2 ? 0 : (index / (sums.length - 1)) * wide)
  return { points: sums.map((sum, index) => `${x(index).toFixed(1)},${y(sum).toFixed(1)}`).join(' '), zero: y(0) }
}
