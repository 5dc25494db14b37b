// Something that somebody of another role must say: what, who may, and by which clause.

import { speechText } from '../../lib/command-text.ts'
import { isCommand, type Speech } from '../../lib/commands.ts'
import { t, word } from '../../lib/i18n.svelte.ts'
import { isRole, wordsIn } from '../../lib/value.ts'
import type { Command, Cure, Refusal, Role, Rule, TroubleView } from '../../lib/wire.ts'

export interface Needed {
  speech: Speech
  /** The same in words. */
  text: string
  /** What it does to money. */
  says?: string
  /** Who may say it. */
  roles: readonly Role[]
  by: readonly string[]
}

/** A command that has to be given by another, in words and as it is. */
export type NeededCommand = Needed & { speech: { command: Command } }

/** Nobody signs on or off for another. */
const isSigning = (speech: Speech): boolean => 'command' in speech && (isCommand(speech.command, 'sign-on') || isCommand(speech.command, 'sign-off'))

/** Who is needed for what was refused because of the role, or because nobody does it alone; `null` for every other refusal. */
export function neededFor(speech: Speech, refusal: Refusal): Needed | null {
  const roles = wordsIn(refusal.args['needed']).filter(isRole)
  // A dealer's own work is not approved by anybody.
  const another = refusal.code === 'wrong-role' || refusal.code === 'takes-two'
  if (!another || roles.every((role) => role === 'dealer') || isSigning(speech)) return null
  return { speech, text: speechText(speech), roles, by: refusal.by }
}

/** Who else checks, by the roles of the five documents; which of them it takes, the server says. */
const CHECKERS: readonly Role[] = ['game-supervisor', 'casino-supervisor', 'game-inspector', 'table-inspector']

/** A check that is still missing though this person has done it: the document asks for another one's besides. */
export function anotherFor(refusal: Refusal, done: readonly Rule[]): NeededCommand | null {
  const missing = wordsIn(refusal.args['rule'])
  const rule = refusal.code === 'missing' ? done.find((one) => missing.includes(one)) : undefined
  if (rule === undefined) return null
  return { speech: { command: { act: { rule } } }, text: t(`rule.${rule}`), roles: CHECKERS, by: refusal.by }
}

/** What may be ordered where something went wrong: the document's cure first, then whatever else the officer may choose. */
export function ordersOf({ choices, cure, orders, by }: TroubleView): NeededCommand[] {
  const others = choices.filter((one) => one !== cure).map((one): [Cure, Command] => [one, { order: { cure: one } }])
  const all: [Cure, Command][] = cure === 'officer' ? others : [[cure, 'order'], ...others]
  return all.map(([one, command]) => ({ speech: { command }, text: t(`cure.${one}`), says: word('pit', `money-${one}`, t('pit.money-none')), roles: orders, by }))
}
