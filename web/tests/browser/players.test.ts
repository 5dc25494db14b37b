// The first minute of a demonstration: its tables are alive, and whoever plays for the house is marked as such.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { TableSummary } from '../../src/lib/wire.ts'
import { violations } from './axe.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch, said, until, visitor, words } from './people.ts'

let house: House
let browser: Browser

beforeAll(async () => {
  house = await openHouse('', undefined, undefined, undefined, true)
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

test('a newcomer sees five tables with roads and players, and bets at one with three presses', async () => {
  const page = await (await visitor(browser)).newPage()
  await page.goto(house.base)
  const tables = await until('all are half dealt', async () => {
    const all = (await (await page.request.get(`${house.base}/api/v1/tables`)).json()) as TableSummary[]
    const own = all.filter(({ tournament }) => !tournament)
    return own.length === 5 && own.every(({ roads, taken }) => roads.entries.length > 20 && taken > 0) && own
  })
  for (const { seats, taken } of tables.filter((table) => table.seats > 0)) expect(seats - taken).toBeGreaterThanOrEqual(2)
  await until('their roads are drawn', async () => (await page.locator('.tile svg circle').count()) > 50)
  // Tables come first, and then what else there is to play.
  const [first, others] = [page.locator('.tile').first(), page.getByRole('region', { name: words['lobby.competitions'] ?? '' })]
  await others.waitFor()
  const [above, below] = [await first.boundingBox(), await others.boundingBox()]
  expect(above?.y).toBeLessThan(320)
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0)
  // One press to a seat with credits.
  await page.getByRole('link', { name: words['table-title.sydney'] ?? '', exact: true }).click()
  const marks = page.locator('.seat:has(.corner)')
  await marks.first().waitFor()
  expect(await marks.first().getAttribute('aria-label')).toContain(words['house.player'])
  await page.getByText(words['house.legend'] ?? '').waitFor()
  // Until the credits are there, the way to them stands on the felt.
  await page.locator('button.confirm').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  await page.locator('[data-bet="player"] button:not([aria-disabled="true"])').first().click()
  await page.locator('button.confirm').click()
  await until('it is taken', async () => {
    const view = (await (await page.request.get(`${house.base}/api/v1/tables/nsw`)).json()) as { wagers: { mine: boolean }[] }
    return view.wagers.some(({ mine }) => mine)
  })
  await page.context().close()
})

test('house players are marked at the dealer’s screen and in the pit', async () => {
  const dealer = await Person.staff(house, browser, 'dealer')
  await dealer.go('/dealer/nz')
  await dealer.page.locator('.seat', { hasText: words['house.player'] ?? '' }).first().waitFor()
  expect(await violations(dealer.page)).toEqual([])
  await dealer.leave()
})

test('a dealer who signs on at a table of Punto’s own shoe deals a whole coup with one key, and the coup before is swept', async () => {
  const dealer = await Person.staff(house, browser, 'dealer')
  const { page } = dealer
  await dealer.go('/dealer/nz')
  await dealer.caughtUp('nz')
  await page.keyboard.press('n')
  await until('a person deals', async () => (await dealer.view('nz')).dealer === 'person')
  const before = (await dealer.view('nz')).shoe
  let swept = false
  await until('a coup was dealt', async () => {
    await page.keyboard.press('n')
    const { shoe, phase } = await dealer.view('nz')
    if (phase === 'no-more-bets') {
      // Nothing goes on before the next key, so the page has all the time it needs.
      await page.locator('.lies .ribbon').first().waitFor({ state: 'detached' })
      swept = true
    }
    return shoe.number !== before.number || shoe.coups > before.coups
  })
  expect(swept).toBe(true)
  expect(dealer.errors).toEqual([])
  await dealer.must('nz', 'sign-off', 'dealer').catch(() => null)
  await dealer.leave()
})

test('in the lobby somebody finds where they sit and with how much, marks a table, and goes to another without leaving', async () => {
  const ada = await Person.guest(house, browser)
  const { page } = ada
  const view = await ada.view('tas-2018')
  const free = Array.from({ length: view.seats }, (_, index) => index + 1).find((at) => !view.patrons.some(({ boxes }) => boxes.includes(at))) ?? 1
  await ada.sit('tas-2018', free, 119_500)
  await ada.go('/')
  const tiles = page.locator('.tile')
  await tiles.first().getByText(`${words['lobby.here']} · 1,195`).waitFor()
  expect((await ada.get<{ account: number }>('/api/v1/me')).account).toBe(1_000_000 - 119_500)
  const star = page.getByRole('button', { name: said('lobby.favourite', { table: words['table-title.auckland'] }) })
  await star.click()
  await page.reload()
  await until('it is second', async () => (await tiles.nth(1).textContent())?.includes(words['table-title.auckland'] ?? '') === true)
  expect(await star.getAttribute('aria-pressed')).toBe('true')
  // To another table and beside this one; the seat stays.
  await ada.go('/table/tas-2018')
  await page.getByRole('button', { name: words['terminal.tables'] ?? '' }).click()
  await page.getByRole('link', { name: said('terminal.beside', { table: words['table-title.auckland'] }) }).click()
  await page.locator('.pane').nth(1).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tables/tas-2018+nz')
  await page.locator('.pane').first().locator('button.confirm').waitFor()
  await page.locator('.pane').nth(1).getByText(words['terminal.join-seat'] ?? '').waitFor()
  expect((await ada.view('tas-2018')).patrons.some(({ mine }) => mine)).toBe(true)
  expect(await violations(page)).toEqual([])
  // Two tables where there is no seat yet can be told apart, too.
  await ada.go('/tables/rws+nsw')
  for (const nth of [0, 1]) await page.locator('.pane').nth(nth).getByText(words['terminal.join-seat'] ?? '').waitFor()
  expect(await violations(page)).toEqual([])
  expect(ada.errors).toEqual([])
  await ada.leave()
})
