// The audit of what was played: step by step with everybody's eyes, found again, checked in the browser, taken away.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { violations } from './axe.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, ready, type LiveHouse } from './live.ts'
import { Person, until, words } from './people.ts'

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']
let auditor: Person
let ada: Person
let ben: Person
/** The record with which Player's cards went to ada. */
let passed: number

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(liveTable('squeeze', 'nsw-2021', 'method B, ')))
  auditor = await Person.staff(house, browser, 'auditor')
  ada = await Person.guest(house, browser)
  ben = await Person.guest(house, browser)
  await ready('squeeze', dealer, supervisor)
  await ada.sit('squeeze', 1)
  await ben.sit('squeeze', 2)
  await dealer.must('squeeze', 'call place-your-bets', 'dealer')
  await ada.must('squeeze', `bet ${ada.name}@1 player 200`)
  await ben.must('squeeze', `bet ${ben.name}@2 player 100`)
  for (const card of ['Ks', '2d', '9h', '4c']) await dealer.must('squeeze', `card ${card}`, 'dealer')
  await dealer.must('squeeze', `pass player to ${ada.name}`, 'dealer')
  passed = (await dealer.view('squeeze')).seq
  await ada.must('squeeze', 'return player')
  for (const line of ['turn banker', 'call points', 'settle']) await dealer.must('squeeze', line, 'dealer')
})

afterAll(() => close?.())

test('shows what each seat saw at a step, and steps by the arrow keys with the clause at each', async () => {
  const { page } = auditor
  const hand = page.getByRole('region', { name: words['audit.table'] ?? '' })
  const seen = async (who: string): Promise<string> => {
    await auditor.go(`/audit?stream=table/squeeze&at=${passed}&as=${who}`)
    await hand.locator('[aria-busy="false"]').waitFor()
    return hand.locator('.felt.cards').evaluate((cards) => [...cards.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')).join(' '))
  }
  expect(await seen(`patron:${ada.name}`)).toContain('king of spades')
  expect(await seen(`patron:${ben.name}`)).not.toContain('king of spades')
  expect(await seen('public')).not.toContain('king of spades')

  const record = page.getByRole('region', { name: words['audit.record'] ?? '' })
  const said = (line: string): Promise<void> => record.getByText(line, { exact: true }).first().waitFor()
  await said(`pass player to ${ada.name}`)
  expect(await record.getByRole('button', { name: /clause/i }).count()).toBeGreaterThan(0)
  await page.locator('body').press('ArrowRight')
  await said('return player')
  await until('the address follows', async () => page.url().includes(`at=${passed + 1}`))
  await hand.locator('[aria-busy="false"]').waitFor()
  await page.locator('body').press('ArrowLeft')
  await until('the address goes back', async () => page.url().includes(`at=${passed}&`) || page.url().endsWith(`at=${passed}`))
  await said(`pass player to ${ada.name}`)
  await hand.locator('[aria-busy="false"]').waitFor()
  expect(await violations(page)).toEqual([])
  expect(auditor.errors).toEqual([])
})

test('finds a record by patron, card and clause, and not by a part of something longer', async () => {
  const { page } = auditor
  const lines = page.locator('ol[data-steps] button')
  const find = async (kind: string, search: string): Promise<number> => {
    await auditor.go(`/audit?stream=table/squeeze&kind=${kind}&search=${encodeURIComponent(search)}`)
    await page.getByText(words['audit.nothing-found'] ?? '').or(lines.first()).first().waitFor()
    return lines.count()
  }
  expect(await find('card', 'Ks')).toBeGreaterThan(0)
  expect(await find('patron', ben.name)).toBeGreaterThan(0)
  expect(await find('clause', '7.2')).toBeGreaterThan(0)
  expect(await find('patron', ben.name.slice(0, 8))).toBe(0)
  expect(await find('card', 'Qd')).toBe(0)
})

test('walks a chain in the browser and hands the journal over', async () => {
  const { page } = auditor
  await auditor.go('/audit?tab=check&stream=table/squeeze')
  await page.getByRole('button', { name: words['audit.check-here'] ?? '' }).first().click()
  await page.getByRole('status').filter({ hasText: /✓ table\/squeeze: \d+/ }).waitFor()
  await auditor.go('/audit?stream=table/squeeze')
  const script = page.getByRole('link', { name: words['audit.format-script'] ?? '' })
  const [download] = await Promise.all([page.waitForEvent('download'), script.click()])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^script 1\n/)
  expect(text).toContain(`pass player to ${ada.name}`)
})

test('is closed to whoever may not read it, and says so', async () => {
  await dealer.go('/audit')
  await dealer.page.getByText(words['common.not-your-role'] ?? '').waitFor()
  await dealer.page.getByRole('main').getByRole('link', { name: words['app.to-lobby'] ?? '' }).waitFor()
})
