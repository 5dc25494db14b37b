// A cashier without a mouse, in a house that plays for money: a patron is registered, pays in, gets a voucher, brings it back,
// is paid out; the drawer is counted; and what is refused is said in a sentence.

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { label, tabOf, tabTo, typeAt } from './keys.ts'
import { AGAIN, launch, said, until, visitor, words } from './people.ts'
import { Caller, PASSWORD, RealHouse } from './real.ts'

const PICTURES = resolve(import.meta.dirname, '../../../target/screens')
const CONFIG = `
[listen]
sign-ins-per-minute = 1000
reads-per-second = 1000
reads-per-second-per-address = 1000
[disk]
warn-mib = 0
close-mib = 0
[money]
cash-alone = "1000"
`
let house: RealHouse
let browser: Browser
let page: Page
let supervisor: Caller

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  house = await RealHouse.open(CONFIG)
  browser = await launch()
  await house.hire('cass', ['cage'])
  supervisor = await house.hire('sue', ['casino-supervisor'])
  page = await machine()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

/** A browser on a machine that the house has enrolled: a voucher names what it comes out of. */
async function machine(): Promise<Page> {
  const context = await visitor(browser)
  const { secret: code } = await supervisor.must('/api/v1/devices/code', { kind: 'console', table: null, seat: null })
  const post = async (path: string, data: object): Promise<Record<string, unknown>> => {
    const answer = await context.request.post(house.base + path, { data, headers: { origin: house.base }, ...AGAIN })
    return (await answer.json()) as Record<string, unknown>
  }
  const { name, secret } = await post('/api/v1/devices/enrol', { code })
  await post('/api/v1/sign-in', { as: 'device', device: name, secret })
  return context.newPage()
}

const type = (key: string, text: string): Promise<void> => typeAt(page, key, text)

const shows = (text: string): Promise<void> => page.getByText(text).first().waitFor()

const tab = (key: string): Promise<void> => tabOf(page, 'cage.tab-', ['counter', 'attend', 'shift', 'balance'], key)
const PARTS = ['cash', 'vouchers', 'statement', 'play', 'card']
const part = (key: string): Promise<void> => tabOf(page, 'cage.part-', PARTS, key)

test('a cashier signs in, begins a shift, registers a patron and takes money in, by keys alone', async () => {
  await page.goto(`${house.base}/sign-in?then=%2Fcage`)
  await page.getByRole('tab', { name: said('signin.staff') }).waitFor()
  await page.getByRole('tab', { name: said('signin.staff') }).focus()
  await page.keyboard.press('Enter')
  await type('common.name', 'cass')
  await type('signin.password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: said('screen.cage') }).waitFor()

  await tab('shift')
  await shows(said('cage.shift-none'))
  await type('cage.shift-float', '1000')
  await page.keyboard.press('Enter')
  await shows(said('cage.shift-blind'))

  await tab('counter')
  await tabTo(page, label('cage.register'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: said('cage.register') }).waitFor()
  await type('cage.account-name', 'ada')
  await type('signin.card', '12345678')
  await type('cage.first-pin', '7193')
  await type('cage.person-name', 'Ada Example')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'ada' }).waitFor()
  await house.ownPin('12345678')

  await type('cage.deposit-amount', '500')
  await page.keyboard.press('Enter')
  await shows(said('cage.done-deposit', { amount: '500', patron: 'ada' }))
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: `${PICTURES}/cage-counter.png` })
})

test('what one person does not take in alone is approved by a second at the same screen', async () => {
  await type('cage.deposit-amount', '600')
  await page.keyboard.press('Enter')
  const second = page.getByRole('dialog', { name: said('cage.second') })
  await second.waitFor()
  await type('dealer.approve-name', 'cass')
  await type('signin.password', PASSWORD)
  await page.keyboard.press('Enter')
  await shows(said('error.not-approved'))
  await type('dealer.approve-name', 'operator')
  await type('signin.password', PASSWORD)
  await page.keyboard.press('Enter')
  await shows(said('cage.done-deposit', { amount: '600', patron: 'ada' }))
})

