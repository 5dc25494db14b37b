// Requests to our own server.

import { Failure, failureOf } from './failure.ts'
import { hear } from './time.svelte.ts'
import type { Me, Page, Problem } from './wire.ts'

/** The word that goes with every change; `undefined` until the server was asked, `null` while nobody is signed in. */
let csrf: string | null | undefined
const watchers = new Set<() => void>()

/** Calls back when an answer shows that the session has ended. Returns what undoes it. */
export function onSessionEnd(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Who has not answered by then never will: longer than any answer of the server's is made to wait. */
const LIMIT_MS = 45_000

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  /** How long the answer may take, in milliseconds. */
  within?: number
}

/** Asks the server; anything but a success is thrown as a `Failure`. A body makes it a POST. */
export async function api<Answer>(path: string, asked: Asked = {}): Promise<Answer> {
  return request(path, asked, async (answer) => (answer.status === 204 ? undefined : await answer.json()) as Answer)
}

/** Everything on a list that comes in pages. */
export async function apiAll<Item>(path: string): Promise<Item[]> {
  const items: Item[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: Page<Item> = await api(after === '' ? path : `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`)
    items.push(...page.items)
    after = page.next
  }
  return items
}

/** The same for what is text, such as the record of a shoe or an export. It may be long: once it comes, it has all the time it takes. */
export async function apiText(path: string, asked: Asked = {}): Promise<string> {
  return request(path, asked, (answer, unlimited) => {
    unlimited()
    return answer.text()
  })
}

async function request<Answer>(path: string, asked: Asked, read: (answer: Response, unlimited: () => void) => Promise<Answer>): Promise<Answer> {
  const init = await initOf(asked)
  const limit = new AbortController()
  const late = setTimeout(() => limit.abort(), asked.within ?? LIMIT_MS)
  const stop = (): void => limit.abort()
  asked.signal?.addEventListener('abort', stop)
  try {
    const answer = await fetch(path, { ...init, signal: limit.signal })
    if (answer.ok) return await read(answer, () => clearTimeout(late))
    throw failureOf(await problemOf(answer), answer.status, answer.headers.get('retry-after'))
  } catch (error) {
    if (asked.signal?.aborted === true) throw error
    if (error instanceof SyntaxError) throw new Failure('fault') // An answer, but none of ours.
    if (!(error instanceof Failure)) throw new Failure('offline')
    if (error.kind === 'session') {
      csrf = undefined
      for (const watcher of watchers) watcher()
    }
    throw error
  } finally {
    clearTimeout(late)
    asked.signal?.removeEventListener('abort', stop)
  }
}

async function initOf({ method, body, signal }: Asked): Promise<RequestInit> {
  signal?.throwIfAborted()
  const verb = method ?? (body === undefined ? 'GET' : 'POST')
  const headers: Record<string, string> = { accept: 'application/json, text/plain' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (verb !== 'GET') {
    if (csrf === undefined) await me()
    if (csrf) headers['x-punto-csrf'] = csrf
  }
  return { method: verb, headers, credentials: 'same-origin', cache: 'no-store', body: body === undefined ? null : JSON.stringify(body) }
}

async function problemOf(answer: Response): Promise<Problem | null> {
  try {
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body ? (body as Problem) : null
  } catch {
    return null // A proxy's page, not ours.
  }
}

/** Takes in what the server says of whoever is signed in: `/api/v1/me` and a sign-in answer alike. */
export function know(who: Me): Me {
  hear(who.now)
  csrf = who.csrf
  return who
}

/** Who is signed in here. */
export async function me(): Promise<Me> {
  return know(await api<Me>('/api/v1/me'))
}
