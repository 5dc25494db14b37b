// Whether single keys do things on this device.

const STORED = 'punto.keys'

/** The choice of this visit, where nothing can be stored. */
let chosen = true

/** Whether single letters act; some speak their commands to the page and do not want that. */
export function keysWanted(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return chosen
  }
}

/** Keeps the choice, and says what it is. */
export function wantKeys(on: boolean): boolean {
  chosen = on
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off')
  } catch {
    // It holds for this visit.
  }
  return on
}
