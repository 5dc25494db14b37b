// Checks draws: the seed is the one that was promised, and the order follows from it and the list.

import { blake3 } from '@noble/hashes/blake3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DrawView, PromotionDraw } from './wire.ts'

/** What is published of a seed before anybody has entered. */
export const promiseOf = (seed: string): string => bytesToHex(blake3(utf8ToBytes(`punto draw ${seed}`)))

/** The order of a list in a draw: each has a number made of the seed, what is drawn and the whole list; the lowest is first. */
function drawnBy(seed: string, what: string, all: readonly string[]): string[] {
  const key = blake3(utf8ToBytes(`punto draw ${seed} of ${what}: ${all.join(' ')}`))
  const numbers = new Map(all.map((name) => [name, bytesToHex(blake3(utf8ToBytes(name), { key }))]))
  return all.toSorted((a, b) => ((numbers.get(a) ?? '') < (numbers.get(b) ?? '') ? -1 : 1))
}

/** The order of these people in a round. */
export const orderOf = (seed: string, round: number, names: readonly string[]): string[] => drawnBy(seed, `round ${round}`, names.toSorted((a, b) => (a < b ? -1 : 1)))

const entryOf = (ticket: string): number => Number(ticket.split(':', 1)[0])

/** The order of the entries of a promotion, by number in the list. */
export function ticketOrder({ seed, tickets }: Pick<PromotionDraw, 'seed' | 'tickets'>): number[] {
  const all = tickets.toSorted((a, b) => entryOf(a) - entryOf(b))
  return drawnBy(seed, 'promotion', all).map(entryOf)
}

/**
 * Whether every prize went where the draw sends it: the first prizes to the first entries in the order, and one that was not
 * awarded to the next entry that no prize has had. A ruling may have brought one back to the first from whoever came next.
 */
export function winnersFollow(draw: PromotionDraw): boolean {
  const order = ticketOrder(draw)
  const firsts = draw.prizes.map((_, index) => order[index])
  const others = draw.prizes.flatMap(({ entry, passed_over }) => [...passed_over, ...(entry === null ? [] : [entry])]).filter((entry) => !firsts.includes(entry))
  const direct = draw.prizes.every(({ entry, passed_over }, index) => (passed_over.length === 0 ? (entry ?? undefined) === firsts[index] : [...passed_over, entry].includes(firsts[index] ?? -1)))
  // Those who came later are the next in the order, without a gap.
  const next = new Set(order.slice(draw.prizes.length, draw.prizes.length + others.length))
  return direct && others.length === new Set(others).size && others.every((entry) => next.has(entry))
}

/** Whether a seed was promised before anybody entered: the first by what was published, each later one by the seed before it. */
export const wasPromised = (drawn: readonly DrawView[], index: number, published: string | null): boolean => promiseOf(drawn[index]?.seed ?? '') === (index === 0 ? published : drawn[index - 1]?.seed)

/** Whether the order follows from the seed; `null` for somebody who may not know the names. */
export function follows({ round, seed, order }: DrawView): boolean | null {
  const names = order.flatMap(({ name }) => name ?? [])
  return names.length < order.length ? null : orderOf(seed, round, names).join(' ') === names.join(' ')
}
