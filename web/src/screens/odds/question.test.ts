// The shoe in the address, and what follows from it.

import { expect, it } from 'vitest'
import { listed, ofRank, readGone, total, writeGone } from './question.ts'

it('reads a shoe from the address and writes it back', () => {
  const gone = readGone('6s2.6h.Ac3', 8)
  expect(total(gone)).toBe(6)
  expect(listed(gone).filter((card) => card === '6s')).toHaveLength(2)
  expect(writeGone(gone)).toBe('6s2.6h.Ac3')
  expect(writeGone(new Map([['Ks', 0]]))).toBeNull()
})

it('takes no card that is none, and none more often than there are decks', () => {
  expect(total(readGone('Xx.Ks99.1s.Ah-2.Ad1.5', 6))).toBe(7)
  expect(readGone('', 8).size).toBe(0)
})

it('lists what is left of a rank', () => {
  expect(ofRank('6', 2, readGone('6s2.6h', 2)).toSorted()).toEqual(['6c', '6c', '6d', '6d', '6h'])
})
