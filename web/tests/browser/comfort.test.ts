// What people stumbled over, each at the screen where they did: patrons, visitors, dealers, supervisors, on a desk and on a phone.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { TableView } from '../../src/lib/wire.ts'
import type { House } from './house.ts'
import { liveHouse, liveTable, nine, ready, shoe, type LiveHouse } from './live.ts'
import { Person, said, until, visitor, words } from './people.ts'
import { called, chip, confirm, insist, put, refusals, unsent, wager } from './terminal.ts'

/** A table that a person deals, those of a demonstration that deal themselves, and an electronic one. */
const TABLES = liveTable('live', 'nsw-2021') + liveTable('unmanned', 'tas-2018') + liveTable('cutting', 'nz-1998') + liveTable('full', 'nsw-2021') + `
[[table]]
name = "nsw"
rulebook = "nsw-2021"
opening = "usual, demonstration yes, limits 5..5000"
dealer = "automatic"

[[table]]
name = "rws"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
dealer = "automatic"
`

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(TABLES))
})

afterAll(() => close?.())

/** Where the sockets of a page went. */
function sockets(page: Page): string[] {
  const opened: string[] = []
  page.on('websocket', (socket) => opened.push(new URL(socket.url()).pathname))
  return opened
}

test('a newcomer has a seat and credits with one press, and makes a bet with two more', async () => {
  const page = await (await visitor(browser)).newPage()
  const api = async <T>(path: string): Promise<T> => (await page.request.get(house.base + path)).json() as Promise<T>
  const view = (): Promise<TableView> => api('/api/v1/tables/nsw')
  await page.goto(house.base)
  await page.getByRole('link', { name: 'nsw', exact: true }).click()
  const seated = await until('there are credits at a seat', async () => {
    const now = await view()
    return (now.balance ?? 0) > 0 && now.patrons.some(({ mine, seat }) => mine && seat !== null) && now
  })
  expect(seated.balance).toBe(200_000)
  expect(new URL(page.url()).search).toBe('')
  await page.getByText(words['terminal.hint-chip'] ?? '').waitFor()
  await until('wagers are called for', async () => (await view()).call === 'place-your-bets')
  await page.locator('[data-bet="player"] button:not([aria-disabled="true"])').first().click()
  await confirm(page).click()
  await until('it is taken', async () => (await view()).wagers.some(({ mine }) => mine))
  // Help goes when it is not needed any more, and stays away.
  await page.getByText(words['terminal.hint-chip'] ?? '').waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('[data-bet="player"]').first().waitFor()
  expect(await page.getByText(words['terminal.hint-chip'] ?? '').count()).toBe(0)
  // All of it is seen without scrolling.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  await page.context().close()
})

test('rebet brings a bet to its last stake however often it is pressed, and Enter on it sends it', async () => {
  const ada = await Person.guest(house, browser)
  const { page } = ada
  await ada.sit('nsw', 2)
  await ada.go('/table/nsw')
  await wager(ada, 'nsw', 'banker')
  const stake = (await ada.view('nsw')).wagers.find(({ mine }) => mine)?.stake ?? 0
  await house.goOn()
  await until('it is settled', async () => (await ada.view('nsw')).settled.some(({ mine }) => mine))
  // The coup is swept when wagers are called for: no card, no payout, the call, and what it came to in small.
  await house.goOn()
  await called(ada, 'nsw')
  expect(await page.locator('.stage .card, .stage .ribbon, .became').count()).toBe(0)
  expect(await page.locator('.stage .call').textContent()).toBe(words['call.place-your-bets'])
  await page.locator('.stage .last').waitFor()
  // After a tie the stake may lie there still; else it lies again at the first press.
  const rebet = page.getByRole('button', { name: words['terminal.rebet'] ?? '', exact: true })
  await insist('the last stake lies', () => rebet.click(), async () => (await confirm(page).textContent())?.includes(String(stake / 100)) ?? false)
  for (let press = 0; press < 2; press += 1) await rebet.click()
  await rebet.focus()
  await page.keyboard.press('Enter')
  const taken = await until('it is taken', async () => (await ada.view('nsw')).wagers.find(({ mine }) => mine))
  expect(taken.stake).toBe(stake)
  expect(ada.errors).toEqual([])
  await ada.leave()
})

