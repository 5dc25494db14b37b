// Tables at which a person deals, for the tests of staff.

import type { Browser } from 'playwright-core'
import { openHouse, type House } from './house.ts'
import { Person, launch } from './people.ts'

/** A house with whoever it takes to play at a live table. */
export interface LiveHouse {
  house: House
  browser: Browser
  dealer: Person
  supervisor: Person
  close(): Promise<void>
}

export async function liveHouse(tables: string): Promise<LiveHouse> {
  const house = await openHouse(tables)
  const browser = await launch()
  return {
    house,
    browser,
    dealer: await Person.staff(house, browser, 'dealer'),
    supervisor: await Person.staff(house, browser, 'supervisor'),
    async close() {
      await browser.close()
      await house.stop()
    },
  }
}

/** A table in the configuration: its name, its document, and what it opens with besides. */
export function liveTable(name: string, rulebook: string, more = ''): string {
  return `
[[table]]
name = "${name}"
rulebook = "${rulebook}"
opening = "usual, ${more}demonstration yes, limits 5..5000"
dealer = "person"
`
}

/** Opens a table for play: whoever the document wants on duty is, the dealer deals, the cards are ready. */
export async function ready(table: string, dealer: Person, supervisor: Person): Promise<void> {
  await supervisor.say(table, 'sign-on', 'game-inspector')
  const { rulebook } = await dealer.view(table)
  // The electronic document knows no dealer to sign on.
  if (rulebook !== 'rws-2016') await dealer.must(table, 'sign-on', 'dealer')
  // Under one document the first card says how many are burned, so it is named.
  await dealer.must(table, rulebook === 'nz-1998' ? 'prepare burn Ac' : 'prepare', 'dealer')
}

/** A coup that Player wins with a natural nine, up to its settlement. */
export async function nine(table: string, dealer: Person): Promise<void> {
  for (const card of ['Ks', '2d', '9h', '3c']) await dealer.must(table, `card ${card}`, 'dealer')
}
