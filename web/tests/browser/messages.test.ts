// What a patron is told when something is not as it should be, and the way on: never a blank page, never a lost wager.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import { openHouse, type House } from './house.ts'
import { Person, launch, until, visitor, words } from './people.ts'

const TABLES = [['nsw', 'automatic'], ['short', 'person']].map(([name, dealer]) => `
[[table]]
name = "${name}"
rulebook = "nsw-2021"
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

const area = (page: Page, bet: string): Locator => page.locator(`[data-bet="${bet}"] button`).first()
const confirm = (page: Page): Locator => page.getByRole('button', { name: new RegExp(`^${words['common.confirm']}`) })
const notice = (page: Page, key: string): Locator => page.getByRole('main').getByText(words[key] ?? key).first()

/** Puts a chip of this worth on a bet and sends it, as soon as wagers are open. */
async function send(page: Page, bet: string, chip: number): Promise<void> {
  await page.locator(`[data-value="${chip}"]`).click()
  await until(`a chip goes to ${bet}`, async () => {
    if ((await area(page, bet).getAttribute('aria-disabled')) === 'true') return false
    await area(page, bet).click()
    if (!(await confirm(page).isEnabled())) return false
    await confirm(page).click()
    return true
  }, 30)
}

test('the server is gone: wagering is locked and says so, and opens again by itself', async () => {
  const ada = await Person.guest(house, browser)
  await ada.sit('nsw', 1)
  await ada.go('/table/nsw')
  await send(ada.page, 'player', 500)
  await until('the wager lies', async () => (await ada.view('nsw')).wagers.some(({ mine }) => mine))
  await house.kill()
  await notice(ada.page, 'connection.silent').waitFor()
  expect(await area(ada.page, 'player').getAttribute('aria-disabled')).toBe('true')
  expect(await confirm(ada.page).count() === 0 || await confirm(ada.page).isDisabled()).toBe(true)
  // The cards and roads that were seen stay.
  expect(await ada.page.getByRole('main').innerText()).toContain('Player')
  await house.again()
  await notice(ada.page, 'connection.silent').waitFor({ state: 'detached', timeout: 30_000 })
  // The wager of before was kept, and is settled; the next one is taken.
  await until('the wager is settled', async () => (await ada.view('nsw')).settled.some(({ mine, bet }) => mine && bet === 'player'), 30)
  await send(ada.page, 'banker', 500)
  await until('the next wager lies', async () => (await ada.view('nsw')).wagers.some(({ mine, bet }) => mine && bet === 'banker'))
  expect(ada.errors).toEqual([])
  await ada.leave()
})

test('the session ends elsewhere: it says so, and the way to sign in leads back here', async () => {
  const ben = await Person.guest(house, browser)
  await ben.sit('nsw', 2)
  await ben.go('/table/nsw')
  await area(ben.page, 'player').waitFor()
  const elsewhere = await browser.newContext({ storageState: await ben.page.context().storageState() })
  const { csrf } = (await (await elsewhere.request.get(`${house.base}/api/me`)).json()) as { csrf: string }
  const answer = await elsewhere.request.post(`${house.base}/api/sign-out-everywhere`, { headers: { origin: house.base, 'x-punto-csrf': csrf } })
  expect(answer.status()).toBe(204)
  await notice(ben.page, 'connection.session-ended').waitFor()
  expect(await area(ben.page, 'player').getAttribute('aria-disabled')).toBe('true')
  await ben.page.getByRole('main').getByRole('link', { name: words['common.sign-in'] ?? '' }).first().click()
  await ben.page.waitForURL(`${house.base}/sign-in?then=%2Ftable%2Fnsw`)
  await ben.page.getByRole('heading', { level: 1 }).waitFor()
  expect(ben.errors).toEqual([])
  await elsewhere.close()
  await ben.leave()
})

test('the table is closed while somebody sits at it: it says so, and the credits are safe', async () => {
  const cat = await Person.guest(house, browser)
  const supervisor = await Person.staff(house, browser, 'supervisor')
  await cat.sit('short', 1, 50_000)
  await cat.go('/table/short')
  await area(cat.page, 'player').waitFor()
  await supervisor.must('short', 'close', 'casino-supervisor')
  await notice(cat.page, 'terminal.closed').waitFor()
  expect(await area(cat.page, 'player').getAttribute('aria-disabled')).toBe('true')
  await cat.page.getByRole('main').getByRole('link', { name: words['app.to-lobby'] ?? '' }).first().click()
  await cat.page.waitForURL(`${house.base}/`)
  expect(cat.errors).toEqual([])
  await cat.leave()
  await supervisor.leave()
})

test.for(['/table/none', '/display/none', '/dealer/none', '/nowhere', '/rules/none', '/pit', '/audit', '/odds', '/dealer/nsw'])(
  'a guest who opens %s reads why there is nothing, and finds a way on',
  async (path) => {
    const dot = await Person.guest(house, browser)
    await dot.go(path)
    const main = dot.page.getByRole('main')
    await main.waitFor()
    const told = ['connection.missing', 'connection.not-allowed', 'error.missing', 'error.not-allowed', 'app.no-such-page', 'app.for-staff'].map((key) => words[key] ?? '-')
    await until(`${path} says why`, async () => {
      const text = await main.innerText()
      return told.some((one) => text.includes(one)) || null
    }, 5).catch(async () => { throw new Error(`${path}: ${await main.innerText()}`) })
    expect(dot.errors).toEqual([])
    await dot.leave()
  },
)

test('a refused wager is one sentence with its clause, at the chips', async () => {
  const eve = await Person.guest(house, browser)
  await eve.sit('nsw', 4, 100_000)
  await eve.go('/table/nsw')
  const refusals = eve.page.getByRole('main').getByRole('alert').filter({ hasText: words['refusal.title'] ?? '' })
  for (const [bet, chip, said] of [['player', 100, 'A wager of 1 is below the minimum of 5.'], ['banker', 500_000, 'You have 1000 at the table, not 5000.']] as const) {
    await send(eve.page, bet, chip)
    // It stays as long as wagers are open, so it is read at once.
    const text = await refusals.first().innerText({ timeout: 3000 })
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said)
    expect(await refusals.count()).toBe(1)
    expect(await refusals.getByRole('button', { name: /clause|setting/i }).count()).toBeGreaterThan(0)
    await until('the coup is over', async () => (await eve.view('nsw')).phase !== 'betting', 20)
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
  const context = await visitor(browser)
  await context.addCookies(await fay.page.context().cookies())
  const other = await context.newPage()
  await fay.go('/table/nsw')
  await other.goto(`${house.base}/table/nsw`)
  await area(other, 'tie').waitFor()
  const before = (await fay.view('nsw')).shoe.coups
  await send(fay.page, 'player', 500)
  await area(other, 'player').getByText('wagered').waitFor({ state: 'attached' })
  await send(other, 'tie', 500)
  await until('the coup of the first wager is settled', async () => (await fay.view('nsw')).shoe.coups > before, 30)
  for (const page of [fay.page, other]) {
    expect(await page.getByText(words['connection.replaced'] ?? '-').count()).toBe(0)
    await until('both may go on', async () => (await area(page, 'player').getAttribute('aria-disabled')) === 'false')
  }
  const coups = (await (await fay.page.request.get(`${house.base}/api/me/coups`)).json()) as { settled: { bet: string; mine: boolean; stake: number }[] }[]
  const mine = await until('both wagers are settled', async () => {
    const list = coups.flatMap(({ settled }) => settled).filter((one) => one.mine)
    return list.length >= 1 && list
  })
  expect(mine.filter(({ bet }) => bet === 'player')).toMatchObject([{ stake: 500 }])
  expect(fay.errors).toEqual([])
  await context.close()
  await fay.leave()
})
