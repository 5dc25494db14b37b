// The pit: a large win is attended, a dispute is taken away signed, reports, what takes two persons.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { violations } from './axe.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, nine, ready, type LiveHouse } from './live.ts'
import { Person, said, until, words } from './people.ts'

const LARGE = `
[money]
large-win = "500"
`

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']
let manager: Person
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(LARGE + liveTable('live', 'nsw-2021')))
  manager = await Person.staff(house, browser, 'manager')
  ada = await Person.guest(house, browser)
  ben = await Person.guest(house, browser)
  await ready('live', dealer, supervisor)
  await ada.sit('live', 1)
  await ben.sit('live', 2)
})

afterAll(() => close?.())

test('a large win says whom and how much, holds that patron alone, and is attended with one press', async () => {
  await dealer.must('live', 'call place-your-bets', 'dealer')
  await ada.must('live', `bet ${ada.name}@1 player 500`)
  await ben.must('live', `bet ${ben.name}@2 player 100`)
  await nine('live', dealer)
  await dealer.must('live', 'settle', 'dealer')
  await dealer.must('live', 'call place-your-bets', 'dealer')
  expect(await ada.say('live', `bet ${ada.name}@1 player 100`)).toMatch(/attendant|500/)
  await ben.must('live', `bet ${ben.name}@2 banker 5`)
  await ben.must('live', `lift ${ben.name}@2 banker`)

  await supervisor.go('/pit')
  const alarm = supervisor.page.locator('article').filter({ hasText: said('pit.large-win', { patron: ada.name, amount: '500' }) })
  await alarm.first().waitFor()
  await alarm.getByRole('button', { name: words['pit.attended'] ?? '' }).click()
  await alarm.first().waitFor({ state: 'detached' })
  await ada.must('live', `bet ${ada.name}@1 player 100`)
  await ada.must('live', `lift ${ada.name}@1 player`)
  expect(supervisor.errors).toEqual([])
})

test('a dispute is decided, is not reviewed by the same person, and its signed bundle is taken away', async () => {
  await ben.must('live', `dispute ${ben.name} paid too little`)
  const { page } = supervisor
  await supervisor.go('/pit')
  const waits = page.locator('article').filter({ hasText: 'paid too little' }).filter({ hasText: words['pit.do-decide'] ?? '' })
  await waits.getByLabel(words['pit.ruling-text'] ?? '').fill('paid as it should be')
  await waits.getByRole('button', { name: words['pit.do-decide'] ?? '', exact: true }).click()
  await page.getByRole('button', { name: words['pit.yes-do-it'] ?? '' }).click()
  await until('it is decided', async () => (await supervisor.view('live')).disputes[0]?.decided)
  // Nobody reviews what they decided themselves.
  expect(await supervisor.say('live', 'review it stands', 'casino-supervisor')).not.toBeNull()

  await page.getByRole('button', { name: /^live/ }).first().click()
  await page.getByRole('tab', { name: words['pit.drawer-disputes'] ?? '' }).click()
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words['pit.bundle'] ?? '' }).click()])
  expect(download.suggestedFilename()).toBe('punto-dispute-live-1.jsonl')
  const [content = '', signature = ''] = readFileSync(await download.path(), 'utf8').split('\n')
  expect(content).toContain('paid too little')
  expect(signature).toMatch(/[0-9a-f]{128}/)
  expect(supervisor.errors).toEqual([])
})

test('reports say what each dealer dealt, and are taken away as a sheet', async () => {
  const { page } = manager
  await manager.go('/pit?tab=reports')
  const row = page.getByRole('row').filter({ hasText: 'dealer' }).filter({ hasText: 'live' })
  await row.waitFor()
  expect(await row.getByRole('cell').allInnerTexts()).toContain('1')
  const sheet = page.getByRole('link', { name: words['audit.format-csv'] ?? '' })
  const [download] = await Promise.all([page.waitForEvent('download'), sheet.first().click()])
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^dealer,table,[\s\S]*\ndealer,live,/)
  expect(await violations(page)).toEqual([])
  // A supervisor's grants do not open the reports, and there is no tab that would say so.
  await supervisor.go('/pit?tab=reports')
  await supervisor.page.getByRole('tab', { name: words['pit.tab-floor'] ?? '', selected: true }).waitFor()
  expect(await supervisor.page.getByRole('tab', { name: words['pit.tab-reports'] ?? '' }).count()).toBe(0)
})

test('what takes two persons is proposed in a form, says what will happen, and is done once approved', async () => {
  const cage = await Person.staff(house, browser, 'cage')
  await cage.go('/pit')
  const { page } = cage
  await page.getByRole('button', { name: words['pit.propose'] ?? '' }).click()
  await page.getByLabel(words['pit.account'] ?? '', { exact: true }).fill(ben.name)
  await page.getByLabel(words['dealer.amount'] ?? '').fill('12.50')
  await page.getByLabel(words['pit.why'] ?? '').fill('counted wrong')
  const effect = said('pit.if-adjustment-up', { patron: ben.name, amount: '12.50', why: 'counted wrong' })
  await page.getByText(effect).waitFor()
  await page.getByRole('button', { name: words['pit.propose-it'] ?? '' }).click()
  await page.getByText(words['pit.second-person'] ?? '').waitFor()
  expect(await page.getByRole('button', { name: words['common.approve'] ?? '' }).count()).toBe(0)

  await manager.go('/pit')
  const proposal = manager.page.locator('article').filter({ hasText: effect })
  await proposal.getByRole('button', { name: words['common.approve'] ?? '' }).click()
  const account = async (): Promise<number> => (await ben.get<{ account: number }>('/api/v1/me')).account
  const before = await account()
  await manager.page.getByRole('button', { name: words['pit.yes-do-it'] ?? '' }).click()
  await until('the account was put right', async () => (await account()) === before + 1250)
  await cage.leave()
})
