// A phone, upright and lying, and the page on its home screen.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { House } from './house.ts'
import { violations } from './axe.ts'
import { liveHouse, liveTable, ready, shoe, type LiveHouse } from './live.ts'
import { Person, until } from './people.ts'
import { called, chip, confirm, insist, put, refusals } from './terminal.ts'

const TABLES = ['nsw-2021', 'nz-1998', 'tas-2018'].map((rulebook, nth) => `
[[table]]
name = "t${nth + 1}"
title = "${['Sydney', 'Auckland', 'Hobart'][nth]}"
rulebook = "${rulebook}"
opening = "usual, demonstration yes, limits 5..5000"
dealer = "automatic"
`).join('') + liveTable('asks', 'nsw-2021') + liveTable('cutting', 'nz-1998') + liveTable('squeeze', 'nsw-2021', 'method B, ')
const UPRIGHT = { width: 390, height: 844 }
const LYING = { width: 844, height: 390 }

let house: House
let browser: Browser
let dealer: Person
let supervisor: Person
let close: LiveHouse['close']

beforeAll(async () => {
  ;({ house, browser, dealer, supervisor, close } = await liveHouse(TABLES))
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

/** Which of these are not whole on the screen, or lie under something else. Runs there. */
const hidden = (found: Element[]): string[] =>
  found.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top < 0 || left < 0 || bottom > window.innerHeight || right > window.innerWidth || over === null || !(one.contains(over) || over.contains(one))
  }).map((one) => one.textContent ?? '')

/** On which bets what lies there covers what is printed. Runs there. */
const covered = (): string[] => {
  /** A line of text is a little higher than what is printed of it. */
  const LEADING = 4
  const lines = (one: Element): DOMRect[] => {
    const text = document.createRange()
    text.selectNodeContents(one)
    return [...text.getClientRects()].filter(({ width }) => width > 1)
  }
  const over = (a: DOMRect, b: DOMRect): boolean => a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + LEADING && b.bottom > a.top + LEADING
  return [...document.querySelectorAll('[data-bet]')].filter((bet) => {
    const printed = [...bet.querySelectorAll('.name > span, .pays')].filter((one) => getComputedStyle(one).visibility !== 'hidden').flatMap(lines)
    const lies = [...bet.querySelectorAll('.stack')].map((one) => one.getBoundingClientRect())
    const cross = [...bet.querySelectorAll('.lift')].flatMap(lines)
    return [...lies, ...cross].some((one) => printed.some((text) => over(one, text))) || cross.some((one) => lies.some((pile) => over(one, pile)))
  }).map((bet) => bet.textContent ?? '')
}

