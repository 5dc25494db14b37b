// What a patron is told when something is not as it should be, and the way on: never a blank page, never a lost wager.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import { openHouse, type House } from './house.ts'
import { Person, launch, until, words } from './people.ts'
import { area, called, chip, confirm, refusals, wager } from './terminal.ts'

// New Zealand's document lets a table close without a sign being up for a while.
const TABLES = [['nsw', 'nsw-2021', 'automatic'], ['short', 'nz-1998', 'person']].map(([name, rulebook, dealer]) => `
[[table]]
name = "${name}"
rulebook = "${rulebook}"
opening = "usual, demonstration yes, limits 5..5000"
dealer = "${dealer}"
`).join('')

let house: House
let browser: Browser

beforeAll(async () => {
  house = await openHouse(TABLES)
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

const notice = (page: Page, key: string): Locator => page.getByRole('main').getByText(words[key] ?? key).first()

/** Puts a chip of this worth on a bet and sends it. */
async function send(one: Person, bet: string, value: number): Promise<void> {
  await chip(one.page, value).click()
  await wager(one, 'nsw', bet)
}

test('the session ends elsewhere: it says so, and the way to sign in leads back here', async () => {
  const ben = await Person.guest(house, browser)
  await ben.sit('nsw', 2)
  await ben.go('/table/nsw')
  await area(ben.page, 'player').waitFor()
  const elsewhere = await ben.elsewhere(browser)
  const { csrf } = await elsewhere.get<{ csrf: string }>('/api/v1/me')
  const answer = await elsewhere.page.request.post(`${house.base}/api/v1/sign-out-everywhere`, { headers: { origin: house.base, 'x-punto-csrf': csrf } })
  expect(answer.status()).toBe(204)
  await notice(ben.page, 'connection.session-ended').waitFor()
  expect(await area(ben.page, 'player').getAttribute('aria-disabled')).toBe('true')
  await ben.page.getByRole('main').getByRole('link', { name: words['common.sign-in'] ?? '' }).first().click()
  await ben.page.waitForURL(`${house.base}/sign-in?then=%2Ftable%2Fnsw`)
  await ben.page.getByRole('heading', { level: 1 }).waitFor()
  expect(ben.errors).toEqual([])
  await elsewhere.leave()
  await ben.leave()
})

test('the table is closed while somebody sits at it: it says so, and the credits are safe', async () => {
  const cat = await Person.guest(house, browser)
  const supervisor = await Person.staff(house, browser, 'supervisor')
  const account = async (): Promise<number> => (await cat.get<{ account: number }>('/api/v1/me')).account
  const before = await account()
  await cat.sit('short', 1, 50_000)
  await cat.go('/table/short')
  await area(cat.page, 'player').waitFor()
  await supervisor.must('short', 'close', 'casino-supervisor')
  await notice(cat.page, 'terminal.closed').waitFor()
  expect(await cat.page.locator('[data-bet] button[aria-disabled="false"]').count()).toBe(0)
  expect((await account()) + ((await cat.view('short')).balance ?? 0)).toBe(before)
  await cat.page.getByRole('main').getByRole('link', { name: words['app.to-lobby'] ?? '' }).first().click()
  await cat.page.waitForURL(`${house.base}/`)
  expect(cat.errors).toEqual([])
  await cat.leave()
  await supervisor.leave()
})

const NOTHING: [string, string, string][] = [
  ['/table/none', 'connection.missing', 'app.to-lobby'],
  ['/display/none', 'connection.missing', 'app.to-lobby'],
  ['/nowhere', 'app.no-such-page', 'app.to-lobby'],
  ['/dealer/nsw', 'dealer.not-staff', 'common.sign-in'],
  ['/pit', 'pit.not-staff', 'common.sign-in'],
  ['/audit', 'audit.who', 'common.sign-in'],
  ['/odds', 'odds.who', 'common.sign-in'],
]

test('where there is nothing for a guest, the page says why and has a way on', async () => {
  const dot = await Person.guest(house, browser)
  for (const [path, why, way] of NOTHING) {
    await dot.go(path)
    await notice(dot.page, why).waitFor()
    await dot.page.getByRole('main').getByRole('link', { name: words[way] ?? '' }).first().waitFor()
  }
  expect(dot.errors).toEqual([])
  await dot.leave()
})

test('a refused wager is one sentence with its clause, at the chips', async () => {
  const eve = await Person.guest(house, browser)
  await eve.sit('nsw', 4, 100_000)
  await eve.go('/table/nsw')
  const refused = refusals(eve.page)
  for (const [bet, value, said] of [['player', 100, 'A wager of 1 on Player is below the minimum of 5.'], ['banker', 500_000, 'You have 1,000 at the table, not 5,000.']] as const) {
    await send(eve, bet, value)
    const text = await refused.first().innerText()
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said)
    expect(await refused.count()).toBe(1)
    expect(await refused.getByRole('button', { name: /clause|setting/i }).count()).toBeGreaterThan(0)
    await eve.page.getByRole('button', { name: words['common.dismiss'] ?? '' }).first().click()
    await eve.page.getByRole('button', { name: words['common.clear'] ?? '', exact: true }).click()
    expect(await refused.count()).toBe(0)
  }
  const { wagers, balance } = await eve.view('nsw')
  expect(wagers.filter(({ mine }) => mine)).toEqual([])
  expect(balance).toBe(100_000)
  expect(eve.errors).toEqual([])
  await eve.leave()
})

test('two browsers of one patron see the same, and a wager of either counts once', async () => {
  const fay = await Person.guest(house, browser)
  await fay.sit('nsw', 5)
  const other = await fay.elsewhere(browser)
  for (const one of [fay, other]) await one.go('/table/nsw')
  const before = (await fay.view('nsw')).shoe.coups
  await send(fay, 'player', 500)
  await area(other.page, 'player').getByText('wagered').waitFor({ state: 'attached' })
  await send(other, 'tie', 500)
  await house.goOn()
  await until('the coup of both wagers is settled', async () => (await fay.view('nsw')).shoe.coups > before)
  for (const one of [fay, other]) {
    await called(one, 'nsw')
    await until('both may go on', async () => (await area(one.page, 'player').getAttribute('aria-disabled')) === 'false')
  }
  const mine = await until('both wagers are settled', async () => {
    const { items: coups } = await fay.get<{ items: { settled: { bet: string; mine: boolean; stake: number }[] }[] }>('/api/v1/me/coups')
    const settled = coups.flatMap((coup) => coup.settled).filter((one) => one.mine)
    return settled.length > 1 && settled
  })
  expect(mine.map(({ bet, stake }) => `${bet} ${stake}`).toSorted()).toEqual(['player 500', 'tie 500'])
  expect([...fay.errors, ...other.errors]).toEqual([])
  await other.leave()
  await fay.leave()
})

// Last: a demonstration that starts again gives its staff another password.
test('the server is gone: wagering is locked and says so, and opens again by itself', async () => {
  const ada = await Person.guest(house, browser)
  await ada.sit('nsw', 1)
  await ada.go('/table/nsw')
  await send(ada, 'player', 500)
  await until('the wager lies', async () => (await ada.view('nsw')).wagers.some(({ mine }) => mine))
  const gil = await Person.guest(house, browser)
  await gil.go('/')
  const door = gil.page.locator('a[href^="/table/nsw"]').first()
  await door.waitFor()
  await house.kill()
  // A screen that cannot be fetched says so, and offers to try again.
  await door.click()
  const again = gil.page.getByRole('main').getByRole('button', { name: words['app.try-again'] ?? '' })
  await again.waitFor()
  await notice(ada.page, 'connection.silent').waitFor()
  expect(await area(ada.page, 'player').getAttribute('aria-disabled')).toBe('true')
  expect(await confirm(ada.page).isDisabled()).toBe(true)
  // The cards and roads that were seen stay.
  expect(await ada.page.getByRole('main').innerText()).toContain('Player')
  await house.again()
  await notice(ada.page, 'connection.silent').waitFor({ state: 'detached' })
  // The page also tries by itself every few seconds: on a busy machine it may be there before anybody presses.
  const there = area(gil.page, 'player')
  await Promise.race([again.click().catch(() => undefined), there.waitFor()])
  await there.waitFor()
  expect(gil.errors).toEqual([])
  await gil.leave()
  // The wager of before was kept, and is settled; the next one is taken.
  await house.goOn()
  await until('the wager is settled', async () => (await ada.view('nsw')).settled.some(({ mine, bet }) => mine && bet === 'player'))
  await send(ada, 'banker', 500)
  await until('the next wager lies', async () => (await ada.view('nsw')).wagers.some(({ mine, bet }) => mine && bet === 'banker'))
  expect(ada.errors).toEqual([])
  await ada.leave()
})
