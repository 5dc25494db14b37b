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

/** `cutWindow`: how long Punto's own shoe waits for a patron's cut, in milliseconds. */
export async function liveHouse(tables: string, cutWindow?: number): Promise<LiveHouse> {
  const house = await openHouse(tables, undefined, cutWindow)
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

/** What is said on the way to a shoe that is ready, the first that is allowed first. */
const STEPS = [/^act (check-cards|show-cards|wash|stack|riffle)$/, /^act patron-checks /, /^shuffle hand$/, /^offer-cut /, /^cut \d+( by .*)?$/, /^place-marker /, /^burn /]
/** In which roles the two of a demonstration get a shoe ready. */
const AT_WORK = ['dealer', 'game-supervisor', 'casino-supervisor', 'game-inspector'] as const

/** Opens a table for play: whoever the document wants on duty is, the dealer deals, the cards are ready. */
export async function ready(table: string, dealer: Person, supervisor: Person): Promise<void> {
  await supervisor.say(table, 'sign-on', 'game-inspector')
  await dealer.must(table, 'sign-on', 'dealer')
  await shoe(table, dealer, supervisor)
}

/** The two get a shoe ready, step by step and each in their own name, or until such a line was said; a patron is there for what takes one. */
export async function shoe(table: string, dealer: Person, supervisor: Person, last?: RegExp): Promise<void> {
  const { patrons } = await dealer.view(table)
  if (patrons.length === 0) await dealer.must(table, 'sit zoe@7', 'dealer')
  const said = new Set<string>()
  for (let view = await dealer.view(table); view.phase === 'preparing'; view = await dealer.view(table)) {
    const next = await nextStep(table, dealer, supervisor, said)
    if (next === null) throw new Error(`no way to a shoe at ${table} after ${[...said].join(', ')}`)
    const [who, role, line] = next
    said.add(`${role}: ${line}`)
    await who.must(table, line, role)
    if (last?.test(line)) return
  }
  if (patrons.length === 0) await dealer.must(table, 'leave zoe', 'dealer')
}

async function nextStep(table: string, dealer: Person, supervisor: Person, said: ReadonlySet<string>): Promise<[Person, string, string] | null> {
  const lists = await Promise.all(
    AT_WORK.map(async (role) => {
      const who = role === 'dealer' ? dealer : supervisor
      const allowed = await who.get<{ line: string; refusal: unknown }[]>(`/api/v1/tables/${table}/allowed?role=${role}`)
      return allowed.filter(({ refusal }) => refusal === null).map(({ line }): [Person, string, string] => [who, role, line])
    }),
  )
  const fresh = lists.flat().filter(([, role, line]) => !said.has(`${role}: ${line}`))
  return STEPS.map((step) => fresh.find(([, , line]) => step.test(line))).find((one) => one !== undefined) ?? null
}

/** A coup that Player wins with a natural nine, up to its settlement. */
export async function nine(table: string, dealer: Person): Promise<void> {
  for (const card of ['Ks', '2d', '9h', '3c']) await dealer.must(table, `card ${card}`, 'dealer')
}
