// The server's clock: deadlines are judged there, so countdowns must run by it and not by this machine's.

/** A moment in microseconds of UTC, as the wire counts them. */
export type Micros = number

const KEPT = 16
const heard: Micros[] = []
let offset: Micros = 0

/**
 * Learns from a frame or an answer that tells the server's time.
 * Each sample is delayed by the network, so of the last few the one with the least delay is used.
 */
export function hear(server: Micros, hereMs: number = Date.now()): void {
  heard.push(server - hereMs * 1000)
  if (heard.length > KEPT) heard.shift()
  offset = Math.max(...heard)
}

/** The present moment by the server's clock. */
export function serverNow(): Micros {
  return Date.now() * 1000 + offset
}

let seen = $state(serverNow())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Keeps `tick()` moving while somebody looks; call it in an `$effect` and return what it gives.
 * One timer serves all clocks and countdowns of a page.
 */
export function watchClock(): () => void {
  watchers += 1
  seen = serverNow()
  timer ??= setInterval(() => (seen = serverNow()), 200)
  return () => {
    watchers -= 1
    if (watchers === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The server's time, renewed five times a second while watched. */
export function tick(): Micros {
  return seen
}
