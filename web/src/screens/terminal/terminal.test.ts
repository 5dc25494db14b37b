import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { speak } from '../../lib/i18n.svelte.ts'
import { payOf, whenOf } from '../../lib/pays.ts'
import type { MatterView, Offer, PayOn, Pays, Refusal, Said, Settled, TableView } from '../../lib/wire.ts'
import { CLOTHS, sampleTable } from '../gallery/table.ts'
import { isSwept } from '../../lib/sides.ts'
import { clothOf } from './cloth.ts'
import { Desk } from './desk.svelte.ts'
import { keysOf, legendOf, lineOf, paysOf, placesOf, railOf, rowsOf } from './felt.ts'
import { heard } from './heard.ts'
import { playedBy } from './keys.ts'
import { callOf, handTaken, narrate } from './narrate.ts'
import { keep, kept } from './promises.ts'
import { Slip } from './slip.svelte.ts'
import Holding from './Holding.svelte'
import Stage from './Stage.svelte'
import { disputeText } from './speak.ts'

const ANY: PayOn = { winner: 'player', point: null, point_not: null, cards: null, pair: null, grade: null, pairs: null, margin: null, sum: null, dealt: null, natural: null }
const odds = (pays: number, stake = 1): Pays => ({ odds: { odds: { pays, stake }, commission: null } })
const offer = (bet: string, kind: Offer['kind'], ...pays: Pays[]): Offer => ({
  bet,
  name: bet,
  name_zh: bet,
  kind,
  beside: null,
  pays: pays.map((one) => ({ on: ANY, pays: one, by: [] })),
  limits: { min: 500, max: 500_000 },
  restricted: false,
})

const side = (bet: string, beside: Offer['beside']): Offer => ({ ...offer(bet, 'side'), beside })

const hand = { cards: [], point: null, held: null, mine: false, may_turn: false }
const view = (change: Partial<TableView> = {}): TableView =>
  ({ table: 'x', phase: 'betting', call: null, player: hand, banker: hand, outcome: null, void: false, settled: [], patrons: [], matters: [], signs: [], currency: 'AUD', ...change }) as TableView

describe('the cloth', () => {
  const offers = [offer('player', 'player', odds(1)), offer('banker', 'banker', odds(1), odds(1, 2), 'stand-off'), offer('tie', 'tie', odds(8)), side('twins', 'player'), side('twins_two', 'banker'), offer('player_luck', 'side')]

  it("has Player's bets left, Banker's right, and the tie between", () => {
    const rows = rowsOf(offers)
    expect(rows.upper.map(({ bet }) => bet)).toEqual(['twins', 'tie', 'twins_two'])
    expect(rows.main.map(({ bet }) => bet)).toEqual(['player', 'banker'])
    expect(rows.more.map(({ bet }) => bet)).toEqual(['player_luck'])
  })

  it('gives every bet a letter of its own, none of them another command', () => {
    const many = [...offers, ...Array.from({ length: 9 }, (_, index) => offer(`side_${index}`, 'side'))]
    const letters = [...keysOf(many).values()]
    expect(new Set(letters).size).toBe(15)
    expect(letters).not.toContain('')
    expect(letters.filter((letter) => 'rd?'.includes(letter))).toEqual([])
  })

  it('shows what pays, and leaves stand-offs to the pay table', () => {
    expect(paysOf(offers[1] as Offer).map(payOf)).toEqual(['1:1', '1:2'])
    expect(payOf('stand-off')).toBe('stand-off')
    expect(payOf({ odds: { odds: { pays: 1, stake: 1 }, commission: { pays: 1, stake: 20 } } })).toBe('1:1 less 1:20')
    expect(whenOf({ ...ANY, winner: 'banker', point: 6 })).toBe('Banker wins, with a point of 6')
    expect(whenOf({ ...ANY, winner: null })).toBe('Otherwise')
  })

  it('takes the chips of the table, or usual ones where credits have none', () => {
    expect(railOf({ chips: [100, 500, 2500, 10_000], limits: { min: 500, max: 5000 } })).toEqual([100, 500, 2500])
    expect(railOf({ chips: [1], limits: { min: 500, max: 500_000 } })).toEqual([500, 1000, 2500, 10_000, 50_000, 100_000, 500_000])
  })
})

