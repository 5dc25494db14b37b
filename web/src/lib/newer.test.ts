import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadWhenThere } from './newer.ts'

describe('a page that could not be loaded', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('comes back by itself once the server answers, and at once when the network is back', async () => {
    const answers = [null, new Response('', { status: 502 }), new Response('page')]
    vi.stubGlobal('fetch', () => {
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('away'))
    })
    const reload = vi.fn()
    const stop = reloadWhenThere(reload)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledOnce()
    stop()
  })
})
