// A tournament as a screen follows it: its newest view, what this person may say now, and what came of the last thing said.

import { untrack } from 'svelte'
import { api } from './api.ts'
import { Failure } from './failure.ts'
import { t } from './i18n.svelte.ts'
import { Intents } from './intents.ts'
import type { EndReason, LiveState } from './live.ts'
import { hear } from './time.svelte.ts'
import { onWake } from './wake.ts'
import { toast } from './toast.svelte.ts'
import { keyOf, merged, nameOf, fieldsOf, type Fields, type TournamentCommandName, type TournamentOption } from './tournament-commands.ts'
import type { HiddenForm, Refusal, Role, TournamentAllowed, TournamentCommand, TournamentSaid, TournamentSay, TournamentView } from './wire.ts'

const RETRY_FIRST_MS = 250
const RETRY_MOST_MS = 8000

export const pathOf = (name: string): string => `/api/v1/tournaments/${encodeURIComponent(name)}`

export class Followed {
  readonly name: string
  /** In which the person may speak here; a patron has none. */
  readonly roles: readonly Role[]
  view = $state.raw<TournamentView | null>(null)
  options = $state.raw<readonly TournamentOption[]>([])
  state = $state<LiveState>('connecting')
  why = $state<EndReason | null>(null)
  /** Why the last thing said was refused, and which it was. */
  refusal = $state.raw<Refusal | null>(null)
  refused = $state.raw<TournamentCommand | null>(null)
  error = $state.raw<unknown>(null)
  /** What the house gave for a form that was handed in. */
  receipt = $state.raw<HiddenForm | null>(null)
  busy = $state(false)
  #asks: boolean
  #asking = false
  #again = false
  #intents = new Intents()

  /** `asks`: whether somebody is signed in who may say something. */
  constructor(name: string, roles: readonly Role[] = [], asks = false) {
    this.name = name
    this.roles = roles
    this.#asks = asks
  }

  get locked(): boolean {
    return this.busy || this.state !== 'live'
  }

  /** For an `$effect`: follows until the screen goes. */
  start(): () => void {
    const stop = new AbortController()
    // The effect is not to run again with every view.
    untrack(() => void this.#follow(stop.signal))
    return () => stop.abort()
  }

  /** Each answer is the newest view; the next request waits until there is a newer one. */
  async #follow(signal: AbortSignal): Promise<void> {
    for (let tries = 0; !signal.aborted; ) {
      try {
        const view = await api<TournamentView>(this.#address(), { signal })
        tries = 0
        if (!signal.aborted) this.#take(view)
      } catch (error) {
        if (signal.aborted || this.#ended(error)) return
        this.state = 'silent'
        await pause(Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** tries++), signal)
      }
    }
  }

  #address(): string {
    const query = new URLSearchParams()
    if (this.roles[0] !== undefined) query.set('role', this.roles[0])
    if (this.view !== null && this.state === 'live') query.set('after', String(this.view.seq))
    return `${pathOf(this.name)}?${query}`
  }

  #take(view: TournamentView): void {
    hear(view.now)
    const stale = this.view === null || this.view.seq !== view.seq || this.state !== 'live'
    this.view = view
    this.state = 'live'
    if (this.#asks && stale) void this.ask()
  }

  #ended(error: unknown): boolean {
    const kind = error instanceof Failure ? error.kind : 'fault'
    const why = kind === 'session' ? 'session-ended' : kind === 'missing' || kind === 'not-allowed' ? kind : null
    if (why === null) return false
    this.state = 'gone'
    this.why = why
    return true
  }

  /** Asks what may be said now, in every role. */
  async ask(): Promise<void> {
    if (this.#asking) {
      this.#again = true
      return
    }
    this.#asking = true
    try {
      do {
        this.#again = false
        const roles = this.roles.length === 0 ? [null] : this.roles
        this.options = merged(await Promise.all(roles.map((role) => this.#allowed(role))))
      } while (this.#again)
    } catch (error) {
      this.error = error
    } finally {
      this.#asking = false
    }
  }

  async #allowed(role: Role | null): Promise<[Role | null, TournamentAllowed[]]> {
    return [role, await api<TournamentAllowed[]>(`${pathOf(this.name)}/allowed${role === null ? '' : `?role=${role}`}`)]
  }

  /** What may be said of these names with these among their fields, whether now or not. */
  like(names: readonly TournamentCommandName[], fields: Fields = {}): readonly TournamentOption[] {
    const wanted = Object.entries(fields)
    return this.options.filter(({ command }) => names.includes(nameOf(command)) && wanted.every(([field, value]) => fieldsOf(command)[field] === value))
  }

  dismiss(): void {
    this.refusal = null
    this.refused = null
    this.error = null
  }

  /** Says something; true if it was done. Why not is kept, to be shown where it was asked. */
  async say(command: TournamentCommand, role: Role | null = this.#speaker(command)): Promise<boolean> {
    if (this.locked) return false
    this.dismiss()
    this.busy = true
    const what = keyOf(command)
    const id = this.#intents.take(what)
    try {
      const body: TournamentSay = { id, command, role }
      const said = await api<TournamentSaid>(`${pathOf(this.name)}/commands`, { body })
      this.receipt = said.receipt ?? this.receipt
      if (said.proposal !== null) toast(t('tournament.proposed', { number: said.proposal }), 'good')
      return true
    } catch (error) {
      this.#intents.failed(what, id, error)
      this.refused = command
      if (error instanceof Failure && error.refusal !== null) this.refusal = error.refusal
      else this.error = error
      return false
    } finally {
      this.busy = false
    }
  }

  /** The role to speak in: of the very command if it was asked about, else of one with its name. */
  #speaker(command: TournamentCommand): Role | null {
    const exact = this.options.find((option) => keyOf(option.command) === keyOf(command))
    const alike = this.like([nameOf(command)])
    return (exact ?? alike.find(({ refusal }) => refusal === null) ?? alike[0])?.role ?? this.roles[0] ?? null
  }
}

/** Until then, or until it is worth trying at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer)
      unwake()
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    const unwake = onWake(end)
    signal.addEventListener('abort', end)
  })
}
