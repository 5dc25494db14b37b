// What a patron may ask of the house besides wagers: agreement, a dispute, quiet; and what the page says of odds.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator } from 'playwright-core'
import { violations } from './axe.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, ready, type LiveHouse } from './live.ts'
import { Person, said, until } from './people.ts'
import { put } from './terminal.ts'

const AUTOMATIC = `
[[table]]
name = "nsw"
rulebook = "nsw-2021"
opening = "usual, demonstration yes, limits 5..5000"
`

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(liveTable('live-nsw', 'nsw-2021', '') + liveTable('live-nz', 'nz-1998', '') + AUTOMATIC))
  await ready('live-nsw', dealer, supervisor)
})

afterAll(() => close?.())

test('one patron asks for a coup without wagers, the other is asked, and only then it is dealt', async () => {
  const [ada, ben] = [await Person.guest(house, browser), await Person.guest(house, browser)]
  for (const [place, one] of [ada, ben].entries()) {
    await one.sit('live-nsw', place + 1)
    await one.go('/table/live-nsw')
  }
  await ada.page.getByRole('button', { name: said('terminal.speak') }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: said('terminal.wish'), exact: true }).click()
  await ada.page.keyboard.press('Escape')
  await ada.page.getByText(said('terminal.agreed-waiting', { agreed: 1, needed: 2 })).waitFor()
  expect(await supervisor.say('live-nsw', 'free-coup', 'casino-supervisor')).toMatch(/has not agreed/)
  // Nobody has to: the question stays, and the wagers stay open.
  const agree = ben.page.getByRole('button', { name: said('terminal.agree'), exact: true })
  await ben.page.getByText(said('terminal.agreed-count', { agreed: 1, needed: 2 })).waitFor()
  await agree.click()
  for (const one of [ada, ben]) await one.page.getByText(said('terminal.all-agreed')).waitFor()
  expect(await agree.count()).toBe(0)
  await supervisor.must('live-nsw', 'free-coup', 'casino-supervisor')
  for (const one of [ada, ben]) {
    expect(one.errors).toEqual([])
    await one.must('live-nsw', `leave ${one.name}`)
    await one.leave()
  }
})

/** Raises a dispute about a payout at the patron's screen, up to the answer that it waits. */
async function dispute(one: Person, table: string): Promise<Locator> {
  await one.go(`/table/${table}`)
  await one.page.getByRole('button', { name: said('terminal.speak') }).click()
  const dialog = one.page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: said('terminal.dispute-next') })
  expect(await next.isDisabled()).toBe(true)
  await dialog.getByLabel(said('terminal.dispute-about')).selectOption('payout')
  await dialog.getByLabel(said('terminal.dispute-more')).fill('seat 3 was paid 5 # short')
  await next.click()
  // It is not raised before the patron has read what follows and says so.
  await dialog.getByText(said('terminal.dispute-sure')).waitFor()
  expect((await one.view(table)).disputes).toEqual([])
  expect(await violations(one.page)).toEqual([])
  await dialog.getByRole('button', { name: said('terminal.dispute-raise') }).click()
  await dialog.getByText(said('terminal.dispute-waits')).waitFor()
  const [kept] = (await one.view(table)).disputes
  expect(kept).toMatchObject({ number: 1, patron: one.name, what: `${said('terminal.dispute-payout')}: seat 3 was paid 5 short`, decided: false, mine: true })
  return dialog
}

test('a dispute is chosen, confirmed, kept, and decided by the officer whom the document names', async () => {
  const cat = await Person.guest(house, browser)
  await cat.sit('live-nsw', 3)
  const dialog = await dispute(cat, 'live-nsw')
  await supervisor.must('live-nsw', 'decide dispute 1 the payout stands', 'game-supervisor')
  await dialog.getByText(said('terminal.dispute-decided')).waitFor()
  expect(cat.errors).toEqual([])
  await cat.leave()
})

test('where the document is silent, the officer whom the house names decides a dispute, by that setting', async () => {
  const dot = await Person.guest(house, browser)
  await dot.sit('live-nz', 1)
  await dispute(dot, 'live-nz')
  const waiting = (await supervisor.view('live-nz')).staff?.waiting.find(({ what }) => what === 'decide')
  expect(waiting).toMatchObject({ dispute: 1, patron: dot.name, roles: ['game-supervisor'], by: ['house:dispute-officer'] })
  expect(await supervisor.say('live-nz', 'decide dispute 1 it stands', 'casino-supervisor')).not.toBeNull()
  await supervisor.must('live-nz', 'decide dispute 1 it stands', 'game-supervisor')
  expect(dot.errors).toEqual([])
  await dot.leave()
})

