// A table as staff work at it: its live view, what may be said to it now, and what came of the last thing said.

import { api } from '../../lib/api.ts'
import { AtTable } from '../../lib/at-table.svelte.ts'
import { keyOf, nameOf, type Speech } from '../../lib/commands.ts'
import type { Offers } from '../../lib/live.ts'
import type { Approver, Command, Refusal, Role, Said, Say } from '../../lib/wire.ts'
import { neededFor, type Needed } from './needed.ts'

/** What somebody else says at this screen, by their own name and password. */
export type Approval = Say & { approver: Approver }

const offersFor = (roles: readonly Role[]): Offers => (roles.length > 1 ? 'in-each' : 'in-role')

export class Desk extends AtTable {
  /** In which the person may speak here; a command is given in the first that may give it. */
  readonly roles: readonly Role[]
  refusal = $state.raw<Refusal | null>(null)
  /** What was refused because of the role, so that somebody of the right one can approve it here. */
  needs = $state.raw<Needed | null>(null)
  error = $state.raw<unknown>(null)
  busy = $state(false)
  #said: Promise<boolean> = Promise.resolve(true)
  #turns: Command[] = []
  #attended: number

  /** `attended`: how many parts of the screen want to know from the start what may be said. */
  constructor(table: string, roles: readonly Role[], attended = 0) {
    super(table, { role: roles[0] ?? null, offers: attended > 0 ? offersFor(roles) : 'none' })
    this.roles = roles
    this.#attended = attended
  }

  /** Nothing is sent while the line is silent or an answer is awaited. */
  get locked(): boolean {
    return this.busy || !this.watched.open
  }

  /** For an `$effect`. */
  start(): () => void {
    return this.watched.start()
  }

  /** For an `$effect`: wants to know what may be said, as long as something shows it. Else it is not worked out for every table. */
  attend(): () => void {
    this.#attended += 1
    this.watched.want(offersFor(this.roles))
    return () => {
      this.#attended -= 1
      if (this.#attended === 0) this.watched.want('none')
    }
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
