import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newShare, pledgeOf, tagOf } from './share.ts'
import { checkShoe, orderOf, readShoe, signatureHolds } from './verify-shoe.ts'

// The worked example of docs/shoe.md, which the Rust crate and a Python program agree on.
const guide = readFileSync(`${import.meta.dirname}/../../../docs/shoe.md`, 'utf8')
const record = /```\n(shoe-record 2\n[^`]+)```/.exec(guide)?.[1] ?? ''
const commitment = '7a7e9eae640e65ab6a880d9ca5395bc31ed38491222f79fffd310b5bd8e42c66'
const shares = [...guide.matchAll(/\| `(ada|ben)` \| `([0-9a-f]{64})` \| `([0-9a-f]{32})` \|/g)].map(([, patron = '', share = '', salt = '']) => ({ patron, share, salt }))

describe('a share of a shoe', () => {
  it('is pledged as the document says', () => {
    expect(shares).toHaveLength(2)
    for (const { patron, share, salt } of shares) {
      const [tag, pledge] = [tagOf(patron, salt), pledgeOf(commitment, patron, { share, salt })]
      expect(guide).toContain(`| \`${patron}\` | \`${tag}\` | \`${pledge}\` |`)
      expect(record).toContain(`share ${pledge} ${tag} ${share}\n`)
      expect(pledgeOf(commitment, 'cat', { share, salt })).not.toBe(pledge)
    }
  })

  it('is drawn anew each time', () => {
    const [one, two] = [newShare(), newShare()]
    expect(one.share).toMatch(/^[0-9a-f]{64}$/)
    expect(one.salt).toMatch(/^[0-9a-f]{32}$/)
    expect(one.share).not.toBe(two.share)
  })
})

describe('a shoe that has ended', () => {
  it('is as promised, with its shares, its signature and every card', async () => {
    const check = checkShoe(record, commitment)
    expect(check.commitment).toBe(commitment)
    expect(check).toMatchObject({ promised: true, shared: true, cutRight: true, firstWrong: null })
    expect(check.record).toMatchObject({ decks: 8, cut: { at: 100, own: false }, burned: 1, table: 'rws-2016/1', ended: 'played' })
    expect(check.record.cards).toHaveLength(20)
    expect(await signatureHolds(check.record)).toBe(true)
    expect(orderOf(check.record).ownCut).toBe(274)
    expect(orderOf({ ...check.record, shareLines: 'shares 0\n' }).ownCut).toBe(284)
  })

  it('is found out by a card, a seed, a share, a cut or a promise that is not its own', async () => {
    expect(checkShoe(record.replace('Jc Kc', 'Jd Kc')).firstWrong).toBe(16)
    expect(checkShoe(record.replace('cut 100', 'cut 101')).firstWrong).toBe(0)
    expect(checkShoe(record.replace('cut 100 patron', 'cut 100 own')).cutRight).toBe(false)
    expect(checkShoe(record.replace('entropy 00', 'entropy 01')).promised).toBe(false)
    expect(checkShoe(record, commitment.replace('a', 'b')).promised).toBe(false)
    expect(checkShoe(record.replace(' 5051', ' 5052')).shared).toBe(false)
    expect(checkShoe(record.replace(/ [0-9a-f]{64} 5051[0-9a-f]+/, ' withheld')).shared).toBe(false)
    for (const changed of [record.replace('burned 1', 'burned 0'), record.replace('promised 7', 'promised 8'), record.replace('cut 100 patron', 'cut 99 patron')]) {
      expect(await signatureHolds(readShoe(changed))).toBe(false)
    }
  })

  it('is read strictly', () => {
    expect(() => readShoe(record.replace('dealt 20', 'dealt 19'))).toThrow('not as many cards')
    expect(() => readShoe(record.replace('decks 8', 'decks 9'))).toThrow('decks')
    expect(() => readShoe(record.replaceAll('\n', '\r\n'))).toThrow('not a record')
    expect(() => readShoe(record.replace('record 2', 'record 1'))).toThrow('not a record')
    expect(() => readShoe(record.trimEnd())).toThrow('no end')
    expect(() => readShoe(record.replace('cut 100', 'cut 0100'))).toThrow('no number')
    expect(() => readShoe(record.replace('shares 2', 'shares 1'))).toThrow('not cut')
    expect(() => readShoe(record.replace('share 38b5', 'share f8b5'))).toThrow('not in order')
  })
})
