// Rows of paytables in the page's language: on which outcome a bet pays, and what.

import { sentence, t } from './i18n.svelte.ts'
import type { PayOdds, PayOn, Pays } from './wire.ts'

/** On which outcome a row pays: every part of it, joined. */
export function whenOf({
  winner,
  point,
  point_not,
  cards,
  pair,
  grade,
  pairs,
  margin,
  sum,
  dealt,
  natural,
}: PayOn): string {
  const any = (numbers: number[]): string =>
    numbers.map(String).reduce((first, second) => t('pay.or', { first, second }))
  const parts = [
    winner === null ? null : t(`pay.on-winner-${winner}`),
    pair === null ? null : t(`pay.on-pair-${pair}`),
    grade === null ? null : t(`pay.on-grade-${grade}`),
    pairs === null ? null : t(`pay.on-pairs-${pairs}`),
    point === null ? null : t('pay.on-point', { point }),
    point_not === null ? null : t('pay.on-point-not', { point: point_not }),
    cards === null ? null : sentence(`pay.on-cards-${cards}`, {}, String(cards)),
    natural === null ? null : t(natural ? 'pay.on-natural' : 'pay.on-natural-not'),
    margin === null ? null : t('pay.on-margin', { points: any(margin) }),
    sum === null ? null : t('pay.on-sum', { points: any(sum) }),
    dealt === null ? null : t('pay.on-dealt', { cards: any(dealt) }),
  ].filter((part) => part !== null)
  return parts.length === 0 ? t('pay.on-otherwise') : parts.reduce((first, second) => t('pay.and', { first, second }))
}

/** Odds as layouts print them: `19:20`. */
export const ratio = ({ pays, stake }: PayOdds): string => `${pays}:${stake}`

/** What a bet pays. */
export function payOf(pays: Pays): string {
  if (typeof pays === 'string') return t(`pay.${pays}`)
  const { odds, commission } = pays.odds
  return commission === null ? ratio(odds) : t('pay.less', { odds: ratio(odds), share: ratio(commission) })
}
