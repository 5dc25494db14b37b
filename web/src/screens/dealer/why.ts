// Why something may not be said now, in one sentence.

import { time } from '../../lib/format.ts'
import { sentence, t, word } from '../../lib/i18n.svelte.ts'
import type { Refusal } from '../../lib/wire.ts'

export function whyNot(refusal: Refusal): string {
  const args = Object.fromEntries(refusal.args)
  // The roles are names of ours, so they are put into words first.
  if (refusal.code === 'wrong-role' && args['needed'] !== undefined) {
    return t('dealer.needs-role', { roles: args['needed'].split(', ').map((role) => word('role', role)).join(', ') })
  }
  return sentence(`refusal.${refusal.code}`, args, refusal.sentence)
}

/** The same refusal with moments and roles put into words, as the catalogues' sentences expect them. */
export function readable(refusal: Refusal): Refusal {
  const moments = new Set(['since', 'until'])
  const args = refusal.args.map(([name, value]): [string, string] => {
    if (moments.has(name) && /^\d{12,}$/.test(value)) return [name, time(Number(value), undefined, false)]
    return name === 'needed' || name === 'role' ? [name, value.split(', ').map((role) => word('role', role)).join(', ')] : [name, value]
  })
  if (refusal.code === 'sign-too-new') return { ...refusal, args, sentence: t('dealer.sign-too-new', Object.fromEntries(args)) }
  return refusal.code === 'wrong-role' ? { ...refusal, args, sentence: whyNot(refusal) } : { ...refusal, args }
}