describe('the cloth of a table', () => {
  it.each(CLOTHS.map((one) => [one.name, one] as const))('%s has a box for each seat, left to right, and every bet on offer in each', (_, { seats, layout, bets }) => {
    const { offers } = sampleTable(seats, layout, bets)
    const { boxes, high } = clothOf(seats, layout, offers)
    expect(boxes.map(({ at }) => at)).toEqual(Array.from({ length: seats }, (_seat, index) => index + 1))
    for (const [index, box] of boxes.entries()) {
      expect(box.spots.map(({ offer: own }) => own.bet).toSorted()).toEqual(offers.map(({ bet }) => bet).toSorted())
      // Nearest to the patron is Player, then Banker, then the tie; nothing lies off the cloth.
      const depth = (kind: string): number => box.spots.findIndex(({ offer: own }) => own.kind === kind)
      expect([depth('player'), depth('banker'), depth('tie')]).toEqual([0, 1, 2])
      for (const { x, y } of box.spots) expect(x > 0 && x < 1000 && y > 0 && y < high, box.at.toString()).toBe(true)
      expect(box.number.x).toBeGreaterThan(boxes[index - 1]?.number.x ?? 0)
    }
  })

  it('is bent more on a mini table than on a midi one, and no wider than its boxes need', () => {
    const { offers } = sampleTable(7, 'mini', [])
    expect(clothOf(7, 'mini', offers).rise).toBeGreaterThan(clothOf(9, 'midi', offers).rise)
    const [first, last] = [clothOf(3, 'A', offers).boxes[0], clothOf(3, 'A', offers).boxes[2]]
    expect((last?.number.x ?? 0) - (first?.number.x ?? 0)).toBeLessThan(500)
  })

  it('has as many places as the table, its patrons and the server say', () => {
    expect(placesOf({ seats: 7, patrons: [] }, [])).toBe(7)
    expect(placesOf({ seats: 0, patrons: [] }, [{ command: { sit: { patron: 'ada', at: 9 } }, line: '', role: null, refusal: null }, { command: { bet: { patron: 'ada', at: 12, bet: 'tie', stake: 500 } }, line: '', role: null, refusal: null }])).toBe(9)
    expect(placesOf({ seats: 3, patrons: [{ patron: 'ben', boxes: [5], seat: null, mine: false, silent: false, house: false }] }, [])).toBe(5)
  })

  it('has its legends in both languages, the one spoken first', async () => {
    const tie = { ...offer('tie', 'tie'), name: 'Tie', name_zh: '和' }
    expect(legendOf(tie)).toEqual({ own: 'Tie', other: '和', otherLang: 'zh-Hans' })
    await speak('zh-Hant')
    expect(legendOf(tie)).toEqual({ own: '和', other: 'Tie', otherLang: 'en' })
    // A bet nobody here has heard of bears the names its rulebook gives it.
    expect(legendOf({ bet: 'dragon', name: 'Dragon', name_zh: '龙' }).own).toBe('龙')
    await speak('en')
  })

  it('lies in one line where there is room, pairs outside', () => {
    const offers = (['player', 'banker', 'tie'] as const).map((bet) => offer(bet, bet)).concat(side('twins_two', 'banker'), side('twins', 'player'), offer('super_six', 'side'))
    const { line, more } = lineOf(offers)
    expect(line.map(({ bet }) => bet)).toEqual(['twins', 'player', 'tie', 'banker', 'twins_two'])
    expect(more.map(({ bet }) => bet)).toEqual(['super_six'])
  })
})