/** Holds of a phone upright, and of one that lies. */
async function inBoth(page: Page, holds: (name: string) => Promise<void>): Promise<void> {
  for (const [name, size] of [['upright', UPRIGHT], ['lying', LYING]] as const) {
    await page.setViewportSize(size)
    await holds(name)
  }
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

test('what waits for an answer is whole on a phone, and a ruling is read to its clauses', async () => {
  for (const language of ['en', 'zh-Hant']) {
    const ada = await Person.guest(house, browser, { ...UPRIGHT, language })
    const { page } = ada
    const answers = page.locator('.asks .button')
    const answered = (what: string, wanted: number): Promise<void> => inBoth(page, async (name) => {
      await answers.nth(wanted - 1).waitFor()
      await until(`${what} is whole on a phone that is ${name}`, async () => (await page.locator('.asks .text, .asks .button').evaluateAll(hidden)).length === 0)
      expect(await page.evaluate(clear)).toBe(true)
      expect(await page.evaluate(beyond)).toEqual([0, 0])
    })
    if (language === 'en') {
      const eve = await Person.guest(house, browser)
      for (const [seat, one] of [ada, eve].entries()) await one.sit('cutting', seat + 1)
      await supervisor.say('cutting', 'sign-on', 'game-inspector')
      await dealer.must('cutting', 'sign-on', 'dealer')
      await shoe('cutting', dealer, supervisor, /^offer-cut /)
      await ada.go('/table/cutting')
      await answered('cut', 1)
      await answers.first().click()
      await until('she declined', async () => (await dealer.view('cutting')).lines.some(({ what }) => what?.name === 'cut-declined'))
      await eve.leave()
      await ready('asks', dealer, supervisor)
    } else await shoe('asks', dealer, supervisor)
    await ada.sit('asks', 2)
    await ada.go('/table/asks')
    await dealer.must('asks', 'call place-your-bets', 'dealer')
    await ada.must('asks', `bet ${ada.name}@2 player 100`)
    for (const card of ['Ks', '2d', '4h', '4c']) await dealer.must('asks', `card ${card}`, 'dealer')
    await dealer.must('asks', 'report misdeal beyond-repair', 'dealer')
    await page.locator('.list .ruling').waitFor()
    await inBoth(page, async (name) => {
      await until(`the ruling is whole on a phone that is ${name}`, async () => (await page.locator('.list .ruling .clause').evaluateAll(hidden)).length === 0)
      expect(await page.evaluate(clear)).toBe(true)
    })
    await supervisor.must('asks', 'order', 'casino-supervisor')
    await ada.caughtUp('asks')
    await answered('shoe', 1)
    await answers.first().click()
    await until('she agreed', async () => (await ada.view('asks')).matters.some(({ matter, mine }) => matter === 'end-shoe' && mine))
    await supervisor.must('asks', 'end-shoe', 'casino-supervisor')
    // Sound is offered to whoever has played here before.
    await page.evaluate(() => localStorage.setItem('punto.played', '1'))
    await page.reload()
    await answered('sound', 2)
    expect(ada.errors).toEqual([])
    await ada.must('asks', `leave ${ada.name}`)
    await ada.leave()
  }
})

test('chips cover nothing of what is printed on a phone’s felt', async () => {
  const ben = await Person.guest(house, browser, { ...UPRIGHT, language: 'zh-Hant' })
  const { page } = ben
  await ben.sit('t1', 4)
  await ben.go('/table/t1')
  await called(ben, 't1')
  // Wagers on both hands take an officer's word.
  const bets = (await ben.view('t1')).offers.filter(({ kind }) => kind !== 'banker').map(({ bet }) => bet)
  for (const bet of bets) await ben.must('t1', `bet ${ben.name}@4 ${bet} 125`)
  await until('all lie', async () => (await page.locator('[data-bet] .stack').count()) === bets.length)
  await inBoth(page, async () => {
    await ben.rests()
    expect(await page.evaluate(covered)).toEqual([])
  })
  await page.setViewportSize(UPRIGHT)
  for (const bet of bets) await page.locator(`[data-bet="${bet}"] button`).first().click()
  expect(await page.evaluate(covered)).toEqual([])
  await ben.leave()
})

test('a refusal is read in lines and not in a column, and lies over no bet', async () => {
  const cat = await Person.guest(house, browser, UPRIGHT)
  const { page } = cat
  await cat.sit('t2', 2)
  await cat.go('/table/t2')
  await called(cat, 't2')
  await insist('25 is chosen', () => chip(page, 2500).click(), async () => (await chip(page, 2500).getAttribute('aria-checked')) === 'true')
  await put(cat, 't2', 'banker')
  await confirm(page).click()
  await refusals(page).first().waitFor()
  await inBoth(page, async () => {
    const text = await refusals(page).first().locator('p').boundingBox()
    expect(text?.width).toBeGreaterThan(220)
    const panel = await page.locator('.refusals').boundingBox()
    for (const area of await page.locator('[data-bet]').all()) {
      const box = await area.boundingBox()
      if (panel === null || box === null) throw new Error('nothing is seen')
      expect(panel.y + panel.height <= box.y || panel.x + panel.width <= box.x).toBe(true)
    }
    expect(await page.locator('.refusals .button').evaluateAll(hidden)).toEqual([])
  })
  // Nothing of the line on top is cut off.
  await page.setViewportSize(UPRIGHT)
  expect(await page.locator('header button, header .limits').evaluateAll(hidden)).toEqual([])
  await cat.leave()
})

test('who squeezes on a phone has the card and every button in sight', async () => {
  const dot = await Person.guest(house, browser, UPRIGHT)
  const { page } = dot
  await ready('squeeze', dealer, supervisor)
  await dot.sit('squeeze', 1)
  await dot.go('/table/squeeze')
  await dealer.must('squeeze', 'call place-your-bets', 'dealer')
  await dot.must('squeeze', `bet ${dot.name}@1 player 100`)
  for (const card of ['Ks', '2d', '9h', '4c']) await dealer.must('squeeze', `card ${card}`, 'dealer')
  await dealer.must('squeeze', `pass player to ${dot.name}`, 'dealer')
  await page.getByRole('slider').waitFor()
  await inBoth(page, async () => {
    await dot.rests()
    expect(await page.locator('.holding button, .holding svg[role="slider"], .holding .note').evaluateAll(hidden)).toEqual([])
  })
  await dot.leave()
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
