// Something that somebody of another role must say: what, who may, and by which clause.

import { t, word } from '../../lib/i18n.svelte.ts'
import { isRole, wordsIn } from '../../lib/value.ts'
import type { Refusal, Role, TroubleView } from '../../lib/wire.ts'
import { inWords } from './words.ts'

export interface Needed {
  line: string
  /** The line in words, where it needs more than its own. */
  text?: string
  /** What it does to money. */
  says?: string
  /** Who may say it. */
  roles: readonly Role[]
  by: readonly string[]
}

/** Who is needed for a line that was refused because of the role; `null` for every other refusal. */
export function neededFor(line: string, refusal: Refusal): Needed | null {
  const roles = wordsIn(refusal.args['needed']).filter(isRole)
  // A dealer's own work is not approved by anybody, and nobody signs on or off for another.
  if (refusal.code !== 'wrong-role' || roles.every((role) => role === 'dealer') || line.startsWith('sign-')) return null
  return { line, roles, by: refusal.by }
}

/** Who else checks, by the roles of the five documents; which of them it takes, the server says. */
const CHECKERS: readonly Role[] = ['game-supervisor', 'casino-supervisor', 'game-inspector', 'table-inspector']

/** A check that is still missing though this person has done it: the document asks for another one's besides. */
export function anotherFor(refusal: Refusal, done: readonly string[]): Needed | null {
  const line = `act ${wordsIn(refusal.args['rule'])[0] ?? ''}`
  return refusal.code === 'missing' && done.includes(line) ? { line, roles: CHECKERS, by: refusal.by } : null
}

/** What may be ordered where something went wrong: the document's cure, or those among which the officer chooses. */
export function ordersOf(trouble: TroubleView): Needed[] {
  const lines = trouble.choices.length === 0 ? ['order'] : trouble.choices.map((cure) => `order ${cure}`)
  return lines.map((line) => {
    const cure = line.split(' ')[1] ?? trouble.cure
    const text = line === 'order' ? word('cure', cure) : inWords(line)
    return { line, text, says: word('pit', `money-${cure}`, t('pit.money-none')), roles: trouble.orders, by: trouble.by }
  })
}