describe('what is heard', () => {
  it('is a card when one more lies, the result once, and nothing at the first look', () => {
    const one = view({ phase: 'dealing', player: { ...hand, cards: ['9h'] } })
    const over = view({ ...one, outcome: { winner: 'tie', player: 9, banker: 9, natural: true, player_pair: false, banker_pair: false } })
    expect(heard(null, one)).toBeNull()
    expect(heard(view(), one)).toBe('card')
    expect(heard(one, one)).toBeNull()
    expect(heard(one, over)).toBe('result')
    expect(heard(over, over)).toBeNull()
    expect(heard(over, view())).toBeNull()
  })
})

describe('a dispute', () => {
  it('is a line with a reason, and with words that can stand in a line', () => {
    expect(disputeText('', 'something')).toBeNull()
    expect(disputeText('A payout', '')).toBe('A payout')
    expect(disputeText('A payout', ' of # box\n3 ')).toBe('A payout: of box 3')
    expect([...(disputeText('派彩', '闲'.repeat(400)) ?? '')]).toHaveLength(200)
  })
})

describe('chips not yet confirmed', () => {
  it('add up, and are undone press by press', () => {
    const slip = new Slip()
    slip.put('player', 500)
    slip.put('player', 2500)
    slip.putAll([['tie', 500], ['player', 1000]], 'rebet')
    flushSync()
    expect([slip.total, slip.stakes.get('player')]).toEqual([4500, 4000])
    slip.undo()
    expect([slip.total, slip.stakes.get('tie')]).toEqual([3000, undefined])
    slip.put('tie', 500)
    const sent = slip.chips
    // What comes down while the rest is on its way stays.
    slip.put('player', 100)
    slip.drop('player', sent)
    flushSync()
    expect([...slip.stakes]).toEqual([['tie', 500], ['player', 100]])
    slip.drop('player', sent)
    expect(slip.stakes.get('player')).toBe(100)
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
    const over = view({ ...dealt, outcome: { winner: 'player', player: 9, banker: 4, natural: true, player_pair: false, banker_pair: false } })
    expect(narrate(dealt, over)).toEqual(['Player 9, Banker 4. Player wins'])
    const paid = { bet: 'player', result: 'paid', amount: 500, mine: true } as Settled
    expect(narrate(over, { ...over, settled: [paid] })).toEqual(['Player: Paid $5'])
  })

  it('is what the patrons are asked and what a sign announces, once each', () => {
    const me = { patron: 'ada', boxes: [1], seat: 1, mine: true, silent: false, house: false }
    // The member is the server's word for what staff say next; nobody awaits a matter.
    // oxlint-disable-next-line unicorn/no-thenable
    const matter: MatterView = { matter: 'squeeze', asked: true, agreed: 0, needed: 2, mine: false, then: null, by: [] }
    const seated = view({ patrons: [me], matters: [{ ...matter, asked: false }] })
    const asked = view({ patrons: [me], matters: [matter] })
    expect(narrate(seated, asked)).toEqual(['A patron has asked to turn the cards.'])
    expect(narrate(asked, view({ patrons: [me], matters: [{ ...matter, agreed: 1 }] }))).toEqual([])
    // Who only watches is not asked.
    expect(narrate(view(), view({ matters: [matter] }))).toEqual([])
    const signed = view({ signs: [{ says: { kind: 'limits', min: 5000, max: 500_000 }, does: null, since: 1, due: 20 }] })
    expect(narrate(view(), signed)).toEqual(['Limits $50 to $5,000'])
    expect(narrate(signed, signed)).toEqual([])
  })

  it('does not turn for a patron the cards they hold, nor call points nobody has seen', () => {
    const held = view({ phase: 'dealing', banker: { ...hand, cards: ['9h', 'Kd'], mine: true } })
    expect(narrate(view(), held)).toEqual([])
    expect(callOf(view({ call: 'points' }))).toBe('')
    expect(callOf(view({ call: 'result' }))).toBe('')
  })
})

