// Checks the draw of tables and seats: the seed is the one that was promised, and the order follows from it and the names.

import { blake3 } from '@noble/hashes/blake3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DrawView } from './wire.ts'

/** What is published of a seed before anybody has entered. */
export const promiseOf = (seed: string): string => bytesToHex(blake3(utf8ToBytes(`punto draw ${seed}`)))

/** The order of these people in a round: each has a number made of the seed, the round and all names; the lowest is first. */
export function orderOf(seed: string, round: number, names: readonly string[]): string[] {
  const all = names.toSorted((a, b) => (a < b ? -1 : 1))
  const key = blake3(utf8ToBytes(`punto draw ${seed} of round ${round}: ${all.join(' ')}`))
  const numbers = new Map(all.map((name) => [name, bytesToHex(blake3(utf8ToBytes(name), { key }))]))
  return all.toSorted((a, b) => ((numbers.get(a) ?? '') < (numbers.get(b) ?? '') ? -1 : 1))
}

/** Whether a seed was promised before anybody entered: the first by what was published, each later one by the seed before it. */
export const wasPromised = (drawn: readonly DrawView[], index: number, published: string | null): boolean => promiseOf(drawn[index]?.seed ?? '') === (index === 0 ? published : drawn[index - 1]?.seed)

/** Whether the order follows from the seed; `null` for somebody who may not know the names. */
export function follows({ round, seed, order }: DrawView): boolean | null {
  const names = order.flatMap(({ name }) => name ?? [])
  return names.length < order.length ? null : orderOf(seed, round, names).join(' ') === names.join(' ')
}
