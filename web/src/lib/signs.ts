// What a sign says, in words.

import { money } from './format.ts'
import { t, word } from './i18n.svelte.ts'
import type { SignView, SignWords } from './wire.ts'

export function signWords(says: SignWords, currency: string): string {
  if (says.kind === 'limits' || says.kind === 'stakes') {
    const limits = t('money.limit-range', { min: money(says.min, currency), max: money(says.max, currency) })
    return says.kind === 'limits' ? t('pit.sign-limits', { limits }) : t('pit.sign-stakes', { bet: word('bet', says.bet), limits })
  }
  if (says.kind === 'variant') return t('pit.sign-variant', { variant: word('variant', says.variant) })
  if (says.kind === 'restriction') return t('pit.sign-restriction', { bet: word('bet', says.bet) })
  return t(`pit.sign-${says.kind}`)
}

/** Tells one sign from another, also from one with the same words that was put up later. */
export const signKey = ({ says, since }: SignView): string => `${JSON.stringify(says)} ${since}`
