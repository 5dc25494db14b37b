// A patron at the terminal: plays, looks, is told, comes back.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import hant from '../../src/i18n/zh-Hant.json' with { type: 'json' }
import type { CoupView, TableView } from '../../src/lib/wire.ts'
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

/** Puts the chosen chip on Player and sends it, as soon as wagers are open. */
async function bet(person: Person): Promise<void> {
  const area = person.page.locator('[data-bet="player"] button').first()
  const confirm = person.page.getByRole('button', { name: new RegExp(`^${words['common.confirm']}`) })
  await until('a wager was taken', async () => {
    if ((await area.getAttribute('aria-disabled')) === 'true') return false
    await area.click()
    if (!(await confirm.isEnabled())) return false
    await confirm.click()
    return true
  }, 30)
}

test.concurrent.for(['nsw', 'tas-2013', 'tas-2018', 'nz', 'rws'])('ten coups at %s', async (table) => {
  const ada = await Person.guest(house, browser)
  await ada.sit(table, 1, 1_000_000)
  await ada.go(`/table/${table}`)
  let staked = 0
  for (let coup = 1; coup <= 10; coup += 1) {
    const before = (await ada.view(table)).shoe.coups
    await bet(ada)
    const lies = await until('the wager lies', async () => (await ada.view(table)).wagers.find(({ mine }) => mine), 10)
    staked += lies.stake ?? 0
    await until(`coup ${coup} ended`, async () => (await ada.view(table)).shoe.coups > before, 30)
  }
  const view = await ada.view(table)
  expect(view.shoe.coups).toBeGreaterThanOrEqual(10)
  expect(staked).toBeGreaterThan(0)
  // Money is conserved: what is here now is what was brought, less what was lost, plus what was won.
  const coups = (await (await ada.page.request.get(`${house.base}/api/me/coups`)).json()) as { settled: { result: string; amount: number; mine: boolean }[] }[]
  const won = coups.flatMap(({ settled }) => settled).filter(({ mine }) => mine)
  const sum = won.reduce((total, { result, amount }) => total + (result === 'paid' ? amount : result === 'collected' ? -amount : 0), 0)
  expect(view.balance).toBe(1_000_000 + sum)
  expect(ada.errors).toEqual([])
  await ada.leave()
})

test('a wager below the minimum is refused with one sentence and its clause', async () => {
  const ben = await Person.guest(house, browser)
  await ben.sit('nsw', 2)
  expect(await ben.say('nsw', `bet ${ben.name}@2 player 1`)).toMatch(/minimum|below/)
  await ben.leave()
})

test('the language is switched at the terminal, and stays', async () => {
  const cat = await Person.guest(house, browser)
  const { page } = cat
  const lang = (): Promise<string | null> => page.locator('html').getAttribute('lang')
  await cat.go('/table/nsw')
  await page.locator('[data-bet="player"]').getByText(words['bet.player'] ?? '').first().waitFor()
  expect(await lang()).toBe('en')
  await page.getByRole('button', { name: new RegExp(`${words['app.settings']}$`) }).click()
  await page.getByRole('dialog', { name: words['app.settings'] ?? '' }).getByRole('radio', { name: words['language.zh-Hant'] ?? '' }).check()
  await page.getByRole('dialog', { name: hant['app.settings'] }).waitFor()
  expect(await lang()).toBe('zh-Hant')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.locator('[data-bet="player"]').getByText(hant['bet.player']).first().waitFor()
  expect(await lang()).toBe('zh-Hant')
  expect(await page.getByText(words['money.limits'] ?? '').count()).toBe(0)
  expect(cat.errors).toEqual([])
  await cat.leave()
})

