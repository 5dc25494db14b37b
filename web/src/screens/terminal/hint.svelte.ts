// Help for the first visit: it is there until a wager was taken, and then never again in this browser.

const STORED = 'punto.played'

let played = $state(read())

/** Whether this browser has never made a wager. */
export const isNew = (): boolean => !played

/** A wager was taken. */
export function hasPlayed(): void {
  if (played) return
  played = true
  try {
    localStorage.setItem(STORED, '1')
  } catch {
    // Storage may be barred; the help is there again at the next visit.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(STORED) !== null
  } catch {
    return false
  }
}
