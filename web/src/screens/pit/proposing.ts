// What takes two persons, as the forms ask for it.

import { toMinor } from '../../lib/format.ts'
import type { Cure, DealtBy, Proposed, ProposalMatter, Right, RunningSetting } from '../../lib/wire.ts'

export const MATTERS = ['void', 'float', 'table', 'setting', 'software', 'adjustment', 'erasure'] as const satisfies readonly ProposalMatter[]
export type Matter = (typeof MATTERS)[number]

/** What each takes. Others would be refused, and a refusal is put on record. */
const TAKES: Record<Matter, Right> = {
  void: 'void-coup',
  float: 'ask-float',
  table: 'manage-tables',
  setting: 'change-settings',
  software: 'install-software',
  adjustment: 'adjust-money',
  erasure: 'erase-person',
}

export const mattersOf = (rights: readonly Right[]): Matter[] => MATTERS.filter((matter) => rights.includes(TAKES[matter]))

/** Settings that two persons can change while the house runs. */
export const SETTINGS = ['table-staff-minutes', 'office-staff-minutes', 'patron-minutes', 'guest-minutes', 'longest-hours', 'guests'] as const satisfies readonly RunningSetting[]

/** What is asked for in a form; each matter takes its own of these. */
export interface Wanted {
  table: string
  /** A cure, where the document leaves it to the officer. */
  cure: Cure | ''
  act: 'open' | 'close' | 'up' | 'down' | 'accept' | 'withdraw' | 'fill' | 'credit'
  rulebook: string
  dealer: DealtBy
  currency: string
  opening: string
  setting: RunningSetting
  value: number
  patron: string
  amount: string
  digest: string
  why: string
}

/** What is proposed, as a value. */
export function proposedOf(matter: Matter, wanted: Wanted): Proposed {
  const { table, cure, act, rulebook, dealer, currency, opening, setting, value, patron, amount, digest, why } = wanted
  switch (matter) {
    case 'void':
      return { act: 'order', table, cure: cure === '' ? null : cure }
    case 'float':
      return { act: act === 'credit' ? 'credit' : 'fill', table, amount: toMinor(Number(amount)) }
    case 'table':
      return act === 'close' ? { act: 'close-table', table } : { act: 'open-table', table, rulebook, dealer, currency, opening }
    case 'setting':
      return { act: 'set', setting, value, why }
    case 'software':
      return { act: act === 'withdraw' ? 'reject' : 'accept', digest, why }
    case 'adjustment':
      return { act: 'adjust', patron, by: toMinor(Number(amount)) * (act === 'down' ? -1 : 1), why }
    case 'erasure':
      return { act: 'erase', patron, why }
  }
}
