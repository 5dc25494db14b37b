// Commands to a tournament as values: which one it is, whom it concerns, and what a person fills in.

import { isCard, spokenCard } from './cards.ts'
import { fieldsIn, keyIn, mergedBy, nameIn, type Fields, type Option } from './following.svelte.ts'
import { list } from './format.ts'
import { sentence, t, word } from './i18n.svelte.ts'
import { session } from './session.svelte.ts'
import { timeText, valueText } from './value.ts'
import type { Role, TournamentAllowed, TournamentCommand } from './wire.ts'

type Fielded = Exclude<TournamentCommand, string>
type NameOf<T> = T extends unknown ? keyof T & string : never

export type TournamentCommandName = Extract<TournamentCommand, string> | NameOf<Fielded>

/** Something that may be said, or is refused for now, in one of the person's roles. */
export type TournamentOption = Option<TournamentCommand>

export const nameOf = (command: TournamentCommand): TournamentCommandName => nameIn(command) as TournamentCommandName

export const fieldsOf = (command: TournamentCommand): Fields => fieldsIn(command)

/** The command of a name with these fields; one without any is its name alone. */
export function commandOf(name: TournamentCommandName, fields: Fields): TournamentCommand {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return (given.length === 0 ? name : { [name]: Object.fromEntries(given) }) as TournamentCommand
}

export { keyIn as keyOf }

/** One list for all roles: each command by the first role that may say it, else with the first role's refusal. */
export const merged = (lists: readonly (readonly [Role | null, readonly TournamentAllowed[]])[]): TournamentOption[] => mergedBy('wrong-tournament-role', lists)

/** What ends something for somebody: it is asked about once more. */
export const isFinal = (name: TournamentCommandName): boolean => ['cancel', 'cancel-place', 'disqualify', 'refuse-entry', 'end-early', 'undeclare', 'withdraw'].includes(name)

/** How a field is filled in: money, a number, words, a moment, a card, what a form says, or a word of a closed list. */
export type Written = 'money' | 'count' | 'words' | 'moment' | 'card' | 'form' | 'offence' | 'refusal-ground' | 'payment'

/** How each field is filled in, where a person does. */
const WRITTEN: Readonly<Record<string, Written>> = {
  amount: 'money',
  at: 'moment',
  behind: 'count',
  card: 'card',
  chips: 'money',
  form: 'form',
  ground: 'refusal-ground',
  how: 'payment',
  missing: 'money',
  offence: 'offence',
  other: 'words',
  place: 'count',
  seat: 'count',
  seconds: 'count',
  stake: 'money',
  table: 'count',
  what: 'words',
  why: 'words',
}

/** What a person fills in of an option. */
export const filledIn = ({ asks }: TournamentOption): readonly (readonly [string, Written])[] => asks.flatMap((field) => (WRITTEN[field] === undefined ? [] : [[field, WRITTEN[field]] as const]))

/** Commands of one name about the same matter: one button, and a choice where they differ. */
export interface Act {
  name: TournamentCommandName
  first: TournamentOption
  options: readonly TournamentOption[]
}

/** What a command is about: its name, its table and whom it concerns. */
export function subjectOf(command: TournamentCommand): string {
  const fields = fieldsOf(command)
  return JSON.stringify([nameOf(command), nameOf(command) === 'allot' ? null : fields['table'], fields['entrant'], fields['names'], fields['to']])
}

/** Options that belong together. */
export function actsOf(options: readonly TournamentOption[]): Act[] {
  const acts = new Map<string, Act>()
  for (const option of options) {
    const subject = subjectOf(option.command)
    const act = acts.get(subject) ?? { name: nameOf(option.command), first: option, options: [] }
    acts.set(subject, { ...act, options: [...act.options, option] })
  }
  return [...acts.values()]
}

/** The fields in which the options of an act differ, each with its values. */
export function choicesOf({ options }: Act): readonly (readonly [string, readonly string[]])[] {
  const names = [...new Set(options.flatMap(({ command }) => Object.keys(fieldsOf(command))))]
  const filled = new Set(options.flatMap((option) => filledIn(option).map(([field]) => field)))
  return names.flatMap((field) => {
    const values = [...new Set(options.map(({ command }) => String(fieldsOf(command)[field] ?? '')))]
    return values.length > 1 && !filled.has(field) ? [[field, values] as const] : []
  })
}

/** A field's value in words. */
export function fieldText(field: string, value: unknown): string {
  if (value === undefined || value === '' || value === '-') return '…'
  switch (field) {
    case 'amount':
    case 'stake':
    case 'chips':
    case 'missing':
      return valueText({ money: Number(value) })
    case 'at':
    case 'from':
      return timeText(Number(value))
    case 'bet':
      return word('bet', String(value))
    case 'ground':
      return word('refusal-ground', String(value))
    case 'offence':
      return word('offence', String(value))
    case 'how':
      return word('payment', String(value))
    case 'winner':
      return word('result', String(value))
    case 'names':
      return list(value as readonly string[])
    case 'card':
      return typeof value === 'string' && isCard(value) ? spokenCard(value) : String(value)
    case 'refund':
      return t('tournament.with-refund')
    case 'unable':
      return t('tournament.unable')
    default:
      return String(value)
  }
}

/** What a command does, in words. */
export function tournamentText(command: TournamentCommand): string {
  const fields = fieldsOf(command)
  const texts = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, fieldText(field, value)]))
  if ('refund' in fields) return t('tournament-command.cancel-place-refund', texts)
  if ('missing' in fields) return t('tournament-command.return-chips-missing', texts)
  const otherwise = t(`tournament-command.${nameOf(command)}`, texts)
  // Only staff speak for others.
  return session()?.kind === 'staff' ? otherwise : sentence(`tournament-command-own.${nameOf(command)}`, texts, otherwise)
}

/** What an act does, in words: as its first command, with nothing in the places that are still to be filled. */
export function actText(act: Act): string {
  const fields: Record<string, unknown> = { ...fieldsOf(act.first.command) }
  for (const [field] of [...filledIn(act.first), ...choicesOf(act)]) fields[field] = '-'
  delete fields['refund']
  delete fields['missing']
  return tournamentText(commandOf(act.name, fields))
}
