// A table as busy as they get, for pages whose socket is played by the test.

import type { Browser, Page } from 'playwright-core'
import type { Frame, MarkCell, RoadCell, RoadEntry, TableView } from '../../src/lib/wire.ts'
import type { House } from './house.ts'
import { Person } from './people.ts'

/** What the page's own socket is replaced by: the test says what comes over it. */
export interface Line {
  onmessage: ((event: { data: string }) => void) | null
}

declare global {
  interface Window {
    /** The socket the page opened last. */
    line: Line | undefined
    /** Gives the page a view, at the start of a frame, and comes back when its style, layout and paint are done. */
    draw: (view: string) => Promise<void>
  }
}

/** Gives the page a socket that only greets. Before the page is opened. */
export async function cutOff(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.draw = (view) =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done()
          window.line?.onmessage?.({ data: view })
          port2.postMessage(null)
        })
      })
    class Stub {
      onmessage: ((event: { data: string }) => void) | null = null
      onclose: (() => void) | null = null
      constructor() {
        window.line = this
        setTimeout(() => this.onmessage?.({ data: JSON.stringify({ frame: 'hello', version: 2, now: Date.now() * 1000, resumed: false }) }))
      }
      send(): void {}
      close(): void {}
    }
    window.WebSocket = Stub as unknown as typeof WebSocket
  })
}

/** Chance that is the same every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/** Where marks go on a sheet of six rows: down while they repeat, then to the right. */
function cells<Mark>(marks: readonly Mark[], same: (a: Mark, b: Mark) => boolean): { row: number; column: number; mark: Mark }[] {
  const taken = new Set<string>()
  const laid: { row: number; column: number; mark: Mark }[] = []
  let start = -1
  for (const mark of marks) {
    const last = laid.at(-1)
    let at = { row: 0, column: 0 }
    if (last !== undefined && same(last.mark, mark)) {
      const below = { row: last.row + 1, column: last.column }
      at = below.row < 6 && !taken.has(`${below.row} ${below.column}`) ? below : { row: last.row, column: last.column + 1 }
    } else {
      start += 1
      while (taken.has(`0 ${start}`)) start += 1
      at = { row: 0, column: start }
    }
    taken.add(`${at.row} ${at.column}`)
    laid.push({ ...at, mark })
  }
  return laid
}

const CARDS = ['9h', 'Kd', '4c', '2s', '7d', 'As', 'Qh', '5c'] as const
const RESULTS = ['player', 'banker', 'banker', 'player', 'tie'] as const

/** The steps of a coup as the views of it show them: wagers lie, cards come one at a time, it is settled. */
export const STEPS = ['wagers', 1, 2, 3, 4, 5, 6, 'settled'] as const
export type Step = (typeof STEPS)[number]

