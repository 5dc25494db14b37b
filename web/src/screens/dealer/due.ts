// What is due now, read from the view and from what the server says may be said; no rule is known here.

import { t, word } from '../../lib/i18n.svelte.ts'
import { dueText, refusalText } from '../../lib/said.ts'
import type { TableView } from '../../lib/wire.ts'
import { atWork, noSuchRole, type Option } from './options.ts'
import { handName, inWords } from './words.ts'

export interface Instruction {
  /** In very large letters. */
  text: string
  why: string
  by: readonly string[]
  /** Whose colour it has. */
  side: 'player' | 'banker' | null
  /** Amber waits on a person, violet is an irregularity. */
  tone: 'plain' | 'waiting' | 'ruling'
  /** The one thing to press, if there is one; `card` takes the next card, `ruling` shows what waits for its order. */
  next: string | null
}

const plain: Instruction = { text: '', why: '', by: [], side: null, tone: 'plain', next: null }

/** The step of each stage of the shoe. */
export const STAGES = ['gathered', 'shuffled', 'cut', 'marked'] as const
const VERBS: Record<string, readonly string[]> = {
  gathered: ['shuffle'],
  shuffled: ['offer-cut', 'cut'],
  cut: ['place-marker'],
  marked: ['burn'],
}

export function instruction(view: TableView, options: readonly Option[], me: string): Instruction {
  const may = (start: string): string | null =>
    options.find(({ line, refusal }) => refusal === null && (line === start || line.startsWith(`${start} `)))?.line ?? null
  if (view.fault !== null) return { ...plain, text: t('dealer.due-fault'), why: t('dealer.due-fault-why'), tone: 'ruling' }
  if (view.phase === 'closed') return { ...plain, text: t('dealer.due-closed'), why: t('dealer.due-closed-why'), tone: 'waiting' }
  if (!atWork(view, options, me)) {
    if (noSuchRole(options)) return { ...plain, text: t('dealer.due-automatic'), why: t('dealer.due-automatic-why'), tone: 'waiting' }
    return { ...plain, text: t('dealer.due-sign-on'), why: t(view.dealer === 'automatic' ? 'dealer.due-sign-on-automatic' : 'dealer.due-sign-on-why'), tone: 'waiting', next: may('sign-on') }
  }
  const { trouble } = view
  if (trouble !== null && !trouble.ordered) {
    const roles = trouble.orders.map((role) => word('role', role)).join(', ')
    const why = roles === '' ? word('cure', trouble.cure) : t('dealer.due-order-why', { cure: word('cure', trouble.cure), roles })
    return { ...plain, text: word('mishap', trouble.mishap), why, by: trouble.by, tone: 'ruling', next: 'ruling' }
  }
  const resume = may('resume')
  if (resume !== null && trouble?.may_withdraw !== false) {
    return { ...plain, text: t('dealer.due-resume'), why: t('dealer.due-resume-why'), by: trouble?.by ?? [], tone: 'ruling', next: resume }
  }
  if (view.phase === 'preparing') return preparing(view, options, may)
  if (view.phase === 'dealing') return dealing(view, may)
  return betting(view, may)
}

type May = (start: string) => string | null

