import { expect, it } from 'vitest'
import type { CoupView } from '../../lib/wire.ts'
import { figuresOf, lineOf } from './session-figures.ts'

const coup = (...settled: { mine: boolean; result: string; stake: number; amount: number }[]): Pick<CoupView, 'settled'> => ({ settled }) as unknown as Pick<CoupView, 'settled'>
const won = { mine: true, result: 'paid', stake: 1000, amount: 950 }
const lost = { mine: true, result: 'collected', stake: 500, amount: 500 }
const back = { mine: true, result: 'stood-off', stake: 700, amount: 0 }

it('adds up what is the patron’s, the oldest first', () => {
  const coups = [coup({ ...won, mine: false }), coup(won, lost), coup(back), coup(lost)]
  expect(figuresOf(coups)).toEqual({ nets: [-500, 0, 450], staked: 500 + 700 + 1500, net: -50, won: 1, lost: 1 })
})

it('draws what all came to from nought, within its frame', () => {
  expect(lineOf([100, -300], 200, 40)).toEqual({ points: '0.0,13.3 100.0,0.0 200.0,40.0', zero: 40 - (200 / 300) * 40 })
  expect(lineOf([], 200, 40)).toEqual({ points: '0.0,20.0', zero: 20 })
})
