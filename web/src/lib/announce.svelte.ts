// What a screen reader is told: calls, cards and results, in order, none lost when two come at once.

import { untrack } from 'svelte'

interface Said {
  id: number
  text: string
}

const KEPT = 12
let counter = 0

export const spoken = $state<{ calm: Said[]; urgent: Said[] }>({ calm: [], urgent: [] })

/** The number of what was said last. */
export const saidLast = (): number => counter

/** Has a sentence read out; `urgent` interrupts, for refusals and a lost connection. */
export function announce(text: string, urgent = false): void {
  if (text === '') return
  counter += 1
  const said = { id: counter, text }
  // Said in an effect, it must not make the effect run again.
  untrack(() => {
    const list = urgent ? spoken.urgent : spoken.calm
    list.push(said)
    // A live region reads additions only, so old lines can go; a display runs for weeks.
    if (list.length > KEPT) list.splice(0, list.length - KEPT)
  })
}
