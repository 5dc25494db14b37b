// What can be reported, as the server offers it, and what is asked besides.

import { fieldsOf } from '../../lib/commands.ts'
import { refusalText } from '../../lib/said.ts'
import type { Fact, Mishap } from '../../lib/wire.ts'
import type { Option } from '../../lib/at-table.svelte.ts'

/** Those that a card's own way shows: one says where the card went, and the table finds the rest. */
export const FROM_CARDS: ReadonlySet<Mishap> = new Set(['stray-player-card', 'stray-banker-card', 'players-card-to-banker', 'surplus-card', 'face-up-card'])

export interface Offered {
  mishap: Mishap
  /** Why it cannot be reported now. */
  refused: string | null
}

/** Every mishap that can arise at this table, those of cards first. */
export function mishaps(options: readonly Option[]): Offered[] {
  const found = options.flatMap(({ command, refusal }): Offered[] => {
    const mishap = fieldsOf(command, 'report')?.mishap
    if (mishap === undefined || refusal?.code === 'cannot-arise') return []
    return [{ mishap, refused: refusal === null || FROM_CARDS.has(mishap) ? null : refusalText(refusal) }]
  })
  // Each is offered with every fact that may belong to it.
  const each = found.filter((one, index) => found.findIndex(({ mishap }) => mishap === one.mishap) === index)
  return each.toSorted((a, b) => Number(FROM_CARDS.has(b.mishap)) - Number(FROM_CARDS.has(a.mishap)))
}

export type Group = 'cards' | 'others' | 'later'

/** In three groups: a card that went astray, what else may have happened, and what cannot be reported now. Empty ones are left out. */
export function grouped(offered: readonly Offered[]): { group: Group; list: Offered[] }[] {
  const of = ({ mishap, refused }: Offered): Group => (refused !== null ? 'later' : FROM_CARDS.has(mishap) ? 'cards' : 'others')
  const groups: readonly Group[] = ['cards', 'others', 'later']
  return groups.map((group) => ({ group, list: offered.filter((one) => of(one) === group) })).filter(({ list }) => list.length > 0)
}

/** What may have been established besides, as the server offers it; the document answers by it. */
export const factsOf = (options: readonly Option[], mishap: Mishap): readonly Fact[] =>
  options.flatMap(({ command }) => {
    const report = fieldsOf(command, 'report')
    return report?.mishap === mishap ? [report.fact] : []
  })
