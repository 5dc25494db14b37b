// Every page at phone and desktop width in both languages: no violation of axe-core, no error, nothing too wide.

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { violations } from './axe.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch, until } from './people.ts'

const PICTURES = resolve(import.meta.dirname, '../../../target/screens')
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
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
    await until('wagers are open', async () => (await ada.say('nsw', `bet ${ada.name}@3 banker 100`)) === null, 20)
    await until('the coup ended', async () => (await ada.view('nsw')).shoe.coups > before, 20)
  }
  await ada.leave()
}, 120_000)

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
]

test.for(PAGES)('%s', async ([name, path, who]) => {
  for (const { width, height } of SIZES) {
    for (const language of ['en', 'zh-Hans']) {
      const seen = { width, height, language }
      const one = who === 'guest' || who === 'nobody' ? await Person.guest(house, browser, seen) : await Person.staff(house, browser, who, seen)
      if (who === 'nobody') await one.page.context().clearCookies()
      await one.go(path)
      await one.page.getByRole('main').waitFor()
      await one.page.waitForTimeout(700)
      await one.page.screenshot({ path: `${PICTURES}/${name}-${width}-${language}.png` })
      const over = await one.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `${name} at ${width} is wider than its screen`).toBeLessThanOrEqual(0)
      expect(await one.page.locator('html').getAttribute('lang')).toBe(language)
      // A look at each width and each language is enough for axe-core, which takes its time.
      const looked = (width === 390) === (language === 'zh-Hans') ? await violations(one.page) : []
      expect(looked, `${name} ${width} ${language}`).toEqual([])
      expect(one.errors).toEqual([])
      await one.leave()
    }
  }
})
