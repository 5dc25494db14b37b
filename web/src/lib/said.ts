// What the server says, in the page's language: refusals, reasons and failures, each a sentence by its code.

import { isCard, spokenCard } from './cards.ts'
import { Failure } from './failure.ts'
import { amount, count, list, moment, time } from './format.ts'
import { sentence, t, word, type Args, type Write } from './i18n.svelte.ts'
import { session } from './session.svelte.ts'
import { isSide } from './sides.ts'
import { serverNow } from './time.svelte.ts'
import type { Due, Refusal } from './wire.ts'

/** Why something was not done: one sentence. */
export function refusalText({ code, args, sentence: english }: Refusal): string {
  const filled = Object.fromEntries(args)
  const otherwise = sentence(`refusal.${code}`, filled, capital(english), write)
  // Only staff speak for others; what is refused to a patron is said to that patron.
  return session()?.kind === 'staff' ? otherwise : sentence(`refusal-own.${code}`, filled, otherwise, write)
}

/** What became of something that was asked and not done; a refusal has its own sentence. */
export function failureText(error: unknown): string {
  if (!(error instanceof Failure)) return t('error.fault')
  if (error.refusal !== null) return refusalText(error.refusal)
  return sentence(`error.${error.problem?.kind}`, {}, t(`error.${error.kind}`))
}

/** Why a card is due, or none. */
export function dueText({ code, args, why }: Pick<Due, 'code' | 'args' | 'why'>): string {
  return sentence(`dealer.why-${code}`, Object.fromEntries(args), capital(why, ''), write)
}

// The server's sentences begin in lower case and have no stop, to be put into others.
function capital(words: string, stop = '.'): string {
  const first = words.at(0)
  return first === undefined ? words : `${first.toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : stop}`
}

/** Kinds that are words of ours, each with the area of the catalogue that has them. A place may hold several. */
const AREAS = {
  bets: 'bet',
  call: 'spoken',
  cure: 'cure',
  device: 'device',
  document: 'rulebook',
  hand: 'hand',
  held: 'bet',
  limit: 'limit',
  matter: 'matter',
  medium: 'medium',
  mishap: 'mishap',
  order: 'order',
  party: 'party',
  proposal: 'proposal',
  right: 'right',
  rule: 'rule',
  setting: 'setting',
  span: 'span',
  term: 'term',
  variant: 'variant',
  way: 'way',
  whose: 'whose',
} as const

const minor = (text: string): number => Math.round(Number(text) * 100)
const parts = (text: string): string[] => text.split(/, | or | \+ /)
/** The name of what somebody is trusted with: a role at tables or an office. */
export const grantText = (grant: string): string => word('role', grant, word('office', grant))

/** Kinds that are written in a way of their own. */
const WAYS = {
  /** `dealer dan`, `patron ada`, `system`. */
  actor: (text) => {
    const [who = '', ...name] = text.split(' ')
    return [word('party', who, grantText(who)), ...name].join(' ')
  },
  /** `25 100 500`. */
  amounts: (text) => list(text.split(' ').map((one) => amount(minor(one)))),
  /** `at least 14`, `exactly 14`. */
  bound: (text) => sentence(`bound.${text.startsWith('at least') ? 'least' : 'exactly'}`, { count: /\d+/.exec(text)?.[0] ?? '' }, text),
  card: (text) => (isCard(text) ? spokenCard(text) : text),
  /** What an opening may say: words of the text form, which stay as they are typed, or a number. */
  choices: (text) => {
    const [least, most] = text.match(/\d+/g) ?? []
    if (text.startsWith('a whole number')) return t('choice.number', { least: least ?? '', most: most ?? '' })
    return text === "in the table's terms" ? t('choice.in-terms') : list(text.split(' | '), 'any')
  },
  count: (text) => count(Number(text)),
  list: (text) => (text === 'none' ? t('common.none') : list(parts(text))),
  money: (text) => amount(minor(text)),
  /** `100`, `90min`, `none`: what a limit of play allows. */
  most: (text) => {
    const minutes = /^(\d+)min$/.exec(text)?.[1]
    return text === 'none' ? t('common.none') : minutes === undefined ? amount(minor(text)) : t('money.minutes', { count: minutes })
  },
  /** `50..5000`. */
  range: (text) => {
    const [min = '', max = ''] = text.split('..')
    return t('money.limit-range', { min: amount(minor(min)), max: amount(minor(max)) })
  },
  roles: (text) => list(parts(text).map(grantText), 'any'),
  /** Microseconds, or a date and time of UTC; the day only where it is another one. */
  time: (text) => {
    const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text) * 1000
    return Math.abs(at - serverNow()) < 43_200_000_000 ? time(at, undefined, false) : moment(at)
  },
  why: (text, args) => sentence(`dealer.why-${text}`, args, text, write),
} as const satisfies Record<string, (text: string, args: Args) => string>

export const KINDS: readonly string[] = [...Object.keys(AREAS), ...Object.keys(WAYS)]

/** Writes what stands in a place with a kind. */
export const write: Write = (kind, value, args) => {
  if (kind in WAYS) return WAYS[kind as keyof typeof WAYS](value, args)
  const area = AREAS[kind as keyof typeof AREAS] ?? kind
  return list(parts(value).map((one) => word(area, nameOf(one), one)))
}

/** A word's name in the catalogue: `the number of seats`, `house:burn`, `Player`. */
function nameOf(text: string): string {
  const plain = text.replace(/^(house:|the |a )/, '').replaceAll(' ', '-')
  return isSide(plain.toLowerCase()) ? plain.toLowerCase() : plain
}
