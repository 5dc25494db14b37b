import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkShoe, readShoe } from './verify-shoe.ts'

// The worked example of docs/shoe.md, which the Rust crate and a Python program agree on.
const guide = readFileSync(`${import.meta.dirname}/../../../docs/shoe.md`, 'utf8')
const record = /```\n(shoe-record 1\n[^`]+)```/.exec(guide)?.[1] ?? ''
const commitment = 'aa724985aa43f1ba489e33f63a53de4af434fe1b575e1fd60ba8a3454081737f'

describe('a shoe that has ended', () => {
  it('is as promised, and every card agrees', () => {
    const check = checkShoe(record, commitment)
    expect(check.commitment).toBe(commitment)
    expect(check).toMatchObject({ promised: true, firstWrong: null })
    expect(check.record).toMatchObject({ decks: 8, cut: 100, burned: 1, table: 'rws-2016/1' })
    expect(check.record.cards).toHaveLength(20)
  })

  it('is found out by a card, a seed, a cut or a promise that is not its own', () => {
    expect(checkShoe(record.replace('7d Ah', '8d Ah')).firstWrong).toBe(16)
    expect(checkShoe(record.replace('cut 100', 'cut 101')).firstWrong).toBe(0)
    expect(checkShoe(record.replace('entropy 00', 'entropy 01')).promised).toBe(false)
    expect(checkShoe(record, commitment.replace('a', 'b')).promised).toBe(false)
  })

  it('is read strictly', () => {
    expect(() => readShoe(record.replace('dealt 20', 'dealt 19'))).toThrow('not as many cards')
    expect(() => readShoe(record.replace('decks 8', 'decks 9'))).toThrow('decks')
    expect(() => readShoe(record.replaceAll('\n', '\r\n'))).toThrow('not a record')
    expect(() => readShoe(record.trimEnd())).toThrow('no end')
    expect(() => readShoe(record.replace('cut 100', 'cut 0100'))).toThrow('no number')
  })
})
