// Every page on a phone and on a desk, in every language: no violation of axe-core, no error, nothing too wide. The large
// screens on a large screen, where nothing lies over anything else; and on the phone nothing too small for a finger.

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch, until, words, type Seen } from './people.ts'

const PICTURES = resolve(import.meta.dirname, '../../../target/screens')
const PHONE = { width: 360, height: 780 }
const DESK = { width: 1440, height: 900 }
const WALL = { width: 3840, height: 2160 }
/** In pixels, each way. */
const FINGER = 44

/** What is looked at: axe-core takes its time, so it sees each size, each of the two scripts and both themes once. */
const LOOKS: { size: typeof PHONE; language: string; axe?: boolean }[] = [
  { size: PHONE, language: 'en' },
  { size: PHONE, language: 'zh-Hans', axe: true },
  { size: PHONE, language: 'zh-Hant' },
  { size: DESK, language: 'en', axe: true },
  { size: DESK, language: 'zh-Hans' },
]

let house: House
let browser: Browser

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  house = await openHouse()
  browser = await launch()
  // Something to look at: a patron who plays a few coups.
  const ada = await Person.guest(house, browser)
  await ada.sit('nsw', 3)
  for (let coup = 0; coup < 3; coup += 1) {
    const before = (await ada.view('nsw')).shoe.coups
    await ada.called('nsw')
    await ada.must('nsw', `bet ${ada.name}@3 banker 100`)
    await house.goOn()
    await until('the coup ended', async () => (await ada.view('nsw')).shoe.coups > before)
  }
  await ada.leave()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

const PAGES: [string, string, string][] = [
  ['lobby', '/', 'guest'],
  ['sign-in', '/sign-in', 'nobody'],
  ['terminal', '/table/nsw', 'guest'],
  ['terminal-rws', '/table/rws', 'guest'],
  ['dealer', '/dealer/nsw', 'dealer'],
  ['pit', '/pit', 'supervisor'],
  ['display', '/display/nsw', 'guest'],
  ['audit', '/audit', 'auditor'],
  ['odds', '/odds', 'auditor'],
  ['rules', '/rules/nsw-2021', 'guest'],
  ['tournaments', '/tournaments', 'director'],
  ['tournament', '/tournament/house-cup-1', 'guest'],
  ['tournament-desk', '/tournament/house-cup-1/desk', 'director'],
  ['tournament-display', '/tournament/house-cup-1/display', 'guest'],
  ['tournament-papers', '/tournament/house-cup-1/papers', 'director'],
]

/** Somebody who will look at pages. */
async function viewer(who: string, seen: Seen = {}): Promise<Person> {
  if (who !== 'guest' && who !== 'nobody') return Person.staff(house, browser, who, seen)
  const one = await Person.guest(house, browser, seen)
  if (who === 'nobody') await one.page.context().clearCookies()
  return one
}

/** Opens a page and waits until it has come to rest. */
async function open(one: Person, path: string): Promise<void> {
  await one.go(path)
  // A screen that waits for its first view has nothing to look at yet.
  await one.page.waitForFunction(() => (document.querySelector('main')?.innerText.trim().length ?? 0) > 20)
  await one.rests()
}

/** Somebody in front of a page that has come to rest. */
async function facing(path: string, who: string, seen: Seen): Promise<Person> {
  const one = await viewer(who, seen)
  await open(one, path)
  return one
}

const over = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test.concurrent.for(PAGES)('%s', async ([name, path, who]) => {
  const one = await viewer(who)
  for (const { size, language, axe = false } of LOOKS) {
    await one.page.setViewportSize(size)
    await one.page.addInitScript((chosen) => localStorage.setItem('punto.settings', chosen), JSON.stringify({ language, theme: 'dark' }))
    await open(one, path)
    const look = `${name} ${size.width} ${language}`
    await one.page.screenshot({ path: `${PICTURES}/${name}-${size.width}-${language}.png` })
    expect(await over(one.page), `${look} is wider than its screen`).toBeLessThanOrEqual(0)
    expect(await one.page.locator('html').getAttribute('lang')).toBe(language)
    // Every screen of a demonstration says that it is one, and says it once.
    expect(await one.page.locator('.notice.demo').count(), look).toBe(1)
    const wrong = axe ? await violations(one.page) : []
    expect(wrong, look).toEqual([])
  }
  expect(one.errors).toEqual([])
  await one.leave()
})