test('chips that come down while a wager is on its way stay', async () => {
  const ben = await Person.guest(house, browser)
  const { page } = ben
  await ben.sit('nsw', 3)
  await ben.go('/table/nsw')
  await put(ben, 'nsw', 'player')
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('button.confirm')
    button?.click()
    document.querySelector<HTMLButtonElement>('[data-bet="player"] button')?.click()
  })
  await until('the first is taken', async () => (await ben.view('nsw')).wagers.some(({ mine }) => mine))
  await unsent(page, 'player').waitFor({ state: 'attached' })
  expect(await chip(page, 0).count()).toBe(0)
  await ben.leave()
})

test('leaving a table opens no other, and no screen asks for the next one’s table', async () => {
  const ada = await Person.guest(house, browser)
  const opened = sockets(ada.page)
  await ada.go('/table/nsw')
  await ada.caughtUp('nsw')
  await ada.page.goBack().catch(() => null)
  await ada.go('/table/nsw')
  await ada.caughtUp('nsw')
  await ada.page.getByRole('link', { name: words['app.to-lobby'] ?? '' }).first().click()
  await ada.page.getByRole('link', { name: words['screen.rules'] ?? '' }).click()
  await ada.page.getByRole('tab', { name: words['rules.tab-document'] ?? '' }).waitFor()
  await ada.rests()
  expect(new Set(opened)).toEqual(new Set(['/api/v1/tables/nsw/live']))
  await ada.leave()
})

test('a visitor sees the places of an electronic table, and what goes on between its coups', async () => {
  const page = await (await visitor(browser)).newPage()
  await page.goto(`${house.base}/table/rws`)
  await page.getByRole('group', { name: words['terminal.seats'] ?? '' }).getByRole('button').first().waitFor()
  expect(await page.getByRole('group', { name: words['terminal.seats'] ?? '' }).getByRole('button').count()).toBe(9)
  await page.context().close()
  const ada = await Person.guest(house, browser)
  await ada.sit('rws', 1)
  const phases = new Set<string>()
  await until('wagers are called for', async () => {
    const { phase, timer } = await ada.view('rws')
    phases.add(phase)
    // Nobody is told to bet while bets are refused.
    expect(phase === 'betting' && timer?.what === 'next-coup').toBe(false)
    return phase === 'betting'
  })
  await ada.leave()
})

test('a guest’s play credits come from one account, which falls by them', async () => {
  const ada = await Person.guest(house, browser)
  await ada.sit('nsw', 5)
  await ada.go('/table/nsw')
  await ada.page.getByRole('button', { name: new RegExp(words['money.balance'] ?? '') }).click()
  const window = ada.page.getByRole('dialog', { name: words['money.balance'] ?? '' })
  await window.getByText(words['terminal.account'] ?? '', { exact: true }).waitFor()
  await window.getByText('9,000 credits').waitFor()
  await ada.leave()
})

test('the Shoe tab of a table that a person deals promises nothing, and nobody is asked where there is nothing to ask', async () => {
  const ada = await Person.guest(house, browser)
  await ada.sit('unmanned', 1)
  await ada.go('/table/unmanned')
  await ada.caughtUp('unmanned')
  await ada.page.getByRole('tab', { name: words['word.shoe'] ?? '', exact: true }).click()
  await ada.page.getByText(words['terminal.live-shoe'] ?? '').waitFor()
  expect(await ada.page.getByText(words['terminal.promise-why'] ?? '').count()).toBe(0)
  const offered = await ada.get<{ line: string }[]>('/api/v1/tables/unmanned/allowed')
  const asks = offered.some(({ line }) => line.startsWith('dispute')) || (await ada.view('unmanned')).matters.some(({ asked }) => !asked)
  expect(await ada.page.getByRole('button', { name: words['terminal.speak'] ?? '' }).count()).toBe(asks ? 1 : 0)
  await ada.leave()
})

