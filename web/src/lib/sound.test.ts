import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose } from './settings.svelte.ts'
import { play, sounded } from './sound.ts'

let made: string[] = []

class Node {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  frequency = { value: 0 }
  type = ''
  buffer = null
  connect = (to: unknown): unknown => to
  start = (): void => undefined
  stop = (): void => undefined
}

class Device {
  state = 'running'
  currentTime = 0
  sampleRate = 8000
  destination = {}
  constructor() {
    made.push('device')
  }
  createOscillator = (): Node => (made.push('tone'), new Node())
  createBufferSource = (): Node => (made.push('rustle'), new Node())
  createBiquadFilter = (): Node => new Node()
  createGain = (): Node => new Node()
  createBuffer = (_: number, length: number): object => ({ getChannelData: () => new Float32Array(length) })
  close = (): Promise<void> => (made.push('closed'), Promise.resolve())
}

const pressed = (hasBeenActive: boolean): void => void vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation: { hasBeenActive } }))

beforeEach(() => pressed(true))

afterEach(() => {
  choose({ sound: false, motion: 'system' })
  sounded(false)
  made = []
  vi.unstubAllGlobals()
})

describe('sound', () => {
  it('is off, and makes no device, until it is switched on; switched off, it lets the device go', () => {
    vi.stubGlobal('AudioContext', Device)
    play('result')
    expect(made).toEqual([])
    choose({ sound: true })
    sounded(true)
    expect(made).toEqual(['device', 'tone', 'tone'])
    play('card')
    expect(made.slice(3)).toEqual(['rustle'])
    choose({ sound: false })
    sounded(false)
    play('card')
    expect(made.slice(4)).toEqual(['closed'])
  })

  it('is dropped before the first press, not kept for it', () => {
    vi.stubGlobal('AudioContext', Device)
    choose({ sound: true })
    pressed(false)
    play('result')
    play('tick')
    expect(made).toEqual([])
    pressed(true)
    play('tick')
    expect(made).toEqual(['device', 'tone'])
  })

  it('of things that move is not heard where nothing moves', () => {
    vi.stubGlobal('AudioContext', Device)
    choose({ sound: true, motion: 'less' })
    play('card')
    play('chip')
    expect(made).toEqual([])
    play('tick')
    expect(made).toEqual(['device', 'tone'])
  })
})
