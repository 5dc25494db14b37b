// What axe-core finds on a page.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8')

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Looks once the page has come to rest: what is being loaded is faded on purpose, and says so with `aria-busy`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  // The page's own policy forbids scripts from elsewhere, so axe-core comes in through the debugger.
  await page.evaluate(AXE)
  const found = await page.evaluate(async () => (await (window as unknown as { axe: Axe }).axe.run()).violations)
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}
