// Staff at their screens: a squeezed coup, a void, stray cards under each document, signs, the audit.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openHouse, type House } from './house.ts'
import { liveTable, nine, ready } from './live.ts'
import { Person, launch, until, words } from './people.ts'

const LIVE = [
  ['squeeze', 'nsw-2021', 'method B, '],
  ['live-nsw', 'nsw-2021', ''],
  ['live-tas-2013', 'tas-2013', ''],
  ['live-tas-2018', 'tas-2018', ''],
  ['live-nz', 'nz-1998', ''],
  ['live-rws', 'rws-2016', ''],
] as const

const TABLES = LIVE.map(([name, rulebook, method]) => liveTable(name, rulebook, method)).join('')

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person

beforeAll(async () => {
  house = await openHouse(TABLES)
  browser = await launch()
  dealer = await Person.staff(house, browser, 'dealer')
  supervisor = await Person.staff(house, browser, 'supervisor')
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

test('a dealer and three patrons play a squeezed coup, and nobody else sees the cards', async () => {
  await ready('squeeze', dealer, supervisor)
  const [ada, ben, cat] = [await Person.guest(house, browser), await Person.guest(house, browser), await Person.guest(house, browser)]
  for (const [place, one] of [ada, ben, cat].entries()) {
    await one.sit('squeeze', place + 1)
    await one.go('/table/squeeze')
  }
  await dealer.go('/dealer/squeeze')
  await ada.must('squeeze', `bet ${ada.name}@1 player 200`)
  await ben.must('squeeze', `bet ${ben.name}@2 banker 100`)
  await cat.must('squeeze', `bet ${cat.name}@3 tie 5`)
  for (const card of ['Ks', '2d', '4h', '3c']) await dealer.must('squeeze', `card ${card}`, 'dealer')
  await dealer.must('squeeze', `pass player to ${ada.name}`, 'dealer')
  await until('ada holds Player', async () => (await ada.view('squeeze')).player.mine)
  await until('her page knows it', async () => ada.heard.some((frame) => frame.includes('"Ks"')))
  for (const one of [ben, cat]) {
    await until('the others saw the hand go out', async () => (await one.view('squeeze')).player.out)
    expect(one.heard.some((frame) => frame.includes('"Ks"') || frame.includes('"4h"'))).toBe(false)
  }
  await ada.must('squeeze', 'return player')
  await until('now everybody sees it', async () => ben.heard.some((frame) => frame.includes('"Ks"')))
  await Promise.all([ada, ben, cat].map((one) => one.leave()))
})

test('a supervisor voids a coup, and money and roads go back', async () => {
  await ready('live-nsw', dealer, supervisor)
  const ada = await Person.guest(house, browser)
  await ada.sit('live-nsw', 1, 100_000)
  await ada.go('/table/live-nsw')
  await ada.must('live-nsw', `bet ${ada.name}@1 player 100`)
  await nine('live-nsw', dealer)
  await dealer.must('live-nsw', 'settle', 'dealer')
  const paid = await ada.view('live-nsw')
  expect(paid.balance).toBe(110_000)
  expect(paid.roads.counts.player).toBe(1)
  await dealer.must('live-nsw', 'report misdeal beyond-repair', 'dealer')
  await supervisor.go('/pit')
  await supervisor.must('live-nsw', 'order', 'casino-supervisor')
  const back = await ada.view('live-nsw')
  expect(back.balance).toBe(100_000)
  expect(back.roads.counts.coups).toBe(0)
  await ada.leave()
})

test.for(LIVE.slice(1).map(([name]) => name))('a stray card at %s has its cure', async (table) => {
  if (table !== 'live-nsw') await ready(table, dealer, supervisor)
  const ada = await Person.guest(house, browser)
  await ada.sit(table, 3)
  await dealer.say(table, 'call place-your-bets', 'dealer')
  await ada.must(table, `bet ${ada.name}@3 player 100`)
  await dealer.say(table, 'call no-more-bets', 'dealer')
  await dealer.go(`/dealer/${table}`)
  // Player 9 and Banker 5: nobody draws, so any further card is one too many.
  for (const card of ['Qs', '2h', '9s', '3d']) await dealer.must(table, `card ${card}`, 'dealer')
  const { page } = dealer
  await page.locator('.due').waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: words['mishap.stray-player-card'] ?? '' }).click()
  await page.keyboard.press('8')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: words['dealer.report'] ?? '' }).click()
  // The wizard goes on to what the document says, with its clause.
  const wizard = page.getByRole('dialog', { name: words['dealer.wrong'] ?? '' })
  await wizard.getByRole('button', { name: /clause|setting/i }).first().waitFor()
  const { trouble } = await dealer.view(table)
  if (trouble !== null && !trouble.ordered) {
    // At the electronic table the House orders, elsewhere the officer the document names; here, at this screen.
    const [officer, roles] = table === 'live-rws' ? ['manager', ['casino-operator']] : ['supervisor', ['game-supervisor', 'casino-supervisor', 'game-inspector']]
    const role = trouble.orders.find((one) => roles.includes(one)) ?? ''
    await wizard.getByText(words[`role.${trouble.orders[0]}`] ?? '').first().waitFor()
    await wizard.getByRole('button', { name: new RegExp(`^${words['dealer.approve-here']}`) }).first().click()
    if (trouble.orders.length > 1) await page.getByLabel(words['dealer.approve-as'] ?? '').selectOption(role)
    await page.getByLabel(words['dealer.approve-name'] ?? '').fill(officer)
    await page.getByLabel(words['signin.password'] ?? '').fill(house.password)
    await page.getByRole('button', { name: words['common.approve'] ?? '', exact: true }).click()
    await until('it is ordered', async () => (await dealer.view(table)).trouble?.ordered !== false)
  }
  await dealer.say(table, 'resume', 'dealer')
  await dealer.say(table, 'call points', 'dealer')
  await dealer.say(table, 'call result', 'dealer')
  await dealer.say(table, 'settle', 'dealer')
  const end = await ada.view(table)
  // Either the coup stands and 100 was won, or it is void and the stake came back.
  expect([100_000, 110_000]).toContain(end.balance)
  expect(end.wagers).toEqual([])
  await ada.leave()
})

test('a sign for new limits has a clock, and the change is refused before its time', async () => {
  await supervisor.must('live-nsw', 'post limits 10..5000', 'casino-supervisor')
  const { signs } = await supervisor.view('live-nsw')
  expect(signs).toHaveLength(1)
  expect(signs[0]?.text).toContain('10')
  expect(await supervisor.say('live-nsw', 'change limits 10..5000', 'casino-supervisor')).toMatch(/minutes|sign/)
})

test('the audit shows what was just played', async () => {
  const auditor = await Person.staff(house, browser, 'auditor')
  await auditor.go('/audit')
  await auditor.page.getByRole('heading', { level: 1, name: words['screen.audit'] ?? '' }).waitFor()
  const answer = await auditor.page.request.get(`${house.base}/api/journal/records?stream=table/live-nsw&limit=200`)
  expect(await answer.text()).toContain('settle')
  await auditor.go('/audit?tab=check')
  await auditor.page.getByRole('button', { name: words['audit.check-all-now'] ?? '' }).click()
  const [sound = ''] = (words['audit.all-sound'] ?? '').split('{')
  await auditor.page.getByText(sound).waitFor()
  expect(auditor.errors).toEqual([])
  await auditor.leave()
})