/** A real view, filled up: every seat taken with a wager on every bet, and `coups` coups on the roads. */
export function busy(real: TableView, coups: number, step: Step): TableView {
  const over = step === 'settled'
  const drawn = step === 'wagers' ? 0 : over ? 6 : step
  const roll = dice(7)
  const entries: RoadEntry[] = Array.from({ length: coups }, () => {
    const winner = RESULTS[roll(5)] ?? 'tie'
    return { winner, point: winner === 'tie' ? null : 1 + roll(9), player_pair: roll(12) === 0, banker_pair: roll(12) === 0, natural: roll(4) === 0 }
  })
  const wins = entries.flatMap((entry) => (entry.winner === 'tie' ? [] : [{ ...entry, side: entry.winner }]))
  const big: RoadCell[] = cells(wins, (a, b) => a.side === b.side).map(({ row, column, mark }) => ({
    row,
    column,
    side: mark.side,
    ties: mark.point === 4 ? 1 : 0,
    player_pair: mark.player_pair,
    banker_pair: mark.banker_pair,
  }))
  // Each road from dice of its own, so that a further coup adds a mark and moves none.
  const derived = (seed: number): MarkCell[] => {
    const throws = dice(seed)
    return cells(wins.slice(5).map(() => throws(2) === 0), (a, b) => a === b).map(({ row, column, mark }) => ({ row, column, red: mark }))
  }
  const count = (what: (entry: RoadEntry) => boolean): number => entries.filter(what).length
  const patrons = Array.from({ length: real.seats }, (_, index) => ({
    patron: real.patrons.find(({ mine, seat }) => mine && seat === index + 1)?.patron ?? `guest-${index + 1}`,
    boxes: [index + 1],
    seat: index + 1,
    mine: real.patrons.some(({ mine, seat }) => mine && seat === index + 1),
    silent: false,
    house: false,
  }))
  const bets = patrons.flatMap(({ patron, seat, mine }) => real.offers.map(({ bet }, place) => ({ patron, at: seat, bet, mine, stake: 500 * (1 + ((seat + place + coups) % 9)) })))
  const last = entries.at(-1)
  const point = { player: last?.winner === 'player' ? 8 : 3, banker: last?.winner === 'banker' ? 8 : 3 }
  const dealt = (side: 'player' | 'banker'): TableView['player'] => {
    const cards = side === 'player' ? Math.ceil(drawn / 2) : Math.floor(drawn / 2)
    const first = coups * 5 + (side === 'player' ? 0 : 3)
    return { ...real[side], cards: CARDS.map((_, nth) => CARDS[(first + nth) % CARDS.length] ?? 'Ks').slice(0, cards), point: cards > 1 ? point[side] : null }
  }
  return {
    ...real,
    phase: step === 'wagers' ? 'betting' : 'dealing',
    timer: step === 'wagers' ? { at: real.at + 20_000_000, since: real.at, what: 'wagers-close' } : null,
    call: step === 'wagers' ? 'place-your-bets' : over ? 'result' : 'no-more-bets',
    patrons,
    player: dealt('player'),
    banker: dealt('banker'),
    outcome: over && last !== undefined ? { winner: last.winner, ...point, natural: last.natural, player_pair: last.player_pair, banker_pair: last.banker_pair } : null,
    wagers: over ? [] : bets.map((bet) => ({ ...bet, fault: null, sealed: false })),
    settled: over ? bets.map((bet) => ({ ...bet, result: bet.bet === last?.winner ? 'paid' : 'collected', amount: bet.stake, commission: 0, by: ['11.1.2'] })) : [],
    shoe: { ...real.shoe, coups, drawn: Math.min(real.shoe.cards, coups * 5), cut_until: null },
    roads: {
      entries,
      big,
      eye: derived(11),
      small: derived(12),
      cockroach: derived(13),
      waiting_ties: 0,
      ask: real.roads.ask,
      good: [],
      counts: {
        coups,
        player: count(({ winner }) => winner === 'player'),
        banker: count(({ winner }) => winner === 'banker'),
        tie: count(({ winner }) => winner === 'tie'),
        player_pair: count(({ player_pair }) => player_pair),
        banker_pair: count(({ banker_pair }) => banker_pair),
        natural: count(({ natural }) => natural),
      },
    },
  }
}

/** A view as it comes over the line. */
export function frame(view: TableView): string {
  return JSON.stringify({ frame: 'view', view } satisfies Frame)
}

/** Somebody at a page of the busiest table, with the views of `coups`, each a step further, to be drawn there. */
export async function busiest(house: House, browser: Browser, path: string, coups: readonly number[]): Promise<{ one: Person; frames: string[] }> {
  const one = await Person.guest(house, browser)
  const [, , table = ''] = path.split('/')
  await one.sit(table, (await one.view(table)).patrons.length + 1)
  const real = await one.view(table)
  const views = coups.flatMap((coup) => STEPS.map((step) => busy(real, coup, step)))
  const frames = views.map((view, nth) => frame({ ...view, seq: 1_000_000 + nth }))
  await cutOff(one.page)
  await one.go(path)
  await one.page.waitForFunction(() => window.line?.onmessage)
  return { one, frames }
}
