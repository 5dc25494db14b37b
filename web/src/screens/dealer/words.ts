// Lines of the text form as people read them on a button.

import { t, word } from '../../lib/i18n.svelte.ts'
import { lineText } from '../../lib/lines.ts'
import { isSide } from '../../lib/sides.ts'
import type { TableView } from '../../lib/wire.ts'

export const handName = (hand: string | undefined): string => (isSide(hand ?? '') ? t(`hand.${hand as 'player'}`) : (hand ?? ''))

/** The words for a line; the line itself where we have none. */
export function inWords(line: string): string {
  const [verb = '', a = '', b = '', c = ''] = line.split(' ')
  switch (verb) {
    case 'act':
      return a === 'patron-checks' && b !== '' ? t('dealer.patron-checked', { patron: b }) : word('rule', a)
    case 'call':
      return word('dealer', `call-${a}`, a)
    case 'shuffle':
      return word('shuffle', a)
    case 'sign-on':
    case 'sign-off':
    case 'settle':
    case 'resume':
    case 'reduce':
    case 'free-coup':
    case 'end-shoe':
    case 'marker':
    case 'let-patrons-cut':
    case 'give-up-role':
    case 'close':
    case 'order':
      if (a !== '') return word('cure', a)
      return t(`dealer.${verb}`)
    case 'prepare': {
      const patron = / by (\S+)/.exec(line)?.[1]
      return patron === undefined ? t('dealer.prepare') : t('dealer.prepare-by', { patron })
    }
    case 'offer-cut':
      return t('dealer.offer-cut', { patron: a })
    case 'decline-cut':
      return t('dealer.decline-cut', { patron: a })
    case 'cut':
      return b === 'by' ? t('dealer.cut-by', { patron: c }) : t('dealer.cut-dealer')
    case 'place-marker':
      return t('dealer.place-marker', { count: a })
    case 'burn':
      return word('dealer', `burn-${a}`, a)
    case 'turn':
    case 'return':
    case 'forfeit':
      return t(`dealer.${verb}`, { hand: handName(a) })
    case 'pass':
    case 'offer':
      return t(`dealer.${verb}`, { hand: handName(a), patron: c })
    case 'decline':
      return t('dealer.decline', { hand: handName(b), patron: a })
    case 'report':
      return word('mishap', a)
    default:
      return lineText(line)
  }
}

/** Duties that take more than their word, such as which cards: they are done where the cards are. */
const OPEN = { shuffle: 'duty.shuffle', 'new-cards': 'duty.new-cards', card: 'duty.no-bet-coup' } as const
const isOpen = (line: string): line is keyof typeof OPEN => line in OPEN

/** Whether a duty is discharged by just this line. */
export const isWhole = (line: string): boolean => !isOpen(line)

/** What is owed, by the line that discharges it. */
export const dutyText = (line: string): string => (isOpen(line) ? t(OPEN[line]) : inWords(line))

/** Document, variant and dealing method; a closed table has only the first. */
export function termsOf({ rulebook, variant, method }: Pick<TableView, 'rulebook' | 'variant' | 'method'>): string {
  const parts = [word('rulebook', rulebook)]
  if (variant !== '') parts.push(word('variant', variant))
  if (method !== '') parts.push(t('dealer.method', { method }))
  return parts.join(' · ')
}