test('what bets give back is in the pay table, and not where the document bars odds', async () => {
  const eve = await Person.guest(house, browser)
  await eve.go('/table/live-nz')
  await eve.page.getByRole('tab', { name: said('terminal.rules') }).click()
  await eve.page.getByText(said('terminal.back')).first().waitFor()
  expect(await eve.page.getByText('98.76%').count()).toBeGreaterThan(0)
  await eve.go('/table/live-nsw')
  await eve.page.getByRole('tab', { name: said('terminal.rules') }).click()
  await eve.page.getByText(said('terminal.odds-barred')).waitFor()
  expect(await eve.page.getByText(said('terminal.back')).count()).toBe(0)
  expect(await eve.page.getByText(said('terminal.digest')).count()).toBe(1)
  await eve.leave()
})

test('a finished coup can be looked at again, marked as a replay, with stakes, cards and balances', async () => {
  const hal = await Person.guest(house, browser)
  await hal.sit('nsw', 2, 100_000)
  const before = (await hal.view('nsw')).shoe.coups
  await hal.called('nsw')
  await hal.must('nsw', `bet ${hal.name}@2 player 100`)
  await house.goOn()
  await until('the coup is over', async () => (await hal.view('nsw')).shoe.coups > before)
  const { items } = await hal.get<{ items: { coup: number; shoe: number; cards: unknown[]; balance: [number, number] }[] }>('/api/v1/me/coups')
  const [coup] = items
  if (coup === undefined) throw new Error('the coup is not kept')
  await hal.go('/table/nsw')
  await hal.page.getByRole('tab', { name: said('terminal.coups') }).click()
  await hal.page.getByRole('button', { name: said('terminal.recall', coup) }).click()
  const dialog = hal.page.getByRole('dialog')
  await dialog.getByText(said('notice.replay')).waitFor()
  expect(await dialog.getByText(said('terminal.recall-order')).locator('..').getByRole('img').count()).toBe(coup.cards.length)
  const shown = (minor: number): string => said('money.credits', { amount: (minor / 100).toLocaleString('en-AU') })
  await dialog.getByText(said('terminal.recall-balance', { before: shown(coup.balance[0]), after: shown(coup.balance[1]) })).waitFor()
  expect(await dialog.getByRole('row').count()).toBe(2)
  expect(await violations(hal.page)).toEqual([])
  expect(hal.errors).toEqual([])
  await hal.leave()
})

declare global {
  interface Window {
    devices: number
  }
}

test('there is no sound, and nothing to sound with, until somebody switches it on', async () => {
  const fay = await Person.guest(house, browser)
  await fay.page.addInitScript(() => {
    window.devices = 0
    const Real = window.AudioContext
    window.AudioContext = class extends Real {
      constructor() {
        super()
        window.devices += 1
      }
      override close(): Promise<void> {
        window.devices -= 1
        return super.close()
      }
    }
  })
  const devices = (): Promise<number> => fay.page.evaluate(() => window.devices)
  await fay.sit('nsw', 6)
  await fay.go('/table/nsw')
  await put(fay, 'nsw', 'player')
  const before = (await fay.view('nsw')).shoe.coups
  await fay.must('nsw', `bet ${fay.name}@6 tie 5`)
  await house.goOn()
  await until('a coup is over', async () => (await fay.view('nsw')).shoe.coups > before)
  expect(await devices()).toBe(0)
  const sound = async (): Promise<void> => {
    await fay.page.getByRole('button', { name: new RegExp(`${said('app.settings')}$`) }).click()
    await fay.page.getByRole('switch', { name: said('settings.sound') }).click()
    await fay.page.keyboard.press('Escape')
  }
  await sound()
  expect(await devices()).toBe(1)
  await put(fay, 'nsw', 'player')
  expect(await devices()).toBe(1)
  await sound()
  expect(await devices()).toBe(0)
  expect(fay.errors).toEqual([])
  await fay.leave()
})

test('a rulebook that is not there is named as such, and those that are there are offered', async () => {
  const gil = await Person.guest(house, browser)
  await gil.go('/rules/none')
  await gil.page.getByText(said('rules.none', { id: 'none' })).waitFor()
  expect(await gil.page.getByRole('main').getByRole('link').count()).toBe(5)
  await gil.page.getByRole('main').getByRole('link', { name: said('rulebook.nz-1998') }).click()
  await gil.page.waitForURL(`${house.base}/rules/nz-1998`)
  await gil.page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(gil.errors).toEqual([])
  await gil.leave()
})
