// What staff put right at a table that a person deals: a card keyed wrong, an order, what all patrons have agreed to.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { House } from './house.ts'
import { violations } from './axe.ts'
import { liveHouse, liveTable, ready, type LiveHouse } from './live.ts'
import { Person, said, until, words } from './people.ts'

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let ada: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(liveTable('live', 'nsw-2021')))
  await ready('live', dealer, supervisor)
  ada = await Person.guest(house, browser)
  await ada.sit('live', 1)
})

afterAll(() => close?.())

const wizard = (page: Page) => page.getByRole('dialog', { name: words['dealer.wrong'] ?? '' })

/** Somebody says at this screen what its own person may not. */
async function approve(page: Page, name: string, role: string): Promise<void> {
  await page.getByLabel(words['dealer.approve-name'] ?? '').fill(name)
  const as = page.getByLabel(words['dealer.approve-as'] ?? '')
  if ((await as.count()) > 0) await as.selectOption(role)
  await page.getByLabel(words['signin.password'] ?? '').fill(house.password)
  await page.getByRole('button', { name: words['common.approve'] ?? '', exact: true }).click()
}

/** Keys a card in the wizard and says it is what lies there. */
async function rekey(page: Page, card: string): Promise<void> {
  for (const key of card) await page.keyboard.press(key)
  await wizard(page).getByRole('button', { name: words['dealer.rekey-do'] ?? '' }).click()
}

test('a card keyed wrong is the first that the wizard offers to put right, by keys alone', async () => {
  const { page } = dealer
  await dealer.must('live', 'call place-your-bets', 'dealer')
  await ada.must('live', `bet ${ada.name}@1 player 100`)
  await dealer.go('/dealer/live')
  for (const card of ['9s', '2d', 'Kh']) await dealer.must('live', `card ${card}`, 'dealer')
  await dealer.caughtUp('live')
  await page.keyboard.press('w')
  await wizard(page).getByRole('button', { name: words['dealer.rekey'] ?? '' }).waitFor()
  await page.keyboard.press('Enter')
  await wizard(page).getByRole('radio', { name: /king of hearts/, checked: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await rekey(page, 'qh')
  await wizard(page).getByText(words['dealer.rekey-done'] ?? '').waitFor()
  expect((await dealer.view('live')).player.cards).toEqual(['9s', 'Qh'])
  await wizard(page).getByRole('button', { name: words['common.done'] ?? '' }).click()
})

test('an earlier card is put right by the officer who answers for it, at the same screen', async () => {
  const { page } = dealer
  await dealer.must('live', 'card 4c', 'dealer')
  await dealer.caughtUp('live')
  await page.keyboard.press('w')
  await wizard(page).getByRole('button', { name: words['dealer.rekey'] ?? '' }).click()
  await wizard(page).getByRole('radio', { name: /nine of spades/ }).click()
  await rekey(page, '8s')
  await wizard(page).getByRole('button', { name: words['dealer.approve-here'] ?? '' }).click()
  await approve(page, 'supervisor', 'casino-supervisor')
  await wizard(page).getByText(words['dealer.rekey-done'] ?? '').waitFor()
  expect((await dealer.view('live')).player.cards).toEqual(['8s', 'Qh'])
  await wizard(page).getByRole('button', { name: words['common.done'] ?? '' }).click()
})

test('an order says what is at stake', async () => {
  await dealer.must('live', 'report misdeal beyond-repair', 'dealer')
  const { page } = supervisor
  await supervisor.go('/pit')
  await page.getByRole('article').getByRole('button', { name: words['command.order'] ?? '' }).first().click()
  await page.getByText(said('pit.money-lies', { says: words['pit.money-void-coup'], amount: said('money.credits', { amount: '100' }) })).waitFor()
  await page.getByRole('button', { name: words['dealer.order-sure'] ?? '' }).click()
  await until('the coup is void', async () => (await ada.view('live')).void)
})

test('what all patrons have agreed to is shown to the dealer and in the pit, with what carries it out', async () => {
  await until('she is asked', async () => (await ada.view('live')).matters.some(({ matter }) => matter === 'end-shoe'))
  await ada.must('live', `consent ${ada.name} end-shoe`)
  const told = said('dealer.agreed', { what: words['matter.end-shoe'] })
  await dealer.page.getByText(told).waitFor()
  await dealer.page.getByRole('button', { name: said('dealer.approve-here-as', { what: words['command.end-shoe'] }) }).waitFor()
  const { page } = supervisor
  await page.getByRole('article').filter({ hasText: told }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: words['command.end-shoe'] ?? '', exact: true }).click()
  await until('the shoe is over', async () => (await dealer.view('live')).phase === 'preparing')
  await dealer.page.getByText(told).waitFor({ state: 'detached' })
  for (const one of [ada, dealer, supervisor]) expect(one.errors).toEqual([])
})
