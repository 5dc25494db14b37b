// Why something may not be said now, in one sentence.

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
