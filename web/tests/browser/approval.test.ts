// A second person approves at the dealer's own screen: by name and password, which then are nowhere.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator } from 'playwright-core'
import { violations } from './axe.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, nine, ready, type LiveHouse } from './live.ts'
import { Person, said, until, words } from './people.ts'

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(liveTable('live', 'nsw-2021')))
  await ready('live', dealer, supervisor)
})

afterAll(() => close?.())

const press = (name: string): Locator => dealer.page.getByRole('button', { name: words[name] ?? name, exact: true })
const field = (name: string): Locator => dealer.page.getByLabel(words[name] ?? name, { exact: true })

/** The document says that the coup may be voided: the officer is asked which it is to be. */
const approves = (): Locator => press(said('dealer.approve-here-as', { what: words['cure.void-coup'] }))

/** A patron has won 100, and nothing is settled: what is settled nobody opens again alone. */
async function won(seat: number): Promise<Person> {
  const ada = await Person.guest(house, browser)
  await ada.sit('live', seat)
  await dealer.say('live', 'call place-your-bets', 'dealer')
  await ada.must('live', `bet ${ada.name}@${seat} player 100`)
  await nine('live', dealer)
  expect((await ada.view('live')).balance).toBe(LIES)
  return ada
}

/** Wherever a page can keep something: none of it has the password. */
async function expectNoTrace(): Promise<void> {
  const kept = await dealer.page.evaluate(() => {
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    const stored = [localStorage, sessionStorage].flatMap((store) => Object.entries(store).flat())
    return [...fields, ...stored, document.documentElement.outerHTML, window.location.href, JSON.stringify(window.history.state), document.cookie].join('\n')
  })
  expect(kept).not.toContain(house.password)
}

const [REFUSED = ''] = (words['dealer.approve-wrong'] ?? '').split('{')
/** The stake lies on the layout. */
const LIES = 90_000

test('the wizard names the officer and the clause, and the officer approves here with the keyboard alone', async () => {
  const ada = await won(1)
  const { page } = dealer
  await dealer.go('/dealer/live')
  await press('dealer.wrong').waitFor()
  await page.keyboard.press('w')
  await press('mishap.misdeal').click()
  await press('fact.beyond-repair').click()
  const wizard = page.getByRole('dialog', { name: words['dealer.wrong'] ?? '' })
  await wizard.getByText(words['role.casino-supervisor'] ?? '').first().waitFor()
  expect(await wizard.textContent()).toMatch(/12\.1/)
  expect((await ada.view('live')).balance).toBe(LIES)

  await approves().focus()
  await page.keyboard.press('Enter')
  await until('the name is asked for', () => field('dealer.approve-name').evaluate((input) => input === document.activeElement))
  expect(await violations(page)).toEqual([])
  expect((await field('signin.password').getAttribute('autocomplete')) ?? '').toBe('off')
  for (const name of ['common.approve', 'common.cancel']) {
    const box = await press(name).boundingBox()
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await page.keyboard.type('supervisor')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(REFUSED).waitFor()
  expect(await field('signin.password').inputValue()).toBe('')
  expect((await ada.view('live')).balance).toBe(LIES)

  // The focus is back where the password goes.
  await page.keyboard.type(house.password)
  await page.keyboard.press('Enter')
  await until('it is ordered', async () => (await ada.view('live')).balance === 100_000)
  await page.getByRole('dialog', { name: words['dealer.approve-here'] ?? '' }).waitFor({ state: 'hidden' })
  await expectNoTrace()
  const { lines } = await supervisor.view('live')
  expect(lines.findLast(({ text }) => text.startsWith('ordered'))?.actor).toEqual({ role: 'casino-supervisor', name: 'supervisor' })
  expect(dealer.errors).toEqual([])
  await ada.leave()
})

test('somebody without the role does not approve, and nothing typed is left when the window is closed', async () => {
  const ada = await won(2)
  const { page } = dealer
  await dealer.must('live', 'report misdeal beyond-repair', 'dealer')
  await dealer.go('/dealer/live')
  await press('dealer.show-ruling').click()
  await approves().click()
  await field('dealer.approve-name').fill('dealer')
  await field('signin.password').fill(house.password)
  await press('common.approve').click()
  await page.getByRole('alert').getByText(REFUSED).waitFor()
  expect((await ada.view('live')).balance).toBe(LIES)

  await field('signin.password').fill(house.password)
  await page.keyboard.press('Escape')
  await approves().click()
  expect(await field('dealer.approve-name').inputValue()).toBe('')
  await expectNoTrace()
  await page.keyboard.press('Escape')
  // The other way: the officer orders it at their own screen, and this one goes on by itself.
  await supervisor.go('/pit')
  const order = supervisor.page.getByRole('button', { name: words['command.order'] ?? '' })
  await order.click()
  await supervisor.page.getByRole('button', { name: words['dealer.order-sure'] ?? '' }).click()
  await until('it is ordered', async () => (await ada.view('live')).balance === 100_000)
  await approves().waitFor({ state: 'hidden' })
  await ada.leave()
})