describe('promises', () => {
  it('are kept once, for each shoe of a table, and a changed one beside the first', () => {
    keep('a', 4, '5f')
    keep('a', 4, '5f')
    keep('a', 9, '7f')
    keep('b', 4, '6f')
    expect([kept('a', 4), kept('a', 9), kept('b', 4), kept('b', 9)]).toEqual([['5f'], ['7f'], ['6f'], []])
    keep('a', 4, '8f')
    expect(kept('a', 4)).toEqual(['5f', '8f'])
  })
})

describe('what lies at a patron’s place', () => {
  const own = { patron: 'ada', at: 1, bet: 'banker', stake: 20_000, fault: null, mine: true }
  const seated = { patrons: [{ patron: 'ada', boxes: [1], seat: 1, mine: true, silent: false, house: false }], offers: [offer('banker', 'banker')], wagers: [], shoe: { commitment: null, shares: null } as TableView['shoe'] }
  /** A place at a table that shows this. */
  function desk(change: Partial<TableView> = {}): Desk {
    const one = new Desk('x', 'ada')
    one.watched.view = view({ ...seated, ...change } as Partial<TableView>)
    one.watched.state = 'live'
    one.last = new Map([['banker', 60_000]])
    return one
  }
  const enter = (way: string): KeyboardEvent => {
    document.body.innerHTML = `<button data-way="${way}"></button>`
    const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, bubbles: true })
    document.querySelector('button')?.dispatchEvent(event)
    return event
  }

  afterEach(() => {
    document.body.innerHTML = ''
  })

  it('comes to the stakes of the last coup by rebet, and to no more however often', () => {
    const one = desk()
    for (let press = 0; press < 3; press += 1) one.rebet()
    expect([...one.slip.stakes]).toEqual([['banker', 60_000]])
    const lying = desk({ wagers: [own] as TableView['wagers'] })
    lying.slip.put('banker', 10_000)
    lying.rebet()
    expect(lying.slip.total).toBe(40_000)
  })

  it('is sent by Enter on the key that put it there, which else is pressed', () => {
    const one = desk()
    const confirm = vi.spyOn(one, 'confirm').mockResolvedValue()
    const play = { desk: one, chips: [], bets: new Map<string, string>(), onchip: () => undefined, onput: () => undefined, onhelp: () => undefined }
    const press = (way: string): boolean => {
      const event = enter(way)
      playedBy(event, true, play)
      return event.defaultPrevented
    }
    one.slip.put('banker', 500)
    expect([press('rebet'), press('double'), confirm.mock.calls.length]).toEqual([false, false, 0])
    one.rebet()
    expect([press('double'), press('rebet'), confirm.mock.calls.length]).toEqual([false, true, 1])
  })

  it('is made the stake that a refusal says would do, with one press', async () => {
    const one = desk({ wagers: [own] as TableView['wagers'] })
    const say = vi.spyOn(one.watched, 'say').mockResolvedValue({ refusal: null } as Said)
    const refused = (args: Refusal['args']): void => one.trouble('banker', { refusal: { code: 'not-payable', args, sentence: '', by: [] } })
    one.slip.put('banker', 4900)
    refused({ bet: { bet: 'banker' }, stake: { money: 24_900 }, nearest: { money: 24_000 } })
    expect(one.wouldDo('banker')).toBe(24_000)
    await one.makeIt('banker', 24_000)
    expect(say.mock.calls).toMatchObject([[{ command: { alter: { bet: 'banker', stake: 24_000 } } }]])
    expect([one.slip.empty, one.troubles.size]).toEqual([true, 0])
    // Where none is named, or less than lies there, nothing is offered.
    refused({ bet: { bet: 'banker' } })
    expect(one.wouldDo('banker')).toBeNull()
    refused({ maximum: { money: 20_000 } })
    expect(one.wouldDo('banker')).toBeNull()
  })

  it('keeps chips that come down while a wager is on its way', async () => {
    const one = desk()
    let answer: (said: object) => void = () => undefined
    vi.spyOn(one.watched, 'say').mockReturnValue(new Promise((done) => (answer = done as typeof answer)))
    one.slip.put('banker', 500)
    const confirmed = one.confirm()
    one.slip.put('banker', 2500)
    answer({ refusal: null })
    await confirmed
    expect(one.slip.total).toBe(2500)
  })
})

