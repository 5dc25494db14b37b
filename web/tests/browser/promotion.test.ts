// One small promotion from its conditions to the claim: the operator at the desk and two guests, each at a screen of their own.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { PromotionView } from '../../src/lib/wire.ts'
import { openHouse, type House } from './house.ts'
import { Person, PATIENCE_MS, launch, said, until, words } from './people.ts'

let house: House
let browser: Browser

beforeAll(async () => {
  house = await openHouse()
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

const PATH = '/api/v1/promotions/spring'
const CASH = 'prize 1 kind cash, what 500 play credits, value 500, terms none, contains nothing'

test(
  'a promotion is written, entered, drawn, checked and claimed at the screens',
  async () => {
    const manager = await Person.staff(house, browser, 'manager')
    await manager.post('/api/v1/promotions', { name: 'spring', title: 'Spring Draw', rulebook: 'nsw-2021', currency: 'play credits', demonstration: true })
    const say = (who: Person, line: string): Promise<Record<string, unknown>> => who.post(`${PATH}/commands`, { id: crypto.randomUUID(), line, role: who === manager ? 'casino-operator' : null })
    const { now } = await manager.get<PromotionView>(PATH)
    const closes = new Date(now / 1000 + 60_000).toISOString().replace(/\.\d+Z/, 'Z')
    const items = `manner draw, awarded at the desk, eligible guests, wager none, nature a prize, closes ${closes}, place here, held ${closes}, claim here, presence no, notified here, results here, marketing here`
    await say(manager, `conditions ${items}`)
    await say(manager, CASH)

    // The desk says what is missing, and it cannot be published until that is there.
    await manager.go('/promotion/spring/desk')
    await manager.page.getByText(said('promotion.missing', { items: words['promotion-item.available'] })).first().waitFor()
    await say(manager, `conditions ${items}, available here`)
    await manager.page.getByRole('button', { name: words['promotion-command.publish'] }).click()
    await manager.page.getByRole('button', { name: words['promotion.say'] }).click()
    await until('it is published', async () => (await manager.get<PromotionView>(PATH)).stage === 'published')

    const guests = [await Person.guest(house, browser), await Person.guest(house, browser, { width: 390, height: 844, language: 'zh-Hans' })]
    const [first, second] = guests as [Person, Person]
    await first.go('/promotion/spring')
    await first.page.getByRole('button', { name: words['promotion-command-own.enter'], exact: true }).click()
    await say(second, `enter ${second.name}`)
    await until('both have entered', async () => (await manager.get<PromotionView>(PATH)).entries === 2)

    await house.goOn()
    await manager.go('/promotion/spring/desk?tab=draw')
    await manager.page.getByRole('button', { name: words['promotion-command.draw'] }).click()
    await manager.page.getByRole('button', { name: words['promotion.say'] }).click()
    await manager.page.getByText(words['promotion.order-holds'] ?? '').waitFor()

    // Whoever entered works the draw out again in their own browser.
    await first.page.getByText(words['promotion.promise-holds'] ?? '').waitFor()
    await first.page.getByText(words['promotion.order-holds'] ?? '').waitFor()
    const drawn = await manager.get<PromotionView>(`${PATH}?role=casino-operator`)
    const winner = guests.find(({ name }) => name === drawn.prizes[0]?.winner)
    expect(winner).toBeDefined()
    await say(winner as Person, `claim 1 ${winner?.name}`)
    await manager.go('/promotion/spring/desk?tab=claims')
    await manager.page.getByRole('button', { name: said('promotion-command.accept-claim', { prize: 1, claimant: winner?.name }) }).click()
    await until('it is accepted', async () => (await manager.get<PromotionView>(`${PATH}?role=casino-operator`)).prizes[0]?.claims[0]?.status === 'accepted')
    await say(manager, 'award 1 cash 500')
    await manager.page.getByText(words['promotion.awarded'] ?? '').first().waitFor()
    expect([...manager.errors, ...first.errors, ...second.errors]).toEqual([])
  },
  PATIENCE_MS,
)
