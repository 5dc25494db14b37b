// What the dealer has taken and paid of the last coup, wager by wager: it is this screen's own, and outlives a reload.

import type { Settled, TableView } from '../../lib/wire.ts'

const STORED = 'punto.ticked'

interface Ticked {
  /** Which coup it is of: the record with which that began, so that ticks outlast its shoe. */
  coup: number
  done: readonly string[]
}

const NOTHING: Ticked = { coup: -1, done: [] }

export class Ticks {
  readonly #table: string
  #ticked = $state.raw<Ticked>(NOTHING)

  constructor(table: string) {
    this.#table = table
    this.#ticked = stored(table)
  }

  isDone(view: TableView, one: Settled): boolean {
    return this.#done(view).includes(nameOf(one))
  }

  /** The wager whose chips are moved next, in collecting order; nothing where the software moves credits. */
  next(view: TableView): Settled | null {
    if (!isSettling(view) || !view.by_hand) return null
    return view.settled.find((one) => !this.isDone(view, one)) ?? null
  }

  tick(view: TableView, one: Settled): void {
    const [done, name] = [this.#done(view), nameOf(one)]
    this.#ticked = { coup: view.settled_of, done: done.includes(name) ? done.filter((other) => other !== name) : [...done, name] }
    try {
      sessionStorage.setItem(`${STORED} ${this.#table}`, JSON.stringify(this.#ticked))
    } catch {
      // Storage may be barred; the ticks are then gone with the page.
    }
  }

  #done(view: TableView): readonly string[] {
    return this.#ticked.coup === view.settled_of ? this.#ticked.done : []
  }
}

/** Whether the chips of a settled coup lie to be taken and paid: until the next wager is down. */
export const isSettling = ({ settled, phase, wagers }: Pick<TableView, 'settled' | 'phase' | 'wagers'>): boolean => settled.length > 0 && phase !== 'dealing' && wagers.length === 0

/** Tells the wagers of a coup apart. */
export const nameOf = ({ patron, at, bet, result }: Settled): string => `${patron}@${at} ${bet} ${result}`

function stored(table: string): Ticked {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${STORED} ${table}`) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'coup' in kept && 'done' in kept ? (kept as Ticked) : NOTHING
  } catch {
    return NOTHING
  }
}
