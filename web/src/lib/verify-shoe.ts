// Checks a shoe that has ended, as docs/shoe.md says: from the opening and the shares the whole order is made again, seen
// to be the one that was promised, cut, and compared with every card that was dealt.

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { RANKS, SUITS } from './cards.ts'
import { pledgeOfTag } from './share.ts'

/** A pledge, and what was revealed of it; `null` for a share that was withheld. */
export interface Pledged {
  pledge: string
  shown: { tag: string; share: string } | null
}

/** What a record of a shoe says. */
export interface ShoeRecord {
  opening: string
  algorithm: string
  table: string
  shoe: string
  decks: number
  entropy: string
  nonce: string
  commitment: string
  /** How it ended: `played`, or why it was given up. */
  ended: string
  shares: Pledged[]
  /** The lines of the shares, as they go into the generator. */
  shareLines: string
  /** Where it was cut, and whether a patron chose the place; `null` for a shoe that was not cut. */
  cut: { at: number; own: boolean } | null
  burned: number
  cards: string[]
  /** Every line but the signature's. */
  statement: string
  key: string
  signature: string
}

/** The checks in their order; each is right, or the first difference is told. */
export interface ShoeCheck {
  record: ShoeRecord
  /** SHA-256 of the opening, made here. */
  commitment: string
  /** The opening is the one that was promised. */
  promised: boolean
  /** Every share is the one that was pledged, and none is missing from a shoe that was dealt. */
  shared: boolean
  /** The cut is one that could be: where nobody chose it, it follows from the shoe itself. */
  cutRight: boolean
  /** The first dealt card, from nought, that is not the order's; `null` if all are. */
  firstWrong: number | null
}

const OPENING = ['shoe-opening', 'algorithm', 'site', 'table', 'node', 'shoe', 'decks', 'entropy', 'nonce'] as const
const HEX = { 16: /^[0-9a-f]{32}$/, 32: /^[0-9a-f]{64}$/, 64: /^[0-9a-f]{128}$/ } as const

