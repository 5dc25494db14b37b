// What this terminal puts into the order of the house's own shoes, by itself: a share each, pledged before any is shown.
// What it saw is kept, so that the check of an ended shoe does not rest on the house's word.

import { api } from '../../lib/api.ts'
import type { Share } from '../../lib/share.ts'
import type { ShoeRecord } from '../../lib/verify-shoe.ts'
import type { Said, TableView } from '../../lib/wire.ts'

const STORED = 'punto.shares'
const MOST = 40

/** A share of this browser's. */
export interface Kept extends Share {
  /** The commitment of the shoe. */
  shoe: string
  patron: string
  pledge: string
  /** All pledges that were published before this share was revealed; `null` while it is secret. */
  seen: string[] | null
}

/** The shares that this browser gave at a table, oldest first. */
export function given(table: string): Kept[] {
  return read()[table] ?? []
}

/** Whether this browser's share went into a shoe that has ended, with exactly the pledges it saw; `null` if it gave none. */
export function isIn(table: string, record: ShoeRecord): boolean | null {
  const mine = given(table).filter(({ shoe, seen }) => shoe === record.commitment && seen !== null)
  if (mine.length === 0) return null
  const pledges = record.shares.map(({ pledge }) => pledge).join()
  return mine.every(({ pledge, share, seen }) => seen?.join() === pledges && record.shares.some((one) => one.pledge === pledge && one.shown?.share === share))
}

/** Gives this terminal's share of the promised shoe: pledges it while pledges are taken, and then reveals it. */
export class Contribution {
  readonly #table: string
  readonly #patron: string
  readonly #send: (table: string, body: object) => Promise<Said>
  /** What is on its way, or was taken. */
  #said = ''

  constructor(table: string, patron: string, send = post) {
    this.#table = table
    this.#patron = patron
    this.#send = send
  }

  /** Does what a view asks for. Whatever was not taken is said again with the next view. */
  async follow({ shoe: { commitment, shares }, patrons }: TableView): Promise<void> {
    if (commitment === null || shares === null) return
    if (shares.stage === 'pledging' && patrons.some(({ mine }) => mine)) {
      const { pledge } = this.#own(commitment) ?? (await this.#draw(commitment))
      if (!shares.pledges.includes(pledge)) await this.#say({ shoe: commitment, pledge })
    }
    if (shares.stage === 'revealing') {
      const own = this.#own(commitment)
      // A share that is not among the pledges is not given away: it could no longer change anything.
      if (own === undefined || !shares.pledges.includes(own.pledge)) return
      keep(this.#table, { ...own, seen: own.seen ?? shares.pledges })
      await this.#say({ shoe: commitment, reveal: { share: own.share, salt: own.salt } })
    }
  }

  #own(commitment: string): Kept | undefined {
    return given(this.#table).find(({ shoe, patron }) => shoe === commitment && patron === this.#patron)
  }

  async #draw(shoe: string): Promise<Kept> {
    const { newShare, pledgeOf } = await import('../../lib/share.ts')
    // Another view may have come meanwhile.
    const drawn = this.#own(shoe)
    if (drawn !== undefined) return drawn
    const share = newShare()
    const own = { ...share, shoe, patron: this.#patron, pledge: pledgeOf(shoe, this.#patron, share), seen: null }
    keep(this.#table, own)
    return own
  }

  async #say(body: object): Promise<void> {
    const what = JSON.stringify(body)
    if (this.#said === what) return
    this.#said = what
    try {
      await this.#send(this.#table, body)
    } catch {
      // The table goes on without it; the line says what is wrong.
      if (this.#said === what) this.#said = ''
    }
  }
}

function post(table: string, body: object): Promise<Said> {
  return api<Said>(`/api/v1/tables/${encodeURIComponent(table)}/share`, { body })
}

function keep(table: string, share: Kept): void {
  const all = read()
  const others = (all[table] ?? []).filter(({ shoe, patron }) => shoe !== share.shoe || patron !== share.patron)
  all[table] = [...others, share].slice(-MOST)
  try {
    localStorage.setItem(STORED, JSON.stringify(all))
  } catch {
    // Storage may be barred; then this terminal gives no shares, as it could not reveal them after a reload.
  }
}

function read(): Record<string, Kept[]> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, Kept[]>) : {}
  } catch {
    return {}
  }
}