test('a patron who is offered the cut reads so on a phone, and may decline it there', async () => {
  const ada = await Person.guest(house, browser, { width: 390, height: 844 })
  const cutters = await Promise.all([ada, await Person.guest(house, browser)].map(async (one, index) => (await one.sit('cutting', index + 1), one)))
  await supervisor.say('cutting', 'sign-on', 'game-inspector')
  await dealer.must('cutting', 'sign-on', 'dealer')
  await shoe('cutting', dealer, supervisor, /^offer-cut /)
  await ada.go('/table/cutting')
  await ada.page.getByText(words['terminal.cut-offered'] ?? '').first().waitFor()
  await ada.page.getByRole('button', { name: words['terminal.cut-decline'] ?? '' }).click()
  await until('the dealer reads that they declined', async () => (await dealer.view('cutting')).lines.some(({ what }) => what?.name === 'cut-declined'))
  await Promise.all(cutters.map((one) => one.leave()))
})

test('the pit says who deals, has no tab that is closed to a supervisor, and opens play tables in play credits', async () => {
  const { page } = supervisor
  await supervisor.go('/pit')
  const tile = page.getByRole('button', { name: /^.*unmanned/ }).first()
  await tile.filter({ hasText: words['pit.nobody-deals'] ?? '' }).waitFor()
  expect(await page.getByRole('tab').allTextContents()).not.toContain(words['pit.tab-reports'])
  await page.getByRole('button', { name: words['pit.new-table'] ?? '' }).click()
  expect(await page.getByLabel(words['pit.new-currency'] ?? '').inputValue()).toBe('play credits')
  await page.keyboard.press('Escape')
  await ready('live', dealer, supervisor)
  await page.getByRole('button', { name: /^.*live/ }).first().filter({ hasText: words['pit.person'] ?? '' }).waitFor()
  await page.getByRole('button', { name: /^.*live/ }).first().click()
  await page.getByRole('tab', { name: words['pit.drawer-table'] ?? '' }).click()
  // Whoever signed on may sign off, and nobody else instead of them.
  const own = (role: string, on: 'on' | 'off') => page.getByRole('button', { name: said(`pit.sign-${on}-as`, { role: words[`role.${role}`] }) })
  await own('game-supervisor', 'on').click()
  await own('game-supervisor', 'off').waitFor()
  expect(supervisor.errors).toEqual([])
})

test('a dealer sees the wagers and the settlement of seven patrons of three wagers each without scrolling', async () => {
  const seen = (): Promise<boolean> => dealer.page.locator('.layout').evaluate((layout) => layout.getBoundingClientRect().bottom <= window.innerHeight && document.documentElement.scrollWidth <= window.innerWidth)
  await dealer.must('live', 'sign-off', 'dealer')
  await ready('full', dealer, supervisor)
  await dealer.must('full', 'call place-your-bets', 'dealer')
  const patrons: Person[] = []
  for (let at = 1; at <= 7; at += 1) {
    const one = await Person.guest(house, browser)
    await one.sit('full', at)
    for (const bet of [`${at % 2 === 1 ? 'player' : 'banker'} ${50 * at}`, 'tie 25', 'player_pair 10']) await one.must('full', `bet ${one.name}@${at} ${bet}`)
    patrons.push(one)
  }
  await dealer.go('/dealer/full')
  await dealer.caughtUp('full')
  expect([await dealer.page.locator('.seat .wager').count(), await seen()]).toEqual([21, true])
  await nine('full', dealer)
  await dealer.must('full', 'settle', 'dealer')
  await dealer.caughtUp('full')
  expect([await dealer.page.locator('.seat li').count(), await seen()]).toEqual([21, true])
  // What is taken comes first, and each press is one wager.
  const due = dealer.page.locator('.due .what')
  expect(await due.textContent()).toMatch(/Take seat/)
  for (let press = 0; press < 21; press += 1) await dealer.page.keyboard.press('n')
  await dealer.page.locator('.due').getByText(words['dealer.due-open'] ?? '', { exact: true }).first().waitFor()
  await Promise.all(patrons.map((one) => one.leave()))
})

