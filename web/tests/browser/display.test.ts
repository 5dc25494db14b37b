// The sign over a table hangs there for weeks: thousands of coups leave nothing behind.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { busy, cutOff, frame } from './busy.ts'
import { openHouse, type House } from './house.ts'
import hant from '../../src/i18n/zh-Hant.json' with { type: 'json' }
import type { TableView } from '../../src/lib/wire.ts'
import { Person, launch, until, words } from './people.ts'

/** All that is counted is counted at the same place of a shoe. */
const SHOE = 76
const FIRST = 3 * SHOE
/** A tenth of the coups is enough to see what each of them leaves; `./test --full` looks for what only some leave. */
const LAST = FIRST + (process.env['PUNTO_FULL'] === '1' ? 130 : 13) * SHOE
/** In bytes. Less than 210 a coup in a long run; in a short one the engine's own memory, such as compiled code, counts. */
const MOST_GROWTH = process.env['PUNTO_FULL'] === '1' ? 2_000_000 : 800_000

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

declare global {
  interface Window {
    feed: (from: number, to: number) => Promise<void>
  }
}

test('the sign finds its table again after the server was gone, and takes a newer page by itself', async () => {
  const sign = await Person.guest(house, browser, { width: 1920, height: 1080 })
  await sign.go('/display/nsw')
  const silent = sign.page.getByRole('main').getByText(words['connection.silent'] ?? '-')
  const road = sign.page.getByRole('img', { name: new RegExp(`^${words['roads.big_road']}`) })
  await road.waitFor()
  await sign.page.evaluate(() => (document.body.dataset['page'] = 'first'))
  const first = (): Promise<boolean> => sign.page.evaluate(() => document.body.dataset['page'] === 'first')
  await house.kill()
  await silent.waitFor()
  // What was seen stays.
  expect(await road.count()).toBe(1)
  await house.again()
  await silent.waitFor({ state: 'detached' })
  expect(await first()).toBe(true)
  // The same once more, and this time the server has another page.
  await sign.page.route(`${house.base}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><script type="module" src="/assets/another.js"></script>' }))
  await house.kill()
  await silent.waitFor()
  await house.again()
  await until('it was loaded anew', async () => !(await first().catch(() => true)))
  await road.waitFor()
  expect(sign.errors).toEqual([])
  await sign.leave()
})

test('the sign says what is asked for now, how long, and keeps the coup before apart from it, in two languages where they are asked for', async () => {
  const sign = await Person.guest(house, browser, { width: 1920, height: 1080 })
  const real = await sign.view('nsw')
  await cutOff(sign.page)
  await sign.go('/display/nsw?also=zh-Hant')
  await sign.page.waitForFunction(() => window.line?.onmessage)
  const show = (view: TableView): Promise<void> => sign.page.evaluate((data) => window.line?.onmessage?.({ data }), frame(view))
  const settled = busy(real, 12, 'settled')
  await show({ ...settled, seq: 1e6 })
  const coup = sign.page.locator('section.coup')
  await coup.locator('.ribbon').waitFor()
  expect(await coup.locator('.now').count()).toBe(0)
  // Wagers are called for: the clock and the call come first, and what was is headed as what it is.
  await show({ ...settled, seq: 1e6 + 1, phase: 'betting', call: 'place-your-bets', settled: [], timer: { at: real.at + 20_000_000, since: real.at, what: 'wagers-close' } })
  await coup.locator('.now .ring').waitFor()
  await coup.locator('.now').getByText(hant['call.place-your-bets']).waitFor()
  await coup.locator('.before').getByRole('heading', { name: words['terminal.last-coup'] ?? '' }).waitFor()
  await coup.locator('.before .ribbon').waitFor()
  for (const road of ['big_road', 'bead_plate', 'eye', 'small', 'cockroach'] as const) await sign.page.locator('figcaption').filter({ hasText: `${words[`roads.${road}`]} ${hant[`roads.${road}`]}` }).waitFor()
  // Nothing hangs out of the screen, and no band of it is empty.
  expect(await sign.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  expect(sign.errors).toEqual([])
  await sign.leave()
})

test('the display shows thousands of coups, the newest at the end, and its memory does not grow', async () => {
  const sign = await Person.guest(house, browser, { width: 1920, height: 1080 })
  const real = await sign.view('nsw')
  await cutOff(sign.page)
  await sign.go('/display/nsw')
  await sign.page.waitForFunction(() => window.line?.onmessage)
  // A sign shows no wagers, so the views have none. Of most coups the result alone is shown; of some, the clock of wagers too.
  const shoe = Array.from({ length: SHOE }, (_, nth) => {
    const steps = nth % 10 === 0 ? (['wagers', 'settled'] as const) : (['settled'] as const)
    return steps.map((step) => frame(busy({ ...real, seats: 0 }, nth + 1, step)))
  })
  await sign.page.evaluate((frames) => {
    window.feed = async (from, to) => {
      for (let coup = from; coup < to; coup += 1) {
        for (const [step, text] of (frames[coup % frames.length] ?? []).entries()) {
          const number = Math.floor(coup / frames.length) + 1
          const data = text.replace(/"seq":\d+/, `"seq":${1e6 + coup * 2 + step}`).replace(/"shoe":\{"number":\d+/, `"shoe":{"number":${number}`)
          window.line?.onmessage?.({ data })
          await Promise.resolve()
        }
        // Every so often the page is drawn; in between it is only put out of sight, or most of the time would go to layout.
        document.body.hidden = coup % 50 !== 0
        if (!document.body.hidden) await new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
      }
      document.body.hidden = false
      await new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
    }
  }, shoe)
  const devtools = await sign.page.context().newCDPSession(sign.page)
  const weigh = async (): Promise<{ bytes: number; nodes: number; listeners: number }> => {
    // Twice: what a first sweep lets go may hold something that a second one finds.
    for (const _ of [1, 2]) await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    return { bytes: usedSize, nodes, listeners: jsEventListeners }
  }
  await sign.page.evaluate((to) => window.feed(0, to), FIRST)
  const before = await weigh()
  await sign.page.evaluate(([from, to]) => window.feed(from, to), [FIRST, LAST] as const)
  const after = await weigh()
  expect(after.bytes - before.bytes).toBeLessThan(MOST_GROWTH)
  expect(after.nodes - before.nodes).toBeLessThan(200)
  expect(after.listeners - before.listeners).toBeLessThan(20)
  // What hangs there is the newest coup, of the newest shoe.
  const newest = { shoe: Math.floor((LAST - 1) / SHOE) + 1, coups: ((LAST - 1) % SHOE) + 1 }
  const shown = (words['display.shoe'] ?? '').replace('{shoe}', String(newest.shoe)).replace('{coups}', String(newest.coups))
  await sign.page.getByText(shown).waitFor()
  expect(sign.errors).toEqual([])
  await sign.leave()
})