describe('a hand that a patron holds', () => {
  const held = (mine: boolean, lines: Partial<TableView['lines'][number]>[] = []): TableView => view({ player: { ...hand, cards: ['9s', null], mine }, lines } as Partial<TableView>)
  const back = (name: string): Partial<TableView['lines'][number]> => ({ seq: 9, actor: { role: 'patron', name }, what: { name: 'hand-back', args: {} } })

  it('is said to be taken where it goes without their word, and nowhere else', () => {
    expect(handTaken(held(true), held(false, [back('house')]), 'ada')).toBe('player')
    expect(handTaken(held(true), held(false, [back('ada')]), 'ada')).toBeNull()
    expect([handTaken(held(true), held(true), 'ada'), handTaken(held(false), held(false), 'ada')]).toEqual([null, null])
  })

  it('is counted out in its last seconds', async () => {
    await speak('en')
    const one = new Desk('x', 'ada')
    const now = Date.now() * 1000
    one.watched.view = { ...held(true), timer: { at: now + 60_000_000, since: now, what: 'next-card' } } as TableView
    render(Holding, { desk: one, side: 'player', turned: 0, onturned: () => undefined })
    expect(screen.queryByText(/when the time is up/)).toBeNull()
    one.watched.view = { ...held(true), timer: { at: now + 5_000_000, since: now, what: 'next-card' } } as TableView
    flushSync()
    expect(screen.getByText(/when the time is up/)).toBeTruthy()
  })
})

describe('the stage', () => {
  const lies = { ...hand, cards: ['9s', '9h'], point: 8 }
  const outcome = { winner: 'banker', player: 6, banker: 8, natural: true, player_pair: false, banker_pair: true } as const
  const over = view({ player: { ...hand, cards: ['2s', '4h'], point: 6 }, banker: lies, outcome, wagers: [], timer: null, due: null, call: 'result' } as Partial<TableView>)

  it('shows the coup until wagers are called for, and then the call and what it came to, small', async () => {
    await speak('en')
    const { rerender, container } = render(Stage, { view: over, turned: 0 })
    expect(container.querySelectorAll('.card')).toHaveLength(4)
    expect(container.querySelector('.ribbon')).not.toBeNull()
    await rerender({ view: { ...over, call: 'place-your-bets' }, turned: 0 })
    expect([container.querySelectorAll('.card').length, container.querySelector('.ribbon')]).toEqual([0, null])
    expect(screen.getByText('Place your bets')).toBeTruthy()
    expect(container.querySelector('.last')?.textContent).toMatch(/Banker wins.*6–8/)
  })

  it('is swept by the clock, the call, the first wager or the close of wagers, and by nothing else', () => {
    const wager = { wagers: [{}] as TableView['wagers'] }
    const timer = (what: NonNullable<TableView['timer']>['what']): Partial<TableView> => ({ timer: { at: 2, since: 1, what } })
    expect([{ call: 'place-your-bets' as const }, timer('wagers-close'), wager, { phase: 'no-more-bets' as const }].map((change) => isSwept({ ...over, ...change }))).toEqual([true, true, true, true])
    expect([{}, timer('next-coup'), { phase: 'dealing' as const, ...wager }].map((change) => isSwept({ ...over, ...change }))).toEqual([false, false, false])
  })
})
