// A real house for the browser's tests: the program itself, with its page, on a folder of its own.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const BINARY = process.env['PUNTO_BIN'] ?? resolve(import.meta.dirname, '../../../target/debug/punto')

/**
 * What lasts so long ends when a test says so, however slow the machine is. Ten coups of it are less than an hour, after
 * which a patron is asked whether to play on.
 */
export const LONG_MS = 240_000
/** From one card to the next: fast enough for tests, slow enough to be seen. */
const USUAL_MS = 60

const settings = (betweenCards: number, cutWindow: number, shareWindow: number, players: boolean): string => `
[pace]
betting-ms = ${LONG_MS}
between-cards-ms = ${betweenCards}
after-coup-ms = 100
cut-window-ms = ${cutWindow}
share-window-ms = ${shareWindow}
patience-ms = ${LONG_MS}

[listen]
sign-ins-per-minute = 1000
reads-per-second = 1000
reads-per-second-per-address = 1000

[demonstration]
house-players = ${players}
`

export interface House {
  base: string
  password: string
  /** Winds the demonstration's clock past every pause: wagers close, and each automatic dealer does what is next. */
  goOn(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Starts it again at the same address, on the same folder. */
  again(): Promise<void>
  stop(): Promise<void>
}

/** A house with these tables, or those of a demonstration; the times in milliseconds. Terminals are asked for shares where there is time for them; house players play only if they are asked for. */
export async function openHouse(tables = '', betweenCards = USUAL_MS, cutWindow = 100, shareWindow = 0, players = false): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'punto-browser-'))
  const config = join(folder, 'punto.toml')
  writeFileSync(config, settings(betweenCards, cutWindow, shareWindow, players) + tables)
  let running = await start(folder, config, '127.0.0.1:0')
  const { base, password } = running
  let winder: Promise<Headers> | undefined
  return {
    base,
    password,
    async goOn() {
      winder ??= manager(running)
      const answer = await fetch(`${base}/api/v1/demonstration/clock`, { method: 'POST', headers: await winder, body: JSON.stringify({ forward: LONG_MS }) })
      if (!answer.ok) throw new Error(`the clock was not wound: ${await answer.text()}`)
    },
    kill: () => end(running.child, 'SIGKILL'),
    async again() {
      running = await start(folder, config, new URL(base).host)
      winder = undefined
    },
    async stop() {
      await end(running.child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Started {
  child: ChildProcess
  base: string
  password: string
}

function start(folder: string, config: string, listen: string): Promise<Started> {
  const args = ['serve', '--demo', '--config', config, '--listen', listen, '--data', join(folder, 'data'), '--log-level', 'warn']
  const child = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((done, fail) => {
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      const base = /open at (http:\/\/\S+)/.exec(said)?.[1]
      const password = /all with the password (\S+):/.exec(said)?.[1] ?? ''
      if (base !== undefined && said.includes('watcher')) done({ child, base, password })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => fail(new Error(`punto ended with ${code}: ${said}`)))
  })
}

/** Signs the manager in, who alone may wind the clock; the headers of what they ask then. */
async function manager({ base, password }: Started): Promise<Headers> {
  // Each on a connection of its own: the server ends those that are idle for long.
  const headers = new Headers({ origin: base, 'content-type': 'application/json', connection: 'close' })
  const answer = await fetch(`${base}/api/v1/sign-in`, { method: 'POST', headers, body: JSON.stringify({ as: 'staff', name: 'manager', password }) })
  const { csrf } = (await answer.json()) as { csrf: string }
  headers.set('x-punto-csrf', csrf)
  headers.set('cookie', answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]).join('; '))
  return headers
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.on('exit', () => done())
    child.kill(signal)
  })
}
