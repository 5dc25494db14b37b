// A view of the busiest table changes on the page what is new in it and nothing else, which keeps it within an animation
// frame on any machine. How long it takes is measured in speed.bench.ts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { STEPS, busiest } from './busy.ts'
import { openHouse, type House } from './house.ts'
import { launch, until } from './people.ts'

const PATHS = ['/table/nsw', '/display/nsw'] as const

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

/** The most nodes that come, go or are changed with a view. A page has well over a thousand of them. */
const MOST: Record<(typeof PATHS)[number], { first: number; card: number; coup: number }> = {
  // At the terminal every wager of every seat comes with the call, and what came of it with the settlement.
  '/table/nsw': { first: 80, card: 80, coup: 1200 },
  '/display/nsw': { first: 50, card: 50, coup: 300 },
}

/**
 * Draws views one after another, each when the page is done with the one before; how many nodes each touched. Clocks are
 * left out: on a slow machine every view takes longer than a second.
 */
function touched(page: Page, frames: readonly string[]): Promise<number[]> {
  return page.evaluate(async (views) => {
    let nodes = new Set<Node>()
    const isClock = (node: Node): boolean => (node instanceof Element ? node : node.parentElement)?.closest('time, [role="timer"]') instanceof Element
    const add = (node: Node): void => {
      nodes.add(node)
      for (const child of node.childNodes) add(child)
    }
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes } of records) {
        if (isClock(target)) continue
        if (type !== 'childList') nodes.add(target)
        for (const node of [...addedNodes, ...removedNodes]) add(node)
      }
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const counts: number[] = []
    for (const view of views) {
      // A line that fell silent, because the machine is slow, opens with the beat and not with what is counted.
      await window.draw(JSON.stringify({ frame: 'beat', now: Date.now() * 1000 }))
      nodes = new Set()
      await window.draw(view)
      counts.push(nodes.size)
    }
    observer.disconnect()
    return counts
  }, frames)
}

test.for(PATHS)('of seven seats and 75 coups, a view touches what is new and nothing else at %s', async (path) => {
  const { one, frames } = await busiest(house, browser, path, [71, 72, 73, 74, 75])
  const counts = await touched(one.page, frames)
  expect(await one.page.getByRole('main').textContent()).toContain('75')
  // The first coup builds the page; the others are play.
  const play = counts.map((count, nth) => ({ count, step: STEPS[nth % STEPS.length] ?? 'wagers' })).slice(STEPS.length)
  for (const { count, step } of play) {
    expect(count, `${step}`).toBeGreaterThan(0)
    expect(count, `${step}`).toBeLessThanOrEqual(typeof step === 'string' ? MOST[path].coup : step === 1 ? MOST[path].first : MOST[path].card)
  }
  // What is there already is not drawn again. Something may come to rest between two views; it does not each time.
  const last = frames.slice(-1)
  await until('a view that is drawn twice touches nothing', async () => (await touched(one.page, [...last, ...last])).every((count) => count === 0))
  expect(one.errors).toEqual([])
  await one.leave()
})
