// Going about a page by keys alone.

import type { Page } from 'playwright-core'

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