/** Reads lines one after another; what differs from its form in the least is an error. */
class Lines {
  #at = 1
  readonly #lines: readonly string[]

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  /** The words behind a name on the next line. */
  rest(name: string): string[] {
    const [found, ...words] = (this.#lines[this.#at] ?? '').split(' ')
    this.#at += 1
    if (found !== name || words.includes('')) throw new Error(`line ${this.#at} is not ${name}`)
    return words
  }

  words(name: string, count: number): string[] {
    const words = this.rest(name)
    if (words.length !== count) throw new Error(`line ${this.#at} is not ${name}`)
    return words
  }

  word(name: string): string {
    return this.words(name, 1)[0] ?? ''
  }

  hex(name: string, bytes: keyof typeof HEX): string {
    return hex(this.word(name), bytes)
  }

  /** The lines up to one that begins with a name. */
  upTo(name: string): string[] {
    const rest = this.#lines.slice(this.#at)
    const end = rest.findIndex((line) => line.startsWith(`${name} `))
    if (end < 0) throw new Error(`${name} is missing`)
    this.#at += end
    return rest.slice(0, end)
  }

  end(): void {
    if (this.#at !== this.#lines.length) throw new Error('there is more than a record')
  }
}

function hex(text: string, bytes: keyof typeof HEX): string {
  if (!HEX[bytes].test(text)) throw new Error(`${text} is not ${bytes} bytes`)
  return text
}

function number(text: string): number {
  if (!/^(0|[1-9][0-9]{0,8})$/.test(text)) throw new Error(`${text} is no number`)
  return Number(text)
}

/** Reads the record of a shoe. */
export function readShoe(text: string): ShoeRecord {
  const all = text.split('\n')
  if (all.at(-1) !== '') throw new Error('the last line has no end')
  if (all[0] !== 'shoe-record 2') throw new Error('not a record of a shoe')
  const lines = new Lines(all.slice(0, -1))
  const [version, algorithm = '', , table = '', , shoe = '', decks = '', entropy = '', nonce = ''] = OPENING.map((name) => lines.word(name))
  if (version !== '1' || !['punto-shoe/1', 'punto-shoe/2'].includes(algorithm)) throw new Error('made by steps this page does not know')
  if (!/^[1-8]$/.test(decks)) throw new Error('decks are not as they should be')
  const commitment = lines.hex('commitment', 32)
  lines.word('stream')
  hex(lines.words('promised', 2)[1] ?? '', 32)
  const [, , ended = ''] = lines.words('ended', 3)
  const shares = readShares(lines)
  const cut = readCut(lines)
  const [burned, dealt] = [number(lines.word('burned')), number(lines.word('dealt'))]
  const cards = lines.upTo('key').flatMap((line) => line.split(' '))
  if (cards.length !== dealt) throw new Error('not as many cards as it says')
  const [key, signature] = [lines.hex('key', 32), lines.hex('signature', 64)]
  lines.end()
  return {
    opening: `${all.slice(1, 10).join('\n')}\n`,
    algorithm,
    table,
    shoe,
    decks: Number(decks),
    entropy: hex(entropy, 32),
    nonce: hex(nonce, 16),
    commitment,
    ended,
    shares,
    shareLines: all.slice(14, 15 + shares.length).map((line) => `${line}\n`).join(''),
    cut,
    burned,
    cards,
    statement: `${all.slice(0, -2).join('\n')}\n`,
    key,
    signature,
  }
}

function readShares(lines: Lines): Pledged[] {
  const shares = Array.from({ length: number(lines.word('shares')) }, (): Pledged => {
    const [pledge = '', tag = '', share, ...more] = lines.rest('share')
    if (more.length > 0) throw new Error('a share has a pledge, a tag and a share')
    if (share === undefined && tag === 'withheld') return { pledge: hex(pledge, 32), shown: null }
    return { pledge: hex(pledge, 32), shown: { tag: hex(tag, 32), share: hex(share ?? '', 32) } }
  })
  if (shares.some(({ pledge }, index) => index > 0 && pledge <= (shares[index - 1]?.pledge ?? ''))) throw new Error('shares are not in order')
  return shares
}

function readCut(lines: Lines): ShoeRecord['cut'] {
  const [at = '', by, more] = lines.rest('cut')
  if (at === 'none' && by === undefined) return null
  if ((by !== 'own' && by !== 'patron') || more !== undefined) throw new Error(`${by} does not cut`)
  return { at: number(at), own: by === 'own' }
}

/** Makes the order again and compares. `promise` is what was published before the cut, where it was kept. */
export function checkShoe(text: string, promise?: string): ShoeCheck {
  const record = readShoe(text)
  const commitment = bytesToHex(sha256(utf8ToBytes(record.opening)))
  const kept = record.shares.every(({ pledge, shown }) => shown === null || pledgeOfTag(record.commitment, shown.tag, shown.share) === pledge)
  const whole = record.shares.every(({ shown }) => shown !== null)
  const { order, ownCut } = orderOf(record)
  const at = record.cut?.at ?? 0
  const turned = [...order.slice(at), ...order.slice(0, at)]
  const wrong = record.cards.findIndex((card, index) => record.cut === null || turned[index] !== card)
  return {
    record,
    commitment,
    promised: commitment === record.commitment && (promise === undefined || promise === commitment),
    shared: kept && (whole || record.cut === null),
    cutRight: record.cut === null || (record.cut.own ? at === ownCut : at < order.length),
    firstWrong: wrong < 0 ? null : wrong,
  }
}

/** Whether the signature is the stated key's; `null` in a browser that cannot tell. */
export async function signatureHolds({ statement, key, signature }: ShoeRecord): Promise<boolean | null> {
  try {
    const signer = await crypto.subtle.importKey('raw', unhex(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', signer, unhex(signature), new Uint8Array(utf8ToBytes(`punto statement 1\n${statement}`)))
  } catch {
    return null
  }
}

const unhex = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(hexToBytes(text))

/** The order that was committed to, before the cut, and where it is cut if nobody cuts it. */
export function orderOf(record: Pick<ShoeRecord, 'opening' | 'algorithm' | 'shareLines' | 'entropy' | 'nonce' | 'decks'>): { order: string[]; ownCut: number } {
  const named = `${record.opening.split('\n').slice(1, 7).join('\n')}\n`
  const second = record.algorithm === 'punto-shoe/2'
  const personal = second ? named + record.shareLines : named
  const words = wordsOf(new Drbg(concatBytes(hexToBytes(record.entropy), hexToBytes(record.nonce), utf8ToBytes(personal))))
  const deck = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`))
  const order = Array.from({ length: record.decks }, () => deck).flat()
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, words)
    const held = order[last] as string
    order[last] = order[other] as string
    order[other] = held
  }
  const half = Math.floor(order.length / 2)
  return { order, ownCut: second ? Math.floor(order.length / 4) + below(half + 1, words) : half }
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
