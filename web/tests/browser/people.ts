// People at their screens: a browser each, signed in, with the words of the catalogue.

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page, type Request } from 'playwright-core'
import en from '../../src/i18n/en.json' with { type: 'json' }
import type { Frame, TableView } from '../../src/lib/wire.ts'
import type { House } from './house.ts'

export const words: Record<string, string> = en

/** How long anything is waited for. Nobody waits so long but for what never comes: a machine may be ten times slower. */
export const PATIENCE_MS = 180_000

/** The server closes a connection that is idle for long: a request that met its end is made again. */
export const AGAIN = { maxRetries: 3 }

/** A sentence of the catalogue with its places filled in, and the form of a word that goes with a number. */
export function said(key: string, places: Readonly<Record<string, unknown>> = {}): string {
  return (words[key] ?? key)
    .replaceAll(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name: string, one: string, many: string) => (String(places[name]) === '1' ? one : many))
    .replaceAll(/\{(\w+)\}/g, (place, name: string) => String(places[name] ?? place))
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    timeout: PATIENCE_MS,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  })
}

export interface Seen {
  width?: number
  height?: number
  language?: string
  theme?: string
}

/** A browser that nobody has used. */
export async function stranger(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** A browser in which a language and a theme are chosen. */
export async function visitor(browser: Browser, { width = 1440, height = 900, language = 'en', theme = 'dark' }: Seen = {}): Promise<BrowserContext> {
  const context = await stranger(browser, { viewport: { width, height }, reducedMotion: 'reduce' })
  // Only at first: what somebody chooses on the page is theirs.
  await context.addInitScript((first) => localStorage.getItem('punto.settings') ?? localStorage.setItem('punto.settings', first), JSON.stringify({ language, theme }))
  return context
}

/** How much somebody's browser was told: frames and answers. */
export interface Told {
  heard: number
  answers: number
}

/** Somebody who is signed in, with a page at a path. */
export class Person {
  readonly name: string
  readonly page: Page
  /** Every text that came over the page's sockets, with the moment it came. */
  readonly heard: string[] = []
  /** How much was heard when the page was last opened. */
  #before = 0
  readonly errors: string[] = []
  /** Requests of the page that are not answered yet. */
  #underWay = 0
  /** What every request to the server was answered, or why its answer could not be read. */
  readonly #answers: Promise<string | Error>[] = []
  readonly #csrf: string
  readonly #house: House

  private constructor(house: House, page: Page, name: string, csrf: string) {
    this.#house = house
    this.page = page
    this.name = name
    this.#csrf = csrf
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.heard.push(String(payload))))
    const count = (by: number) => (request: Request): void => void (this.#underWay += waits(request) ? 0 : by)
    page.on('request', count(1))
    page.on('requestfinished', count(-1))
    page.on('requestfailed', count(-1))
    page.on('pageerror', (error) => this.errors.push(String(error)))
    page.on('response', (answer) => {
      if (answer.url().includes('/api/v1/') && answer.status() !== 101) this.#keep(answer)
    })
  }

  #keep(answer: { text(): Promise<string> }): void {
    this.#answers.push(answer.text().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))))
  }

  static async guest(house: House, browser: Browser, seen: Seen = {}): Promise<Person> {
    return Person.#sign(house, await visitor(browser, seen), { as: 'guest', name: null })
  }

  static async staff(house: House, browser: Browser, name: string, seen: Seen = {}): Promise<Person> {
    return Person.#sign(house, await visitor(browser, seen), { as: 'staff', name, password: house.password })
  }

  /** The same person at another browser. */
  async elsewhere(browser: Browser): Promise<Person> {
    const context = await visitor(browser)
    await context.addCookies(await this.page.context().cookies())
    return new Person(this.#house, await context.newPage(), this.name, this.#csrf)
  }

  static async #sign(house: House, context: BrowserContext, who: object): Promise<Person> {
    const answer = await context.request.post(`${house.base}/api/v1/sign-in`, { data: who, headers: { origin: house.base }, ...AGAIN })
    if (!answer.ok()) throw new Error(`no sign-in: ${answer.status()} ${await answer.text()}`)
    const me = (await answer.json()) as { name: string; csrf: string }
    return new Person(house, await context.newPage(), me.name, me.csrf)
  }

  async go(path: string): Promise<void> {
    this.#before = this.heard.length
    await this.page.goto(this.#house.base + path)
  }

  /** Waits until the page has come to rest: it awaits no answer, its fonts are there, and two frames change nothing. */
  async rests(): Promise<void> {
    await until('the page rests', async () => this.#underWay === 0 && (await this.page.evaluate(unchanged)) && this.#underWay === 0)
  }

  /** Waits until the page shows a table as it is now, and has come to rest. */
  async caughtUp(table: string): Promise<void> {
    const { seq } = await this.view(table)
    await until(`the page shows ${table} at ${seq}`, async () => this.heard.slice(this.#before).some((text) => isView(text, table, seq)))
    await this.rests()
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.page.request.get(this.#house.base + path, AGAIN)
    this.#keep(answer)
    return (await answer.json()) as T
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const headers = { origin: this.#house.base, 'x-punto-csrf': this.#csrf }
    const answer = await this.page.request.post(this.#house.base + path, { data: body, headers, ...AGAIN })
    return answer.status() === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
  }

  /** Says a line to a table; the sentence of its refusal, or null. */
  async say(table: string, line: string, role?: string): Promise<string | null> {
    const answer = await this.post(`/api/v1/tables/${table}/commands`, { id: crypto.randomUUID(), line, role: role ?? null })
    return typeof answer['detail'] === 'string' ? answer['detail'] : null
  }

  /** The same where a refusal is a mistake of the test. */
  async must(table: string, line: string, role?: string): Promise<void> {
    const refused = await this.say(table, line, role)
    if (refused !== null) throw new Error(`${line}: ${refused}`)
  }

  view(table: string): Promise<TableView> {
    return this.get(`/api/v1/tables/${table}`)
  }

  /** How much this person's browser has been told so far. */
  told(): Told {
    return { heard: this.heard.length, answers: this.#answers.length }
  }

  /** All that this person's browser was told since then, or ever: over sockets, and in answer to requests. */
  async received(since: Told = { heard: 0, answers: 0 }): Promise<string> {
    const answers = await Promise.all(this.#answers.slice(since.answers))
    const unread = answers.find((answer) => answer instanceof Error)
    if (unread !== undefined) throw unread
    return [...this.heard.slice(since.heard), ...answers].join('\n')
  }

  /** Waits until wagers are called for at a table. Its dealer counts their time from there, so it is not wound past before. */
  async called(table: string): Promise<void> {
    await until(`wagers are called for at ${table}`, async () => (await this.view(table)).call === 'place-your-bets')
  }

  async sit(table: string, seat: number, credits = 100_000): Promise<void> {
    await this.must(table, `sit ${this.name}@${seat}`)
    await this.post(`/api/v1/tables/${table}/buy-in`, { id: crypto.randomUUID(), amount: credits })
  }

  leave(): Promise<void> {
    return this.page.context().close()
  }
}

/** Whether a request waits for news, and is under way as long as there are none. */
const waits = (request: Request): boolean => new URL(request.url()).searchParams.has('after')

/** Whether a frame shows a table as it is at a record, or later. */
function isView(text: string, table: string, seq: number): boolean {
  const frame = JSON.parse(text) as Frame
  return frame.frame === 'view' && frame.view.table === table && frame.view.seq >= seq
}

/** Whether nothing changes on a page in two frames. Runs there. */
function unchanged(): Promise<boolean> {
  return new Promise((done) => {
    let changed = document.fonts.status !== 'loaded'
    const observer = new MutationObserver(() => (changed = true))
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        observer.disconnect()
        done(!changed)
      }),
    )
  })
}

/** Waits until something holds. */
export async function until<T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== null && found !== false && found !== undefined) return found
    if (Date.now() > end) throw new Error(`never came: ${what}`)
    await new Promise((go) => setTimeout(go, 50))
  }
}
