// The shoe wizard under each document: whoever follows it comes to a shoe that is ready, and where another person is
// needed, that person approves at the dealer's screen.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator } from 'playwright-core'
import type { House } from './house.ts'
import { liveHouse, liveTable, type LiveHouse } from './live.ts'
import { Person, until, words } from './people.ts'

const TOLD = ['nsw-2021', 'tas-2013', 'tas-2018', 'nz-1998', 'rws-2016']
const OWN = ['nsw-2021', 'nz-1998']
/** In whose name the supervisor of a demonstration checks cards under a document. */
const CHECKER: Partial<Record<string, string>> = { 'nz-1998': 'game-supervisor' }

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']
/** Requests of the dealer's page that are not answered yet. */
let underWay = 0

beforeAll(async () => {
  const own = OWN.map((book) => liveTable(`own-${book}`, book).replace('"person"', '"automatic"'))
  ;({ house, browser, dealer, supervisor, close } = await liveHouse([...TOLD.map((book) => liveTable(book, book)), ...own].join('')))
  dealer.page.on('request', () => (underWay += 1))
  for (const end of ['requestfinished', 'requestfailed'] as const) dealer.page.on(end as 'requestfinished', () => (underWay -= 1))
  for (const book of ['tas-2013', 'tas-2018']) await supervisor.must(book, 'sign-on', 'game-inspector')
})

afterAll(() => close?.())

const wizard = (): Locator => dealer.page.getByRole('region', { name: words['dealer.shoe-steps'] ?? '' })
const there = async (button: Locator): Promise<boolean> => (await button.count()) > 0 && (await button.first().isEnabled())

/** The officer comes to the screen and approves. */
async function approve(role: string | undefined): Promise<void> {
  const { page } = dealer
  if (role !== undefined) await page.getByLabel(words['dealer.approve-as'] ?? '').selectOption(role)
  await page.getByLabel(words['dealer.approve-name'] ?? '').fill('supervisor')
  await page.getByLabel(words['signin.password'] ?? '').fill(house.password)
  await page.getByRole('button', { name: words['common.approve'] ?? '', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Does the next thing that the screen offers, and says what it was; a card is typed where a burn asks for one. */
async function follow(book: string): Promise<string | null> {
  const { page } = dealer
  const next = page.locator('.due .next')
  if (await there(next)) {
    await next.click()
    return 'next'
  }
  const acts = wizard().locator('.acts').getByRole('button', { name: /^(?!Pre-shuffled)(?!.$)(?!10$)./ })
  if (await there(acts)) {
    await acts.first().click()
    return 'act'
  }
  const officer = wizard().getByRole('button', { name: new RegExp(`^${words['dealer.approve-here']}`) })
  if (await there(officer)) {
    await officer.last().click()
    await approve(CHECKER[book])
    return 'officer'
  }
  if (await there(wizard().getByRole('button', { name: '5', exact: true }))) {
    await page.keyboard.press('5')
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
  }
  const all = wizard().getByRole('button', { name: words['dealer.prepare'] ?? '' })
  if (!(await there(all))) return null
  await all.click()
  return 'by the book'
}

/** Waits until the screen shows the table as it is, and has asked what may be done there now. */
async function caughtUp(from: number, seq: number): Promise<void> {
  const shown = new RegExp(`"seq":${seq}\\b`)
  let quiet = 0
  await until(`the screen is at ${seq}`, async () => {
    const rests = underWay === 0 && dealer.heard.slice(from).some((frame) => shown.test(frame))
    quiet = rests ? quiet + 1 : 0
    return quiet === 3
  })
}

/** Whether what was pressed reached the table; a button of a moment ago may be pressed in vain. */
async function moved(book: string, before: number): Promise<boolean> {
  for (let look = 0; look < 20; look += 1) {
    if ((await dealer.view(book)).seq !== before) return true
    await dealer.page.waitForTimeout(100)
  }
  return false
}

test.for(TOLD)('leads to a ready shoe under %s', async (book) => {
  const from = dealer.heard.length
  await dealer.go(`/dealer/${book}`)
  await dealer.page.locator('.due').waitFor()
  const taken: (string | null)[] = []
  for (let step = 0; step < 20; step += 1) {
    const { phase, seq } = await dealer.view(book)
    if (phase !== 'preparing') break
    await caughtUp(from, seq)
    const took = await follow(book)
    if (await moved(book, seq)) taken.push(took)
  }
  expect((await dealer.view(book)).phase, taken.join(' ')).toBe('betting')
  // Three of the documents do not let a dealer prepare a shoe alone; in Tasmania 2013 a patron checks the cards first.
  expect(taken.includes('officer')).toBe(book !== 'tas-2013' && book !== 'rws-2016')
  expect(dealer.errors).toEqual([])
})

test.for(OWN)('says what Punto’s own shoe waits for under %s, and has it cut', async (book) => {
  const table = `own-${book}`
  await dealer.go(`/dealer/${table}`)
  await dealer.page.locator('.due .next').click()
  await dealer.page.locator('.due').getByText(words['dealer.due-own-waits'] ?? '').waitFor()
  const ada = await Person.guest(house, browser)
  await ada.sit(table, 1)
  await dealer.page.locator('.due').getByText(words['dealer.due-own-gathered'] ?? '').waitFor()
  await wizard().getByRole('button', { name: (words['dealer.prepare-by'] ?? '').replace('{patron}', ada.name) }).click()
  await dealer.page.locator('.due').getByText(words['dealer.due-open'] ?? '').first().waitFor()
  await dealer.must(table, 'sign-off', 'dealer')
  await ada.leave()
})
