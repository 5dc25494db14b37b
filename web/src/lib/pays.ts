// Rows of paytables in the page's language: on which outcome a bet pays, and what.

import { sentence, t } from './i18n.svelte.ts'

/** On which outcome a row pays; the rulebook's own words, part by part. */
export function whenOf(on: string): string {
  return on
    .split(', ')
    .map((part) => sentence(`pay.on-${part.replaceAll(' ', '-')}`, {}, part))
    .reduce((first, second) => t('pay.and', { first, second }))
}

/** What a bet pays, in the language's words where the figure has words in it. */
export function payOf(pays: string): string {
  const [odds = '', share] = pays.split(' less ')
  return share === undefined ? sentence(`pay.${pays}`, {}, pays) : t('pay.less', { odds, share })
}
