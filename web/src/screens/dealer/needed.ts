// Something that somebody of another role must say: what, who may, and by which clause.

import { speechText } from '../../lib/command-text.ts'
import { isCommand, type Speech } from '../../lib/commands.ts'
import { money } from '../../lib/format.ts'
import { t, word } from '../../lib/i18n.svelte.ts'
import { isRole, wordsIn } from '../../lib/value.ts'
import type { CardCheck, Command, Cure, Refusal, Role, Rule, TableView, TroubleView } from '../../lib/wire.ts'

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

/** A check that is still missing though this person has done it: the document asks for another one's besides. */
export function anotherFor(refusal: Refusal, done: readonly Rule[], checks: readonly CardCheck[]): NeededCommand | null {
  const missing = wordsIn(refusal.args['rule'])
  const check = refusal.code === 'missing' ? checks.find(({ rule }) => missing.includes(rule) && done.includes(rule)) : undefined
  if (check === undefined) return null
  // The dealer's own check is the one that was done.
  return { speech: { command: { act: { rule: check.rule } } }, text: t(`rule.${check.rule}`), roles: check.roles.filter((role) => role !== 'dealer'), by: refusal.by }
}

/** What may be ordered where something went wrong: the document's cure first, then whatever else the officer may choose. `lies`: what is at stake in the coup, in words. */
export function ordersOf({ choices, cure, orders, by }: TroubleView, lies = ''): NeededCommand[] {
  const others = choices.filter((one) => one !== cure).map((one): [Cure, Command] => [one, { order: { cure: one } }])
  const all: [Cure, Command][] = cure === 'officer' ? others : [[cure, 'order'], ...others]
  const says = (one: Cure): string => {
    const moves = word('pit', `money-${one}`, t('pit.money-none'))
    return lies === '' ? moves : t('pit.money-lies', { says: moves, amount: lies })
  }
  return all.map(([one, command]) => ({ speech: { command }, text: t(`cure.${one}`), says: says(one), roles: orders, by }))
}

/** What is at stake in the coup that an order is about: the wagers that lie, or those of the coup that was settled; empty where there are none. */
export function atStake({ wagers, settled, currency, staff }: Pick<TableView, 'wagers' | 'settled' | 'currency' | 'staff'>): string {
  // A sealed stake is in the layout's sum alone.
  const lies = wagers.length > 0 ? (staff?.layout ?? sum(wagers)) : sum(settled)
  return lies === 0 ? '' : money(lies, currency)
}

const sum = (list: readonly { stake: number | null }[]): number => list.reduce((all, { stake }) => all + (stake ?? 0), 0)
