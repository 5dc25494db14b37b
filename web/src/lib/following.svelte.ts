// A tournament or a promotion as a screen follows it: its newest view, what this person may say now, and what came of the
// last thing said.

import { untrack } from 'svelte'
import { api } from './api.ts'
import { Failure } from './failure.ts'
import { t } from './i18n.svelte.ts'
import { Intents } from './intents.ts'
import type { EndReason, LiveState } from './live.ts'
import { hear } from './time.svelte.ts'
import { toast } from './toast.svelte.ts'
import { onWake } from './wake.ts'
import type { Refusal, Role } from './wire.ts'

const RETRY_FIRST_MS = 250
const RETRY_MOST_MS = 8000

/** What belongs to a command, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** A command as a value: its name, or its name with its fields. */
export type Spoken = string | object

/** Something that may be said, or is refused for now, in one of the person's roles. */
export interface Option<C extends Spoken> {
  command: C
  role: Role | null
  /** The fields that a person gives. */
  asks: readonly string[]
  refusal: Refusal | null
}

export const nameIn = (command: Spoken): string => (typeof command === 'string' ? command : (Object.keys(command)[0] ?? ''))

export const fieldsIn = (command: Spoken): Fields => (typeof command === 'string' ? {} : ((Object.values(command)[0] ?? {}) as Fields))

/** Tells commands apart. */
export const keyIn = (command: Spoken): string => JSON.stringify([nameIn(command), Object.entries(fieldsIn(command)).toSorted(([a], [b]) => (a < b ? -1 : 1))])

type Allowed<C extends Spoken> = Omit<Option<C>, 'role'>

/** One list for all roles: each command by the first role that may say it, else with the first role's refusal. */
export function mergedBy<C extends Spoken>(wrongRole: string, lists: readonly (readonly [Role | null, readonly Allowed<C>[]])[]): Option<C>[] {
  const found = new Map<string, Option<C>>()
  for (const [role, offered] of lists) {
    for (const { command, asks, refusal } of offered) {
      const known = found.get(keyIn(command))
      const better = known !== undefined && known.refusal !== null && (refusal === null || (known.refusal.code === wrongRole && refusal.code !== wrongRole))
      if (known === undefined || better) found.set(keyIn(command), { command, role, asks, refusal })
    }
  }
  return [...found.values()]
}

/** `V`: its view; `C`: what is said to it; `S`: what comes back. */
export class Following<V extends { seq: number; now: number }, C extends Spoken, S extends { proposal: number | null }> {
  readonly name: string
  /** Its address, below which all of its routes are. */
  readonly path: string
  /** In which the person may speak here; a patron has none. */
  readonly roles: readonly Role[]
  view = $state.raw<V | null>(null)
  options = $state.raw<readonly Option<C>[]>([])
  state = $state<LiveState>('connecting')
  why = $state<EndReason | null>(null)
  /** Why the last thing said was refused, and which it was. */
  refusal = $state.raw<Refusal | null>(null)
  refused = $state.raw<C | null>(null)
  error = $state.raw<unknown>(null)
  busy = $state(false)
  #asks: boolean
  #wrongRole: string
  #asking = false
  #again = false
  #intents = new Intents()

  /** `asks`: whether somebody is signed in who may say something; `wrongRole`: how it refuses a role. */
  constructor([name, path]: readonly [string, string], roles: readonly Role[], asks: boolean, wrongRole: string) {
    this.name = name
    this.path = path
    this.roles = roles
    this.#asks = asks
    this.#wrongRole = wrongRole
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
        const view = await api<V>(this.#address(), { signal })
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
    return `${this.path}?${query}`
  }

  #take(view: V): void {
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
        this.options = mergedBy(this.#wrongRole, await Promise.all(roles.map((role) => this.#allowed(role))))
      } while (this.#again)
    } catch (error) {
      this.error = error
    } finally {
      this.#asking = false
    }
  }

  async #allowed(role: Role | null): Promise<[Role | null, Allowed<C>[]]> {
    return [role, await api<Allowed<C>[]>(`${this.path}/allowed${role === null ? '' : `?role=${role}`}`)]
  }

  /** What may be said of these names with these among their fields, whether now or not. */
  like(names: readonly string[], fields: Fields = {}): readonly Option<C>[] {
    const wanted = Object.entries(fields)
    return this.options.filter(({ command }) => names.includes(nameIn(command)) && wanted.every(([field, value]) => fieldsIn(command)[field] === value))
  }

  dismiss(): void {
    this.refusal = null
    this.refused = null
    this.error = null
  }

  /** Says something; true if it was done. Why not is kept, to be shown where it was asked. */
  async say(command: C, role: Role | null = this.#speaker(command)): Promise<boolean> {
    if (this.locked) return false
    this.dismiss()
    this.busy = true
    const what = keyIn(command)
    const id = this.#intents.take(what)
    try {
      const said = await api<S>(`${this.path}/commands`, { body: { id, command, role } })
      this.heard(said)
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

  /** What came back of something said. */
  protected heard(_said: S): void {}

  /** The role to speak in: of the very command if it was asked about, else of one with its name. */
  #speaker(command: C): Role | null {
    const exact = this.options.find((option) => keyIn(option.command) === keyIn(command))
    const alike = this.like([nameIn(command)])
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
