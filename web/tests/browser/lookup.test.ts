// What can be looked up: the odds of a shoe from which cards have gone, two documents side by side, a scenario by steps.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { violations } from './axe.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch, said, until, words } from './people.ts'

let house: House
let browser: Browser

beforeAll(async () => {
  house = await openHouse()
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

test('cards are pressed away, the odds follow, and a full shoe has its own again', async () => {
  const auditor = await Person.staff(house, browser, 'auditor')
  const { page } = auditor
  await auditor.go('/odds')
  const figures = page.getByRole('region', { name: words['odds.figures'] ?? '' })
  const bets = page.getByRole('region', { name: words['odds.bets'] ?? '' })
  const tie = bets.getByRole('row').filter({ has: page.getByText(words['bet.tie'] ?? '', { exact: true }) })
  const edge = async (): Promise<string> => {
    await figures.and(page.locator('[aria-busy="false"]')).waitFor()
    return (await tie.getByRole('cell').nth(1).textContent()) ?? ''
  }
  await tie.waitFor()
  const full = await edge()
  // The tie of a shoe of eight decks at 8:1.
  expect(full).toBe('14.3596%')
  const six = page.getByRole('button', { name: new RegExp(`^${said('odds.card-left', { card: 'six of hearts', left: 8, all: 8 })}`) })
  await six.click()
  await page.getByRole('status').getByText(said('odds.left', { left: 415, gone: 1 })).waitFor()
  const one = await until('the odds follow', async () => ((await edge()) !== full ? edge() : null))
  await page.getByRole('button', { name: new RegExp(`^${said('odds.card-left', { card: 'six of hearts', left: 7, all: 8 })}`) }).click()
  await page.getByRole('status').getByText(said('odds.left', { left: 414, gone: 2 })).waitFor()
  await until('and follow again', async () => ![full, one].includes(await edge()))
  expect(page.url()).toContain('gone=')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: words['odds.reset'] ?? '' }).click()
  await until('a full shoe is as before', async () => (await edge()) === full)
  expect(auditor.errors).toEqual([])
  await auditor.leave()
})

test('two documents are compared, differences first, and the other is chosen', async () => {
  const ada = await Person.guest(house, browser)
  const { page } = ada
  await ada.go('/rules/nsw-2021?tab=compare')
  const table = page.getByRole('region', { name: words['rules.tab-compare'] ?? '' }).getByRole('table')
  await page.getByLabel(words['rules.with'] ?? '').selectOption('nz-1998')
  await table.getByRole('columnheader', { name: words['rulebook.nz-1998'] ?? '' }).waitFor()
  await table.getByRole('columnheader', { name: words['rulebook.nsw-2021'] ?? '' }).waitFor()
  const rows = table.locator('tbody tr:not(.section)')
  const different = await rows.count()
  expect(different).toBeGreaterThan(0)
  const answers = await rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map(({ innerText }) => innerText)))
  for (const [left, right] of answers) expect(left).not.toBe(right)
  await page.getByRole('switch', { name: words['rules.same-too'] ?? '' }).click()
  await until('what is the same came, too', async () => (await rows.count()) > different)
  expect(ada.errors).toEqual([])
  await ada.leave()
})

test('a scenario is played forth and back by steps', async () => {
  const ben = await Person.guest(house, browser)
  const { page } = ben
  await ben.go('/rules/nsw-2021?tab=scenarios')
  await page.getByLabel(words['rules.search'] ?? '').fill('natural')
  const found = page.getByRole('tabpanel').getByRole('listitem').getByRole('button')
  await found.first().click()
  const steps = page.getByRole('list', { name: words['rules.steps'] ?? '' })
  const current = steps.locator('[aria-current="step"]')
  await current.waitFor()
  const first = await current.textContent()
  const count = await steps.getByRole('listitem').count()
  const [back, next] = [page.getByRole('button', { name: words['rules.back'] ?? '', exact: true }), page.getByRole('button', { name: words['rules.next'] ?? '', exact: true })]
  expect(await back.isDisabled()).toBe(true)
  // To the end: cards come to lie on the way.
  for (let step = 1; step < count; step += 1) {
    await next.click()
    await page.getByText(`${step + 1} / ${count}`).waitFor()
  }
  expect(await next.isDisabled()).toBe(true)
  expect(await page.getByRole('group', { name: new RegExp(`^${words['hand.player']}: `) }).getAttribute('aria-label')).toMatch(/ of /)
  await steps.press('Home')
  expect(await current.textContent()).toBe(first)
  expect(ben.errors).toEqual([])
  await ben.leave()
})
