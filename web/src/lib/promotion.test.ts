import { beforeEach, describe, expect, it } from 'vitest'
import { promiseOf, ticketOrder, winnersFollow } from './draw.ts'
import { fieldsIn } from './following.svelte.ts'
import { speak } from './i18n.svelte.ts'
import { filled, promotionHappened, promotionText, type PromotionOption } from './promotion-commands.ts'
import type { PromotionDraw } from './wire.ts'

const SEED = '07'.repeat(32)
/** As a scenario of the document has it: with this seed and list ada wins, and ben is next. */
const draw = (change: Partial<PromotionDraw> = {}): PromotionDraw => ({
  promise: promiseOf(SEED),
  seed: SEED,
  tickets: ['1:ada', '2:ben'],
  prizes: [{ prize: 1, entry: 1, passed_over: [] }],
  ...change,
})

beforeEach(() => speak('en'))

describe('the draw of a promotion', () => {
  it('is worked out as the house does', () => {
    expect(promiseOf(SEED)).toBe('18f0d84f1ba5b51931e7614e80628f912b09d583740e045d25ced6b0658bed25')
    expect(ticketOrder(draw())).toEqual([1, 2])
    expect(winnersFollow(draw())).toBe(true)
  })

  it('does not hold for another winner, another list or another seed', () => {
    expect(winnersFollow(draw({ prizes: [{ prize: 1, entry: 2, passed_over: [] }] }))).toBe(false)
    expect(winnersFollow(draw({ prizes: [{ prize: 1, entry: null, passed_over: [] }] }))).toBe(false)
    const orders = new Set(['eve', 'fay', 'gus', 'hal', 'ida'].map((name) => ticketOrder(draw({ tickets: ['1:ada', '2:ben', `3:${name}`] })).join()))
    expect(orders.size).toBeGreaterThan(1)
  })

  it('goes to the next entry where somebody was passed over, and back where it was ruled so', () => {
    expect(winnersFollow(draw({ prizes: [{ prize: 1, entry: 2, passed_over: [1] }] }))).toBe(true)
    expect(winnersFollow(draw({ prizes: [{ prize: 1, entry: 1, passed_over: [2] }] }))).toBe(true)
  })

  it('leaves a prize without a winner where entries are too few', () => {
    const prizes = [1, 2, 3].map((prize) => ({ prize, entry: prize < 3 ? prize : null, passed_over: [] }))
    expect(winnersFollow(draw({ prizes }))).toBe(true)
  })
})

describe('what is said to a promotion', () => {
  const option = (command: PromotionOption['command'], asks: readonly string[]): PromotionOption => ({ command, role: null, asks, refusal: null })

  it('leaves open what a person gives, and takes it as it is given', () => {
    const enter = option({ enter: { entrant: 'patron', wager: 5000 } }, ['entrant', 'wager'])
    expect(promotionText(option({ 'accept-claim': { prize: 1, claimant: 'ada' } }, []))).toBe('Accept the claim of ada for prize 1')
    expect(fieldsIn(filled(enter, { entrant: ' ada ', wager: '50' }))).toEqual({ entrant: 'ada', wager: 5000 })
    const bar = option({ bar: { names: ['patron'] } }, ['names'])
    expect(fieldsIn(filled(bar, { names: 'ada, ben' }))).toEqual({ names: ['ada', 'ben'] })
  })

  it('is told in words, or as the record has it', () => {
    expect(promotionHappened({ what: { name: 'disputed', args: { person: { name: 'ada' }, what: { text: 'the draw' } } }, text: 'disputed ada the draw' })).toBe('ada disputes: the draw')
    expect(promotionHappened({ what: null, text: 'won 1 ada entry 3' })).toBe('won 1 ada entry 3')
  })
})
