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

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/** Asks the server; anything but a success is thrown as a `Failure`. A body makes it a POST. */
export async function api<Answer>(path: string, asked: Asked = {}): Promise<Answer> {
  const answer = await request(path, asked)
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
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

/** The same for what is text, such as the record of a shoe or an export. */
export async function apiText(path: string, asked: Asked = {}): Promise<string> {
  return (await request(path, asked)).text()
}

async function request(path: string, asked: Asked): Promise<Response> {
  const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
  const headers: Record<string, string> = { accept: 'application/json, text/plain' }
  if (asked.body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') {
    if (csrf === undefined) await me()
    if (csrf) headers['x-punto-csrf'] = csrf
  }
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      body: asked.body === undefined ? null : JSON.stringify(asked.body),
      signal: asked.signal ?? null,
    })
  } catch (error) {
    if (asked.signal?.aborted === true) throw error
    throw new Failure('offline')
  }
  if (answer.ok) return answer
  const failure = failureOf(await problemOf(answer), answer.status, answer.headers.get('retry-after'))
  if (failure.kind === 'session') {
    csrf = undefined
    for (const watcher of watchers) watcher()
  }
  throw failure
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
