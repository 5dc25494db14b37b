// A patron without a mouse: plays a coup, and changes the language, by keys alone.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import hans from '../../src/i18n/zh-Hans.json' with { type: 'json' }
import { openHouse, type House } from './house.ts'
import { focused, plain, tabTo } from './keys.ts'
import { Person, launch, stranger, until, words } from './people.ts'
import { called, chip, insist, unsent } from './terminal.ts'

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

test('a coup is played with the keyboard alone', async () => {
  const ada = await Person.guest(house, browser)
  const { keyboard } = ada.page
  await ada.go('/table/nsw')
  // A seat, and credits for it.
  await ada.page.getByRole('heading', { name: words['terminal.join-seat'] ?? '' }).waitFor()
  await until('a seat is free to take', async () => ada.page.getByRole('button', { name: /^Seat 2, free/ }).isEnabled())
  await tabTo(ada.page, /^Seat 2, free/)
  await keyboard.press('Enter')
  await ada.page.getByRole('heading', { name: words['terminal.join-money'] ?? '' }).waitFor()
  await tabTo(ada.page, new RegExp(`^${plain(words['terminal.amount'])}`))
  await keyboard.type('700')
  await keyboard.press('Enter')
  const seated = await until('the credits are there', async () => {
    const view = await ada.view('nsw')
    return view.balance === 70_000 && view
  })
  expect(seated.patrons).toMatchObject([{ patron: ada.name, seat: 2, mine: true }])
  // The third chip on Player and one on Banker; the second is taken back before it is sent.
  const value = seated.chips[2] ?? 0
  const lies = async (bet: string): Promise<boolean> => (await unsent(ada.page, bet).count()) > 0
  await called(ada, 'nsw')
  await insist('the third chip is chosen', () => keyboard.press('3'), async () => (await chip(ada.page, value).getAttribute('aria-checked')) === 'true')
  await insist('a chip lies on Player', () => keyboard.press('p'), () => lies('player'))
  await insist('a chip lies on Banker', () => keyboard.press('b'), () => lies('banker'))
  await keyboard.press('Backspace')
  expect([await lies('player'), await lies('banker')]).toEqual([true, false])
  const { wagers, shoe } = await until('the wager was taken', async () => {
    if (await lies('player')) await keyboard.press('Enter')
    const view = await ada.view('nsw')
    return view.wagers.some(({ mine }) => mine) && view
  })
  expect(wagers.filter(({ mine }) => mine)).toMatchObject([{ at: 2, bet: 'player', stake: value }])
  await house.goOn()
  const after = await until('it is settled', async () => {
    const view = await ada.view('nsw')
    return view.shoe.coups > shoe.coups && view.settled.some(({ mine }) => mine) && view
  })
  expect(after.settled.find(({ mine }) => mine)).toMatchObject({ bet: 'player', stake: value })
  // What came of it was said to a reader of the screen, too.
  await until('the result was read out', async () => (await ada.page.getByRole('log').allInnerTexts()).some((said) => /wins|Tie/.test(said)))
  expect(ada.errors).toEqual([])
  await ada.leave()
})

test('the language is switched by keys, and stays after the page is loaded again', async () => {
  // What is chosen must be kept, so this browser begins with nothing chosen.
  const page = await (await stranger(browser, { locale: 'en-AU' })).newPage()
  await page.goto(`${house.base}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const html = page.locator('html')
  expect(await html.getAttribute('lang')).toBe('en')
  await tabTo(page, new RegExp(`${plain(words['app.settings'])}$`))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: words['app.settings'] ?? '' }).waitFor()
  await tabTo(page, new RegExp(`^${plain(words['language.en'])}$`))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: hans['app.settings'] }).waitFor()
  expect(await html.getAttribute('lang')).toBe('zh-Hans')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // The focus is back on what opened the window.
  expect(await focused(page)).toContain(hans['app.settings'])
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await html.getAttribute('lang')).toBe('zh-Hans')
  await page.context().close()
})

test('single letters can be turned off, and then play nothing', async () => {
  const cat = await Person.guest(house, browser)
  await cat.sit('nsw', 4)
  await cat.go('/table/nsw')
  await cat.page.locator('[data-bet]').first().waitFor()
  await cat.page.keyboard.press('?')
  const dialog = cat.page.getByRole('dialog', { name: words['terminal.keys'] ?? '' })
  await dialog.waitFor()
  await tabTo(cat.page, new RegExp(`^${plain(words['terminal.keys-on'])}`))
  await cat.page.keyboard.press('Space')
  expect(await dialog.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  await cat.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await called(cat, 'nsw')
  const pending = unsent(cat.page, 'player')
  await cat.page.keyboard.press('p')
  expect(await pending.count()).toBe(0)
  // The cloth itself still answers to Tab and Space.
  await tabTo(cat.page, new RegExp(`^${plain(words['bet.player'])} \\S+ 1:1`))
  await cat.page.keyboard.press('Space')
  await pending.waitFor({ state: 'attached' })
  await cat.leave()
})
