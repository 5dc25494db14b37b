// The shoe wizard under each document: whoever follows it comes to a shoe that is ready, and where another person is
// needed, that person approves at the dealer's screen.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator } from 'playwright-core'
import { LONG_MS, type House } from './house.ts'
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

beforeAll(async () => {
  const own = OWN.map((book) => liveTable(`own-${book}`, book).replace('"person"', '"automatic"'))
  ;({ house, browser, dealer, supervisor, close } = await liveHouse([...TOLD.map((book) => liveTable(book, book)), ...own].join(''), LONG_MS))
  for (const book of ['tas-2013', 'tas-2018']) await supervisor.must(book, 'sign-on', 'game-inspector')
})

afterAll(() => close?.())

const wizard = (): Locator => dealer.page.getByRole('region', { name: words['dealer.shoe-steps'] ?? '' })
const there = async (button: Locator): Promise<boolean> => (await button.and(dealer.page.locator(':enabled')).count()) > 0

/** The officer comes to the screen and approves. */
async function approve(role: string | undefined): Promise<void> {
  const { page } = dealer
  await page.getByLabel(words['dealer.approve-name'] ?? '').fill('supervisor')
  // Where the document has one officer for it, nothing is left to choose.
  const as = page.getByLabel(words['dealer.approve-as'] ?? '')
  if (role !== undefined && (await as.count()) > 0) await as.selectOption(role)
  await page.getByLabel(words['signin.password'] ?? '').fill(house.password)
  await page.getByRole('button', { name: words['common.approve'] ?? '', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Does the next thing that the screen offers, and says what it was. */
async function follow(book: string): Promise<[string, Locator] | null> {
  const { page } = dealer
  const next = page.locator('.due .next')
  if (await there(next)) {
    await next.click()
    // Where the cards were cut is typed: the key leads to the field, and Enter sends what stands there.
    if ((await page.locator('[data-figure]:focus').count()) > 0) await page.keyboard.press('Enter')
    return ['next', next]
  }
  // What stands there by itself; the keypad's keys are pressed below, for the card they make.
  const acts = wizard().locator('.acts > button').filter({ hasNotText: /^Pre-shuffled/ })
  if (await there(acts)) {
    await acts.first().click()
    return ['act', acts]
  }
  const officer = wizard().getByRole('button', { name: new RegExp(`^${words['dealer.approve-here']}`) })
  if (await there(officer)) {
    await officer.last().click()
    await approve(CHECKER[book])
    return ['officer', officer]
  }
  const five = wizard().getByRole('button', { name: '5', exact: true })
  if (!(await there(five))) return null
  // A burn that everybody sees asks for its card.
  for (const key of ['5', 'h', 'Enter']) await page.keyboard.press(key)
  return ['burn', five]
}

/** Whether what was pressed reached the table; it did not if it can be pressed again and nothing has come of it. */
function moved(book: string, before: number, pressed: Locator): Promise<boolean> {
  return until('what was pressed is answered', async () => {
    const again = await there(pressed)
    if ((await dealer.view(book)).seq !== before) return { moved: true }
    return again && { moved: false }
  }).then((answer) => answer.moved)
}

test.for(TOLD)('leads to a ready shoe under %s', async (book) => {
  // Patrons look on, check where the document has them check, and cut.
  const ada = await Person.guest(house, browser)
  await ada.must(book, `sit ${ada.name}@1`)
  await dealer.go(`/dealer/${book}`)
  const taken: string[] = []
  for (let step = 0; step < 20; step += 1) {
    const { phase, seq } = await dealer.view(book)
    if (phase !== 'preparing') break
    await dealer.caughtUp(book)
    const [what, pressed] = await until('the screen offers something', () => follow(book))
    if (await moved(book, seq, pressed)) taken.push(what)
  }
  // The electronic table takes no wager before they are called for.
  expect((await dealer.view(book)).phase, taken.join(' ')).toBe(book === 'rws-2016' ? 'between-coups' : 'betting')
  // Two of the documents have somebody besides the dealer check or cut.
  expect(taken.includes('officer')).toBe(book === 'nsw-2021' || book === 'nz-1998')
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
  // Nobody has a hand in it but a patron at a terminal; in time Punto cuts it.
  await wizard().getByText(words['dealer.own-cut'] ?? '').waitFor()
  await house.goOn()
  await dealer.page.locator('.due').getByText(words['dealer.due-open'] ?? '').first().waitFor()
  await dealer.must(table, 'sign-off', 'dealer')
  await ada.leave()
})
