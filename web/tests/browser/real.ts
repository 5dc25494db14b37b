// A house that plays for money, with people whom two have hired, for the tests of the cage.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BINARY } from './house.ts'

/** What everybody of staff has chosen. */
export const PASSWORD = 'correct horse battery'
const FIRST_PIN = '7193'
/** What every patron has chosen. */
export const PIN = '2580'

/** Somebody who asks the server without a page. */
export class Caller {
  readonly #base: string
  #cookie = ''
  #csrf = ''

  constructor(base: string) {
    this.#base = base
  }

  async get<T>(path: string): Promise<T> {
    return (await (await fetch(this.#base + path, { headers: this.#headers() })).json()) as T
  }

  /** What the server answers; a refusal is the sentence of its problem. */
  async post(path: string, body: object = {}): Promise<Record<string, unknown>> {
    const answer = await fetch(this.#base + path, { method: 'POST', headers: this.#headers(), body: JSON.stringify(body) })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    const told = answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
    if (typeof told['csrf'] === 'string') this.#csrf = told['csrf']
    return told
  }

  /** The same where a refusal is a mistake of the test. */
  async must(path: string, body: object = {}): Promise<Record<string, unknown>> {
    const told = await this.post(path, body)
    if (typeof told['detail'] === 'string') throw new Error(`${path}: ${told['detail']}`)
    return told
  }

  staff(name: string, password = PASSWORD): Promise<Record<string, unknown>> {
    return this.must('/api/v1/sign-in', { as: 'staff', name, password })
  }

  #headers(): Record<string, string> {
    return { origin: this.#base, 'content-type': 'application/json', connection: 'close', cookie: this.#cookie, 'x-punto-csrf': this.#csrf }
  }
}

export class RealHouse {
  readonly base: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(base: string, child: ChildProcess, folder: string) {
    this.base = base
    this.#child = child
    this.#folder = folder
  }

  /** Opens one, and lets its founders choose passwords. */
  static async open(config: string): Promise<RealHouse> {
    const folder = mkdtempSync(join(tmpdir(), 'punto-real-'))
    const file = join(folder, 'punto.toml')
    writeFileSync(file, config)
    const args = ['serve', '--config', file, '--listen', '127.0.0.1:0', '--data', join(folder, 'data'), '--log-level', 'warn']
    const child = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = await new Promise<string>((done, fail) => {
      let all = ''
      const hear = (chunk: Buffer): void => {
        all += chunk.toString()
        if (all.includes('No manifest was given')) done(all)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('exit', (code) => fail(new Error(`punto ended with ${code}: ${all}`)))
    })
    const house = new RealHouse(/open at (http:\/\/\S+)/.exec(said)?.[1] ?? '', child, folder)
    for (const [, name = '', first] of said.matchAll(/Sign in as (\S+) with the password ([^;]+);/g)) await house.#chooses(name, first ?? '')
    for (const [, name = '', place = ''] of said.matchAll(/first password of (\S+), good once, is in (\S+): /g)) await house.#chooses(name, readFileSync(place, 'utf8').trim())
    return house
  }

  async #chooses(name: string, first: string): Promise<void> {
    const founder = new Caller(this.base)
    await founder.staff(name, first)
    await founder.must('/api/v1/password', { present: first, new: PASSWORD })
  }

  /** Has two people hire somebody, who chooses a password. */
  async hire(name: string, grants: readonly string[]): Promise<Caller> {
    const [admin, operator, hired] = [new Caller(this.base), new Caller(this.base), new Caller(this.base)]
    await admin.staff('admin')
    await operator.staff('operator')
    const asked = (await admin.must('/api/v1/staff', { name, grants, enabled: true })) as { secret: string; proposals: { number: number }[] }
    const approved = (await operator.must(`/api/v1/proposals/${asked.proposals[0]?.number}/approve`)) as { secret: { secret: string } }
    const first = `${asked.secret} ${approved.secret.secret}`
    await hired.staff(name, first)
    await hired.must('/api/v1/password', { present: first, new: PASSWORD })
    return hired
  }

  /** Registers a patron, who chooses a PIN. */
  async register(cage: Caller, patron: string, card: string): Promise<void> {
    await cage.must('/api/v1/patrons', { patron, card, pin: FIRST_PIN, person: null })
    await this.ownPin(card)
  }

  /** A patron who was registered with this first PIN chooses their own. */
  async ownPin(card: string, first = FIRST_PIN): Promise<void> {
    const own = new Caller(this.base)
    await own.must('/api/v1/sign-in', { as: 'patron', card, pin: first })
    await own.must('/api/v1/password', { present: first, new: PIN })
    await own.post('/api/v1/sign-out')
  }

  /** A patron orders a payout where they are signed in; its code. */
  async payout(card: string, amount: number): Promise<string> {
    const own = new Caller(this.base)
    await own.must('/api/v1/sign-in', { as: 'patron', card, pin: PIN })
    const { code } = await own.must('/api/v1/me/payout', { amount })
    await own.post('/api/v1/sign-out')
    return String(code)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      await new Promise<void>((done) => {
        this.#child.on('exit', () => done())
        this.#child.kill('SIGTERM')
      })
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
