// A sign for new limits and its twenty minutes, with the clock of a demonstration wound forward.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { House } from './house.ts'
import { liveHouse, liveTable, ready, type LiveHouse } from './live.ts'
import { Person, until, words } from './people.ts'
import { chip, refusals, wager } from './terminal.ts'

const MINUTE = 60_000

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']
let manager: Person
let ada: Person

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(liveTable('live', 'nsw-2021')))
  manager = await Person.staff(house, browser, 'manager')
  ada = await Person.guest(house, browser)
  await ready('live', dealer, supervisor)
  await ada.sit('live', 1)
  await dealer.must('live', 'call place-your-bets', 'dealer')
})

afterAll(() => close?.())

/** Seconds left on the clock of the one sign on a page; `null` once it has run out. */
async function left(page: Page): Promise<number | null> {
  const clock = page.getByRole('timer').filter({ hasText: new RegExp(`^\\d+:\\d\\d$|^${words['pit.sign-ripe']}$`) })
  const text = (await clock.first().textContent())?.trim() ?? ''
  const [minutes, seconds] = text.split(':').map(Number)
  return minutes === undefined || seconds === undefined ? null : minutes * 60 + seconds
}

test('a new minimum announced in the pit is in force after twenty minutes and not before', async () => {
  await supervisor.go('/pit?table=live')
  const pit = supervisor.page
  await pit.getByRole('tab', { name: words['pit.drawer-limits'] ?? '' }).click()
  await pit.getByLabel(words['money.minimum'] ?? '').fill('50')
  await pit.getByRole('button', { name: words['pit.post-limits'] ?? '' }).click()
  await until('the sign is up', async () => (await ada.view('live')).signs.length === 1)
  await pit.keyboard.press('Escape')

  const display = await Person.guest(house, browser)
  await display.go('/display/live')
  await ada.go('/table/live')
  const pages = [pit, display.page, ada.page]
  for (const page of pages) {
    await page.getByText(/50.* to .*5,000/).first().waitFor()
    const first = await left(page)
    expect(first).toBeGreaterThan(15 * 60)
    expect(first).toBeLessThanOrEqual(20 * 60)
    await until('it counts down', async () => ((await left(page)) ?? 0) < (first ?? 0))
  }

  // A supervisor does not wind the clock, and nobody winds it back.
  const refused = await supervisor.post('/api/v1/demonstration/clock', { forward: MINUTE })
  expect(refused['code']).toBe('not-allowed')
  expect(await manager.post('/api/v1/demonstration/clock', { forward: -MINUTE })).toHaveProperty('code')
  const notYet = async (): Promise<void> => {
    expect(await supervisor.say('live', 'change limits 50..5000', 'casino-supervisor')).toMatch(/20 minutes/)
    await ada.must('live', `bet ${ada.name}@1 player 10`)
    await ada.must('live', `lift ${ada.name}@1 player`)
  }
  await manager.go('/pit')
  const minute = manager.page.getByRole('button', { name: '+1 min' })
  await minute.waitFor()
  // Five minutes are left for what must be done before the time, should the machine be slow.
  await notYet()
  await manager.post('/api/v1/demonstration/clock', { forward: ((await left(pit)) ?? 0) * 1000 - 5 * MINUTE })
  for (const page of pages) await until('the clock of every page was wound', async () => ((await left(page)) ?? 0) <= 5 * 60)
  await notYet()
  await manager.post('/api/v1/demonstration/clock', { forward: ((await left(pit)) ?? 0) * 1000 - MINUTE })
  for (const page of pages) await until('the last minute runs', async () => ((await left(page)) ?? 0) < 60)
  await minute.click()
  for (const page of pages) await until('it has run out', async () => (await left(page)) === null)
  // What may be done now waits in the pit, and is done there.
  await pit.getByRole('button', { name: words['pit.do-limits'] ?? '' }).click()
  await pit.getByRole('button', { name: words['pit.yes-do-it'] ?? '' }).click()
  await until('the new limits are in force', async () => (await ada.view('live')).limits?.min === 5000)

  // Too little is refused at the terminal, with the clause.
  await chip(ada.page, 2500).click()
  await wager(ada, 'live', 'player')
  expect(await refusals(ada.page).getByRole('button', { name: /clause/i }).count()).toBeGreaterThan(0)
  expect((await ada.view('live')).wagers).toEqual([])
  await ada.must('live', `bet ${ada.name}@1 player 50`)
  await display.leave()
})
