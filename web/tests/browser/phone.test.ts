// A phone, upright and lying, and the page on its home screen.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { House } from './house.ts'
import { violations } from './axe.ts'
import { liveHouse, type LiveHouse } from './live.ts'
import { Person, until } from './people.ts'
import { called } from './terminal.ts'

const TABLES = ['nsw-2021', 'nz-1998', 'tas-2018'].map((rulebook, nth) => `
[[table]]
name = "t${nth + 1}"
title = "${['Sydney', 'Auckland', 'Hobart'][nth]}"
rulebook = "${rulebook}"
opening = "usual, demonstration yes, limits 5..5000"
dealer = "automatic"
`).join('')
const UPRIGHT = { width: 390, height: 844 }
const LYING = { width: 844, height: 390 }

let house: House
let browser: Browser
let supervisor: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, supervisor, close } = await liveHouse(TABLES))
})

afterAll(() => close?.())

/** How far the page goes beyond the screen, down and to the right. Runs there. */
const beyond = (): [number, number] => [document.documentElement.scrollHeight - window.innerHeight, document.documentElement.scrollWidth - window.innerWidth]

/** Every bet lies whole above the chips. Runs there. */
const clear = (): boolean => {
  const rail = document.querySelector('.thumb')?.getBoundingClientRect().top ?? 0
  const bets = [...document.querySelectorAll('[data-bet]')].map((bet) => bet.getBoundingClientRect())
  return bets.length > 0 && bets.every(({ top, bottom }) => top >= 0 && bottom <= rail)
}

/** Which texts of the line on top lie over each other, or are cut off. Runs there. */
const overlapping = (): string[] => {
  const title = document.querySelector('header h1')
  const boxes = [title, ...document.querySelectorAll('header .own > *')].flatMap((one) => {
    const text = document.createRange()
    if (one === null) return []
    text.selectNodeContents(one)
    return [{ says: one.textContent ?? '', ...text.getBoundingClientRect().toJSON() } as { says: string; left: number; right: number }]
  })
  const over = boxes.filter((a, nth) => boxes.some((b, other) => other > nth && a.right > b.left && b.right > a.left)).map(({ says }) => says)
  return title !== null && title.scrollWidth > title.clientWidth ? [...over, 'the title is cut off'] : over
}

/** Has a sign put up at the table, if it is not up yet, by whoever its document lets do so. */
async function post(): Promise<void> {
  for (const role of ['game-supervisor', 'casino-supervisor', 'game-inspector']) {
    if ((await supervisor.view('t1')).signs.length === 0) await supervisor.say('t1', 'post limits 10..5000', role)
  }
}

test('the lobby of a phone has its first table within 200 pixels, its filters folded and its names in the page’s language', async () => {
  const ada = await Person.guest(house, browser, { ...UPRIGHT, language: 'zh-Hant' })
  await ada.go('/')
  const first = ada.page.locator('article.row').first()
  await first.waitFor()
  expect((await first.boundingBox())?.y).toBeLessThan(200)
  expect((await first.boundingBox())?.height).toBeLessThan(130)
  expect(await ada.page.getByRole('link', { name: '奧克蘭', exact: true }).count()).toBe(1)
  expect(await ada.page.evaluate(overlapping)).toEqual([])
  expect(await ada.page.getByRole('searchbox').isVisible()).toBe(false)
  await ada.page.locator('summary').click()
  await ada.page.getByRole('searchbox').waitFor()
  expect((await ada.page.evaluate(beyond))[1]).toBe(0)
  expect(await violations(ada.page)).toEqual([])
  await ada.leave()
})

test.each([['upright', UPRIGHT], ['lying', LYING]] as const)('the terminal of a phone that is %s needs no scrolling, and no notice pushes a bet under the chips', async (_, size) => {
  const ben = await Person.guest(house, browser, size)
  await ben.sit('t1', size === LYING ? 2 : 3)
  await ben.go('/table/t1')
  await called(ben, 't1')
  await ben.page.locator('button.confirm').waitFor()
  await until('all bets are in sight', () => ben.page.evaluate(clear))
  expect(await ben.page.evaluate(beyond)).toEqual([0, 0])
  await post()
  await ben.page.locator('.notices .waiting').first().waitFor()
  await until('all bets are still in sight', () => ben.page.evaluate(clear))
  expect(await ben.page.evaluate(beyond)).toEqual([0, 0])
  expect(await violations(ben.page)).toEqual([])
  await ben.leave()
})

test('the page can be put on a home screen', async () => {
  const page = await browser.newPage()
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(house.base)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(house.base + (address ?? ''))
  expect(answer.headers()['content-type']).toBe('application/manifest+json')
  const manifest = (await answer.json()) as { display: string; start_url: string; icons: { src: string; type: string; sizes: string }[] }
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/'])
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, type } of manifest.icons) expect((await page.request.get(house.base + src)).headers()['content-type']).toBe(type)
  // The page's own policy lets the browser read it.
  const session = await page.context().newCDPSession(page)
  const { errors } = (await session.send('Page.getAppManifest')) as { errors: { message: string }[] }
  expect(errors).toEqual([])
  expect(refused).toEqual([])
  await page.close()
})
