// What a document lets one choose: a table is opened from it, and its answers are read in the page's language.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import hans from '../../src/i18n/zh-Hans.json' with { type: 'json' }
import type { TableView } from '../../src/lib/wire.ts'
import { violations } from './axe.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, type LiveHouse } from './live.ts'
import { Person, said, until, words } from './people.ts'

let house: House
let browser: Browser
let supervisor: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, supervisor, close } = await liveHouse(liveTable('live', 'nsw-2021')))
})

afterAll(() => close?.())

test('a table is opened from its document’s own choices, each with its clause, and shows what it comes to first', async () => {
  const { page } = supervisor
  await supervisor.go('/pit')
  await page.getByRole('button', { name: words['pit.new-table'] ?? '' }).click()
  const window = page.getByRole('dialog', { name: words['pit.new-table'] ?? '' })
  await window.getByText(words['opening.choose-rulebook'] ?? '').waitFor()
  await window.getByLabel(words['pit.new-name'] ?? '').fill('chosen')
  await window.getByLabel(words['pit.new-title'] ?? '').fill('Chosen')
  await window.getByLabel(words['word.rulebook'] ?? '').selectOption('nsw-2021')
  const decks = window.getByRole('combobox', { name: words['opening.decks'] ?? '', exact: true })
  await decks.waitFor()
  // Only what the document has is there to be chosen, with its clause.
  expect(await decks.locator('option').allTextContents()).toEqual(['3', '4', '6', '8'])
  await window.locator('.choice').filter({ has: page.getByRole('combobox', { name: words['opening.decks'] ?? '', exact: true }) }).getByRole('button', { name: /3\.1/ }).waitFor()
  await decks.selectOption('6')
  const outcome = window.getByRole('region', { name: words['opening.comes-to'] ?? '' })
  const term = (name: string) => outcome.locator('dl > div').filter({ has: page.getByText(words[name] ?? '-', { exact: true }) })
  await term('opening.decks').getByText('6', { exact: false }).first().waitFor()
  // What the document has against it is said before anybody opens anything.
  const most = window.getByRole('textbox', { name: words['opening.most'] ?? '', exact: true })
  await most.fill('1')
  await outcome.getByText(words['opening.against'] ?? '').waitFor()
  await outcome.getByRole('alert').getByRole('button', { name: /6\.1/ }).first().waitFor()
  await most.fill('2000')
  await until('it comes to the new limits', async () => (await term('opening.limits').textContent())?.includes('25..2000') === true)
  expect(await violations(page)).toEqual([])
  await window.getByRole('button', { name: words['pit.open'] ?? '', exact: true }).click()
  await window.waitFor({ state: 'detached' })
  const opened = await until('it is open', async () => {
    const view = await supervisor.get<TableView>('/api/v1/tables/chosen')
    return view.phase !== undefined && view
  })
  expect(opened.limits).toEqual({ min: 2500, max: 200_000 })
  expect(opened.shoe.cards).toBe(6 * 52)
  expect(supervisor.errors).toEqual([])
})

test('what documents answer is folded in sections, found by a word, and told in the page’s language', async () => {
  const ada = await Person.guest(house, browser, { language: 'zh-Hans' })
  const { page } = ada
  for (const book of ['nsw-2021', 'tas-2018', 'rws-2016', 'nz-1998']) {
    await ada.go(`/rules/${book}?tab=answers`)
    const sections = page.locator('details.section')
    await sections.first().waitFor()
    // Folded: all sections are seen at a glance.
    expect(await page.locator('details.section dt:visible').count()).toBe(0)
    await page.getByRole('button', { name: hans['rules.open-all'] }).click()
    await page.locator('details.section dt:visible').first().waitFor()
    // No key of a file is shown: what has small Latin letters has Chinese beside it.
    const questions = await page.locator('details.section dt').allTextContents()
    expect(questions.length).toBeGreaterThan(50)
    expect(questions.filter((text) => text.split(' / ').some((part) => /[a-z]{3}/.test(part)))).toEqual([])
  }
  await page.getByRole('searchbox').fill('切牌')
  await until('fewer are left', async () => (await page.locator('details.section dt').count()) < 20)
  await ada.go('/rules/nsw-2021?tab=compare')
  const section = page.getByRole('button', { name: new RegExp(hans['book.irregularities']) })
  await section.waitFor()
  const rows = page.locator('tbody tr:not(.section)')
  const before = await rows.count()
  await section.click()
  await until('the section opened', async () => (await rows.count()) > before)
  expect(await violations(page)).toEqual([])
  expect(ada.errors).toEqual([])
  await ada.leave()
})

test('the bar of a table is one line on a desk', async () => {
  const ada = await Person.guest(house, browser)
  const { page } = ada
  await ada.sit('live', 2)
  await ada.go('/table/live')
  await page.getByRole('button', { name: new RegExp(`^${words['money.balance']}`) }).waitFor()
  await page.getByText(said('account.session', { time: '' }).trim()).first().waitFor({ state: 'attached' })
  expect((await page.locator('header.bar').boundingBox())?.height).toBeLessThan(80)
  await ada.leave()
})
