// A patron's place at a table: what is seen, what may be said, what was said and what came of it.

import { untrack } from 'svelte'
import { announce } from '../../lib/announce.svelte.ts'
import { api } from '../../lib/api.ts'
import { AtTable } from '../../lib/at-table.svelte.ts'
import { Failure } from '../../lib/failure.ts'
import { t } from '../../lib/i18n.svelte.ts'
import { Intents } from '../../lib/intents.ts'
import { refreshSession } from '../../lib/session.svelte.ts'
import { play } from '../../lib/sound.ts'
import { toast } from '../../lib/toast.svelte.ts'
import type { Command, Refusal, Said, TableView, WagerView } from '../../lib/wire.ts'
import { heard } from './heard.ts'
import { hasPlayed } from './hint.svelte.ts'
import { handTaken, narrate } from './narrate.ts'
import { Contribution } from './shares.ts'
import { Slip } from './slip.svelte.ts'

/** Why something was not done: a refusal of the table's, or a failure on the way. */
export type Trouble = { refusal: Refusal } | { error: unknown }

export class Desk extends AtTable {
  readonly me: string | null
  readonly slip = new Slip()
  /** What was not done, by the place it concerns: a bet, `seat`, `money`, `cut`, `hand`, `matter`, `speak`. */
  troubles = $state.raw<ReadonlyMap<string, Trouble>>(new Map())
  /** A line is on its way. */
  busy = $state(0)
  /** The stakes of the last coup, for rebet. */
  last = $state.raw<ReadonlyMap<string, number>>(new Map())
  #box = $state<number | null>(null)
  #intents = new Intents()
  readonly #contribution: Contribution | null

  /** `me` is the name in lines; nobody and staff only watch. */
  constructor(table: string, me: string | null) {
    super(table, { shares: me !== null, offers: me === null ? 'none' : 'in-role' })
    this.me = me
    this.#contribution = me === null ? null : new Contribution(table, me)
  }

  readonly mine = $derived.by(() => this.view?.patrons.find(({ mine }) => mine) ?? null)
  readonly boxes = $derived(this.mine === null ? [] : [...new Set([this.mine.seat ?? 0, ...this.mine.boxes])].filter((at) => at > 0))
  readonly wagers = $derived<readonly WagerView[]>(this.view?.wagers.filter(({ mine, at }) => mine && at === this.box) ?? [])
  /** Whether chips may be put down: wagers are open, the line is good and the patron is at the table. */
  readonly canBet = $derived.by(() => this.watched.open && this.view?.phase === 'betting' && this.view.call !== 'no-more-bets' && this.mine !== null)

  /** The box that chips go to. */
  get box(): number {
    return this.#box !== null && this.boxes.includes(this.#box) ? this.#box : (this.boxes[0] ?? 0)
  }

  set box(at: number) {
    this.#box = at
  }

  /** For an `$effect`: connects, and leaves with the screen. */
  start(): () => void {
    const leave = this.watched.start()
    let before: TableView | null = null
    const stop = $effect.root(() => {
      $effect(() => {
        const view = this.view
        if (view === null) return
        untrack(() => {
          for (const text of narrate(before, view)) announce(text)
          const sound = heard(before, view)
          if (sound !== null) play(sound)
          this.#follow(before, view)
          void this.#contribution?.follow(view)
        })
        before = view
      })
    })
    return () => {
      stop()
      leave()
    }
  }

