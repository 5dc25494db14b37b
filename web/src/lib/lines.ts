// Lines of the text form in the page's language, for those that have no words of their own on a button.

import { sentence } from './i18n.svelte.ts'
import { valueText } from './value.ts'
import type { Value } from './wire.ts'

/** Each line by the name of its sentence. A place is one word; the last one takes what is left. */
export const LINES: Readonly<Record<string, string>> = {
  'approve-both': 'approve-both {patron}',
  alter: 'alter {patron}@{at} {bet} {stake}',
  bet: 'bet {patron}@{at} {bet} {stake}',
  'buy-in': 'buy-in {patron} {amount} {with}',
  'cash-out': 'cash-out {patron} {amount}',
  'change-area': 'change area {amount}',
  'change-differential': 'change differential {amount}',
  'change-limits': 'change limits {limits}',
  'change-method': 'change method {method}',
  'change-stakes': 'change stakes {bet} {limits}',
  'change-variant': 'change variant {variant}',
  'colour-change': 'colour-change {patron} {amount}',
  'consent-to': 'consent {patron} {matter} {to}',
  consent: 'consent {patron} {matter}',
  credit: 'credit {amount}',
  'decide-dispute': 'decide dispute {number} {what}',
  decide: 'decide {what}',
  dispute: 'dispute {patron} {what}',
  'end-old-minimum': 'end-old-minimum',
  exclude: 'exclude {patron} {why}',
  fill: 'fill {amount}',
  'forfeit-wagers': 'forfeit-wagers {patron}',
  found: 'found {patron}@{at} {bet} {stake}',
  leave: 'leave {patron}',
  liability: 'liability {amount}',
  lift: 'lift {patron}@{at} {bet}',
  'mark-badly': 'mark {patron}@{at} {bet} badly-placed',
  'mark-late': 'mark {patron}@{at} {bet} late',
  'marker-seen': 'marker-seen',
  mispaid: 'mispaid {patron}@{at} {bet} {paid}',
  'move-on': 'move-on {patron}',
  'new-cards': 'new-cards {colour}',
  nominate: 'nominate {hand} to {patron}',
  'pass-cut': 'pass-cut {patron} to {to}',
  personal: 'personal {patron} {limits}',
  'post-closure': 'post closure',
  'post-limits': 'post limits {limits}',
  'post-old-minimum-ends': 'post old-minimum-ends',
  'post-restriction': 'post restriction {bet}',
  'post-variant': 'post variant {variant}',
  'raise-at-once': 'raise-at-once {limits}',
  rekey: 'rekey {was} as {card}',
  'refuse-wager': 'refuse-wager {patron}@{at} {bet} {why}',
  relax: 'relax {patron}@{at} {bet} {stake}',
  restrict: 'restrict {bet}',
  reveal: 'reveal {patron}@{at} {bet}',
  'review-dispute': 'review dispute {number} {what}',
  review: 'review {what}',
  sit: 'sit {patron}@{at}',
  stand: 'stand {patron}@{at}',
  take: 'take {patron}@{at}',
  'take-down': 'take-down {sign}',
  'tell-of': 'tell {role} of {rule}',
  'tell-restriction': 'tell {role} restriction {bet}',
  tokens: 'tokens {patron}@{at} {bet} {stake}',
  unrestrict: 'unrestrict {bet}',
  'void-wagers': 'void-wagers {patron}',
  withdraw: 'withdraw {patron}@{at} {bet}',
}

const PATTERNS = Object.entries(LINES).map(([name, line]) => {
  const words = line.replace(/\{(\w+)\}$/, '(?<$1>.+)').replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>[^\s@]+)`)
  return [name, new RegExp(`^${words}$`)] as const
})

const minor = (text: string): number => Math.round(Number(text) * 100)
const wordOf = (of: string) => (is: string): Value => ({ word: { of, is } })

/** What stands in the places of a line, by the name of the place; what is not here is a name or a text of somebody's. */
const PLACES: Readonly<Record<string, (text: string) => Value>> = {
  amount: (text) => ({ money: minor(text) }),
  bet: (bet) => ({ bet }),
  card: (card) => ({ card }),
  hand: wordOf('HandName'),
  limits: (text) => {
    const [min = '', max = ''] = text.split('..')
    return { range: { min: minor(min), max: minor(max) } }
  },
  matter: wordOf('Matter'),
  paid: (text) => ({ money: minor(text) }),
  role: wordOf('Role'),
  rule: wordOf('Rule'),
  stake: (text) => ({ money: minor(text) }),
  variant: wordOf('Variant'),
  was: (card) => ({ card }),
  with: wordOf('With'),
}

const placed = ([name, text]: readonly [string, string]): [string, string] => [name, valueText(PLACES[name]?.(text) ?? { text })]

/** What a line does, in words; the line itself where there are none. */
export function lineText(line: string): string {
  for (const [name, pattern] of PATTERNS) {
    const found = pattern.exec(line)
    if (found !== null) return sentence(`line.${name}`, Object.fromEntries(Object.entries(found.groups ?? {}).map(placed)), line)
  }
  return line
}
