// What takes two persons, as the forms ask for it.

import { toMinor } from '../../lib/format.ts'
import type { Cure, DealtBy, Proposed, ProposalMatter, RunningSetting } from '../../lib/wire.ts'

export const MATTERS = ['void', 'float', 'table', 'setting', 'software', 'adjustment', 'voucher', 'erasure'] as const satisfies readonly ProposalMatter[]
export type Matter = (typeof MATTERS)[number]

/** Those of them that somebody may propose, as the server says it. */
export const mattersOf = (proposes: readonly ProposalMatter[]): Matter[] => MATTERS.filter((matter) => proposes.includes(matter))

/** Settings that two persons can change while the house runs. */
export const SETTINGS = ['table-staff-minutes', 'office-staff-minutes', 'patron-minutes', 'guest-minutes', 'longest-hours', 'guests'] as const satisfies readonly RunningSetting[]

/** What is asked for in a form; each matter takes its own of these. */
export interface Wanted {
  table: string
  /** A cure, where the document leaves it to the officer. */
  cure: Cure | ''
  act: 'open' | 'close' | 'up' | 'down' | 'accept' | 'withdraw' | 'fill' | 'credit' | 'count'
  rulebook: string
  dealer: DealtBy
  currency: string
  opening: string
  setting: RunningSetting
  value: number
  patron: string
  amount: string
  /** Chips as they were counted, like `4x25+20x100`. */
  tray: string
  /** A promotional voucher with what is printed on it, or its number alone. */
  voucher: string
  digest: string
  why: string
}

/** Chips as they were counted, denomination by denomination in minor units, in the server's form. */
export function trayOf(counted: readonly (readonly [number, number])[]): string {
  const chips = counted.flatMap(([chip, count]) => (count > 0 ? [`${count}x${chip % 100 === 0 ? chip / 100 : (chip / 100).toFixed(2)}`] : []))
  return chips.length === 0 ? 'empty' : chips.join('+')
}

/** What is proposed, as a value. */
export function proposedOf(matter: Matter, wanted: Wanted): Proposed {
  const { table, cure, act, rulebook, dealer, currency, opening, setting, value, patron, amount, tray, voucher, digest, why } = wanted
  switch (matter) {
    case 'void':
      return { act: 'order', table, cure: cure === '' ? null : cure }
    case 'float':
      if (act === 'count') return { act, table, tray }
      return { act: act === 'credit' ? 'credit' : 'fill', table, amount: toMinor(Number(amount)) }
    case 'table':
      return act === 'close' ? { act: 'close-table', table } : { act: 'open-table', table, rulebook, dealer, currency, opening }
    case 'setting':
      return { act: 'set', setting, value, why }
    case 'software':
      return { act: act === 'withdraw' ? 'reject' : 'accept', digest, why }
    case 'adjustment':
      return { act: 'adjust', patron, by: toMinor(Number(amount)) * (act === 'down' ? -1 : 1), why }
    case 'voucher':
      if (act === 'withdraw') return { act: 'withdraw-token-voucher', number: voucher, why }
      return { act: 'issue-token-voucher', voucher, amount: toMinor(Number(amount)), patron: patron === '' ? null : patron }
    case 'erasure':
      return { act: 'erase', patron, why }
  }
}
