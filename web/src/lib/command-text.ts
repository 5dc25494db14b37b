// Commands in the page's language, as people read them on a button or in a list.

import { nameOf, fieldsOf, type CommandName, type FieldsOf, type Speech } from './commands.ts'
import { t, word } from './i18n.svelte.ts'
import { timeText, valueText } from './value.ts'
import type { Command, Laying, Proposal, SignName, Span } from './wire.ts'

type Names<T> = T extends unknown ? keyof T & string : never
type AllFields = FieldsOf<CommandName>
type FieldName = Names<AllFields>
type Field<N extends FieldName, T = AllFields> = T extends unknown ? (N extends keyof T ? NonNullable<T[N]> : never) : never

const money = (minor: number): string => valueText({ money: minor })
const range = (limits: Span): string => valueText({ range: limits })
const number = (count: number): string => valueText({ count })
const same = (text: string): string => text
const card = (one: Field<'card'>): string => valueText({ card: one })
const bet = (id: string): string => word('bet', id)
const variant = (id: string): string => word('variant', id)
const hand = (side: Field<'hand'>): string => t(`hand.${side}`)

/** What stands in the places of a sentence, by the name of the field. */
const FIELDS: { readonly [N in FieldName]: (value: Field<N>) => string } = {
  about: ({ persons, note }) => [persons.join(', '), note ?? ''].join(' ').trim(),
  amount: money,
  at: number,
  back: number,
  behind: number,
  bet,
  breach: (one) => t(`breach.${one}`),
  burn: card,
  by: same,
  call: (one) => t(`spoken.${one}`),
  card,
  cards: (cards) => cards.map(card).join(' '),
  chips: money,
  colour: same,
  cure: (one) => t(`cure.${one}`),
  cut: number,
  depth: number,
  fact: (one) => t(`fact.${one}`),
  fault: (one) => t(`dealer.fault-${one}`),
  form: (one) => t(`dealer.burn-${one}`),
  from: timeText,
  hand,
  lies: laying,
  limits: range,
  matter: (one) => t(`matter.${one}`),
  method: same,
  mishap: (one) => t(`mishap.${one}`),
  names: same,
  note: same,
  number,
  // What the operator wrote to open the table with; the sentence does without it.
  opening: () => '',
  paid: money,
  patron: same,
  place: number,
  role: (one) => t(`role.${one}`),
  rule: (one) => t(`rule.${one}`),
  said: money,
  sign,
  stake: money,
  to: (one) => (typeof one === 'string' ? one : proposal(one)),
  tray: same,
  until: timeText,
  variant,
  voucher: same,
  was: card,
  what: same,
  why: same,
  with: (one) => t(`way.${one}`),
}

function laying(lies: Laying): string {
  if (typeof lies === 'string') return t(`laying.${lies}`)
  return 'to' in lies ? t('laying.to', { hand: hand(lies.to.hand) }) : t('laying.to-seen', { hand: hand(lies['to-seen'].hand) })
}

function proposal(to: Proposal): string {
  if ('stakes' in to) return t('pit.sign-stakes', { bet: bet(to.stakes.bet), limits: range(to.stakes.limits) })
  return 'limits' in to ? range(to.limits.limits) : variant(to.variant.variant)
}

function sign(name: SignName): string {
  if (typeof name === 'string') return t(`pit.sign-${name}`)
  if ('limits' in name) return t('pit.sign-limits', { limits: range(name.limits.limits) })
  if ('stakes' in name) return t('pit.sign-stakes', { bet: bet(name.stakes.bet), limits: range(name.stakes.limits) })
  if ('variant' in name) return t('pit.sign-variant', { variant: variant(name.variant.variant) })
  return 'restriction' in name ? t('pit.sign-restriction', { bet: bet(name.restriction.bet) }) : t('pit.sign-personal', { patron: name.personal.patron })
}

/** The fields of a command in words. */
function places(fields: object): Record<string, string> {
  const texts = FIELDS as Readonly<Record<string, (value: never) => string>>
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, texts[name]?.(value as never) ?? '']])))
}

/** Commands whose words depend on what belongs to them; every other one has the sentence of its name. */
const OWN = {
  act: ({ rule }) => t(`rule.${rule}`),
  'act-about': (its) => t(its.rule === 'patron-checks' ? 'command.act-about-checked' : 'command.act-about', places(its)),
  burn: ({ form }) => t(`dealer.burn-${form}`),
  call: ({ call }) => t(`dealer.call-${call}`),
  card: (its) => t(its.lies === undefined ? 'command.card' : 'command.card-laid', places(its)),
  'change-area': (its) => t(its.bet === undefined ? 'command.change-area' : 'command.change-area-of', places(its)),
  consent: (its) => t(its.to === undefined ? 'command.consent' : 'command.consent-to', places(its)),
  cut: (its) => t(its.by === undefined ? 'command.cut' : 'command.cut-by', places(its)),
  deal: () => t('dealer.draw'),
  decide: (its) => t(its.number === undefined ? 'command.decide' : 'command.decide-dispute', places(its)),
  mark: (its) => t(`command.mark-${its.fault}`, places(its)),
  order: ({ cure }) => (cure === undefined ? t('command.order') : t(`cure.${cure}`)),
  // Which card is burned is not for a button to say.
  prepare: (its) => t(its.by === undefined ? 'command.prepare' : 'command.prepare-by', places(its)),
  report: ({ mishap }) => t(`mishap.${mishap}`),
  review: (its) => t(its.number === undefined ? 'command.review' : 'command.review-dispute', places(its)),
  spoken: (its) => t(its.chips === undefined ? 'command.spoken' : 'command.spoken-with', places(its)),
  shuffle: ({ by }) => t(`shuffle.${by}`),
} as const satisfies { readonly [N in CommandName]?: (its: FieldsOf<N>) => string }

type Own = keyof typeof OWN
const isOwn = (name: CommandName): name is Own => name in OWN

/** What a command does, in words. */
export function commandText(command: Command): string {
  const name = nameOf(command)
  const fields = fieldsOf(command, name) ?? {}
  return isOwn(name) ? (OWN[name] as (its: object) => string)(fields) : t(`command.${name}`, places(fields))
}

/** What is said, in words; what a person typed is shown as it is. */
export const speechText = (speech: Speech): string => ('command' in speech ? commandText(speech.command) : speech.line)
