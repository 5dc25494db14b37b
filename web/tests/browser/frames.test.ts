// A view of the busiest table is drawn within one animation frame.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { STEPS, busy, cutOff, frame } from './busy.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch } from './people.ts'

/** A sixtieth of a second. */
const FRAME_MS = 1000 / 60

declare global {
  interface Window {
    draw: (nth: number, round: number) => Promise<void>
  }
}

/** The time the page's own thread has worked, in milliseconds: what else the machine does meanwhile is not the page's. */
async function clock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
}

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

test.for([['/table/nsw', 1], ['/display/nsw', 2]] as const)('seven seats and 75 coups are drawn within a frame at %s', async ([path, seat]) => {
  const ada = await Person.guest(house, browser)
  await ada.sit('nsw', seat)
  const real = await ada.view('nsw')
  expect(real.seats).toBe(7)
  const coups = [71, 72, 73, 74, 75]
  const views = coups.flatMap((coup) => STEPS.map((step) => busy(real, coup, step)))
  expect(views.at(-1)).toMatchObject({ patrons: { length: 7 }, roads: { counts: { coups: 75 } }, settled: { length: 7 * real.offers.length } })
  await cutOff(ada.page)
  await ada.go(path)
  await ada.page.waitForFunction(() => window.line?.onmessage)
  await ada.page.evaluate((frames) => {
    // From the message, at the start of a frame, until its style, layout and paint are done.
    window.draw = (nth, round) =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done()
          window.line?.onmessage?.({ data: frames[nth]?.replace(/"seq":\d+/, `"seq":${1e6 + 100 * round + nth}`) ?? '' })
          port2.postMessage(null)
        })
      })
  }, views.map(frame))
  const spent = await clock(ada.page)
  const rounds: number[] = []
  // A busy machine makes it only slower, so the best of a few rounds is nearest to the truth.
  while (rounds.length < 3 && !rounds.some((median) => median < FRAME_MS)) {
    const times: number[] = []
    for (const nth of views.keys()) {
      const before = await spent()
      await ada.page.evaluate(([view, round]) => window.draw(view, round), [nth, rounds.length] as const)
      times.push((await spent()) - before)
    }
    // The first coup builds the page; the others are play.
    const sorted = times.slice(STEPS.length).toSorted((a, b) => a - b)
    rounds.push(sorted[Math.floor(sorted.length / 2)] ?? Infinity)
  }
  expect(await ada.page.getByRole('main').textContent()).toContain('75')
  expect(Math.min(...rounds), `medians in ms: ${rounds.join(', ')}`).toBeLessThan(FRAME_MS)
  expect(ada.errors).toEqual([])
  await ada.leave()
})
