// Staff at their screens: a squeezed coup, a void, stray cards under each document, signs, the audit.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import type { House } from './house.ts'
import { liveHouse, liveTable, nine, ready, type LiveHouse } from './live.ts'
import { Person, said, until, words } from './people.ts'

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
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(TABLES))
})

afterAll(() => close?.())

/** Drags the lower left corner of a card over it, so far as a share of its size, and lets go. */
async function peel(card: Locator, share: number, then: () => Promise<void> = async () => undefined): Promise<void> {
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  if (box === null) throw new Error('no card to peel')
  const { mouse } = card.page()
  await mouse.move(box.x + 3, box.y + box.height - 3)
  await mouse.down()
  await mouse.move(box.x + box.width * share, box.y + box.height * (1 - share), { steps: 8 })
  await then()
  await mouse.up()
}

/** Somebody says at this screen what its own person may not. */
async function approve(page: Page, name: string, role: string): Promise<void> {
  const wizard = page.getByRole('dialog', { name: words['dealer.wrong'] ?? '' })
  await wizard.getByRole('button', { name: new RegExp(`^${words['dealer.approve-here']}`) }).first().click()
  await page.getByLabel(words['dealer.approve-name'] ?? '').fill(name)
  const as = page.getByLabel(words['dealer.approve-as'] ?? '')
  if ((await as.count()) > 0) await as.selectOption(role)
  await page.getByLabel(words['signin.password'] ?? '').fill(house.password)
  await page.getByRole('button', { name: words['common.approve'] ?? '', exact: true }).click()
}

const hand = (one: Person, side: 'player' | 'banker'): Locator => one.page.getByRole('group', { name: new RegExp(`^${words[`hand.${side}`]}`) })
const squeezed = /\b(Ks|9h|king of spades|nine of hearts)\b/
const bankers = /\b(2d|4c)\b/

test('a patron squeezes a hand with the mouse before a dealer and two others, who see nothing of it', async () => {
  await ready('squeeze', dealer, supervisor)
  const [ada, ben, cat] = [await Person.guest(house, browser), await Person.guest(house, browser), await Person.guest(house, browser)]
  for (const [place, one] of [ada, ben, cat].entries()) {
    await one.sit('squeeze', place + 1)
    await one.go('/table/squeeze')
  }
  await dealer.go('/dealer/squeeze')
  await dealer.must('squeeze', 'call place-your-bets', 'dealer')
  await ada.must('squeeze', `bet ${ada.name}@1 player 200`)
  await ben.must('squeeze', `bet ${ben.name}@2 banker 100`)
  await cat.must('squeeze', `bet ${cat.name}@3 tie 65`)
  for (const card of ['Ks', '2d', '9h', '4c']) await dealer.must('squeeze', `card ${card}`, 'dealer')
  await dealer.must('squeeze', `pass player to ${ada.name}`, 'dealer')

  const card = ada.page.getByRole('slider', { name: words['squeeze.label'] ?? '' })
  const faceDown = words['card.face-down'] ?? ''
  const othersKnow = async (what: RegExp): Promise<boolean[]> => Promise.all([ben, cat].map(async (one) => what.test(await one.received())))
  await card.waitFor()
  for (const one of [ben, cat]) await until('the others see the hand go out', async () => {
    const { held } = (await one.view('squeeze')).player
    return held !== null && typeof held === 'object' && 'out' in held
  })
  // A corner is lifted, and let go too early: the card lies as before.
  await peel(card, 0.35, async () => {
    const lifted = Number(await card.getAttribute('aria-valuenow'))
    expect(lifted).toBeGreaterThan(20)
    expect(lifted).toBeLessThan(62)
    expect(await othersKnow(squeezed)).toEqual([false, false])
  })
  expect(await card.getAttribute('aria-valuenow')).toBe('0')
  expect(await hand(ada, 'player').getAttribute('aria-label')).not.toContain('king of spades')
  await peel(card, 0.8)
  await hand(ada, 'player').and(ada.page.getByLabel(/king of spades/)).waitFor()
  expect(await hand(ada, 'player').getAttribute('aria-label')).toContain(faceDown)
  await peel(card, 0.8)
  await hand(ada, 'player').and(ada.page.getByLabel(/nine of hearts/)).waitFor()
  // She has seen both; nobody else has anything, neither on the screen nor in what their browsers were sent.
  for (const one of [ben, cat]) expect(await hand(one, 'player').getAttribute('aria-label')).toMatch(new RegExp(`${faceDown}, ${faceDown}$`))
  expect(await othersKnow(squeezed)).toEqual([false, false])
  expect(squeezed.test(await ada.received())).toBe(true)

  await ada.page.getByRole('button', { name: words['terminal.hand-back'] ?? '' }).click()
  for (const one of [ben, cat]) await hand(one, 'player').and(one.page.getByLabel(/king of spades/)).waitFor()
  // Banker is ben's to turn, and again nobody else knows it before.
  await dealer.must('squeeze', `pass banker to ${ben.name}`, 'dealer')
  await ben.page.getByRole('button', { name: words['terminal.turn-all'] ?? '' }).click()
  await hand(ben, 'banker').and(ben.page.getByLabel(/two of diamonds/)).waitFor()
  expect(await Promise.all([ada, ben, cat].map(async (one) => bankers.test(await one.received())))).toEqual([false, true, false])
  await ben.page.getByRole('button', { name: words['terminal.hand-back'] ?? '' }).click()
  // The dealer goes on by what the screen says is due, to the settlement.
  const next = dealer.page.locator('.due .next')
  await until('it is settled', async () => {
    if ((await dealer.view('squeeze')).settled.length > 0) return true
    if ((await next.count()) > 0 && (await next.isEnabled())) await next.click()
    return false
  })
  expect((await Promise.all([ada, ben, cat].map((one) => one.view('squeeze')))).map(({ balance }) => balance)).toEqual([120_000, 90_000, 93_500])
  for (const one of [ada, ben, cat]) {
    expect(one.errors).toEqual([])
    await one.leave()
  }
})