test('two disputes of one patron lie side by side', async () => {
  const ada = await Person.guest(house, browser)
  await ada.sit('live', 4)
  for (const what of ['paid too little', 'card seen']) await ada.must('live', `dispute ${ada.name} ${what}`)
  await supervisor.go('/pit')
  for (const what of ['paid too little', 'card seen']) await supervisor.page.locator('article').filter({ hasText: what }).first().waitFor()
  expect(supervisor.errors).toEqual([])
  await ada.leave()
})

test('whose session has ended is told so in the pit and at the dealer’s desk', async () => {
  for (const path of ['/pit', '/dealer/live']) {
    const manager = await Person.staff(house, browser, 'manager')
    await manager.go(path)
    await manager.rests()
    await manager.post('/api/v1/sign-out', {})
    await manager.page.getByText(words['connection.session-ended'] ?? '').first().waitFor()
    await manager.page.getByRole('link', { name: words['common.sign-in'] ?? '' }).first().waitFor()
    await manager.leave()
  }
})

test('the odds open at their top on a phone, and all of their columns are seen on a desk', async () => {
  const phone = await Person.staff(house, browser, 'auditor', { width: 390, height: 844 })
  await phone.go('/odds')
  await phone.page.getByRole('tab').first().waitFor()
  await phone.rests()
  expect(await phone.page.evaluate(() => window.scrollY)).toBe(0)
  await phone.leave()
  const desk = await Person.staff(house, browser, 'auditor')
  await desk.go('/odds')
  await desk.page.getByRole('columnheader').last().waitFor()
  await desk.rests()
  expect(await desk.page.locator('.scroll').first().evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  // The rules say who reads them, and lead back.
  await desk.go('/rules')
  await desk.page.getByRole('link', { name: words['screen.audit'] ?? '' }).waitFor()
  await desk.page.getByRole('button', { name: /auditor/ }).waitFor()
  await desk.leave()
})

test('a refusal lies over no bet', async () => {
  const ada = await Person.guest(house, browser, { width: 390, height: 844 })
  const { page } = ada
  await ada.sit('nsw', 6, 1000)
  await ada.go('/table/nsw')
  await called(ada, 'nsw')
  const largest = page.locator('[data-value]').last()
  await insist('the largest chip is chosen', () => largest.click(), async () => (await largest.getAttribute('aria-checked')) === 'true')
  await wager(ada, 'nsw', 'player')
  const refusal = refusals(page).first()
  await refusal.waitFor()
  const told = await refusal.boundingBox()
  for (const area of await page.locator('[data-bet]').all()) {
    const box = await area.boundingBox()
    if (told === null || box === null) throw new Error('nothing is seen')
    expect(told.y + told.height <= box.y || told.y >= box.y + box.height).toBe(true)
  }
  await ada.leave()
})

test('a text that can only be a clause is searched for as one', async () => {
  const auditor = await Person.staff(house, browser, 'auditor')
  await auditor.go('/audit')
  await auditor.page.getByRole('searchbox').fill('12.1.2')
  await auditor.page.getByRole('search').getByRole('button', { name: words['common.search'] ?? '' }).click()
  const asked = (name: string): string | null => new URL(auditor.page.url()).searchParams.get(name)
  await until('it is looked for as a clause', async () => asked('kind') === 'clause' && asked('search') === '12.1.2')
  await auditor.leave()
})
