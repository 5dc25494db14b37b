// A patron at the terminal: plays, looks, is told, comes back.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openHouse, type House } from './house.ts'
import { Person, launch, until, words } from './people.ts'

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

test('the language is switched, and stays', async () => {
  const cat = await Person.guest(house, browser, { language: 'zh-Hans' })
  await cat.go('/')
  await cat.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await cat.page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  await cat.leave()
})

test('the first load of the terminal is small and quick', async () => {
  const dot = await Person.guest(house, browser)
  const sizes: number[] = []
  dot.page.on('response', (answer) => {
    if (!answer.url().includes('/api/')) void answer.request().sizes().then(({ responseBodySize }) => sizes.push(responseBodySize)).catch(() => undefined)
  })
  await dot.go('/table/nsw')
  await dot.page.locator('[data-bet]').first().waitFor()
  const shown = await dot.page.evaluate(() => performance.now())
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  // A second on a machine of its own; tests share theirs with a compiler.
  expect(shown).toBeLessThan(5_000)
  await dot.leave()
})

test('the server is cut off in mid-coup, comes back, and nothing is lost', async () => {
  const eve = await Person.guest(house, browser)
  await eve.sit('tas-2018', 4)
  await eve.go('/table/tas-2018')
  await bet(eve)
  await until('the wager lies', async () => (await eve.view('tas-2018')).wagers.find(({ mine }) => mine))
  const { seq } = await eve.view('tas-2018')
  await house.kill()
  await eve.page.getByText(words['connection.silent'] ?? words['connection.connecting'] ?? 'never').first().waitFor({ timeout: 20_000 }).catch(() => undefined)
  await house.again()
  const after = await until('the table is back', async () => eve.view('tas-2018').catch(() => null), 30)
  expect(after.seq).toBeGreaterThanOrEqual(seq)
  await until('the coup is finished', async () => (await eve.view('tas-2018')).settled.find(({ mine }) => mine), 40)
  await eve.leave()
})
