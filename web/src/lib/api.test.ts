import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from './wire.ts'

const me = { kind: 'patron', csrf: 'c-1', now: 1_000_000, grants: [] as string[] } as Me
const asked: { path: string; init: RequestInit }[] = []

function answers(...list: (Response | Error)[]): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push({ path, init })
    const next = list.shift() ?? new Error('no more answers')
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  })
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })
const header = (at: number, name: string): string | undefined => (asked[at]?.init.headers as Record<string, string> | undefined)?.[name]

// The word for changes is kept between requests, so each test takes a fresh module.
async function fresh(): Promise<typeof import('./api.ts')> {
  vi.resetModules()
  return import('./api.ts')
}

beforeEach(() => {
  asked.length = 0
})

describe('api', () => {
  it('asks who is signed in before the first change, and sends the word with every one', async () => {
    const { api } = await fresh()
    answers(json(me), json({ done: 1 }), new Response(null, { status: 204 }))
    expect(await api('/api/v1/tables/x/commands', { body: { line: 'leave ada' } })).toEqual({ done: 1 })
    expect(await api('/api/v1/sign-out', { method: 'POST' })).toBeUndefined()
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/me', '/api/v1/tables/x/commands', '/api/v1/sign-out'])
    expect([header(0, 'x-punto-csrf'), header(1, 'x-punto-csrf'), header(2, 'x-punto-csrf')]).toEqual([undefined, 'c-1', 'c-1'])
    expect(asked[1]?.init.body).toBe('{"line":"leave ada"}')
  })

  it('sends no word where nobody is signed in', async () => {
    const { api } = await fresh()
    answers(json({ ...me, kind: 'nobody', csrf: null }), json(me))
    await api('/api/v1/sign-in', { body: {} })
    expect(header(1, 'x-punto-csrf')).toBeUndefined()
  })

  it.each([
    ['refused', 409, 'refused'],
    ['not-signed-in', 401, 'session'],
    ['not-allowed', 403, 'not-allowed'],
    ['not-found', 404, 'missing'],
    ['bad-request', 422, 'invalid'],
    ['busy', 503, 'busy'],
    ['fault', 503, 'fault'],
  ])('tells %s (%i) as %s', async (code, status, expected) => {
    const { api } = await fresh()
    const refusal = { code: 'x', args: {}, sentence: 's', by: ['5.1'] }
    answers(json({ type: `/api/v1/problems/${code}`, title: 't', status, detail: 's', code, refusal, request: '1' }, status))
    await expect(api('/api/v1/tables')).rejects.toMatchObject({ kind: expected, refusal })
  })

  it('judges a page that is not ours by its status, and no answer as offline', async () => {
    const { api } = await fresh()
    answers(new Response('<h1>gateway</h1>', { status: 502 }), new TypeError('failed to fetch'))
    await expect(api('/api/v1/tables')).rejects.toMatchObject({ kind: 'fault', problem: null })
    await expect(api('/api/v1/tables')).rejects.toMatchObject({ kind: 'offline' })
  })

  it('calls back when the session has ended, and asks for a new word afterwards', async () => {
    const { api, onSessionEnd } = await fresh()
    const ended = vi.fn()
    const undo = onSessionEnd(ended)
    const problem = { type: '/api/v1/problems/not-signed-in', title: 't', status: 401, detail: 'sign in first', code: 'not-signed-in', refusal: null, request: '1' }
    answers(json(me), json(problem, 401), json({ ...me, csrf: 'c-2' }), json({}))
    await expect(api('/api/v1/x', { body: {} })).rejects.toMatchObject({ kind: 'session' })
    expect(ended).toHaveBeenCalledTimes(1)
    undo()
    await api('/api/v1/x', { body: {} })
    expect(header(3, 'x-punto-csrf')).toBe('c-2')
  })

  it('reads every page of a list', async () => {
    const { apiAll } = await fresh()
    answers(json({ items: [1, 2], next: 'a:2' }), json({ items: [3], next: null }))
    expect(await apiAll('/api/v1/events?waiting=true')).toEqual([1, 2, 3])
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/events?waiting=true', '/api/v1/events?waiting=true&after=a%3A2'])
  })

  it('gives up what is never answered, whether its head or its body, and leaves a long text its time', async () => {
    vi.useFakeTimers()
    const { api, apiText } = await fresh()
    /** Never ends by itself. */
    const hung = <T>(signal: AbortSignal): Promise<T> => new Promise((_, fail) => signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))))
    const body = (signal: AbortSignal): Response => ({ ok: true, status: 200, json: () => hung(signal), text: () => new Promise((done) => setTimeout(() => done('all of it'), 100_000)) }) as unknown as Response
    vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => (path === '/head' ? hung(signal) : Promise.resolve(body(signal))))
    const failures = Promise.all([api('/head'), api('/body'), api('/head', { within: 1000 })].map((one) => one.catch((error: unknown) => error)))
    const text = apiText('/text')
    await vi.advanceTimersByTimeAsync(100_000)
    expect(await failures).toMatchObject([{ kind: 'offline' }, { kind: 'offline' }, { kind: 'offline' }])
    expect(await text).toBe('all of it')
    vi.useRealTimers()
  })

  it('stops when its screen goes, and says no more than that', async () => {
    const { api } = await fresh()
    const stop = new AbortController()
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError')))))
    const asking = api('/x', { signal: stop.signal })
    await Promise.resolve()
    stop.abort()
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  })
})
