// What happened at a table, in the words of staff; a line we have no words for is shown as it is.

import { t, word } from '../../lib/i18n.svelte.ts'
import { inWords } from './words.ts'

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
    default:
      return text
  }
}
