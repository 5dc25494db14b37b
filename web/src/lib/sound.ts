// Short sounds made on the spot. There are none until somebody switches them on, and none says anything that the
// screen does not say as well.

import { settings, still } from './settings.svelte.ts'

export type Sound = 'chip' | 'card' | 'result' | 'tick'

/** Sounds of things that move; where nothing moves, they are not heard. */
const MOVING: ReadonlySet<Sound> = new Set(['chip', 'card'])
const LOUD = 0.12

let context: AudioContext | null = null

export function play(sound: Sound): void {
  // A browser lets a page sound only after a press; what comes before it would all be heard at once with it.
  if (!navigator.userActivation?.hasBeenActive) return
  if (!settings.sound || document.hidden || (still() && MOVING.has(sound))) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  make[sound](context, context.currentTime)
}

/** Switches sound on or off; on is heard at once, and off lets the device go. */
export function sounded(on: boolean): void {
  if (on) play('result')
  else {
    void context?.close()
    context = null
  }
}

const make: Record<Sound, (to: AudioContext, now: number) => void> = {
  chip(to, now) {
    tone(to, now, 2350, 0.03, 'triangle')
    tone(to, now + 0.035, 3100, 0.025, 'triangle')
  },
  card(to, now) {
    rustle(to, now, 0.07)
  },
  result(to, now) {
    tone(to, now, 659, 0.16, 'sine')
    tone(to, now + 0.12, 988, 0.24, 'sine')
  },
  tick(to, now) {
    tone(to, now, 880, 0.05, 'sine')
  },
}

function tone(to: AudioContext, at: number, pitch: number, length: number, shape: OscillatorType): void {
  const source = to.createOscillator()
  source.type = shape
  source.frequency.value = pitch
  source.connect(fading(to, at, length))
  source.start(at)
  source.stop(at + length)
}

/** Paper over cloth: noise in a narrow band. */
function rustle(to: AudioContext, at: number, length: number): void {
  const noise = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate)
  const samples = noise.getChannelData(0)
  for (const [index] of samples.entries()) samples[index] = Math.random() * 2 - 1
  const source = to.createBufferSource()
  source.buffer = noise
  const band = to.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = 2600
  source.connect(band).connect(fading(to, at, length))
  source.start(at)
}

function fading(to: AudioContext, at: number, length: number): GainNode {
  const gain = to.createGain()
  gain.gain.setValueAtTime(LOUD, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + length)
  gain.connect(to.destination)
  return gain
}