test.for(PAGES.filter(([name]) => ['terminal', 'dealer', 'pit'].includes(name)))('%s by day', async ([name, path, who]) => {
  const one = await facing(path, who, { ...DESK, theme: 'light' })
  expect(await one.page.locator('html').getAttribute('data-theme')).toBe('light')
  expect(await violations(one.page), name).toEqual([])
  await one.leave()
})

/** The main regions of the large screens: none is missing, out of sight, or over another. */
const REGIONS: [string, string, string, string[]][] = [
  ['terminal', '/table/nsw', 'guest', ['header', 'main .play', 'main aside']],
  ['display', '/display/nsw', 'guest', ['main > header', 'main .roads', 'main section.coup', 'main > footer']],
  ['pit', '/pit', 'supervisor', ['header', '[role="tablist"]', '.wall', 'aside']],
]

test.for(REGIONS)('%s on a wall of 3840 by 2160', async ([name, path, who, regions]) => {
  const one = await facing(path, who, WALL)
  expect(await over(one.page), `${name} is wider than its screen`).toBeLessThanOrEqual(0)
  const boxes = await Promise.all(regions.map(async (region) => ({ region, box: await one.page.locator(region).first().boundingBox() })))
  for (const [nth, { region, box }] of boxes.entries()) {
    if (box === null) throw new Error(`${name} has no ${region}`)
    expect(box.width * box.height, region).toBeGreaterThan(0)
    expect(box.x + box.width, region).toBeLessThanOrEqual(WALL.width + 1)
    for (const { region: other, box: its } of boxes.slice(nth + 1)) {
      if (its === null) throw new Error(`${name} has no ${other}`)
      const wide = Math.min(box.x + box.width, its.x + its.width) - Math.max(box.x, its.x)
      const high = Math.min(box.y + box.height, its.y + its.height) - Math.max(box.y, its.y)
      expect(Math.min(wide, high), `${region} and ${other} lie over each other`).toBeLessThanOrEqual(1)
    }
  }
  expect(one.errors).toEqual([])
  await one.leave()
})

/** What can be pressed and is smaller than a finger; links in running text are as high as their line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed = [...document.querySelectorAll<HTMLElement>('button, a[href], summary, select, input, [role="slider"]')]
    return pressed.flatMap((one) => {
      const box = one.getBoundingClientRect()
      const shown = one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width > 1 && box.height > 1
      if (!shown || (one.tagName === 'A' && getComputedStyle(one).display === 'inline')) return []
      // What is drawn small may have a larger surface to press around it.
      const around = getComputedStyle(one, '::after')
      const [width, height] = around.position === 'absolute' ? [parseFloat(around.width) || 0, parseFloat(around.height) || 0] : [0, 0]
      const size = { wide: Math.max(box.width, width), high: Math.max(box.height, height) }
      if (Math.min(size.wide, size.high) >= least - 0.5) return []
      return [`${size.wide.toFixed(0)}×${size.high.toFixed(0)} ${(one.ariaLabel ?? one.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)} ${one.outerHTML.slice(0, 80)}`]
    })
  }, FINGER)
}

test('on a phone every button and link of the terminal has room for a finger', async () => {
  const ada = await Person.guest(house, browser, PHONE)
  const { page } = ada
  await ada.go('/table/nsw')
  await page.getByRole('heading', { name: words['terminal.join-seat'] ?? '' }).waitFor()
  expect(await tooSmall(page), 'the seats').toEqual([])
  await ada.sit('nsw', 5)
  await page.getByRole('button', { name: new RegExp(`^${words['common.confirm']}`) }).waitFor()
  expect(await tooSmall(page), 'the table').toEqual([])
  await page.getByRole('button', { name: words['terminal.look-up'] ?? '' }).first().click()
  for (const tab of ['roads.title', 'terminal.coups', 'terminal.rules', 'word.shoe']) {
    await page.getByRole('tab', { name: words[tab] ?? tab }).click()
    expect(await tooSmall(page), tab).toEqual([])
  }
  await ada.leave()
})
