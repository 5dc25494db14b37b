// What is due now, read from the view and from what the server says may be said; no rule is known here.

import { commandText } from '../../lib/command-text.ts'
import { fieldsOf, isCommand, keyOf, type CommandName, type FieldsOf } from '../../lib/commands.ts'
import { money } from '../../lib/format.ts'
import { t, word } from '../../lib/i18n.svelte.ts'
import { dueText, refusalText } from '../../lib/said.ts'
import type { Command, Settled, Side, Stage, TableView } from '../../lib/wire.ts'
import { cardMayCome, type Option } from '../../lib/at-table.svelte.ts'
import { atWork, noSuchRole } from './options.ts'
import { offeredTo } from './shoe.ts'

/** What one press does: a command, the next card (told by the keypad or drawn), a look at what waits for its order, the way to a figure that is typed, or the tick of chips that were moved. */
export type Next = { give: Command } | 'card' | 'ruling' | 'figure' | 'tick'

export interface Instruction {
  /** In very large letters. */
  text: string
  why: string
  by: readonly string[]
  /** Whose colour it has. */
  side: Side | null
  /** Amber waits on a person, violet is an irregularity. */
  tone: 'plain' | 'waiting' | 'ruling'
  /** The one thing to press, if there is one. */
  next: Next | null
}

const plain: Instruction = { text: '', why: '', by: [], side: null, tone: 'plain', next: null }

/** What takes each stage to the next. */
const STEPS: Record<Stage, readonly CommandName[]> = {
  gathered: ['shuffle'],
  shuffled: ['offer-cut', 'cut'],
  cut: ['place-marker'],
  marked: ['burn'],
  ready: [],
}

type May = <N extends CommandName>(name: N, fields?: Partial<FieldsOf<N>>) => Command | null

const giving = (command: Command | null): Next | null => (command === null ? null : { give: command })

/** `moved`: the wager whose chips are taken or paid next, which comes before any call for new ones. */
export function instruction(view: TableView, options: readonly Option[], me: string, moved: Settled | null = null): Instruction {
  const may: May = (name, fields) => options.find(({ command, refusal }) => refusal === null && isCommand(command, name, fields))?.command ?? null
  if (view.fault !== null) return { ...plain, text: t('dealer.due-fault'), why: t('dealer.due-fault-why'), tone: 'ruling' }
  if (view.phase === 'closed') return { ...plain, text: t('dealer.due-closed'), why: t('dealer.due-closed-why'), tone: 'waiting' }
  if (!atWork(view, options, me)) {
    if (noSuchRole(options)) return { ...plain, text: t('dealer.due-automatic'), why: t('dealer.due-automatic-why'), tone: 'waiting' }
    return { ...plain, text: t('dealer.due-sign-on'), why: t(view.dealer === 'automatic' ? 'dealer.due-sign-on-automatic' : 'dealer.due-sign-on-why'), tone: 'waiting', next: giving(may('sign-on')) }
  }
  const { trouble } = view
  if (trouble !== null && !trouble.ordered) {
    const roles = trouble.orders.map((role) => word('role', role)).join(', ')
    const why = roles === '' ? word('cure', trouble.cure) : t('dealer.due-order-why', { cure: word('cure', trouble.cure), roles })
    return { ...plain, text: word('mishap', trouble.mishap), why, by: trouble.by, tone: 'ruling', next: 'ruling' }
  }
  const resume = may('resume')
  if (resume !== null && trouble?.may_withdraw !== false) {
    return { ...plain, text: t('dealer.due-resume'), why: t('dealer.due-resume-why'), by: trouble?.by ?? [], tone: 'ruling', next: giving(resume) }
  }
  if (moved !== null) return settling(view, moved)
  if (view.phase === 'preparing') return preparing(view, options)
  if (view.phase === 'dealing') return dealing(view, options, may)
  return betting(view, options, may)
}

/** What is done with the chips of one wager. */
function settling({ currency }: TableView, { at, patron, bet, stake, amount, result, by }: Settled): Instruction {
  const places = { at, amount: money(result === 'paid' ? amount : stake, currency) }
  const why = t('dealer.due-settling-why', { patron, bet: word('bet', bet), stake: money(stake, currency) })
  return { ...plain, text: t(`dealer.due-${result}`, places), why, by: by.slice(0, 2), next: 'tick' }
}

