// Significant events as the server pushes them: all that wait, and again whenever that changes.

import { browserSocket, type Socket } from './live.ts'
import { onWake } from './wake.ts'
import type { Frame, SignificantView } from './wire.ts'

const ADDRESS = '/api/v1/events/live'
/** A socket that stays dumb this long is given up and made anew. */
const DEAD_MS = 6000
const RETRY_FIRST_MS = 250
const RETRY_MOST_MS = 8000

interface Options {
  onevents(events: readonly SignificantView[]): void
  connect?(address: string): Socket
}

/** Follows the events until the returned function is called; a broken socket is made anew, and all that wait come again. */
export function followEvents({ onevents, connect: open = browserSocket }: Options): () => void {
  let socket: Socket | null = null
  let stopped = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whatever comes next must come in time. */
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => socket?.close(), DEAD_MS)
  }
  function take(text: unknown): void {
    const frame = JSON.parse(String(text)) as Frame
    tries = 0
    wait()
    if (frame.frame === 'events') onevents(frame.events)
    else if (frame.frame === 'bye' && frame.why === 'session-ended') stop()
  }
  function start(): void {
    const made = open(ADDRESS)
    socket = made
    wait()
    made.onmessage = ({ data }) => take(data)
    made.onclose = () => {
      if (made !== socket) return
      socket = null
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(start, Math.min(RETRY_FIRST_MS * 2 ** tries++, RETRY_MOST_MS))
    }
  }
  /** Only while it is broken: a line that only seems good is found out by its silence. */
  function again(): void {
    if (socket !== null) return
    clearTimeout(timer)
    tries = 0
    start()
  }
  function stop(): void {
    stopped = true
    clearTimeout(timer)
    unwake()
    socket?.close()
  }

  const unwake = onWake(again)
  start()
  return stop
}
