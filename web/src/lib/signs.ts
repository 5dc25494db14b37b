// What a sign says, in words.

import { money } from './format.ts'
import { t, word } from './i18n.svelte.ts'

/** A range of the text form, `50..5000`, in minor units. */
export function rangeOf(text: string): { min: number; max: number } | null {
  const found = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)$/.exec(text)
  return found === null ? null : { min: Math.round(Number(found[1]) * 100), max: Math.round(Number(found[2]) * 100) }
}

export function signWords(text: string, currency: string): string {
  const [kind = '', rest = ''] = text.split(' ', 2)
  const range = rangeOf(rest)
  if (kind === 'limits' && range !== null) {
    return t('pit.sign-limits', { limits: t('money.limit-range', { min: money(range.min, currency), max: money(range.max, currency) }) })
  }
  if (kind === 'variant') return t('pit.sign-variant', { variant: word('variant', rest) })
  if (kind === 'restriction') return t('pit.sign-restriction', { bet: word('bet', rest) })
  return word('pit', `sign-${kind}`, text)
}
