// A dealer's night in small: a coup with the keyboard alone, the payout in chips, a terminal that falls silent.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { violations } from './axe.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, shoe, type LiveHouse } from './live.ts'
import { Person, said, until, words } from './people.ts'

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']
let ada: Person

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(liveTable('live', 'nsw-2021')))
  ada = await Person.guest(house, browser)
  await ada.sit('live', 2)
})

afterAll(() => close?.())

const due = (text: string): Promise<void> => dealer.page.locator('.due').getByText(text, { exact: true }).first().waitFor()

test('a coup is dealt with the keyboard alone, and each payout is shown in chips', async () => {
  const { page } = dealer
  const key = (name: string): Promise<void> => page.keyboard.press(name)
  // The key does what the button would, so it is pressed when the button is there.
  const next = async (): Promise<void> => {
    await page.locator('.due .next:enabled').waitFor()
    await key('n')
  }
  const card = async (rank: string, suit: string): Promise<void> => {
    await key(rank)
    await key(suit)
    await key('Enter')
  }
  await dealer.go('/dealer/live')
  await due(words['dealer.due-sign-on'] ?? '')
  await next()
  await due(words['dealer.due-gathered'] ?? '')
  await shoe('live', dealer, supervisor)
  await due(words['dealer.due-open'] ?? '')
  await next()
  await due(words['dealer.due-bets'] ?? '')
  await ada.must('live', `bet ${ada.name}@2 banker 100`)
  await next()
  await due(words['dealer.due-first'] ?? '')
  // Player 2 + 3, Banker 4 + 3: Player draws an ace and stands at 6, Banker has 7.
  for (const [rank, suit] of [['2', 's'], ['4', 'd'], ['3', 'h'], ['3', 'c']] as const) await card(rank, suit)
  await due(words['dealer.call-points'] ?? '')
  expect(await violations(page)).toEqual([])
  await next()
  await due(said('dealer.due-card', { nth: words['dealer.nth-3'] ?? '', hand: 'PLAYER' }))
  // A wrong key is taken back before it is sent.
  await key('k')
  await key('s')
  await key('Escape')
  await card('1', 'd')
  await due(words['command.settle'] ?? '')
  await next()

  // As a word: a guest's name may have these figures in it.
  const row = page.getByRole('listitem').filter({ hasText: ada.name }).filter({ hasText: /\b95\b/ })
  await row.waitFor()
  const chips = await row.getByRole('img').evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? ''))
  expect(chips.map((label) => label.match(/\d+/g)?.slice(0, 2).join(' x '))).toEqual(['3 x 25', '4 x 5'])
  // Chips are moved before wagers are called for again.
  await page.locator('.due').getByText(/^Pay seat 2: .*95/).waitFor()
  await next()
  expect(await row.getByRole('button', { pressed: true }).count()).toBe(1)
  await due(words['dealer.due-open'] ?? '')
  expect((await ada.view('live')).balance).toBe(109_500)
  expect(dealer.errors).toEqual([])
})

test('single keys can be turned off, and then do nothing', async () => {
  const { page } = dealer
  await dealer.go('/dealer/live')
  await dealer.caughtUp('live')
  const help = page.getByRole('button', { name: words['terminal.keys'] ?? '' })
  const keysAct = page.getByRole('switch', { name: words['dealer.keys-on'] ?? '' })
  await help.click()
  expect(await violations(page)).toEqual([])
  await keysAct.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  // The press after it is answered, so this key was heard before, and opened nothing.
  await help.click()
  await keysAct.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await keysAct.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  await page.getByRole('dialog', { name: words['dealer.wrong'] ?? '' }).waitFor()
  await page.keyboard.press('Escape')
})

test('a terminal that falls silent is marked at its seat and on the wall, with a word', async () => {
  await ada.go('/table/live')
  await until('her terminal is heard', async () => ada.heard.length > 0)
  const silent = dealer.page.getByRole('button', { name: new RegExp(ada.name) }).filter({ hasText: words['dealer.silent'] ?? '' })
  await supervisor.go('/pit')
  const tile = supervisor.page.getByRole('button', { name: /^.*live/ }).first()
  await silent.waitFor({ state: 'detached' })
  await ada.page.close()
  await silent.waitFor()
  await tile.filter({ hasText: /⌁\s*1/ }).waitFor()
})
