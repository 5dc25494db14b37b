// A patron at the terminal: plays, looks, is told, comes back.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import hant from '../../src/i18n/zh-Hant.json' with { type: 'json' }
import type { CoupView, TableView } from '../../src/lib/wire.ts'
import { LONG_MS, openHouse, type House } from './house.ts'
import { Person, launch, said, until, words } from './people.ts'
import { area, wager } from './terminal.ts'

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

test('ten coups under each of the five documents, and money is conserved', async () => {
  const players = await Promise.all(
    ['nsw', 'tas-2013', 'tas-2018', 'nz', 'rws'].map(async (table) => {
      const ada = await Person.guest(house, browser)
      await ada.sit(table, 1, 1_000_000)
      await ada.go(`/table/${table}`)
      return { ada, table }
    }),
  )
  for (let coup = 1; coup <= 10; coup += 1) {
    const each = (act: (ada: Person, table: string) => Promise<unknown>): Promise<unknown> => Promise.all(players.map(({ ada, table }) => act(ada, table)))
    await each((ada, table) => wager(ada, table, 'player'))
    await each(async (ada, table) => expect((await ada.view(table)).wagers, `coup ${coup} at ${table}`).toMatchObject([{ bet: 'player', mine: true }]))
    await house.goOn()
    await each((ada, table) => until(`coup ${coup} ended at ${table}`, async () => (await ada.view(table)).shoe.coups >= coup))
  }
  for (const { ada, table } of players) {
    // What is here now is what was brought, less what was lost, plus what was won.
    const { items: coups } = await ada.get<{ items: CoupView[] }>('/api/v1/me/coups')
    const mine = coups.flatMap(({ settled }) => settled).filter((one) => one.mine)
    expect(mine, table).toHaveLength(10)
    const sum = mine.reduce((total, { result, amount }) => total + (result === 'paid' ? amount : result === 'collected' ? -amount : 0), 0)
    // After a tie in the last coup the stake may lie there still.
    const { balance, wagers } = await ada.view(table)
    const lies = wagers.filter((one) => one.mine).reduce((total, { stake }) => total + (stake ?? 0), 0)
    expect((balance ?? 0) + lies, table).toBe(1_000_000 + sum)
    expect(ada.errors).toEqual([])
    await ada.leave()
  }
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

/** What the terminal may take at first: compressed, in files of the page and in questions to the server. */
const FIRST_LOAD = { bytes: 150_000, files: 52, questions: 3 }

test('the first load of the terminal is small, in few requests', async () => {
  const dot = await Person.guest(house, browser)
  const files: Promise<number>[] = []
  const questions: string[] = []
  dot.page.on('requestfinished', (request) => {
    if (request.url().includes('/api/v1/')) questions.push(request.url())
    else files.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await dot.go('/table/nsw')
  await area(dot.page, 'player').waitFor()
  await dot.rests()
  const bytes = (await Promise.all(files)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(FIRST_LOAD.bytes)
  expect(files.length).toBeLessThanOrEqual(FIRST_LOAD.files)
  expect(questions.length, questions.join(' ')).toBeLessThanOrEqual(FIRST_LOAD.questions)
  await dot.leave()
})

/** The cards that lie, hand by hand. */
const lying = ({ player, banker }: TableView): (string | null)[][] => [player.cards, banker.cards]

test('the server is cut off in mid-coup, comes back, and nothing is lost', async () => {
  // It deals one card whenever it is told to go on, so it can be cut off between two.
  const slow = await openHouse('', LONG_MS)
  const eve = await Person.guest(slow, browser)
  const table = 'tas-2018'
  const coups = async (): Promise<CoupView[]> => (await eve.get<{ items: CoupView[] }>('/api/v1/me/coups')).items
  await eve.sit(table, 4)
  await eve.go(`/table/${table}`)
  await until('wagers are open', async () => {
    await slow.goOn()
    return (await eve.view(table)).call === 'place-your-bets'
  })
  await wager(eve, table, 'player')
  const before = await until('a card lies, and the coup is not over', async () => {
    await slow.goOn()
    const view = await eve.view(table)
    return lying(view).flat().length > 0 && view.wagers.some(({ mine }) => mine) && view.outcome === null && view
  })
  await slow.kill()
  const silent = eve.page.getByRole('main').getByText(words['connection.silent'] ?? '-')
  await silent.waitFor()
  await slow.again()

  // What lay before lies again, the balance and the wager with it.
  const after = await until('the table is back', async () => eve.view(table).catch(() => null))
  expect(after.seq).toBeGreaterThanOrEqual(before.seq)
  expect(after.shoe.number).toBe(before.shoe.number)
  for (const [hand, cards] of lying(before).entries()) expect(lying(after)[hand]?.slice(0, cards.length)).toEqual(cards)
  expect(after.balance).toBe(before.balance)
  expect(after.wagers.filter(({ mine }) => mine)).toEqual(before.wagers.filter(({ mine }) => mine))
  await silent.waitFor({ state: 'detached' })

  // The coup goes on where it was, and its one wager is settled once.
  const [stake = 0] = before.wagers.filter(({ mine }) => mine).map((lies) => lies.stake ?? 0)
  const [coup] = await until('the coup is finished', async () => {
    await slow.goOn()
    const kept = await coups()
    return kept.length > 0 && kept
  })
  const dealt = (to: string): (string | null)[] => (coup?.cards ?? []).filter((one) => one.to === to).map(({ card }) => card)
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
