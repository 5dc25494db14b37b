// What takes two persons: what happens once it is approved, in words.

import { amount as amountOf, list, moment } from './format.ts'
import { t, word } from './i18n.svelte.ts'
import { grantText } from './value.ts'
import type { Proposed } from './wire.ts'

/** What the first person wrote about it, where the sentence does not say it. */
export function remarkOf(what: Proposed): string {
  if (what.act === 'clear') return what.note
  return 'why' in what && what.act !== 'adjust' && what.act !== 'withdraw-token-voucher' ? what.why : ''
}

/** What will happen, in words. */
export function effectOf(what: Proposed): string {
  switch (what.act) {
    case 'adjust':
      return t(what.by < 0 ? 'pit.if-adjustment-down' : 'pit.if-adjustment-up', { patron: what.patron, amount: amountOf(Math.abs(what.by)), why: what.why })
    case 'issue-token-voucher':
      return t(what.patron === null ? 'pit.if-issue-token-voucher' : 'pit.if-issue-token-voucher-for', { voucher: what.voucher, amount: amountOf(what.amount), patron: what.patron ?? '' })
    case 'fill':
    case 'credit':
      return t(`pit.if-${what.act}`, { table: what.table, amount: amountOf(what.amount) })
    case 'count':
      return t('pit.if-count', { table: what.table, tray: what.tray })
    case 'add-value':
    case 'add-goods':
    case 'count-short':
    case 'retain':
      return t(`pit.if-${what.act}`, { ...what, amount: amountOf(what.amount) })
    case 'close-over':
      return t('pit.if-close-over', { ...what, entrants: list(what.entrants) })
    case 'disqualify':
      return t('pit.if-disqualify', { ...what, offence: t(`offence.${what.offence}`) })
    case 'cancel-place':
      return t(what.refund ? 'pit.if-cancel-place-refund' : 'pit.if-cancel-place', { tournament: what.tournament, entrant: what.entrant })
    case 'pay-prize':
      return t('pit.if-pay-prize', { ...what, amount: amountOf(what.amount), how: t(`payment.${what.how}`) })
    case 'award-prize':
      return t('pit.if-award-prize', { ...what, payment: what.payment ?? '' }).trim()
    case 'bar-entrants':
      return t('pit.if-bar-entrants', { ...what, ground: word('promotion-item', what.ground), entrants: list(what.entrants) })
    case 'pass-over':
      return `${t('pit.if-pass-over', { ...what })} (${word('promotion-item', what.ground)})`
    case 'refuse-claim': {
      const { promotion, prize, claimant, ground, why } = what
      const refused = t('pit.if-refuse-claim', { promotion, prize, claimant, why })
      return ground === null ? refused : `${refused} (${word('promotion-item', ground)})`
    }
    case 'decide-dispute': {
      const { promotion, person, upheld, what: ruling } = what
      const decided = t('pit.if-decide-dispute', { promotion, person, what: ruling })
      return upheld === null ? decided : `${decided} ${t('promotion-event.claim-reopened', { claimant: person, prize: upheld })}`
    }
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
    case 'make-program': {
      const made = { name: what.name, grant: grantText(what.grant) }
      return what.until === null ? t('pit.if-make-program', made) : t('pit.if-make-program-until', { ...made, until: moment(what.until) })
    }
    default:
      return t(`pit.if-${what.act}`, what)
  }
}
