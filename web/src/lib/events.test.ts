import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followEvents } from './events.ts'
import type { Socket } from './live.ts'
import type { Frame } from './wire.ts'

class Pretend implements Socket {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  closed = false
  send(): void {}
  close(): void {
    this.closed = true
    this.onclose?.()
  }
  says(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

describe('significant events', () => {
  const sockets: Pretend[] = []
  const open = (): Socket => {
    const socket = new Pretend()
    sockets.push(socket)
    return socket
  }
  beforeEach(() => {
    vi.useFakeTimers()
    sockets.length = 0
  })
  afterEach(() => vi.useRealTimers())

  it('come as they are pushed, and again after the line was broken', () => {
    const seen: number[] = []
    const stop = followEvents({ onevents: (events) => seen.push(events.length), connect: open })
    sockets[0]?.says({ frame: 'events', events: [] })
    sockets[0]?.close()
    vi.advanceTimersByTime(250)
    expect(sockets).toHaveLength(2)
    sockets[1]?.says({ frame: 'events', events: [] })
    expect(seen).toEqual([0, 0])
    stop()
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(2)
  })

  it('a dumb line is made anew, and the end of the session is the end', () => {
    followEvents({ onevents: () => undefined, connect: open })
    vi.advanceTimersByTime(6250)
    expect([sockets[0]?.closed, sockets.length]).toEqual([true, 2])
    sockets[1]?.says({ frame: 'bye', why: 'session-ended' })
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(2)
  })

  it('are asked for at once when the network is back', () => {
    const stop = followEvents({ onevents: () => undefined, connect: open })
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(1)
    sockets[0]?.close()
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
    stop()
  })
})
