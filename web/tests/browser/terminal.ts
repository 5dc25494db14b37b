// A patron's hand at the terminal: what is pressed to make a wager.

import type { Locator, Page } from 'playwright-core'
import { until, words, type Person } from './people.ts'

/** A bet on the cloth. */
export const area = (page: Page, bet: string): Locator => page.locator(`[data-bet="${bet}"] button`).first()

/** A chip on the rail, by its value. */
export const chip = (page: Page, value: number): Locator => page.locator(`[data-value="${value}"]`)

/** What lies on a bet and was not sent yet. */
export const unsent = (page: Page, bet: string): Locator => area(page, bet).getByText(words['terminal.pending']?.replace('{amount} ', '') ?? '-')

/** The key that sends what lies. */
export const confirm = (page: Page): Locator => page.locator('button.confirm')

/** Why something was not done, where it was asked. */
export const refusals = (page: Page): Locator => page.getByRole('main').getByRole('alert').filter({ hasText: words['refusal.title'] ?? '-' })

/** Waits until wagers are called for, and the page shows it. */
export async function called(one: Person, table: string): Promise<void> {
  await one.called(table)
  await one.caughtUp(table)
}

/** Does something until it is seen to be done: a page that has heard nothing for two seconds takes nothing until it does. */
export async function insist(what: string, act: () => Promise<void>, done: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await act()
    return done()
  })
}

/** Puts the chosen chip on a bet, once wagers are called for. */
export async function put(one: Person, table: string, bet: string): Promise<void> {
  await called(one, table)
  await insist(`a chip lies on ${bet}`, () => area(one.page, bet).click(), async () => (await unsent(one.page, bet).count()) > 0)
}

/** Puts the chosen chip on a bet and sends it; comes back when it was taken or refused. */
export async function wager(one: Person, table: string, bet: string): Promise<void> {
  await put(one, table, bet)
  await insist(
    `the wager on ${bet} is answered`,
    async () => {
      if (await confirm(one.page).isEnabled()) await confirm(one.page).click()
    },
    async () => (await unsent(one.page, bet).count()) === 0 || (await refusals(one.page).count()) > 0,
  )
}
