// What takes two persons: its text as the server reads it, and what will happen once it is approved.

import { sentence, t, word } from '../../lib/i18n.svelte.ts'
import { grantText } from '../../lib/value.ts'
import type { ProposalView } from '../../lib/wire.ts'

export const MATTERS = ['void', 'table', 'setting', 'software', 'adjustment', 'erasure'] as const
export type Matter = (typeof MATTERS)[number]

/** What each takes. Others would be refused, and a refusal is put on record. */
const TAKES: Record<Matter, string> = {
  void: 'void-coup',
  table: 'manage-tables',
  setting: 'change-settings',
  software: 'install-software',
  adjustment: 'adjust-money',
  erasure: 'erase-person',
}

export const mattersOf = (rights: readonly string[]): Matter[] => MATTERS.filter((matter) => rights.includes(TAKES[matter]))

/** Settings that two persons can change while the house runs. */
export const SETTINGS = ['table-staff-minutes', 'office-staff-minutes', 'patron-minutes', 'guest-minutes', 'longest-hours', 'guests'] as const

/** What is asked for in a form; each matter takes its own of these. */
export interface Wanted {
  table: string
  /** A cure, where the document leaves it to the officer. */
  cure: string
  act: 'open' | 'close' | 'up' | 'down' | 'accept' | 'withdraw'
  rulebook: string
  dealer: string
  currency: string
  opening: string
  setting: string
  value: number
  patron: string
  amount: string
  digest: string
  why: string
}

/** The proposal's text. */
export function textOf(matter: Matter, wanted: Wanted): string {
  const { table, cure, act, rulebook, dealer, currency, opening, setting, value, patron, amount, digest, why } = wanted
  const texts: Record<Matter, string> = {
    void: `${table} order ${cure}`,
    table: act === 'close' ? `close ${table}` : `open ${table} ${rulebook} ${dealer} ${currency} ${opening}`,
    setting: `${setting} ${value} ${why}`,
    software: `${act === 'withdraw' ? act : 'accept'} ${digest} ${why}`,
    adjustment: `${patron} ${act === 'down' ? act : 'up'} ${amount} ${why}`,
    erasure: `${patron} ${why}`,
  }
  return texts[matter].trim()
}

/** What will happen, in words; a text of another form is shown as it is. */
export function effectOf({ matter, text }: Pick<ProposalView, 'matter' | 'text'>): string {
  const [a = '', b = '', c = '', ...rest] = text.split(' ')
  switch (matter) {
    case 'adjustment':
      return sentence(`pit.if-adjustment-${b}`, { patron: a, amount: c, why: rest.join(' ') }, text)
    case 'erasure':
      return t('pit.if-erasure', { patron: a })
    case 'setting':
      return t('pit.if-setting', { setting: word('house-setting', a), value: b })
    case 'table':
      return a === 'close' ? t('pit.if-table-close', { table: b }) : t('pit.if-table-open', { table: b, rulebook: word('rulebook', c), opening: rest.slice(2).join(' ') })
    case 'void':
      return c === '' ? t('pit.if-void', { table: a }) : t('pit.if-void-as', { table: a, cure: word('cure', c) })
    case 'software':
      return sentence(`pit.if-software-${a}`, { digest: b }, text)
    default:
      return sentence(`pit.if-site-${a}`, { name: b, grant: grantText(c) }, text)
  }
}
