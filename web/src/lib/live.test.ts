import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from './failure.ts'
import { GoneError, LiveClient, type EndReason, type LiveOptions, type LiveState, type Socket } from './live.ts'
import type { Frame, Problem, Said, Say, TableView } from './wire.ts'

class FakeSocket implements Socket {
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  sent: Say[] = []
  closed = false
  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Say)
  }

  close(): void {
    this.closed = true
  }

  tell(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  breakOff(): void {
    this.onclose?.()
  }
}

const hello: Frame = { frame: 'hello', version: 2, now: 5_000_000, resumed: false }
const coup = { shoe: 1, coup: 4, seq: 7 }
const viewAt = (seq: number, of = coup): Frame => ({ frame: 'view', view: { seq, coup: { ...of, seq } } as TableView })
const answered = (id: string): Said => ({ id, seq: 8, lines: [], refusal: null, repeated: false })

let sockets: FakeSocket[] = []
let states: [LiveState, EndReason | null][] = []
let views: number[] = []
const last = (): FakeSocket => sockets.at(-1) as FakeSocket

function client(options: Partial<LiveOptions> = {}): LiveClient {
  let ids = 0
  const live = new LiveClient({
    table: 'nsw-1',
    onview: (view) => views.push(view.seq),
    onstate: (state, why) => states.push([state, why]),
    connect: (address) => {
      sockets.push(new FakeSocket(address))
      return last()
    },
    newId: () => `id-${(ids += 1)}`,
    random: () => 1,
    ...options,
  })
  live.start()
  return live
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  views = []
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a table’s socket', () => {
  it('is live from its first view', () => {
    const live = client()
    expect(live.state).toBe('connecting')
    last().tell(hello)
    expect(live.state).toBe('connecting')
    last().tell(viewAt(7))
    expect([live.state, views]).toEqual(['live', [7]])
    expect(last().address).toBe('/api/v1/tables/nsw-1/live?version=2')
    live.stop()
  })

  it('is silent two seconds after the last beat, and live again with the next', async () => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(7))
    await vi.advanceTimersByTimeAsync(1900)
    last().tell({ frame: 'beat', now: 6_000_000 })
    await vi.advanceTimersByTimeAsync(1900)
    expect(live.state).toBe('live')
    await vi.advanceTimersByTimeAsync(700)
    expect(live.state).toBe('silent')
    last().tell({ frame: 'beat', now: 9_000_000 })
    expect(live.state).toBe('live')
    live.stop()
  })

  it('gives a dumb socket up and resumes from the last view', async () => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(7))
    await vi.advanceTimersByTimeAsync(7000)
    expect(sockets[0]?.closed).toBe(true)
    expect(last().address).toBe('/api/v1/tables/nsw-1/live?version=2&from=7')
    last().tell({ ...hello, resumed: true })
    expect(live.state).toBe('live')
    live.stop()
  })

  it('takes a whole view from a server that has gone back, and tells it the role', async () => {
    const live = client({ role: 'dealer' })
    last().tell(hello)
    last().tell(viewAt(70))
    last().breakOff()
    await vi.advanceTimersByTimeAsync(300)
    expect(last().address).toBe('/api/v1/tables/nsw-1/live?version=2&from=70&role=dealer')
    last().tell(hello)
    last().tell(viewAt(12))
    expect(views).toEqual([70, 12])
    void live.say({ command: 'settle' }).catch(() => undefined)
    expect(last().sent).toMatchObject([{ command: 'settle', role: 'dealer' }])
    live.stop()
  })

  it('never shows an older view', () => {
    const live = client()
    last().tell(hello)
    for (const seq of [7, 9, 8, 9, 10]) last().tell(viewAt(seq))
    expect(views).toEqual([7, 9, 9, 10])
    live.stop()
  })

  it('sends an unanswered command again, under the same id, and each answer counts once', async () => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(7))
    const said = live.say({ line: 'bet ada@1 player 100' }, 'dealer')
    expect(last().sent).toEqual([{ id: 'id-1', line: 'bet ada@1 player 100', role: 'dealer', of: coup }])
    last().breakOff()
    await vi.advanceTimersByTimeAsync(300)
    expect(sockets).toHaveLength(2)
    expect(last().sent).toEqual([])
    last().tell(hello)
    // The table has gone on meanwhile; what was said is still said of the coup that was seen.
    last().tell(viewAt(20, { ...coup, coup: 5 }))
    expect(last().sent).toEqual([{ id: 'id-1', line: 'bet ada@1 player 100', role: 'dealer', of: coup }])
    last().tell({ frame: 'answer', answer: answered('id-1') })
    last().tell({ frame: 'answer', answer: answered('id-1') })
    await expect(said).resolves.toEqual(answered('id-1'))
    last().breakOff()
    await vi.advanceTimersByTimeAsync(300)
    last().tell(hello)
    expect(last().sent).toEqual([])
    live.stop()
  })

  it('waits longer with every try, up to eight seconds', async () => {
    const live = client({ probe: () => Promise.resolve(null) })
    const waits: number[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      const before = sockets.length
      last().breakOff()
      let waited = 0
      while (sockets.length === before) {
        await vi.advanceTimersByTimeAsync(250)
        waited += 250
      }
      waits.push(waited)
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000])
    live.stop()
  })

  it.each(['session-ended', 'version'] as const)('ends for good when the server says %s', async (why) => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(1))
    const said = live.say({ command: { leave: { patron: 'ada' } } })
    last().tell({ frame: 'bye', why })
    await expect(said).rejects.toBeInstanceOf(GoneError)
    await expect(live.say({ command: { leave: { patron: 'ada' } } })).rejects.toBeInstanceOf(GoneError)
    expect(states.at(-1)).toEqual(['gone', why])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sockets).toHaveLength(1)
  })

  it('comes back after a shutdown', async () => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(1))
    last().tell({ frame: 'bye', why: 'shutting-down' })
    expect(live.state).toBe('silent')
    await vi.advanceTimersByTimeAsync(300)
    expect(sockets).toHaveLength(2)
    live.stop()
  })

  it('asks why when it is turned away, and believes the answer', async () => {
    const live = client({ probe: () => Promise.resolve('missing') })
    last().breakOff()
    await vi.advanceTimersByTimeAsync(10)
    expect(states).toEqual([['gone', 'missing']])
    expect(live.state).toBe('gone')
  })

  it('fails a command that could not be taken', async () => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(1))
    const said = live.say({ line: 'nonsense' })
    const problem: Problem = { type: '/api/v1/problems/bad-request', title: 't', status: 400, detail: 'no such line', code: 'bad-request', refusal: null, request: '1' }
    last().tell({ frame: 'problem', id: 'id-1', problem })
    await expect(said).rejects.toMatchObject({ kind: 'invalid', problem })
    await expect(said).rejects.toBeInstanceOf(Failure)
    live.stop()
  })

  it('says something again under its id while nobody knows what came of it, in the same coup', async () => {
    const live = client()
    last().tell(hello)
    last().tell(viewAt(7))
    const buyIn = { command: { 'buy-in': { patron: 'ada', amount: 10_000, with: 'cash' } } } as const
    const problem: Problem = { type: '/api/v1/problems/fault', title: 't', status: 500, detail: 'the disk is full', code: 'fault', refusal: null, request: '1' }
    const said = live.say(buyIn, 'dealer')
    last().tell({ frame: 'problem', id: 'id-1', problem })
    await expect(said).rejects.toMatchObject({ kind: 'fault' })
    void live.say(buyIn, 'dealer').catch(() => undefined)
    last().tell(viewAt(9, { ...coup, coup: 5 }))
    void live.say(buyIn, 'dealer').catch(() => undefined)
    expect(last().sent.map(({ id, of }) => [id, of?.coup])).toEqual([['id-1', 4], ['id-1', 4], ['id-2', 5]])
    live.stop()
  })

  it('knows frames of another version as not its own', () => {
    client()
    last().tell({ ...hello, version: hello.version + 1 } as Frame)
    expect(states).toEqual([['gone', 'version']])
  })

  it('is tried at once when the network is back, also while it is asked why it was turned away', async () => {
    let probed = 0
    const live = client({ probe: () => ((probed += 1), new Promise(() => undefined)) })
    for (let tries = 0; tries < 2; tries += 1) {
      last().breakOff()
      window.dispatchEvent(new Event('online'))
      expect(sockets).toHaveLength(tries + 2)
    }
    expect(probed).toBe(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sockets).toHaveLength(3)
    live.stop()
  })

  it('is made anew when the machine has slept, but left alone while it is heard', () => {
    let now = 0
    const live = client({ now: () => now })
    last().tell(hello)
    last().tell(viewAt(7))
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(1)
    now = 60_000
    window.dispatchEvent(new Event('pageshow'))
    expect([sockets.length, sockets[0]?.closed, live.state]).toEqual([2, true, 'silent'])
    live.stop()
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(2)
  })
})

describe('what may be said', () => {
  it('is told by the same line where it is wanted, and the line made anew for it misses nothing', async () => {
    const offered: string[][] = []
    const live = client({ role: 'dealer', onoffers: (list) => offered.push(list.map(({ line }) => line)) })
    last().tell(hello)
    last().tell(viewAt(7))
    live.want('in-each')
    expect([sockets.length, sockets[0]?.closed, live.state]).toEqual([2, true, 'live'])
    expect(last().address).toBe('/api/v1/tables/nsw-1/live?version=2&from=7&role=dealer&allowed=true&each=true')
    sockets[0]?.breakOff()
    last().tell({ ...hello, resumed: true } as Frame)
    last().tell({ frame: 'allowed', allowed: [{ command: 'settle', line: 'settle', role: 'dealer', refusal: null }] })
    expect(offered).toEqual([['settle']])
    live.want('in-each')
    expect(sockets).toHaveLength(2)
    live.want('none')
    expect(last().address).toBe('/api/v1/tables/nsw-1/live?version=2&from=7&role=dealer')
    expect([views, live.state]).toEqual([[7], 'live'])
    live.stop()
  })
})
