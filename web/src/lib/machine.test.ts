import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepMachine, machine, pageOf } from './machine.ts'
import { enrol, forgetMachine, refreshSession, session } from './session.svelte.ts'

/** A house that knows one machine, by one secret, and hands it out for one code. */
function house({ good = true }: { good?: boolean } = {}): string[] {
  const asked: string[] = []
  let kind = 'nobody'
  const device = (): object => ({ kind, name: kind, grants: [], machine: kind === 'device' ? 'terminal' : null, rights: [], tables: kind === 'device' ? ['nsw-1'] : [], csrf: null, now: 0 })
  vi.stubGlobal('fetch', (path: string, { body }: { body: string | null }) => {
    asked.push(path)
    const refused = (): Promise<Response> => Promise.resolve(Response.json({ type: '/api/v1/problems/sign-in-refused', title: 't', status: 401, detail: 'no', code: 'sign-in-refused', refusal: null, request: '' }, { status: 401 }))
    if (path === '/api/v1/devices/enrol') return body === '{"code":"abc"}' ? Promise.resolve(Response.json({ name: 'terminal-nsw-1', secret: 's3' })) : refused()
    if (path === '/api/v1/sign-out') {
      kind = 'nobody'
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    if (path === '/api/v1/sign-in') {
      if (!good) return refused()
      kind = 'device'
    }
    return Promise.resolve(Response.json(device()))
  })
  return asked
}

const kept = { device: 'terminal-nsw-1', secret: 's3', kind: 'terminal', table: 'nsw-1' }

beforeEach(() => keepMachine(null))

describe('a machine', () => {
  it('is enrolled by its code, and kept with what it is for', async () => {
    house()
    expect(await enrol('abc')).toEqual(kept)
    expect(machine()).toEqual(kept)
    expect(session()?.kind).toBe('device')
  })

  it('is not by another code', async () => {
    house()
    await expect(enrol('xyz')).rejects.toMatchObject({ kind: 'session' })
    expect(machine()).toBeNull()
  })

  it('signs in again by itself where nobody is signed in, once for all who ask', async () => {
    const asked = house()
    keepMachine(kept)
    const both = await Promise.all([refreshSession(), refreshSession()])
    expect(both.map(({ kind }) => kind)).toEqual(['device', 'device'])
    expect(asked.filter((path) => path === '/api/v1/sign-in')).toHaveLength(1)
  })

  it('that was turned out is forgotten, so that it is not tried for ever', async () => {
    const asked = house({ good: false })
    keepMachine(kept)
    expect((await refreshSession()).kind).toBe('nobody')
    expect(machine()).toBeNull()
    await refreshSession()
    expect(asked.filter((path) => path === '/api/v1/sign-in')).toHaveLength(1)
  })

  it('stays known while the server is away', async () => {
    keepMachine(kept)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
    await expect(refreshSession()).rejects.toMatchObject({ kind: 'offline' })
    expect(machine()).toEqual(kept)
  })

  it('can be forgotten, and is signed out then', async () => {
    house()
    keepMachine(kept)
    await refreshSession()
    await forgetMachine()
    expect([machine(), session()?.kind]).toEqual([null, 'nobody'])
  })

  it('has a page by its kind', () => {
    expect(['terminal', 'console', 'display', 'scanning-shoe'].map((kind) => pageOf({ kind, table: 'nsw-1' }))).toEqual(['/table/nsw-1', '/dealer/nsw-1', '/display/nsw-1', '/'])
    expect(pageOf({ kind: 'display', table: null })).toBe('/')
  })
})
