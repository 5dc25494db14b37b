// How quick the page is here: medians, each beside a plain page that does as much, measured in the same run. It asserts
// nothing, as a figure holds on one machine alone; what makes the page quick is tested in updates.test.ts and patron.test.ts.

import { afterAll, beforeAll, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { STEPS, busiest } from './busy.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch } from './people.ts'
import { area } from './terminal.ts'

const LOADS = 9

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

const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN

function report(what: string, ours: readonly number[], plain: readonly number[]): void {
  const [mine, reference] = [median(ours), median(plain)]
  process.stdout.write(`${what}: ${mine.toFixed(1)} ms; a plain page ${reference.toFixed(1)} ms; ratio ${(mine / reference).toFixed(1)}\n`)
}

/** Times what is done on a page by the work of its own thread: what else the machine does meanwhile is not the page's. */
async function timer(page: Page): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
  return async (act) => {
    const before = await worked()
    await act()
    return (await worked()) - before
  }
}

/** An empty page with as many elements as another has, of which `changed` get another text in each of `rounds` frames. */
async function plainUpdates(elements: number, changed: number, rounds: number): Promise<number[]> {
  const page = await browser.newPage()
  await page.evaluate((count) => document.body.append(...Array.from({ length: count }, () => document.createElement('span'))), elements)
  const time = await timer(page)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const update = ([text, count]: readonly [number, number]): Promise<void> =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done()
          for (const one of [...document.querySelectorAll('span')].slice(0, count)) one.textContent = String(text)
          port2.postMessage(null)
        })
      })
    times.push(await time(() => page.evaluate(update, [round, changed] as const)))
  }
  await page.close()
  return times
}

test.for(['/table/nsw', '/display/nsw'])('a view of seven seats and 75 coups is drawn at %s', async (path) => {
  const { one, frames } = await busiest(house, browser, path, [71, 72, 73, 74, 75])
  const time = await timer(one.page)
  const times: number[] = []
  for (const view of frames) times.push(await time(() => one.page.evaluate((text) => window.draw(text), view)))
  const elements = await one.page.evaluate(() => document.body.querySelectorAll('*').length)
  // The first coup builds the page; the others are play.
  const play = times.slice(STEPS.length)
  report(`a view drawn at ${path}`, play, await plainUpdates(elements, 50, play.length))
  await one.leave()
})

test('the terminal is loaded for the first time', async () => {
  const [ours, plain]: [number[], number[]] = [[], []]
  for (let load = 0; load < LOADS; load += 1) {
    // A browser that has nothing of the page yet.
    const dot = await Person.guest(house, browser)
    await dot.page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><button>empty</button>' }))
    const loaded = async (path: string): Promise<number> => {
      await dot.go(path)
      await (path === '/empty' ? dot.page.getByRole('button') : area(dot.page, 'player')).waitFor()
      return dot.page.evaluate(() => performance.now())
    }
    plain.push(await loaded('/empty'))
    ours.push(await loaded('/table/nsw'))
    await dot.leave()
  }
  report('a first load of the terminal', ours, plain)
})
