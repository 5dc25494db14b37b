// What changed between two views of a table, in sentences to be read out: calls, cards, results, payouts, what
// is asked and what is announced.

import { asCards, spokenCard } from '../../lib/cards.ts'
import { money } from '../../lib/format.ts'
import { sentence, t, word } from '../../lib/i18n.svelte.ts'
import { isWinner, type Side } from '../../lib/sides.ts'
import { signKey, signWords } from '../../lib/signs.ts'
import type { Matter, Settled, TableView } from '../../lib/wire.ts'

export function narrate(before: TableView | null, after: TableView): string[] {
  if (before === null || before.table !== after.table) return []
  const told: string[] = []
  if (after.call !== null && after.call !== before.call) told.push(callOf(after))
  else if (after.phase !== before.phase && after.phase !== 'dealing') told.push(t(`phase.${after.phase}`))
  for (const side of ['player', 'banker'] as const) told.push(...cardsOf(before, after, side))
  const { outcome } = after
  if (after.void && !before.void) told.push(t('result.void'))
  else if (outcome !== null && before.outcome === null && isWinner(outcome.winner)) {
    told.push(`${t('call.points', { player: outcome.player, banker: outcome.banker })}. ${t(`result.${outcome.winner}`)}`)
  }
  const mine = after.settled.filter((one) => one.mine)
  if (mine.length > 0 && !before.settled.some((one) => one.mine)) told.push(...mine.map((one) => settledOf(one, after.currency)))
  told.push(...askedOf(before, after), ...signsOf(before, after))
  return told.filter((text) => text !== '')
}

/** What a patron at the table is newly asked to agree to. */
function askedOf(before: TableView, after: TableView): string[] {
  if (!after.patrons.some(({ mine }) => mine)) return []
  const old = new Set(before.matters.filter(({ asked }) => asked).map(({ matter }) => matter))
  return after.matters.filter(({ asked, matter }) => asked && !old.has(matter)).map(({ matter }) => matterText(matter))
}

/** The hand that a patron held and has no more, though they did not hand it back: its time was up, or the dealer has it again. */
export function handTaken(before: TableView, after: TableView, me: string | null): Side | null {
  const side = (['player', 'banker'] as const).find((one) => before[one].mine && !after[one].mine) ?? null
  const known = before.lines.at(-1)?.seq ?? 0
  const own = after.lines.some(({ seq, actor, what }) => seq > known && actor?.name === me && (what?.name === 'hand-back' || what?.name === 'hand-back-unseen'))
  return side === null || own ? null : side
}

/** What the signs say that were not there before. */
function signsOf(before: TableView, after: TableView): string[] {
  const old = new Set(before.signs.map(signKey))
  return after.signs.filter((sign) => !old.has(signKey(sign))).map(({ says }) => signWords(says, after.currency))
}

/** What is asked of the patrons. */
export const matterText = (matter: Matter): string => sentence(`terminal.matter-${matter}`, {}, word('matter', matter))

/** The last call in words; empty where there is none or the points it calls are not all seen. */
export function callOf({ call, player, banker, outcome }: TableView): string {
  if (call === null) return ''
  // The result is told with the cards, once.
  if (call === 'result') return ''
  const points = outcome ?? { player: player.point, banker: banker.point }
  if (call === 'points' && (points.player === null || points.banker === null)) return ''
  return sentence(`call.${call}`, { player: points.player ?? '', banker: points.banker ?? '' }, call)
}

/** What became of a wager, in words. */
export function settledOf({ bet, result, amount }: Settled, currency: string): string {
  const what = sentence(`settlement.${result}`, { amount: money(amount, currency) }, result)
  return t('terminal.settled', { bet: word('bet', bet), what })
}

function cardsOf(before: TableView, after: TableView, side: Side): string[] {
  // What the patron holds face down is theirs to turn; reading it out would turn it for them.
  if (after[side].mine) return []
  const old = before[side].cards
  const fresh = asCards(after[side].cards).filter((card, index) => card !== null && (old[index] ?? null) !== card)
  if (fresh.length === 0) return []
  const cards = fresh.map((card) => (card === null ? '' : spokenCard(card))).join(', ')
  const { point } = after[side]
  const text = t('hand.cards', { side: t(`hand.${side}`), cards })
  return [point === null ? text : `${text}, ${t('hand.point', { point })}`]
}
