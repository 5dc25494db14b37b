// When it is worth trying again at once: the network is back, the page is looked at again, or the machine has slept.

import { serverNow, type Micros } from './time.svelte.ts'

const LOOK_MS = 1000
/** Timers that were held up for so long have slept with the machine. */
const SLEPT: Micros = 5_000_000

const waiting = new Set<() => void>()
let looks: ReturnType<typeof setInterval> | undefined
let looked: Micros = 0

function wake(): void {
  for (const one of waiting) one()
}

function shown(): void {
  if (document.visibilityState === 'visible') wake()
}

function look(): void {
  const now = serverNow()
  const slept = now - looked > SLEPT
  looked = now
  if (slept) wake()
}

/** Calls back whenever a broken line should be tried at once. Returns what undoes it. */
export function onWake(again: () => void): () => void {
  if (waiting.size === 0) {
    looked = serverNow()
    looks = setInterval(look, LOOK_MS)
    window.addEventListener('online', wake)
    window.addEventListener('pageshow', wake)
    document.addEventListener('visibilitychange', shown)
  }
  waiting.add(again)
  return () => {
    waiting.delete(again)
    if (waiting.size > 0) return
    clearInterval(looks)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', shown)
  }
}
