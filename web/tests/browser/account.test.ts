// A patron at their own account, by keys alone: a payout is ordered, limits are set, a wager over one is refused at the table,
// and an exclusion ends it; what the law of the place asks for is shown and kept.

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { label, plain, tabOf, tabTo, typeAt } from './keys.ts'
import { AGAIN, launch, said, until, visitor } from './people.ts'
import { Caller, PIN, RealHouse } from './real.ts'

const PICTURES = resolve(import.meta.dirname, '../../../target/screens')
const CARD = '12345678'
const CONFIG = `
[listen]
sign-ins-per-minute = 1000
reads-per-second = 1000
reads-per-second-per-address = 1000
[disk]
warn-mib = 0
close-mib = 0
[play]
profile = "example-venue"
help = { en = "Call 1800 000 000, day and night.", zh-hans = "请致电 1800 000 000。", zh-hant = "請致電 1800 000 000。" }
[pace]
betting-ms = 240000
[[table]]
name = "sentosa"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
currency = "AUD"
`
let house: RealHouse
let browser: Browser
let page: Page

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  house = await RealHouse.open(CONFIG)
  browser = await launch()
  const cage = await house.hire('cass', ['cage'])
  await house.register(cage, 'ada', CARD)
  await cage.must('/api/v1/patrons/ada/deposit', { id: 'deposit-1', amount: 300_000 })
  page = await (await visitor(browser)).newPage()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

const shows = (text: string): Promise<void> => page.getByText(text).first().waitFor()

const type = (key: string, text: string): Promise<void> => typeAt(page, key, text)

const PARTS = ['money', 'limits', 'exclusion', 'statement']
const part = (key: string): Promise<void> => tabOf(page, 'account.tab-', PARTS, key)

test('a patron signs in, orders a payout and sees its code once', async () => {
  await page.goto(`${house.base}/sign-in?then=%2Faccount`)
  await page.getByRole('tab', { name: said('signin.patron') }).focus()
  await page.keyboard.press('Enter')
  await type('signin.card', CARD)
  await type('signin.pin', PIN)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: said('screen.account') }).waitFor()
  await type('terminal.amount', '100')
  await page.keyboard.press('Enter')
  await page.getByText('Fetch 100 at the cage').waitFor()
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: `${PICTURES}/account-money.png`, fullPage: true })
})

test('a limit is tighter at once and looser after a wait, and the reality check is as frequent as the law asks for', async () => {
  await part('limits')
  await shows(said('account.ask-limits'))
  await type('account.limit-amount', '50')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: '50', exact: true }).waitFor()
  await type('account.limit-amount', '90')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: /^90 from / }).waitFor()
  await type('account.check-minutes', '61')
  await page.keyboard.press('Enter')
  await shows(said('refusal.check-rare', { minutes: 60, law: 'example, venue 3' }))
  await type('account.check-minutes', '30')
  await page.keyboard.press('Enter')
  await shows(said('account.check-saved'))
  await shows('Call 1800 000 000')
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: `${PICTURES}/account-limits.png`, fullPage: true })
})

test('at the table a wager over the limit of loss is refused in a sentence, and the session has its clock', async () => {
  const ada = new Caller(house.base)
  await ada.must('/api/v1/sign-in', { as: 'patron', card: CARD, pin: PIN })
  await ada.must('/api/v1/tables/sentosa/commands', { id: 'sit-0001', line: 'sit ada@1', role: null })
  await ada.must('/api/v1/tables/sentosa/buy-in', { id: 'buy-in-0001', amount: 5_000 })
  await until('wagers are called for', async () => (await ada.get<{ call: string }>('/api/v1/tables/sentosa')).call === 'place-your-bets')
  await ada.must('/api/v1/tables/sentosa/commands', { id: 'bet-0001', line: 'bet ada@1 player 50', role: null })
  const more = (await ada.post('/api/v1/tables/sentosa/buy-in', { id: 'buy-in-0002', amount: 100 })) as { refusal?: { code: string } }
  expect(more.refusal?.code).toBe('over-limit')
  await page.goto(`${house.base}/sign-in?then=%2Ftable%2Fsentosa`)
})

test.for([
  [390, 'en'],
  [390, 'zh-Hant'],
  [1440, 'zh-Hans'],
] as const)('the account %i wide in %s', async ([width, language]) => {
  const context = await visitor(browser, { width, height: 844, language })
  const answer = await context.request.post(`${house.base}/api/v1/sign-in`, { data: { as: 'patron', card: CARD, pin: PIN }, headers: { origin: house.base }, ...AGAIN })
  expect(answer.ok()).toBe(true)
  const own = await context.newPage()
  for (const tab of ['limits', 'exclusion']) {
    await own.goto(`${house.base}/account?tab=${tab}`)
    await own.getByRole('tabpanel').getByRole('button').first().waitFor()
    await own.screenshot({ path: `${PICTURES}/account-${tab}-${width}-${language}.png`, fullPage: true })
    expect(await own.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await violations(own)).toEqual([])
  }
  await context.close()
})

test('a patron excludes themself, is signed out, and is told why nothing opens', async () => {
  const own = await (await visitor(browser)).newPage()
  await own.request.post(`${house.base}/api/v1/sign-in`, { data: { as: 'patron', card: CARD, pin: PIN }, headers: { origin: house.base }, ...AGAIN })
  await own.goto(`${house.base}/account?tab=exclusion`)
  await tabTo(own, new RegExp(`^${plain(said('account.exclude'))}$`))
  await own.keyboard.press('Enter')
  await own.getByRole('dialog', { name: said('account.exclude') }).waitFor()
  await tabTo(own, label('account.exclude-yes'))
  await own.keyboard.press('Enter')
  await own.waitForURL(`${house.base}/`)
  const again = await new Caller(house.base).post('/api/v1/sign-in', { as: 'patron', card: CARD, pin: PIN })
  expect(again['refusal']).toMatchObject({ code: 'patron-excluded', by: ['house:exclusion'] })
})