function preparing(view: TableView, options: readonly Option[]): Instruction {
  const stage = view.staff?.stage ?? 'ready'
  // Punto shuffles its own shoe once there is somebody to play, and promises it before the cut.
  if (view.shoe.own && view.shoe.commitment === null) return { ...plain, text: t('dealer.due-own-waits'), why: t('dealer.due-own-waits-why'), tone: 'waiting' }
  // Punto makes its own shoe ready as well, once the time for a patron's cut is up.
  if (view.shoe.own) return { ...plain, text: t('dealer.due-own-gathered'), why: t('dealer.own-cut'), tone: 'waiting' }
  const steps = STEPS[stage]
  const cut = options.find(({ command, refusal: no }) => no === null && fieldsOf(command, 'cut')?.by !== undefined)?.command
  const offered = offeredTo(view.lines)
  const fresh = options.filter(({ command, refusal: no }) => no === null && !offered.includes(fieldsOf(command, 'offer-cut')?.patron ?? ''))
  const found = cut ?? steps.map((name) => fresh.find(({ command }) => isCommand(command, name))?.command).find((command) => command !== undefined) ?? null
  const text = word('dealer', `due-${stage}`, t('phase.preparing'))
  const why = t('dealer.due-shoe', { number: view.shoe.number })
  if (found !== null) return { ...plain, text: isCommand(found, 'cut') ? commandText(found) : text, why, next: isCommand(found, 'cut') ? 'figure' : isTold(found) ? null : giving(found) }
  // This person may not: a refusal that names a role says who may.
  const refusals = options.filter(({ command }) => steps.some((name) => isCommand(command, name))).flatMap(({ refusal: one }) => one ?? [])
  const refusal = refusals.find(({ code }) => code === 'wrong-role') ?? refusals[0] ?? null
  return { ...plain, text, why: refusal === null ? why : refusalText(refusal), by: refusal?.by ?? [], tone: 'waiting' }
}

/** Which card is burned for all to see is told beside: there is no one press for it. */
const isTold = (command: Command): boolean => fieldsOf(command, 'burn')?.card !== undefined

function betting(view: TableView, options: readonly Option[], may: May): Instruction {
  const called = view.duties.find(({ what, command }) => what === 'call' && options.some((one) => one.refusal === null && command !== null && keyOf(one.command) === keyOf(command)))
  if (called !== undefined && called.command !== null) return { ...plain, text: commandText(called.command), why: t('duty.now'), by: called.by, next: { give: called.command } }
  const card = cardMayCome(options) ? 'card' : null
  const closed = view.phase === 'no-more-bets' || (view.call === 'no-more-bets' && card !== null)
  if (closed) return { ...plain, text: t('dealer.due-first'), why: t('call.no-more-bets'), next: card }
  if (view.no_bet) return { ...plain, text: t('dealer.due-first'), why: t('word.no-bet-coup'), next: card }
  const open = view.call === 'place-your-bets' ? null : may('call', { call: 'place-your-bets' })
  if (open !== null) return { ...plain, text: t('dealer.due-open'), why: t('dealer.due-open-why'), next: { give: open } }
  if (view.wagers.length === 0) return { ...plain, text: t('dealer.due-bets'), why: t('dealer.due-bets-none'), tone: 'waiting' }
  const close = giving(may('call', { call: 'no-more-bets' }))
  return { ...plain, text: t('dealer.due-bets'), why: t('dealer.due-bets-why', { count: view.wagers.length }), next: close ?? card }
}

function dealing(view: TableView, options: readonly Option[], may: May): Instruction {
  const { due } = view
  const reason = due === null ? '' : dueText(due)
  if (view.void) return { ...plain, text: t('dealer.due-void'), why: t('result.void'), next: giving(may('settle')) }
  for (const hand of ['player', 'banker'] as const) {
    const { held } = view[hand]
    if (held !== null && typeof held === 'object' && 'out' in held) return { ...plain, text: t('dealer.due-out', { hand: t(`hand.${hand}`), patron: held.out }), why: t('dealer.due-out-why'), side: hand, tone: 'waiting', next: giving(may('return', { hand })) }
  }
  const card = cardMayCome(options) ? 'card' : null
  const hands = may('pass') ?? may('turn')
  if (hands !== null && (due === null || card === null)) {
    const side = (fieldsOf(hands, 'pass') ?? fieldsOf(hands, 'turn'))?.hand ?? 'player'
    return { ...plain, text: commandText(hands), why: t('dealer.due-hands-why'), side, next: { give: hands } }
  }
  const points = may('call', { call: 'points' })
  if (due === null) return { ...plain, text: t('dealer.due-next'), why: t('dealer.due-next-why'), next: card ?? giving(points) }
  if (due.hand !== null) {
    const text = t('dealer.due-card', { nth: word('dealer', `nth-${due.nth ?? 1}`), hand: t(`hand.${due.hand}`).toUpperCase() })
    const called = card === null ? points : null
    return { ...plain, text: called === null ? text : commandText(called), why: reason, by: due.by, side: due.hand, next: card ?? giving(called) }
  }
  const counted = view.call === 'points' || view.call === 'result'
  const next = (counted ? null : points) ?? may('settle') ?? may('call', { call: 'result' })
  return { ...plain, text: next === null ? t('dealer.due-complete') : commandText(next), why: reason, by: due.by, next: giving(next) }
}
