import { describe, expect, it } from 'vitest'
import { Failure } from './failure.ts'
import { Intents } from './intents.ts'

function intents(): Intents {
  let ids = 0
  return new Intents(() => `id-${(ids += 1)}`)
}

describe('an intent', () => {
  it.each(['offline', 'busy', 'fault'] as const)('keeps its id when it is tried again after %s', (kind) => {
    const own = intents()
    const first = own.take('buy-in 100')
    own.failed('buy-in 100', first, new Failure(kind))
    expect(own.take('buy-in 200')).toBe('id-2')
    expect(own.take('buy-in 100')).toBe(first)
    expect(own.take('buy-in 100')).toBe('id-3')
  })

  it.each(['refused', 'invalid', 'not-allowed'] as const)('is a new one once the server has said %s', (kind) => {
    const own = intents()
    own.failed('buy-in 100', own.take('buy-in 100'), new Failure(kind))
    expect(own.take('buy-in 100')).toBe('id-2')
  })
})