test('a supervisor voids a settled coup at the dealer’s screen, and money and roads go back on the terminal', async () => {
  await ready('live-nsw', dealer, supervisor)
  const ada = await Person.guest(house, browser)
  await ada.sit('live-nsw', 1, 100_000)
  await ada.go('/table/live-nsw')
  await ada.must('live-nsw', `bet ${ada.name}@1 player 100`)
  await nine('live-nsw', dealer)
  await dealer.must('live-nsw', 'settle', 'dealer')
  const balance = (amount: string): Promise<void> =>
    ada.page.getByRole('button', { name: new RegExp(`^${words['money.balance']}`) }).getByText(said('money.credits', { amount }), { exact: true }).waitFor()
  const counts = ada.page.getByLabel(words['statistics.title'] ?? '')
  const counted = (name: string, count: number): Promise<void> => counts.locator('div').filter({ has: ada.page.getByText(name, { exact: true }) }).getByText(String(count), { exact: true }).waitFor()
  await balance('1,100')
  await counted(words['side.player'] ?? '', 1)
  await counted(words['statistics.coups'] ?? '', 1)

  // What is settled nobody opens again alone: the supervisor says it at the dealer's screen.
  const { page } = dealer
  await dealer.go('/dealer/live-nsw')
  await dealer.caughtUp('live-nsw')
  await page.keyboard.press('w')
  for (const name of ['mishap.misdeal', 'fact.beyond-repair']) await page.getByRole('button', { name: words[name] ?? '', exact: true }).click()
  await approve(page, 'supervisor', 'casino-supervisor')
  await balance('900')
  await approve(page, 'supervisor', 'casino-supervisor')
  await balance('1,000')
  await counted(words['side.player'] ?? '', 0)
  await counted(words['statistics.coups'] ?? '', 0)
  await ada.page.getByText(words['result.void'] ?? '').first().waitFor()
  const back = await ada.view('live-nsw')
  expect([back.balance, back.roads.counts.coups]).toEqual([100_000, 0])
  expect([...ada.errors, ...dealer.errors]).toEqual([])
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
  // A key that is pressed before the page knows of the last card would mean another moment.
  await dealer.caughtUp(table)
  const before = (await dealer.view(table)).seq
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
    await approve(page, officer, role)
    await until('it is ordered', async () => (await dealer.view(table)).trouble?.ordered !== false)
  }
  // The table itself has ruled on the stray card, by a clause.
  const { lines } = await dealer.view(table)
  expect(lines.filter(({ seq, text, by }) => seq > before && /^(irregularity|ruling|ordered)/.test(text) && by.length > 0)).not.toEqual([])
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
  expect(signs[0]?.says).toMatchObject({ kind: 'limits', min: 1000 })
  expect(await supervisor.say('live-nsw', 'change limits 10..5000', 'casino-supervisor')).toMatch(/minutes|sign/)
})

test('the audit shows what was just played', async () => {
  const auditor = await Person.staff(house, browser, 'auditor')
  await auditor.go('/audit')
  await auditor.page.getByRole('heading', { level: 1, name: words['screen.audit'] ?? '' }).waitFor()
  expect(JSON.stringify(await auditor.get('/api/v1/journal/records?stream=table/live-nsw&limit=200'))).toContain('settle')
  await auditor.go('/audit?tab=check')
  await auditor.page.getByRole('button', { name: words['audit.check-all-now'] ?? '' }).click()
  const [sound = ''] = (words['audit.all-sound'] ?? '').split('{')
  await auditor.page.getByText(sound).waitFor()
  expect(auditor.errors).toEqual([])
  await auditor.leave()
})