test('a voucher is printed, refused with one wrong figure, and redeemed once by a scan', async () => {
  await part('vouchers')
  await type('cage.voucher-amount', '5000')
  await page.keyboard.press('Enter')
  await shows(said('refusal.account-not-enough', { has: '1,100', asked: '5,000' }))
  await type('cage.voucher-amount', '200')
  await page.keyboard.press('Enter')
  const paper = page.getByRole('dialog', { name: said('voucher.title') })
  await paper.getByRole('img', { name: said('voucher.qr') }).waitFor()
  const number = ((await paper.locator('.number').textContent()) ?? '').replaceAll(/\s/g, '')
  expect(number).toMatch(/^\d{20}$/)
  await page.emulateMedia({ media: 'print' })
  await page.screenshot({ path: `${PICTURES}/cage-voucher-print.png` })
  expect(await page.getByRole('search').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.screenshot({ path: `${PICTURES}/cage-voucher.png` })
  await page.keyboard.press('Escape')

  const wrong = number.slice(0, 19) + (number.endsWith('0') ? '1' : '0')
  await type('cage.voucher-number', wrong)
  await page.keyboard.press('Enter')
  await shows(said('cage.no-such-voucher'))
  // A scanner types the number and Enter, wherever the cashier looks for patrons.
  await page.getByLabel(said('cage.find')).focus()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await until('the number is in its field', async () => (await page.getByLabel(said('cage.voucher-number')).inputValue()) === number)
  await tabTo(page, label('cage.voucher-number'))
  await page.keyboard.press('Enter')
  await shows(said('cage.done-redeem', { amount: '200', patron: 'ada' }))
  await type('cage.voucher-number', number)
  await page.keyboard.press('Enter')
  await shows(said('refusal.voucher-not-out', { voucher: number.slice(0, 12) }))
})

test('a payout takes the patron’s code or a second person, and never more than there is', async () => {
  await part('cash')
  await type('cage.withdraw-amount', '9999')
  await page.keyboard.press('Enter')
  await shows(said('refusal.account-not-enough', { has: '1,100', asked: '9,999' }))
  await type('cage.withdraw-amount', '100')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: said('cage.second') }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: said('cage.second') }).waitFor({ state: 'detached' })

  await house.payout('12345678', 30_000)
  await type('cage.withdraw-amount', '300')
  await type('cage.payout-code', 'not-it')
  await page.keyboard.press('Enter')
  await shows(said('cage.wrong-code'))
  const code = await house.payout('12345678', 30_000)
  await type('cage.payout-code', code)
  await page.keyboard.press('Enter')
  await shows(said('cage.done-withdraw', { amount: '300', patron: 'ada' }))
})

test('a locked PIN is shown, and the statement adds up', async () => {
  const thief = new Caller(house.base)
  for (let n = 0; n < 3; n += 1) await thief.post('/api/v1/sign-in', { as: 'patron', card: '12345678', pin: '1111' })
  await tabTo(page, label('cage.refresh'))
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: (words['account.pin-locked'] ?? '').split('{')[0] }).waitFor()
  await part('statement')
  await shows(said('statement.closing', { account: '800', tables: '0' }))
  await page.screenshot({ path: `${PICTURES}/cage-statement.png`, fullPage: true })
})

test('the drawer is counted at the end of the shift, and what is missing is told', async () => {
  await tab('shift')
  // 1,000 at first, 1,100 taken in, 300 paid out: 1,800; ten are missing.
  await type('cage.shift-counted', '1790')
  await page.keyboard.press('Enter')
  await shows(said('cage.shift-differs', { counted: '1,790', expected: '1,800', difference: '-10' }))
  await page.screenshot({ path: `${PICTURES}/cage-shift.png` })
  expect(await violations(page)).toEqual([])
  const operator = new Caller(house.base)
  await operator.staff('operator')
  const { items } = await operator.get<{ items: { kind: string; text: string }[] }>('/api/v1/events?waiting=true')
  expect(items.find(({ kind }) => kind === 'drawer-differs')?.text).toContain('short by 10')
})

test('the meters agree with accounts and vouchers', async () => {
  await tab('balance')
  await shows(said('cage.checks'))
  const checks = page.getByRole('region', { name: said('cage.checks') }).getByRole('row')
  expect(await checks.count()).toBe(4)
  expect((await checks.allInnerTexts()).slice(1).every((row) => row.includes('✓'))).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: `${PICTURES}/cage-balance.png`, fullPage: true })
})

test.for([
  [390, 'en'],
  [390, 'zh-Hant'],
  [1440, 'zh-Hans'],
] as const)('the cage %i wide in %s', async ([width, language]) => {
  const context = await visitor(browser, { width, height: 844, language })
  const answer = await context.request.post(`${house.base}/api/v1/sign-in`, { data: { as: 'staff', name: 'cass', password: PASSWORD }, headers: { origin: house.base }, ...AGAIN })
  expect(answer.ok()).toBe(true)
  const own = await context.newPage()
  await own.goto(`${house.base}/cage`)
  await own.getByRole('search').waitFor()
  await own.getByRole('search').getByRole('textbox').fill('ad')
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { level: 2, name: 'ada' }).waitFor()
  await own.getByRole('tab').last().waitFor()
  await own.screenshot({ path: `${PICTURES}/cage-${width}-${language}.png`, fullPage: true })
  expect(await own.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await violations(own)).toEqual([])
  await own.goto(`${house.base}/cage?tab=attend`)
  await own.getByRole('heading', { level: 2 }).first().waitFor()
  await own.screenshot({ path: `${PICTURES}/cage-attend-${width}-${language}.png`, fullPage: true })
  await context.close()
})