test('the first load of the terminal is small and quick', async () => {
  const loads: { ms: number; bytes: number }[] = []
  // A machine that does something else besides makes it only slower, so the best of three is nearest to the truth.
  while (loads.length < 3) {
    const dot = await Person.guest(house, browser)
    const sizes: Promise<number>[] = []
    dot.page.on('requestfinished', (request) => {
      if (!request.url().includes('/api/')) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await dot.go('/table/nsw')
    await dot.page.locator('[data-bet] button').first().waitFor()
    const ms = await dot.page.evaluate(() => performance.now())
    loads.push({ ms, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) })
    await dot.leave()
  }
  const [quickest = Infinity] = loads.map(({ ms }) => ms).toSorted((a, b) => a - b)
  process.stdout.write(`first loads of the terminal: ${loads.map(({ ms, bytes }) => `${ms.toFixed(0)} ms, ${bytes} bytes`).join('; ')}\n`)
  for (const { bytes } of loads) {
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(150_000)
  }
  expect(quickest).toBeLessThan(1_000)
})

/** The cards that lie, hand by hand. */
const lying = ({ player, banker }: TableView): (string | null)[][] => [player.cards, banker.cards]

test('the server is cut off in mid-coup, comes back, and nothing is lost', async () => {
  // Slow enough to be cut off between two cards.
  const slow = await openHouse('', 1000)
  const eve = await Person.guest(slow, browser)
  const table = 'tas-2018'
  const coups = async (): Promise<CoupView[]> => (await (await eve.page.request.get(`${slow.base}/api/me/coups`)).json()) as CoupView[]
  await eve.sit(table, 4)
  await eve.go(`/table/${table}`)
  await bet(eve)
  const before = await until('a card lies, and the coup is not over', async () => {
    const view = await eve.view(table)
    return lying(view).flat().length > 0 && view.wagers.some(({ mine }) => mine) && view.outcome === null && view
  })
  await slow.kill()
  const silent = eve.page.getByRole('main').getByText(words['connection.silent'] ?? '-')
  await silent.waitFor()
  await slow.again()

  // What lay before lies again, the balance and the wager with it.
  const after = await until('the table is back', async () => eve.view(table).catch(() => null), 30)
  expect(after.seq).toBeGreaterThanOrEqual(before.seq)
  expect(after.shoe.number).toBe(before.shoe.number)
  for (const [hand, cards] of lying(before).entries()) expect(lying(after)[hand]?.slice(0, cards.length)).toEqual(cards)
  expect(after.balance).toBe(before.balance)
  expect(after.wagers.filter(({ mine }) => mine)).toEqual(before.wagers.filter(({ mine }) => mine))
  await silent.waitFor({ state: 'detached', timeout: 30_000 })

  // The coup goes on where it was, and its one wager is settled once.
  const [stake = 0] = before.wagers.filter(({ mine }) => mine).map((wager) => wager.stake ?? 0)
  const [coup] = await until('the coup is finished', async () => {
    const kept = await coups()
    return kept.length > 0 && kept
  }, 40)
  const dealt = (to: string): string[] => (coup?.cards ?? []).filter((one) => one.to === to).map(({ card }) => card)
  expect(dealt('player').slice(0, before.player.cards.length)).toEqual(before.player.cards)
  expect(dealt('banker').slice(0, before.banker.cards.length)).toEqual(before.banker.cards)
  const mine = (coup?.settled ?? []).filter((one) => one.mine)
  expect(mine).toMatchObject([{ bet: 'player', stake }])
  const won = mine[0]?.result === 'paid' ? mine[0].amount : mine[0]?.result === 'collected' ? -stake : 0
  const settled = await eve.view(table)
  expect(settled.balance).toBe((before.balance ?? 0) + stake + won)
  expect(await coups()).toHaveLength(1)
  const shown = said('money.credits', { amount: ((settled.balance ?? 0) / 100).toLocaleString('en-AU') })
  await eve.page.getByRole('button', { name: new RegExp(`^${words['money.balance']}`) }).getByText(shown).waitFor()
  expect(eve.errors).toEqual([])
  await eve.leave()
  await slow.stop()
})
