// What does not go straight in a tournament, at the screens of those whom it concerns: a dispute that everything waits for,
// entrants who are level and play off, and somebody who is out and buys back.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { Cup, type Document } from './cup.ts'
import { openHouse, type House } from './house.ts'
import { Person, launch, said, until, words } from './people.ts'

const CONDITIONS = { fee: '100', form: 'f-1', entrants: '2..8', chips: '1000', limits: '10..500', hidden: '0', prizes: '60 40', paid: 'cheque', rounds: '1', tables: '1', advance: '1', start: '2020-01-01T00:00:00Z', 'hidden-after-tie': 'used', compulsory: 'yes', method: 'A', session: 'coups 1', 'second-chance': 'no', seating: 'draw', order: 'yes', 'pass-cards': '0', 'buy-backs': '0', 'entitled-only': 'yes', 'withdraw-days': '7', 'rules-prevail': 'yes' }
const nsw = (change: Readonly<Record<string, string>>): Document => ({ rulebook: 'nsw-2021', conditions: { ...CONDITIONS, ...change }, examiner: 'supervisor', seats: 'director', attended: false })

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

const button = (person: Person, name: string | RegExp) => person.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()

/** Presses a button whose window asks for words. */
async function write(person: Person, name: RegExp, what: string): Promise<void> {
  await person.rests()
  await button(person, name).click()
  const window = person.page.getByRole('dialog')
  await window.getByLabel(words['tournament-field.what'] ?? '').fill(what)
  await window.getByRole('button', { name: words['common.confirm'] ?? '' }).click()
}

test('a dispute is decided before winners are declared, and who is level plays off', async () => {
  const cup = await Cup.open(house, browser, nsw({}), 2, 'cup-level')
  await cup.publish()
  await cup.enter()
  await cup.seat()
  await cup.begin()
  await cup.desk(cup.examiner, 'sessions')
  await cup.coup((player) => cup.wager(player, 'player', 20))
  await cup.settled(1)
  await cup.until('the session is over', cup.director, ({ tables }) => tables[0]?.phase === 'over')
  const [one] = cup.players
  if (one === undefined) throw new Error('nobody plays')
  const disputes = said('tournament-command-own.dispute', { what: '' }).split(':')[0] ?? ''
  await write(one, new RegExp(`^${disputes}`), 'the last coup')
  await cup.until('the dispute is there', cup.director, ({ tables }) => tables[0]?.disputes.length === 1)
  await cup.count()
  // Until it is decided nothing is declared, and the desk says by which clause.
  const declare = said('tournament-command.declare', { table: 1 })
  await until('declaring waits', async () => (await button(cup.director, declare).count()) === 0 || (await button(cup.director, declare).isDisabled()))
  await write(cup.director, new RegExp(`^${said('tournament-command.rule', { entrant: one.name, what: '' }).split(':')[0] ?? ''}`), 'it was as it was')
  await cup.until('it is decided', cup.director, ({ tables }) => tables[0]?.disputes.length === 0)
  // Both have as many chips: they play on until they have not.
  await cup.press(cup.director, new RegExp(`^${said('tournament-command.play-off', { table: 1 })}`), 'the play-off begins', ({ tables }) => (tables[0]?.play_off?.entrants.length ?? 0) === 2)
  await one.page.getByText(words['tournament.your-turn'] ?? '').or(one.page.getByText(words['tournament.to-wager'] ?? '')).first().waitFor()
  for (let coups = 2; (await cup.view(cup.director)).tables[0]?.phase !== 'over'; coups += 1) {
    await cup.coup((player, nth) => cup.wager(player, nth === 0 ? 'player' : 'banker', 20))
    await cup.settled(coups)
    await cup.count()
    await until('the count has decided, or they play on', async () => {
      const [table] = (await cup.view(cup.director)).tables
      return table?.phase === 'over' || (table?.phase === 'betting' && table.next !== null)
    })
  }
  const { places } = await cup.press(cup.director, declare, 'winners are declared', ({ stage }) => stage === 'over')
  expect(places.map(({ place, entrants }) => [place, entrants.length])).toEqual([[1, 1], [2, 1]])
  expect(cup.players.flatMap(({ errors }) => errors)).toEqual([])
  await cup.leave()
})

test('who is out buys back at their own screen, as often as the conditions have it', async () => {
  const cup = await Cup.open(house, browser, nsw({ chips: '20', session: 'coups 9', 'buy-backs': '1' }), 2, 'cup-again')
  await cup.publish()
  await cup.enter()
  await cup.seat()
  await cup.begin()
  // All in on both hands, until a coup is no tie: then one of them is out.
  for (let coups = 1; (await cup.view(cup.director)).entrants.every(({ standing }) => standing === 'in'); coups += 1) {
    await cup.coup((player, nth) => cup.wager(player, nth === 0 ? 'player' : 'banker', 20))
    await cup.settled(coups)
  }
  const out = (await cup.view(cup.director)).entrants.find(({ standing }) => standing === 'out')?.entrant.name
  const loser = cup.players.find(({ name }) => name === out)
  const winner = cup.players.find(({ name }) => name !== out)
  if (loser === undefined || winner === undefined) throw new Error('nobody is out')
  expect(await button(winner, words['tournament-command-own.buy-back'] ?? '').count()).toBe(0)
  const { own } = await cup.press(loser, words['tournament-command-own.buy-back'] ?? '', 'they are back', (view) => view.own?.standing === 'in')
  expect([own?.buy_backs, own?.chips]).toEqual([1, 2000])
  await cup.leave()
})
