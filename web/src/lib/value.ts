// Values of the server in the page's language: an amount, a card, a role, a word of a closed list.

import { WORDS } from './codes.ts'
import { isCard, spokenCard } from './cards.ts'
import { amount, count, list, moment, time } from './format.ts'
import { sentence, t, word } from './i18n.svelte.ts'
import { serverNow } from './time.svelte.ts'
import type { Role, SaidWord, Speaker, Value } from './wire.ts'

type Values = Readonly<Record<string, Value | undefined>>

/** How the keys of each list's words begin in the catalogue. */
const AREAS: Readonly<Record<SaidWord['of'], string>> = {
  AccountKind: 'worth.',
  BetKind: 'bet.',
  Breach: 'breach.',
  Burn: 'dealer.burn-',
  Call: 'spoken.',
  Channel: 'notice-channel.',
  Cure: 'cure.',
  Device: 'device.',
  EntryProof: 'entry-proof.',
  DutyKind: 'duty.',
  Fact: 'fact.',
  Fault: 'dealer.fault-',
  FormFault: 'form-fault.',
  Ground: 'refusal-ground.',
  HandName: 'hand.',
  Item: 'tournament-item.',
  LateCure: 'cure.',
  Lies: 'laying.face-',
  LimitKind: 'limit.',
  Matter: 'matter.',
  Medium: 'medium.',
  Mishap: 'mishap.',
  Offence: 'offence.',
  Office: 'office.',
  Party: 'party.',
  Payment: 'payment.',
  PrizeItem: 'prize-item.',
  PromotionItem: 'promotion-item.',
  PromotionRule: 'promotion-rule.',
  ProposalMatter: 'proposal.',
  Purse: 'purse.',
  Refund: 'tournament.',
  Right: 'right.',
  Role: 'role.',
  Rule: 'rule.',
  RunningSetting: 'house-setting.',
  SessionEnd: 'session-end.',
  ShuffleBy: 'shuffle.',
  Span: 'span.',
  SpendOrder: 'order.',
  Term: 'term.',
  TournamentRule: 'tournament-rule.',
  Unable: 'tournament.',
  Whose: 'whose.',
  Winner: 'result.',
  With: 'way.',
}

/** The name of what somebody is trusted with: a role at tables or an office. */
export const grantText = (grant: string): string => word('role', grant, word('office', grant))

/** A word of a closed list. */
function wordOf({ of, is }: SaidWord): string {
  return sentence(AREAS[of] + is, {}, is)
}

/** The day only where it is another one. */
export function timeText(at: number): string {
  return Math.abs(at - serverNow()) < 43_200_000_000 ? time(at, undefined, false) : moment(at)
}

/** Those of whom any one will do are joined by "or". */
const anyOf = (values: readonly Value[]): boolean =>
  values.some((one) => typeof one === 'object' && ('text' in one || ('word' in one && (one.word.of === 'Role' || one.word.of === 'Office' || one.word.of === 'Party'))))

/** One value in words; what a reason says may need the others. */
export function valueText(value: Value, all: Values = {}): string {
  if (value === 'unlimited') return t('common.none')
  if (value === 'in-terms') return t('choice.in-terms')
  if ('money' in value) return amount(value.money)
  if ('count' in value) return count(value.count)
  if ('time' in value) return timeText(value.time)
  if ('minutes' in value) return t('money.minutes', { count: value.minutes })
  if ('card' in value) return isCard(value.card) ? spokenCard(value.card) : value.card
  if ('bet' in value) return word('bet', value.bet)
  if ('actor' in value) return actorText(value.actor.role, value.actor.name)
  if ('setting' in value) return word('setting', value.setting)
  if ('word' in value) return wordOf(value.word)
  if ('name' in value) return value.name
  if ('text' in value) return value.text
  if ('range' in value) return t('money.limit-range', { min: amount(value.range.min), max: amount(value.range.max) })
  if ('bound' in value) return t(value.bound.or_more ? 'bound.least' : 'bound.exactly', { count: value.bound.count })
  if ('numbers' in value) return t('choice.number', value.numbers)
  if ('because' in value) return sentence(`dealer.why-${value.because.code}`, textsOf(all, 'because'), value.because.code)
  return value.list.length === 0 ? t('common.none') : list(value.list.map((one) => valueText(one, all)), anyOf(value.list) ? 'any' : undefined)
}

/** Somebody in words, by role and name; a name that only repeats the role, or its last word, is left out. */
export function actorText(role: string, name: string | null = null): string {
  const own = word('party', role, grantText(role))
  return name === null || name === role || role.endsWith(`-${name}`) ? own : `${own} ${name}`
}

/** The same of a record's actor, such as `dealer dan`. */
export function recordedText(actor: string): string {
  const [role = '', name = null] = actor.split(' ')
  return actorText(role, name)
}

/** Who said or did something; nothing where that was not kept. */
export const speakerText = (speaker: Speaker | null): string => (speaker === null ? '' : valueText({ actor: speaker }))

/** Values by name, each in words, to fill a sentence with. */
export function textsOf(values: Values, except?: string): Record<string, string> {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined || (typeof value === 'object' && except !== undefined && except in value) ? [] : [[name, valueText(value, values)] as const]))
  return Object.fromEntries(given)
}

/** The words of closed lists in a value, as the server spells them. */
export function wordsIn(value: Value | undefined): string[] {
  if (value === undefined || typeof value === 'string') return []
  return 'word' in value ? [value.word.is] : 'list' in value ? value.list.flatMap(wordsIn) : []
}

/** The name in a value that is one. */
export const nameIn = (value: Value | undefined): string | null => (typeof value === 'object' && 'name' in value ? value.name : null)

/** Whether a word is a role at tables. */
export const isRole = (text: string): text is Role => (WORDS['role.'] ?? []).includes(text)