  #follow(before: TableView | null, view: TableView): void {
    const settled = view.settled.filter(({ mine, at }) => mine && at === this.box)
    if (settled.length > 0) this.last = new Map(settled.map(({ bet, stake }) => [bet, stake]))
    if (before?.phase === 'betting' && view.phase !== 'betting') {
      if (!this.slip.empty) toast(t('terminal.not-confirmed'), 'warning')
      this.slip.clear()
    }
    const taken = before === null ? null : handTaken(before, view, this.me)
    if (taken !== null) toast(t('terminal.hand-taken', { side: t(`hand.${taken}`) }), 'warning')
    if (before !== null && before.phase !== view.phase) this.troubles = new Map()
  }

  /** What a press on a place at the table does: takes it, or has chips go to that box of one's own; or nothing. */
  place(at: number, seated?: () => void): (() => void) | undefined {
    const taking = (this.first('sit', { at }) ?? this.first('take-box', { at }))?.command
    if (taking !== undefined && this.watched.open) {
      return () => void this.say(taking, 'seat').then((done) => done && seated?.())
    }
    return this.boxes.includes(at) ? () => (this.box = at) : undefined
  }

  /** The first free seat, if one may be taken now. */
  readonly seat = $derived(this.mine === null ? (this.first('sit')?.command ?? null) : null)

  /** Takes a seat and brings credits to it, for a guest who came to play. */
  async join(seat: Command, amount: number): Promise<void> {
    if (!(await this.say(seat, 'seat')) || amount === 0) return
    await this.send('buy-in', { amount }, 'money')
    void refreshSession().catch(() => undefined) // What is left in the account is shown in the lobby.
  }

  trouble(place: string, trouble: Trouble | null): void {
    const troubles = new Map(this.troubles)
    if (trouble === null) troubles.delete(place)
    else troubles.set(place, trouble)
    this.troubles = troubles
  }

  /** Says something; whatever is against it appears at its place. */
  async say(command: Command, place: string): Promise<boolean> {
    return this.#take(place, () => this.watched.say({ command }))
  }

  /** Moves credits between account and table, or chooses the cut. */
  async send(path: 'buy-in' | 'cash-out' | 'cut', body: object, place: string): Promise<boolean> {
    const what = JSON.stringify([path, body])
    // Money is the same in any coup; a cut is one shoe's.
    const of = path === 'cut' ? { of: this.view?.coup } : {}
    const id = this.#intents.take(what)
    return this.#take(place, async () => {
      try {
        return await api<Said>(`/api/v1/tables/${encodeURIComponent(this.table)}/${path}`, { body: { id, ...body, ...of } })
      } catch (error) {
        this.#intents.failed(what, id, error)
        throw error
      }
    })
  }

  async #take(place: string, act: () => Promise<Said>): Promise<boolean> {
    this.trouble(place, null)
    this.busy += 1
    try {
      const { refusal } = await act()
      if (refusal !== null) this.trouble(place, { refusal })
      return refusal === null
    } catch (error) {
      const refusal = error instanceof Failure ? error.refusal : null
      this.trouble(place, refusal === null ? { error } : { refusal })
      return false
    } finally {
      this.busy -= 1
    }
  }

  /** Sends what lies: one command a bet. What is refused stays down, with its reason beside it. */
  async confirm(): Promise<void> {
    if (!this.canBet || this.slip.empty || this.busy > 0) return
    const [patron, at, sent] = [this.me ?? '', this.box, this.slip.chips]
    const wagers = [...this.slip.stakes].map(([bet, stake]) => {
      const lies = this.#lies(bet)
      const command: Command = lies > 0 ? { alter: { patron, at, bet, stake: lies + stake } } : { bet: { patron, at, bet, stake } }
      return { bet, command }
    })
    const done = await Promise.all(wagers.map(async ({ bet, command }) => ({ bet, took: await this.say(command, bet) })))
    const taken = done.filter(({ took }) => took)
    for (const { bet } of taken) this.slip.drop(bet, sent)
    if (taken.length === 0) return
    hasPlayed()
    announce(t('terminal.accepted', { count: taken.length }))
  }

  /** The stake that a refusal of a bet says would do, if it says one and more than lies there. */
  wouldDo(bet: string): number | null {
    const trouble = this.troubles.get(bet)
    const args = trouble !== undefined && 'refusal' in trouble ? trouble.refusal.args : {}
    const named = args['nearest'] ?? args['minimum'] ?? args['maximum']
    const stake = typeof named === 'object' && 'money' in named ? named.money : 0
    return stake > this.#lies(bet) ? stake : null
  }

  /** Makes a refused bet the stake that would do, and sends it. */
  async makeIt(bet: string, stake: number): Promise<void> {
    this.trouble(bet, null)
    this.slip.set(bet, stake - this.#lies(bet))
    await this.confirm()
  }

  #lies(bet: string): number {
    return this.wagers.find((wager) => wager.bet === bet)?.stake ?? 0
  }

  /** Takes up all that is not confirmed, and with it why some of it was not taken. */
  clear(): void {
    this.slip.clear()
    this.troubles = new Map()
  }

  /** Brings every bet of the last coup to the stake it had then; what lies there already is a part of it. */
  rebet(): void {
    if (!this.canBet) return
    const offered = new Set(this.view?.offers.map(({ bet }) => bet))
    const missing = [...this.last].flatMap(([bet, stake]): [string, number][] => {
      const lies = this.#lies(bet) + (this.slip.stakes.get(bet) ?? 0)
      return offered.has(bet) && lies < stake ? [[bet, stake - lies]] : []
    })
    this.slip.putAll(missing, 'rebet')
  }

  /** As much again on every bet: of what lies unconfirmed, or of what was accepted. */
  double(): void {
    if (!this.canBet) return
    const accepted = this.wagers.map(({ bet, stake }) => [bet, stake ?? 0] as const)
    this.slip.putAll(this.slip.empty ? accepted : [...this.slip.stakes], 'double')
  }
}
