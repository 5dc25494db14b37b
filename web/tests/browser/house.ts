// A real house for the browser's tests: the program itself, with its page, on a folder of its own.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const BINARY = process.env['PUNTO_BIN'] ?? resolve(import.meta.dirname, '../../../target/debug/punto')

/** Fast enough for tests, slow enough to be seen. */
const USUAL = 60

const pace = (betweenCards: number): string => `
[pace]
betting-ms = 3500
between-cards-ms = ${betweenCards}
after-coup-ms = 500
cut-window-ms = 300
patience-ms = 20000

[listen]
sign-ins-per-minute = 1000
`

export interface House {
  base: string
  password: string
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Starts it again at the same address, on the same folder. */
  again(): Promise<void>
  stop(): Promise<void>
}

/** A house with these tables, or those of a demonstration; `betweenCards` in milliseconds. */
export async function openHouse(tables = '', betweenCards = USUAL): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'punto-browser-'))
  const config = join(folder, 'punto.toml')
  writeFileSync(config, pace(betweenCards) + tables)
  let running = await start(folder, config, '127.0.0.1:0')
  const { base, password } = running
  return {
    base,
    password,
    kill: () => end(running.child, 'SIGKILL'),
    async again() {
      running = await start(folder, config, new URL(base).host)
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

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.on('exit', () => done())
    child.kill(signal)
  })
}
