// What takes two persons: what happens once it is approved, in words.

import { amount as amountOf, list } from './format.ts'
import { t, word } from './i18n.svelte.ts'
import { grantText } from './value.ts'
import type { Proposed } from './wire.ts'

/** What the first person wrote about it, where the sentence does not say it. */
export function remarkOf(what: Proposed): string {
  if (what.act === 'clear') return what.note
  return 'why' in what && what.act !== 'adjust' ? what.why : ''
}

/** What will happen, in words. */
export function effectOf(what: Proposed): string {
  switch (what.act) {
    case 'adjust':
      return t(what.by < 0 ? 'pit.if-adjustment-down' : 'pit.if-adjustment-up', { patron: what.patron, amount: amountOf(Math.abs(what.by)), why: what.why })
    case 'fill':
    case 'credit':
      return t(`pit.if-${what.act}`, { table: what.table, amount: amountOf(what.amount) })
    case 'add-value':
    case 'retain':
      return t(`pit.if-${what.act}`, { ...what, amount: amountOf(what.amount) })
    case 'pay-prize':
      return t('pit.if-pay-prize', { ...what, amount: amountOf(what.amount), how: t(`payment.${what.how}`) })
    case 'set':
      return t('pit.if-setting', { setting: word('house-setting', what.setting), value: what.value })
    case 'open-table':
      return t('pit.if-open-table', { ...what, rulebook: word('rulebook', what.rulebook) })
    case 'order':
      return what.cure === null ? t('pit.if-order', { table: what.table }) : t('pit.if-order-as', { table: what.table, cure: t(`cure.${what.cure}`) })
    case 'hire':
      return what.grants.length === 0 ? t('pit.if-hire', { name: what.name }) : t('pit.if-hire-as', { name: what.name, grants: list(what.grants.map(grantText)) })
    case 'grant':
    case 'withdraw':
      return t(`pit.if-${what.act}`, { name: what.name, grant: grantText(what.grant) })
    default:
      return t(`pit.if-${what.act}`, what)
  }
}
