// A table as staff work at it: its live view, what may be said to it now, and what came of the last thing said.

import { api } from '../../lib/api.ts'
import { nameOf, type Speech } from '../../lib/commands.ts'
import { Watched } from '../../lib/watch.svelte.ts'
import type { Allowed, Approver, Command, Refusal, Role, Said, Say, TableView } from '../../lib/wire.ts'
import { neededFor, type Needed } from './needed.ts'
import { merged, type Option } from './options.ts'

/** A line that somebody else says at this screen, by their own name and password. */
export type Approval = Say & { approver: Approver }

export class Desk {
  readonly table: string
  /** In which the person may speak here; lines are said in the first that may say them. */
  readonly roles: readonly Role[]
  readonly watched: Watched
  options = $state.raw<readonly Option[]>([])
  refusal = $state.raw<Refusal | null>(null)
  /** What was refused because of the role, so that somebody of the right one can approve it here. */
  needs = $state.raw<Needed | null>(null)
  error = $state.raw<unknown>(null)
  busy = $state(false)
  #asking = false
  #again = false
  #said: Promise<boolean> = Promise.resolve(true)
  #turns: string[] = []

  constructor(table: string, roles: readonly Role[]) {
    this.table = table
    this.roles = roles
    this.watched = new Watched(table, roles[0] ?? null)
  }

  get view(): TableView | null {
    return this.watched.view
  }

  /** Nothing is sent while the line is silent or an answer is awaited. */
  get locked(): boolean {
    return this.busy || !this.watched.open
  }

  /** For an `$effect`. */
  start(): () => void {
    return this.watched.start()
  }

  /** Asks what may be said now; for an `$effect` that follows the view's number. */
  async ask(): Promise<void> {
    if (this.#asking) {
      this.#again = true
      return
    }
    this.#asking = true
    try {
      do {
        this.#again = false
        const lists = await Promise.all(this.roles.map((role) => this.#allowed(role)))
        this.options = merged(lists)
      } while (this.#again)
    } catch (error) {
      this.error = error
    } finally {
      this.#asking = false
    }
  }

  async #allowed(role: Role): Promise<[Role, Allowed[]]> {
    const path = `/api/v1/tables/${encodeURIComponent(this.table)}/allowed?role=${encodeURIComponent(role)}`
    return [role, await api<Allowed[]>(path)]
  }

  /** Whether exactly this may be said now. */
  may(line: string): boolean {
    return this.options.some((option) => option.line === line && option.refusal === null)
  }

  /** What begins so, whether it may be said or not. */
  like(start: string): readonly Option[] {
    return this.options.filter(({ line }) => line === start || line.startsWith(`${start} `))
  }

  /** The first that begins so and may be said. */
  first(start: string): Option | null {
    return this.like(start).find(({ refusal }) => refusal === null) ?? null
  }

  dismiss(): void {
    this.refusal = null
    this.needs = null
    this.error = null
  }

  /** Says a line; true if it was done. Why not is kept, to be shown where it was asked. */
  say(line: string, role?: Role): Promise<boolean> {
    return this.#speak({ line }, line, role)
  }

  /** Gives a command, likewise. */
  give(command: Command, role?: Role): Promise<boolean> {
    const known = this.options.find((option) => JSON.stringify(option.command) === JSON.stringify(command))
    return this.#speak({ command }, known?.line ?? nameOf(command), role)
  }

  #speak(speech: Speech, line: string, role?: Role): Promise<boolean> {
    if (this.locked) return Promise.resolve(false)
    this.#said = this.#say(speech, line, role)
    return this.#said
  }

  /** Says a line once those before it are answered, as cards are typed faster than that; a refusal drops the rest. */
  async inTurn(line: string): Promise<void> {
    this.#turns.push(line)
    if (this.#turns.length > 1) return
    for (let next = this.#turns[0]; next !== undefined; next = this.#turns[0]) {
      await this.#said
      if (await this.say(next)) this.#turns.shift()
      else this.#turns.length = 0
    }
  }

  async #say(speech: Speech, line: string, role?: Role): Promise<boolean> {
    this.dismiss()
    this.busy = true
    try {
      const said = await this.watched.say(speech, role ?? this.#speaker(line))
      this.refusal = said.refusal
      this.needs = said.refusal === null ? null : neededFor(line, said.refusal)
      return said.refusal === null
    } catch (error) {
      this.error = error
      return false
    } finally {
      this.busy = false
    }
  }

  /** Has somebody else say a line at this screen. What fails is thrown to where the password was asked for. */
  async approve(approval: Approval): Promise<void> {
    await api<Said>(`/api/v1/tables/${encodeURIComponent(this.table)}/commands`, { body: approval })
    this.dismiss()
  }

  /** The role for a line: of the very line if it was asked about, else of one that begins alike. */
  #speaker(line: string): Role | undefined {
    const exact = this.options.find((option) => option.line === line)
    const verb = line.split(' ', 1)[0] ?? line
    return (exact ?? this.first(verb))?.role ?? this.roles[0]
  }
}
