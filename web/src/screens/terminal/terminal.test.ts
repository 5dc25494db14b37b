import { flushSync } from 'svelte'
import { describe, expect, it } from 'vitest'
import type { Offer, Settled, TableView } from '../../lib/wire.ts'
import { keysOf, paysOf, railOf, rowsOf } from './felt.ts'
import { callOf, narrate, payOf } from './narrate.ts'
import { keep, kept } from './promises.ts'
import { Slip } from './slip.svelte.ts'

const offer = (bet: string, kind: string, ...pays: string[]): Offer => ({
  bet,
  kind,
  pays: pays.map((one) => ({ on: 'winner player', pays: one, by: [] })),
  limits: { min: 500, max: 500_000 },
  restricted: false,
})

const hand = { cards: [], point: null, designated: null, out: false, mine: false, holder: null, back: false, dealer: false, may_turn: false }
const view = (change: Partial<TableView> = {}): TableView =>
  ({ table: 'x', phase: 'betting', call: null, player: hand, banker: hand, outcome: null, void: false, settled: [], currency: 'AUD', ...change }) as TableView

describe('the cloth', () => {
  const offers = [offer('player', 'player', '1:1'), offer('banker', 'banker', '1:1', '1:2', 'stand-off'), offer('tie', 'tie', '8:1'), offer('player_pair', 'side'), offer('banker_pair', 'side'), offer('super_six', 'side')]

  it("has Player's bets left, Banker's right, and the tie between", () => {
    const rows = rowsOf(offers)
    expect(rows.upper.map(({ bet }) => bet)).toEqual(['player_pair', 'tie', 'banker_pair'])
    expect(rows.main.map(({ bet }) => bet)).toEqual(['player', 'banker'])
    expect(rows.more.map(({ bet }) => bet)).toEqual(['super_six'])
  })

  it('gives every bet a letter of its own, none of them another command', () => {
    const many = [...offers, ...Array.from({ length: 9 }, (_, index) => offer(`side_${index}`, 'side'))]
    const letters = [...keysOf(many).values()]
    expect(new Set(letters).size).toBe(15)
    expect(letters).not.toContain('')
    expect(letters.filter((letter) => 'rd?'.includes(letter))).toEqual([])
  })

  it('shows what pays, and leaves stand-offs to the pay table', () => {
    expect(paysOf(offers[1] as Offer)).toEqual(['1:1', '1:2'])
    expect(payOf('stand-off')).toBe('stand-off')
    expect(payOf('1:1 less 1:20')).toBe('1:1 less 1:20')
  })

  it('takes the chips of the table, or usual ones where credits have none', () => {
    expect(railOf({ chips: [100, 500, 2500, 10_000], limits: { min: 500, max: 5000 } })).toEqual([100, 500, 2500])
    expect(railOf({ chips: [1], limits: { min: 500, max: 500_000 } })).toEqual([500, 1000, 2500, 10_000, 50_000, 100_000, 500_000])
  })
})

describe('chips not yet confirmed', () => {
  it('add up, and are undone press by press', () => {
    const slip = new Slip()
    slip.put('player', 500)
    slip.put('player', 2500)
    slip.putAll([['tie', 500], ['player', 1000]])
    flushSync()
    expect([slip.total, slip.stakes.get('player')]).toEqual([4500, 4000])
    slip.undo()
    expect([slip.total, slip.stakes.get('tie')]).toEqual([3000, undefined])
    slip.put('tie', 500)
    slip.drop('player')
    expect([...slip.stakes]).toEqual([['tie', 500]])
    slip.clear()
    expect(slip.empty).toBe(true)
  })
})

describe('what is read out', () => {
  it('is every call, card and result, once', () => {
    const dealt = view({ phase: 'dealing', player: { ...hand, cards: ['9h', 'Kd'], point: 9 } })
    expect(narrate(null, dealt)).toEqual([])
    expect(narrate(view(), view({ call: 'no-more-bets' }))).toEqual(['No more bets'])
    expect(narrate(view(), dealt)).toEqual(['Player: nine of hearts, king of diamonds, point 9'])
    expect(narrate(dealt, dealt)).toEqual([])
    const over = view({ ...dealt, outcome: { winner: 'player', player: 9, banker: 4, natural: true } })
    expect(narrate(dealt, over)).toEqual(['Player 9, Banker 4. Player wins'])
    const paid = { bet: 'player', result: 'paid', amount: 500, mine: true } as Settled
    expect(narrate(over, { ...over, settled: [paid] })).toEqual(['Player: Paid $5'])
  })

  it('does not turn for a patron the cards they hold, nor call points nobody has seen', () => {
    const held = view({ phase: 'dealing', banker: { ...hand, cards: ['9h', 'Kd'], mine: true } })
    expect(narrate(view(), held)).toEqual([])
    expect(callOf(view({ call: 'points' }))).toBe('')
    expect(callOf(view({ call: 'result banker' }))).toBe('')
  })
})

describe('promises', () => {
  it('are kept once, for each table', () => {
    keep('a', '5f')
    keep('a', '5f')
    keep('b', '6f')
    expect([kept('a'), kept('b'), kept('c')]).toEqual([['5f'], ['6f'], []])
  })
})
