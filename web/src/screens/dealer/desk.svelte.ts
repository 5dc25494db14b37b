// A table as staff work at it: its live view, what may be said to it now, and what came of the last thing said.

import { api } from '../../lib/api.ts'
import { isCommand, keyOf, nameOf, type CommandName, type FieldsOf, type Speech } from '../../lib/commands.ts'
import { Watched } from '../../lib/watch.svelte.ts'
import type { Allowed, Approver, Command, Refusal, Role, Said, Say, TableView } from '../../lib/wire.ts'
import { neededFor, type Needed } from './needed.ts'
import { merged, type Option } from './options.ts'

/** What somebody else says at this screen, by their own name and password. */
export type Approval = Say & { approver: Approver }

export class Desk {
  readonly table: string
  /** In which the person may speak here; a command is given in the first that may give it. */
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
  #turns: Command[] = []

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

  /** The commands of a name with these fields, whether they may be given or not. */
  like<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): readonly Option[] {
    return this.options.filter(({ command }) => isCommand(command, name, fields))
  }

  /** The first of a name with these fields that may be given. */
  first<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): Option | null {
    return this.like(name, fields).find(({ refusal }) => refusal === null) ?? null
  }

  /** Whether one of a name with these fields may be given now. */
  may<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): boolean {
    return this.first(name, fields) !== null
  }

  dismiss(): void {
    this.refusal = null
    this.needs = null
    this.error = null
  }

  /** Gives a command; true if it was done. Why not is kept, to be shown where it was asked. */
  give(command: Command, role?: Role): Promise<boolean> {
    return this.#speak({ command }, role)
  }

  /** Says a line that a person typed, likewise; one that the server offered is given as the command it is. */
  say(line: string, role?: Role): Promise<boolean> {
    const known = this.options.find((option) => option.line === line)
    return this.#speak(known === undefined ? { line } : { command: known.command }, role)
  }

  #speak(speech: Speech, role?: Role): Promise<boolean> {
    if (this.locked) return Promise.resolve(false)
    this.#said = this.#ask(speech, role)
    return this.#said
  }

  /** Gives a command once those before it are answered, as cards are typed faster than that; a refusal drops the rest. */
  async inTurn(command: Command): Promise<void> {
    this.#turns.push(command)
    if (this.#turns.length > 1) return
    for (let next = this.#turns[0]; next !== undefined; next = this.#turns[0]) {
      await this.#said
      if (await this.give(next)) this.#turns.shift()
      else this.#turns.length = 0
    }
  }

  async #ask(speech: Speech, role?: Role): Promise<boolean> {
    this.dismiss()
    this.busy = true
    try {
      const said = await this.watched.say(speech, role ?? this.#speaker(speech))
      this.refusal = said.refusal
      this.needs = said.refusal === null ? null : neededFor(speech, said.refusal)
      return said.refusal === null
    } catch (error) {
      this.error = error
      return false
    } finally {
      this.busy = false
    }
  }

  /** Has somebody else say something at this screen. What fails is thrown to where the password was asked for. */
  async approve(approval: Approval): Promise<void> {
    await api<Said>(`/api/v1/tables/${encodeURIComponent(this.table)}/commands`, { body: approval })
    this.dismiss()
  }

  /** The role to speak in: of the very command if it was asked about, else of one with its name. */
  #speaker(speech: Speech): Role | undefined {
    if ('line' in speech) return this.roles[0]
    const exact = this.options.find(({ command }) => keyOf(command) === keyOf(speech.command))
    return (exact ?? this.first(nameOf(speech.command)))?.role ?? this.roles[0]
  }
}
