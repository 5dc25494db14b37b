// Going about a page by keys alone.

import type { Page } from 'playwright-core'
import { said, until } from './people.ts'

/** The name and role of what has the focus, as a reader of the screen is told. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    return at === null || at === document.body ? '' : (at.getAttribute('aria-label') ?? at.closest('label')?.textContent ?? at.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  })
}

/** Goes on by Tab until that has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if (name.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`sixty times Tab, and never at ${name}; now at ${await focused(page)}`)
}

/** A text as a pattern that is it and nothing else. */
export const plain = (text = ''): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What is called so on the page, with whatever follows. */
export const label = (key: string): RegExp => new RegExp(`^${plain(said(key))}`)

/** Types into a field that is reached by Tab. A window that has just closed gives the focus back in its own time, and with it the caret. */
export async function typeAt(page: Page, key: string, text: string): Promise<void> {
  await until(`${text} is typed`, async () => {
    await tabTo(page, label(key))
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    return (await page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''))) === text
  })
}

/** Goes to one of several tabs, whose names begin so in the catalogue, by arrow keys. */
export async function tabOf(page: Page, area: string, names: readonly string[], wanted: string): Promise<void> {
  await tabTo(page, new RegExp(`^(${names.map((name) => plain(said(area + name))).join('|')})$`))
  await until(`${wanted} is chosen`, async () => {
    if ((await page.getByRole('tab', { name: said(area + wanted), exact: true }).getAttribute('aria-selected')) === 'true') return true
    await page.keyboard.press('ArrowRight')
    return false
  })
}
