// What happened at a table, in the words of staff; a line we have no words for is shown as it is.

import { t, word } from '../../lib/i18n.svelte.ts'
import { handName, inWords } from './words.ts'

export function happened(text: string): string {
  const words = text.split(' ')
  const [what = '', a = '', b = '', c = ''] = words
  switch (what) {
    case 'recorded':
      return word('rule', a)
    case 'shuffled':
      return inWords(`shuffle ${a}`)
    case 'cut-offered':
    case 'cut-declined':
      return t(`dealer.${what}`, { patron: a })
    case 'cut-passed':
      return t('dealer.cut-passed', { patron: a, to: c })
    case 'was-cut':
      return t('dealer.was-cut', { depth: a, who: words.at(-1) ?? '' })
    case 'patrons-may-cut':
      return t('dealer.let-patrons-cut')
    case 'marker-placed':
      return t('dealer.place-marker', { count: a })
    case 'burned':
      return t('dealer.burned', { count: b })
    case 'irregularity':
      return t('dealer.happened-irregularity', { what: word('mishap', a) })
    case 'ruling':
    case 'ordered':
    case 'void':
      return t(`dealer.happened-${what}`, { what: word('cure', a) })
    case 'returned':
    case 'withdrawn':
      return t('dealer.happened-returned', { patron: a, bet: word('bet', b), amount: c })
    case 'card':
      if (b === 'becomes') return t('dealer.happened-becomes', { card: a, hand: handName(c) })
      return b === 'set-aside' ? t('dealer.happened-aside', { card: a }) : b === 'opens-next-coup' ? t('dealer.happened-opens', { card: a }) : text
    case 'dealt':
      return t('dealer.happened-dealt', { card: a, hand: c === 'nobody' ? t('dealer.happened-nobody') : handName(c) })
    case 'no-bet-coup':
    case 'may-withdraw':
      return t(`dealer.happened-${what}`)
    default:
      return text
  }
}