function preparing(view: TableView, options: readonly Option[], may: May): Instruction {
  const stage = view.staff?.stage ?? ''
  // Punto shuffles its own shoe once there is somebody to play, and promises it before the cut.
  if (view.shoe.own && view.shoe.commitment === null) return { ...plain, text: t('dealer.due-own-waits'), why: t('dealer.due-own-waits-why'), tone: 'waiting' }
  // Punto makes its own shoe ready as well, once the time for a patron's cut is up.
  if (view.shoe.own) return { ...plain, text: t('dealer.due-own-gathered'), why: t('dealer.own-cut'), tone: 'waiting' }
  const verbs = VERBS[stage] ?? []
  const found = options.find(({ line, refusal: no }) => no === null && /^cut .* by /.test(line))?.line ?? verbs.map(may).find((line) => line !== null) ?? null
  // Where it is cut, and which card is burned for all to see, is told beside: there is no one press for it.
  const next = found !== null && /^(cut |burn \S+ \S)/.test(found) ? null : found
  const text = word('dealer', `due-${stage}`, t('phase.preparing'))
  if (found !== null) return { ...plain, text: found.startsWith('cut ') ? inWords(found) : text, why: t('dealer.due-shoe', { number: view.shoe.number }), next }
  // This person may not: a refusal that names a role says who may.
  const refusals = options.filter(({ line }) => verbs.some((verb) => line.startsWith(`${verb} `))).flatMap(({ refusal: one }) => one ?? [])
  const refusal = refusals.find(({ code }) => code === 'wrong-role') ?? refusals[0] ?? null
  const why = refusal === null ? t('dealer.due-shoe', { number: view.shoe.number }) : refusalText(refusal)
  return { ...plain, text, why, by: refusal?.by ?? [], tone: 'waiting' }
}

function betting(view: TableView, may: May): Instruction {
  const called = view.duties.find(({ what }) => what === 'call')
  if (called !== undefined && may(called.line) !== null) return { ...plain, text: inWords(called.line), why: t('duty.now'), by: called.by, next: called.line }
  const card = may('card') === null ? null : 'card'
  const closed = view.phase === 'no-more-bets' || (view.call === 'no-more-bets' && card !== null)
  if (closed) return { ...plain, text: t('dealer.due-first'), why: t('call.no-more-bets'), next: card }
  if (view.no_bet) return { ...plain, text: t('dealer.due-first'), why: t('word.no-bet-coup'), next: card }
  const open = view.call === 'place-your-bets' ? null : may('call place-your-bets')
  if (open !== null) return { ...plain, text: t('dealer.due-open'), why: t('dealer.due-open-why'), next: open }
  const close = view.wagers.length > 0 ? may('call no-more-bets') : null
  const why = view.wagers.length > 0 ? t('dealer.due-bets-why', { count: view.wagers.length }) : t('dealer.due-bets-none')
  return { ...plain, text: t('dealer.due-bets'), why, next: close ?? (view.wagers.length > 0 ? card : null), tone: view.wagers.length > 0 ? 'plain' : 'waiting' }
}

function dealing(view: TableView, may: May): Instruction {
  const { due } = view
  const reason = due === null ? '' : dueText(due)
  if (view.void) return { ...plain, text: t('dealer.due-void'), why: t('result.void'), next: may('settle') }
  for (const hand of ['player', 'banker'] as const) {
    const { holder, out } = view[hand]
    if (out) return { ...plain, text: t('dealer.due-out', { hand: handName(hand), patron: holder ?? '' }), why: t('dealer.due-out-why'), side: hand, tone: 'waiting', next: may(`return ${hand}`) }
  }
  const card = may('card') === null ? null : 'card'
  const hands = may('pass') ?? may('turn')
  if (hands !== null && (due === null || card === null)) {
    const side = hands.split(' ')[1] === 'banker' ? 'banker' : 'player'
    return { ...plain, text: inWords(hands), why: t('dealer.due-hands-why'), side, next: hands }
  }
  if (due?.hand === 'player' || due?.hand === 'banker') {
    const text = t('dealer.due-card', { nth: word('dealer', `nth-${due.nth ?? 1}`), hand: handName(due.hand).toUpperCase() })
    const called = card === null ? may('call points') : null
    return { ...plain, text: called === null ? text : inWords(called), why: reason, by: due.by, side: due.hand, next: card ?? called }
  }
  if (due === null) return { ...plain, text: t('dealer.due-next'), why: t('dealer.due-next-why'), next: card ?? may('call points') }
  const points = view.call === 'points' || view.call === 'result' ? null : may('call points')
  const next = points ?? may('settle') ?? may('call result')
  return { ...plain, text: next === null ? t('dealer.due-complete') : inWords(next), why: reason, by: due.by, next }
}
