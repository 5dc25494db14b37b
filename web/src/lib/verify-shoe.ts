// Checks a shoe that has ended, as docs/shoe.md says: from the opening the whole order is made again, seen to be
// the one that was promised, cut, and compared with every card that was dealt.

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { RANKS, SUITS } from './cards.ts'

/** What a record of a shoe says. */
export interface ShoeRecord {
  opening: string
  table: string
  shoe: string
  decks: number
  entropy: string
  nonce: string
  commitment: string
  cut: number
  burned: number
  cards: string[]
}

/** The checks in their order; each is right, or the first difference is told. */
export interface ShoeCheck {
  record: ShoeRecord
  /** SHA-256 of the opening, made here. */
  commitment: string
  /** The opening is the one that was promised. */
  promised: boolean
  /** The first dealt card, from nought, that is not the order's; `null` if all are. */
  firstWrong: number | null
}

const OPENING = ['shoe-opening', 'algorithm', 'site', 'table', 'node', 'shoe', 'decks', 'entropy', 'nonce'] as const
const PUBLISHED = ['commitment', 'cut', 'burned', 'dealt'] as const

/** Reads the record of a shoe; what differs from its form in the least is an error. */
export function readShoe(text: string): ShoeRecord {
  const lines = text.split('\n')
  if (lines.at(-1) !== '') throw new Error('the last line has no end')
  if (lines[0] !== 'shoe-record 1') throw new Error('not a record of a shoe')
  const named = (at: number, name: string): string => {
    const [found, value, ...more] = (lines[at] ?? '').split(' ')
    if (found !== name || value === undefined || value === '' || more.length > 0) throw new Error(`line ${at + 1} is not ${name}`)
    return value
  }
  const opening = OPENING.map((name, index) => named(index + 1, name))
  const published = PUBLISHED.map((name, index) => named(index + 10, name))
  const number = (value: string | undefined): number => {
    if (!/^(0|[1-9][0-9]{0,3})$/.test(value ?? '')) throw new Error(`${value} is no number`)
    return Number(value)
  }
  if (opening[0] !== '1' || opening[1] !== 'punto-shoe/1') throw new Error('made by steps this page does not know')
  const [commitment = '', cut, burned, dealt] = published
  const cards = lines.slice(14, -1).flatMap((line) => line.split(' '))
  if (cards.length !== number(dealt)) throw new Error('not as many cards as it says')
  const [, , , table = '', , shoe = '', decks, entropy = '', nonce = ''] = opening
  if (!/^[1-8]$/.test(decks ?? '') || !/^[0-9a-f]{64}$/.test(entropy) || !/^[0-9a-f]{32}$/.test(nonce)) {
    throw new Error('decks, entropy or nonce are not as they should be')
  }
  return {
    opening: `${lines.slice(1, 10).join('\n')}\n`,
    table,
    shoe,
    decks: Number(decks),
    entropy,
    nonce,
    commitment,
    cut: number(cut),
    burned: number(burned),
    cards,
  }
}

/** Makes the order again and compares. `promise` is what was published before the cut, where it was kept. */
export function checkShoe(text: string, promise?: string): ShoeCheck {
  const record = readShoe(text)
  const commitment = bytesToHex(sha256(utf8ToBytes(record.opening)))
  const order = orderOf(record)
  const cut = [...order.slice(record.cut), ...order.slice(0, record.cut)]
  const wrong = record.cards.findIndex((card, index) => cut[index] !== card)
  return {
    record,
    commitment,
    promised: commitment === record.commitment && (promise === undefined || promise === commitment),
    firstWrong: wrong < 0 ? null : wrong,
  }
}

/** The order that was committed to, before the cut. */
export function orderOf(record: Pick<ShoeRecord, 'opening' | 'entropy' | 'nonce' | 'decks'>): string[] {
  const personal = `${record.opening.split('\n').slice(1, 7).join('\n')}\n`
  const words = wordsOf(new Drbg(concatBytes(hexToBytes(record.entropy), hexToBytes(record.nonce), utf8ToBytes(personal))))
  const deck = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`))
  const order = Array.from({ length: record.decks }, () => deck).flat()
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, words)
    const held = order[last] as string
    order[last] = order[other] as string
    order[other] = held
  }
  return order
}

/** HMAC_DRBG with SHA-256 of NIST SP 800-90A, section 10.1.2. */
class Drbg {
  #key = new Uint8Array(32)
  #value = new Uint8Array(32).fill(1)

  constructor(seed: Uint8Array) {
    this.#update(seed)
  }

  #update(data: Uint8Array): void {
    for (const step of data.length > 0 ? [0, 1] : [0]) {
      this.#key = mac(this.#key, concatBytes(this.#value, Uint8Array.of(step), data))
      this.#value = mac(this.#key, this.#value)
    }
  }

  generate(length: number): Uint8Array {
    const out = new Uint8Array(length)
    for (let at = 0; at < length; at += 32) {
      this.#value = mac(this.#key, this.#value)
      out.set(this.#value.subarray(0, Math.min(32, length - at)), at)
    }
    this.#update(new Uint8Array(0))
    return out
  }
}

function mac(key: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hmac(sha256, key, data))
}

function* wordsOf(generator: Drbg): Words {
  for (;;) {
    const bytes = generator.generate(1024)
    for (let at = 0; at < bytes.length; at += 2) yield ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  }
}

type Words = Generator<number, never, unknown>

/** A number below n, every one equally likely. */
function below(n: number, words: Words): number {
  const fair = 65_536 - (65_536 % n)
  for (;;) {
    const word = words.next().value
    if (word < fair) return word % n
  }
}
